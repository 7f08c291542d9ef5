# Wackee Six en el navegador. $card y $cards son nombres de cartas como “5 rojo”.

## Cartas y montones
wackee-wild-as = comodín como { $card }
wackee-lane = { $colour ->
    [r] Carril rojo
    [g] Carril verde
    [b] Carril azul
   *[y] Carril amarillo
}
wackee-middle = El centro: cuatro carriles de montones
wackee-pile = { $card } arriba
wackee-pile-fits = { $card } arriba, tienes la carta que sigue
wackee-pile-wild = { $card } arriba, el comodín puede ir aquí
wackee-new-pile = Empieza un montón con el { $card }
wackee-wacked = { $count ->
    [0] Ningún montón completo todavía
    [one] 1 montón completo
   *[other] { $count } montones completos
}

## Los equipos
wackee-sides = Los otros equipos
wackee-all-sides = Los equipos
wackee-side = { $who }: { $left ->
    [0] sin cartas principales
    [one] queda 1 carta principal
   *[other] quedan { $left } cartas principales
}. Boca arriba: { $cards }.
wackee-side-empty = nada
wackee-player = { $name }{ $mark ->
    [bot] , es un bot
    [standin] , juega un bot en su lugar
    [away] , no está
    [gone] , se fue
   *[none] {""}
}

## Tus cartas
wackee-mine = Tus cartas
wackee-row = Tus seis cartas boca arriba
wackee-row-card = Carta { $place }: { $card }
wackee-row-fits = Carta { $place }: { $card }, encaja
wackee-row-empty = El lugar { $place } está vacío
wackee-down = { $count ->
    [one] 1 carta boca abajo
   *[other] { $count } cartas boca abajo
}
wackee-down-short = boca abajo
wackee-turned = Carta volteada de arriba: { $card }
wackee-turned-fits = Carta volteada de arriba: { $card }, encaja
wackee-turned-none = Aún no hay cartas volteadas
wackee-turn = Voltea 3
wackee-turn-long = Voltea tres cartas de tu mazo de mano. { $count ->
    [one] Queda 1 carta.
   *[other] Quedan { $count } cartas.
}
wackee-over = Da la vuelta
wackee-over-long = Dale la vuelta al montón y empieza de nuevo. { $count ->
    [one] 1 carta.
   *[other] { $count } cartas.
}
wackee-deck-empty = Tu mazo de mano está vacío
wackee-call = ¡WACKEE SIX!
wackee-call-not-yet = { $count ->
    [one] ¡WACKEE SIX! Te falta 1 carta
   *[other] ¡WACKEE SIX! Te faltan { $count } cartas
}
wackee-choose = Elige un montón iluminado.
wackee-no-place = Todavía no hay un montón para el comodín.
wackee-no-fit = Ningún montón espera todavía el { $card }.
wackee-cancel = Cancelar

## Parejas
wackee-role-turns = Tú volteas el mazo de mano. { $partner } juega las cartas principales.
wackee-role-main = Tú juegas las cartas principales. { $partner } voltea el mazo de mano.
wackee-partner-main = Las juega { $partner }
wackee-partner-turns = Las voltea { $partner }
wackee-ask-bar = Dile a { $partner }
wackee-ask-need = Busco…
wackee-ask-have = Tengo…
wackee-ask-call = ¡Grita tú!
wackee-ask-which-need = ¿Qué carta buscas?
wackee-ask-which-have = ¿Qué carta tienes?
wackee-ask-any = Cualquiera
wackee-ask-close = Volver
wackee-ask-sent = { $partner } ya lo sabe.
wackee-said = { $who }: { $words }
wackee-roles = { $first ->
    [yes] ¿Quién voltea primero el mazo?
   *[no] ¿Quién voltea el mazo en la próxima ronda?
}
wackee-role-pick = { $me ->
    [yes] Volteo yo
   *[no] Voltea { $who }
}

## Antes, durante y después de una ronda
wackee-look = Mira tus cartas. Nadie puede jugar hasta la salida.
wackee-start = ¡Vamos, Wackee!
wackee-start-you = Todos te esperan. ¡Da la salida!
wackee-start-wait = { $who } da la salida
wackee-countdown = La ronda empieza en { $seconds }
wackee-dealing = Repartiendo las cartas…
wackee-go = ¡Vamos, Wackee! ¡Ya!
wackee-get-ready = ¡Atención…!
wackee-go-burst = ¡YA!
wackee-do-turn = No encaja nada: voltea tres cartas.
wackee-do-over = No encaja nada: dale la vuelta al montón.
wackee-do-call = Ya jugaste tus cartas principales: ¡grita!
wackee-called = { $me ->
    [yes] Gritas “¡Wackee Six!”
   *[no] { $who } grita “¡Wackee Six!”
}
wackee-no-more = ¡Ni una carta más!
wackee-watching = Estás mirando.
wackee-round-over = Fin de la ronda { $round }
wackee-match-over = Fin de la partida
wackee-opened-played = Jugadas: { $count }
wackee-opened-left = { $count ->
    [one] Sobra 1 principal: −{ $points }
   *[other] Sobran { $count } principales: −{ $points }
}
wackee-opened-bonus = Primer grito: +{ $points }
wackee-opened-down = +{ $count } boca abajo

## Lo que oye un lector de pantalla
wackee-heard-ready = Puedes jugar: { $cards }.
wackee-heard-none = Ahora no encaja nada.
wackee-heard-near = { $who }: { $left ->
    [0] a punto de gritar
    [one] le queda 1 carta principal
   *[other] le quedan { $left } cartas principales
}.
wackee-heard-played = Jugaste el { $card }.
wackee-heard-new = Nueva en el lugar { $place }: { $card }.
wackee-heard-top = Ahora arriba: { $card }.
wackee-heard-turned = Volteadas. Arriba: { $card }.
wackee-heard-over = Le diste la vuelta al montón.
wackee-heard-only-call = Ya jugaste todas tus cartas principales. ¡Grita!

## Opciones
option-target = Puntos para ganar
option-target-help = La partida termina cuando alguien los tiene.
option-partners = En parejas
option-partners-help = De cuatro a seis juegan en parejas. Más de seis, siempre.
option-alone = Quién juega sin pareja
option-alone-help = Cuando se juega en parejas y son un número impar.
option-alone-off = quien organiza
option-down = Cartas boca abajo
option-down-help = Cuántas cartas principales hay boca abajo al empezar; se ponen junto a los jugadores. Con menos es más fácil.
