crazy_eights-about = Sigue el palo o el número y guarda tus ochos. De 2 a 5 jugadores. Gana la puntuación más baja.
crazy_eights-card = { $rank ->
    [A] as
    [J] jota
    [Q] reina
    [K] rey
   *[other] { $rank }
} de { $suit ->
    [c] tréboles
    [h] corazones
    [d] diamantes
   *[s] picas
}
crazy_eights-do-play = Jugar { $card }{ $suit ->
    [c] , siguen tréboles
    [h] , siguen corazones
    [d] , siguen diamantes
    [s] , siguen picas
   *[other] {""}
}
crazy_eights-do-draw = Tomar una carta
crazy_eights-do-pass = Pasar
option-target = Puntos que terminan la partida
option-target-help = La partida termina cuando alguien llega a estos puntos. Ganan los menos puntos.
ce-players = Crazy Eights es para 2 a 5 jugadores, no { $players }.
ce-not-dealt = Todavía no se han repartido las cartas.
ce-not-your-turn = No es tu turno.
ce-not-in-hand = No tienes esa carta: { $card }.
ce-does-not-fit = Esa carta no es del mismo palo ni del mismo número: { $card }.
ce-eight-names-suit = Solo un ocho elige palo.
ce-stock-empty = No quedan cartas para tomar.
ce-top-card = Esa no es la primera carta del mazo.
ce-cannot-pass = Todavía puedes jugar o tomar una carta.
crazy_eights-round-over = { $why ->
    [blocked] Ya nadie podía jugar.
   *[out] Alguien se quedó sin cartas.
}
crazy_eights-field-pile = Montón
crazy_eights-field-suit = Palo que sigue
crazy_eights-field-stock = Mazo
