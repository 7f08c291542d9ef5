# El entrenador en el navegador; se carga con sus partes.

web-coach-busy = Mirando otra vez tus cartas…
web-coach-ready = El entrenador ya lo miró todo.
web-coach-nothing = Todavía no hay nada que mirar.
web-coach-whole = Todas las rondas hasta ahora
web-coach-seat = Visto desde el asiento de
web-coach-see = Ver ese momento
web-coach-par = Promedio
web-coach-luck = Suerte
web-coach-play = Juego
web-coach-points = Puntos
web-coach-number = { $points }
web-coach-plus = más
web-coach-minus = menos
web-coach-luck-line = La suerte, ronda por ronda
web-coach-luck-up = { $open ->
    [yes] (arriba: más suerte que la mesa)
   *[no] (arriba: las cartas ayudaron)
}
