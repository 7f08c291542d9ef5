# Lo que un juego puede decir a quien tiene las cartas de verdad.

cards-title = { $game }: tus combinaciones
cards-dealt = Ronda
cards-round = { $cards } cartas, comodín { $wild }
cards-hand = Tu mano
cards-empty = Toca tus cartas aquí abajo.
cards-missing = { $count ->
    [one] Una carta más.
   *[other] { $count } cartas más.
}
cards-one-more = ¿Tomaste una carta? Tócala también para ver cuál descartar.
cards-discard = Descarta: { $card }
cards-points = { $points ->
    [0] Todo encaja: 0 puntos.
    [one] Sobra { $points } punto.
   *[other] Sobran { $points } puntos.
}
cards-out = ¡Puedes cerrar!
cards-clear = Otra mano
cards-all = Todas las cartas
cards-suit = { $suit ->
    [t] Estrellas
    [h] Corazones
    [c] Tréboles
    [s] Picas
   *[d] Diamantes
}
cards-add = { $held ->
    [0] { $card }
   *[other] { $card }, { $held } en tu mano
}
cards-take-out = Quitar: { $card }
cards-apart = Solo para cartas de verdad. En una mesa de Rumpus, usa sus pistas, si quien la organiza las permite.
