# Nombres de las cartas. Las de Five Crowns llevan artículo: "Descartaste el 7 de corazones".

## Wig Out!
character-beehive = colmena
character-mohawk = cresta
character-afro = afro
character-pigtails = coletas
character-moptop = flequillo
character-curls = rizos
character-bun = moño
character-bolt = rayo
character-flame = llama
character-braid = trenza
character-onehair = un pelo
character-nest = nido

## Wackee Six
card-wild = comodín
card-colour = { $number } { $colour ->
    [r] rojo
    [g] verde
    [b] azul
   *[y] amarillo
}

## Five Crowns
card-joker = el joker
card-suit = { $rank ->
    [J] la jota
    [Q] la reina
    [K] el rey
   *[other] el { $rank }
} de { $suit ->
    [t] estrellas
    [h] corazones
    [c] tréboles
    [s] picas
   *[d] diamantes
}
