# El final de una partida en el navegador; se carga con su página.

ending-awards = Premios
ending-last-round = Las cartas de la última ronda
ending-lower = (menos es mejor)
ending-higher = (más es mejor)
ending-in-lobby = Los demás volvieron a la sala.
ending-ready = Listos para otra partida: { $names }
ending-next-match = ¡Ya empezó la siguiente partida!
ending-to-table = Ir a la mesa
ending-to-league = A la liga
ending-to-circle = Al círculo
ending-heard-own = Quedaste en el { $rank } puesto con { $total ->
    [one] { $total } punto
   *[other] { $total } puntos
}.

## Lo que alguien hizo mejor
ending-award-reaction = Reacción más rápida
ending-award-how-reaction = { $ms } ms después de la carta anterior
ending-award-streak = Mejor racha
ending-award-how-streak = { $count } cartas seguidas sin que nadie más jugara
ending-award-run = Escalera más larga
ending-award-how-run = { $count } cartas seguidas de un palo
ending-award-fits = Suerte con el mazo
ending-award-how-fits = { $count } cartas tomadas encajaron enseguida
ending-award-turns = Más suerte al voltear
ending-award-how-turns = { $count } cartas volteadas se jugaron enseguida
ending-award-wilds = Suerte con el mazo
ending-award-how-wilds = { $count } comodines del mazo
ending-award-out = Primero en cerrar
ending-award-how-out = cerró primero en { $count } rondas
ending-award-comeback = Mejor remontada
ending-award-how-comeback = del puesto { $from } al puesto { $to }
