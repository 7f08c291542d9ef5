# El historial de un dispositivo y el libro de un círculo: partidas, noches, personas, récords, ranking.

book-title = Historial
book-empty = Todavía no hay partidas
book-empty-how = Cada partida que termines quedará aquí, con quién ganó, tus récords y la forma de volver a verla.
book-to-pad = Libreta para cartas de verdad
book-pages = Partes del historial
book-page-matches = Partidas
book-page-evenings = Noches
book-page-people = Personas
book-page-records = Récords
book-page-rating = Ranking
book-game = Juego
book-all-games = Todos los juegos
book-person = Jugador
book-former = Exmiembro { $number }
book-everyone = Todos
book-no-match = Todavía no hay nada.
book-kind-cards = cartas de verdad
book-kind-offline = sin conexión, sin verificar
book-replay = Repetición
book-replay-label = Volver a ver { $game } del { $when }
book-remove = Quitar
book-remove-label = Quitar { $game } del { $when }
book-keep = Conservar
book-more = Mostrar más ({ $count })
book-program = { $name } (programa)
book-bot = bot { $level }
book-won = Ganadas
book-played = Jugadas
book-streak = Mejor racha
book-streak-now = ahora { $count } seguidas
book-evening = { $matches ->
    [one] 1 partida · { $games }
   *[other] { $matches } partidas · { $games }
}
book-duels = Quién le ganó a quién
book-against = contra { $name }
book-duel = { $won ->
    [one] { $won } ganada
   *[other] { $won } ganadas
}, { $lost ->
    [one] { $lost } perdida
   *[other] { $lost } perdidas
}{ $tied ->
    [0] { "" }
    [one] , { $tied } empatada
   *[other] , { $tied } empatadas
}
book-record-fastest-round = Ronda más rápida
book-record-comeback = Mayor remontada
book-record-best = Mejor resultado
book-record-worst = Peor resultado
book-record-best-round = Mejor ronda
book-record-worst-round = Peor ronda
book-record-margin = Victoria más clara
book-seconds = { $seconds } s
book-points = { $points } puntos
book-rating-about = El ranking muestra qué tan bien juega cada quien, según quién quedó delante de quién. Los bots están en la misma escala. Está apagado, a menos que lo quieran.
book-rating-on = Mostrar ranking
book-rating-off = Ocultar ranking
book-rating-how = Todos empiezan en 1000 y suben poco a poco: hacen falta varias partidas para estar seguros. Las partidas sin conexión no cuentan.
book-keeping = Guardar o vaciar
book-device-only = Este historial está solo en este dispositivo. Nadie más puede verlo.
book-export = Guardar como archivo
book-import = Agregar de un archivo
book-imported = { $count ->
    [one] Se agregó 1 partida.
   *[other] Se agregaron { $count } partidas.
}
book-wrong-file = Ese archivo no es un historial de Rumpus.
book-clear = Vaciar el historial
book-clear-sure = ¿Vaciar todo el historial de este dispositivo?
book-clear-yes = Vaciar
book-cleared = El historial está vacío.
