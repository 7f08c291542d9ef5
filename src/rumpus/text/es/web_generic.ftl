# La mesa sencilla para un juego que el navegador no conoce. Un juego que viene con un complemento trae sus palabras:
# JUEGO-about, JUEGO-do-ACCIÓN para cada acción, JUEGO-field-NOMBRE para lo que se ve, JUEGO-round-over.

generic-none = nada
generic-yes = sí
generic-no = no
generic-players = Los jugadores
generic-player = { $name }{ $turn ->
    [yes] , tiene el turno
   *[no] {""}
}{ $dealer ->
    [yes] , reparte
   *[no] {""}
}
generic-total = { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
generic-table = En la mesa
generic-mine = Tus cartas
generic-actions = Lo que puedes hacer
generic-more = Buscando más jugadas…
generic-your-turn = ¡Te toca!
generic-turn = Le toca a { $name }.
generic-you-can = Elige qué hacer.
generic-wait = Espera a los demás.
generic-look-on = Estás mirando.
generic-log = Lo que pasó
generic-did = { $name }: { $what }
generic-the-house = la mesa
generic-field-hand = Cartas
generic-field-hands = Cartas
generic-field-round = Ronda
generic-field-deck = Mazo
generic-field-draw = Mazo
generic-field-discard = Descartes
generic-field-piles = Montones
generic-field-pile = Montón
generic-field-stock = Mazo
generic-field-suit = Palo
generic-field-trump = Triunfo
generic-field-turns = Turnos
generic-field-passes = Pases
generic-do-deal = reparte
generic-do-go = ¡Ya!
generic-do-draw = Tomar una carta
generic-do-pass = Pasar
generic-do-score = cuenta los puntos
generic-do-result = termina la partida
