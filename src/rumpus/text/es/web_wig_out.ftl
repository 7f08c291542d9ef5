# Wig Out! en el navegador. $card y $cards son nombres de personajes.

wig-others = Los demás
wig-opponent = { $name }, { $count ->
    [0] sin cartas
    [one] le queda 1 carta
   *[other] le quedan { $count } cartas
}{ $dealer ->
    [yes] , reparte
   *[no] {""}
}{ $mark ->
    [bot] , es un bot
    [standin] , juega un bot en su lugar
    [away] , no está
    [gone] , se fue
   *[none] {""}
}
wig-dealer-mark = R

## El centro
wig-middle = El centro: mazo y montones
wig-pile = { $card }, montón de { $count }
wig-deck = Mazo, { $count ->
    [0] vacío
    [one] 1 carta
   *[other] { $count } cartas
}{ $can ->
    [must] . Nada encaja: toma una carta
    [may] . Puedes tomar una carta
   *[no] {""}
}
wig-deck-left = { $count ->
    [0] vacío
    [one] queda 1
   *[other] quedan { $count }
}
wig-draw = ¡Toma una!

## Tus cartas
wig-hand = Tus cartas
wig-stack = { $card }, { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}{ $fits ->
    [yes] , encaja
    [no] , no encaja
   *[later] {""}
}
wig-fewer-how = Para jugar menos, mantén presionado, o presiona Mayúsculas y el número
wig-how-many = { $card }: ¿cuántas?
wig-close = Volver
wig-shout = ¡Despelucándose!
wig-go = ¡Ya!
wig-space = espacio

## La línea sobre la mano
wig-you-deal = Repartes tú y no falta nadie. ¡Di “Ya”!
wig-look = Mira bien tus cartas.
wig-waiting-go = Esperando a que { $name } diga “¡Ya!”
wig-soon-go = Tú dirás “¡Ya!”
wig-counting = Empieza en { $seconds }
wig-do-shout = No te quedan cartas: ¡grita!
wig-do-draw = Nada encaja: ¡toma una carta!
wig-do-wait = Nada encaja y el mazo está vacío. ¡Espera un montón nuevo!
wig-near = { $count ->
    [0] ¡A { $name } no le quedan cartas!
    [one] ¡A { $name } solo le queda 1 carta!
   *[other] ¡A { $name } solo le quedan { $count } cartas!
}
wig-round = Ronda { $round } de { $rounds }
wig-looking-on = Estás mirando.

## Para el oído
wig-laid = { $count ->
    [one] Jugaste { $card }.
   *[other] Jugaste { $count } cartas: { $card }.
} { $left ->
    [0] No te quedan cartas.
    [one] Te queda 1 carta.
   *[other] Te quedan { $left } cartas.
}
wig-drawn = Tomaste { $card }, { $fits ->
    [yes] y encaja.
   *[no] y no encaja.
}
wig-shouted = { $me ->
    [yes] Gritas “¡Despelucándose!”
   *[no] { $name } grita “¡Despelucándose!”
}
wig-piles = { $cards ->
    [none] Todavía no hay montones.
   *[other] Montones: { $cards }.
}
wig-ready-for-you = Puedes jugar { $cards }.

## Después de contar
wig-wigs-out = { $me ->
    [yes] ¡Te despelucaste!
   *[no] ¡{ $name } se despelucó!
}
wig-tie = ¡Empate!
wig-tied = Nadie puede jugar y el mazo está vacío
wig-left = { $tie ->
    [yes] El empate no cuesta nada
   *[no] { $count ->
        [0] ¡Ni una!
        [one] Sobra 1 carta: 1 punto
       *[other] Sobran { $count } cartas: { $count } puntos
    }
}

## Opciones
option-free_draw = Tomar cartas cuando quieras
option-free_draw-help = También cuando podrías jugar una carta.
option-cards = Cartas al empezar
option-cards-help = Cuántas cartas recibe cada quien; se ponen junto a los jugadores. Con menos es más fácil.
