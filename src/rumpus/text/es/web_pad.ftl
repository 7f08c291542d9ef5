# La libreta de puntos para cartas de verdad. pad-GAME-… y pad-box-GAME-… son palabras de cada juego.

pad-title = Libreta de puntos
pad-about = ¿Juegan con las cartas de verdad? Lleven aquí la cuenta. Funciona sin conexión.
pad-open = Tus libretas
pad-new = Partida nueva
pad-none = Esta libreta ya no está en este dispositivo.
pad-rounds = { $rounds ->
    [0] todavía sin rondas
    [one] { $rounds } ronda
   *[other] { $rounds } rondas
}
pad-forget = Borrar la libreta de { $names }
pad-players = ¿Quiénes juegan?
pad-player = Jugador { $number }
pad-face = Cambiar el avatar del jugador { $number }
pad-remove-player = Quitar al jugador { $number }
pad-add = Agregar un jugador
pad-book = Guardarla en
pad-book-device = solo este dispositivo
pad-sides = Quiénes juegan juntos
pad-other-sides = Otras parejas
pad-begin = Empezar a anotar
pad-helper = Toca tus cartas y mira las mejores combinaciones
pad-wrong-players = Escriban de { $least } a { $most } jugadores.
pad-wrong-names = Dos jugadores tienen el mismo nombre. Cambien uno para distinguirlos.

pad-round = Ronda { $round }
pad-correct-round = Corregir la ronda { $round }
pad-total = { $total } hasta ahora
pad-write = Anotar
pad-correct = Guardar la corrección
pad-cancel = Cancelar
pad-heard = Ronda { $round } anotada. { $name } va primero con { $total }.
pad-heard-over = La partida terminó. Gana { $name } con { $total }.
pad-sheet = Todas las rondas
pad-correct-hint = Toca el número de una ronda para corregirla.
pad-stop = Terminar aquí
pad-go-on = Seguir jugando
pad-take-back = Borrar la última ronda
pad-play-off = Jugar el desempate
pad-play-off-how = Comparten la victoria o juegan una ronda más por ella. Esos puntos no entran en los totales.
pad-play-off-how-five_crowns = Comparten la victoria. O solo ellos juegan una ronda más: seis cartas, con los 6 como comodines. Esos puntos no entran en los totales; gana quien sume menos.
pad-play-off-round = Desempate
pad-play-off-short = Desemp.
pad-remove = Borrar esta libreta
pad-remove-sure = ¿Borrarla para siempre? Una partida terminada queda en tu historial.
pad-again = Otra con los mismos
pad-history = Historial
pad-kept = Esta partida está en tu historial, marcada como jugada con cartas de verdad.
pad-kept-circle = Esta partida está en el libro de { $circle }, marcada como jugada con cartas de verdad.

pad-wrong-missing = Falta el número de { $name }.
pad-wrong-number = { $name }: escriban un número entero de 0 a { NUMBER($most, useGrouping: 0) }.
pad-wrong-called = ¿Quién gritó primero “¡Wackee Six!”? Si nadie lo hizo, elijan “Nadie gritó”.

pad-this-round-five_crowns = { $cards } cartas, los comodines son { $wild ->
    [J] las J
    [Q] las Q
    [K] las K
   *[other] los { $wild }
}
pad-box-five_crowns-points = Puntos
pad-five_crowns-most = { $name } no puede tener { $points }: { $cards } cartas cuestan { $most } puntos como máximo.
pad-five_crowns-sum = { $name } no puede tener { $points }: ninguna combinación de cartas sobrantes de una mano de { $cards } suma eso. Quien baja cartas, baja tres o más.
pad-nobody-out-five_crowns = En cada ronda alguien cierra, así que alguien tiene 0 puntos.
pad-together-five_crowns = Entre todos son { $sum } puntos, pero la baraja no da para tanto: { $most } como máximo en esta ronda.
pad-five_crowns-jokers = Para manos así hacen falta { $jokers } jokers, pero la baraja solo tiene { $most }.

pad-box-wig_out-points = Cartas que quedan
pad-wig_out-most = { $free ->
    [yes] { $name } no puede tener { $points } cartas: hay { $most } como máximo para repartir.
   *[no] { $name } no puede tener { $points } cartas. Quien puede jugar no puede tomar del mazo, así que nadie llega a tener más de { $most }.
}
pad-nobody-out-wig_out = Alguien gritó “¡Despelucándose!”, así que a alguien no le quedan cartas. Una ronda empatada no se anota.
pad-together-wig_out = Entre todos son { $sum } cartas, pero en todas las manos solo pueden quedar { $most }.

pad-box-wackee_six-played = Jugadas
pad-box-wackee_six-left = Principales
pad-box-wackee_six-called = Gritó
pad-nobody-wackee_six = Nadie gritó: ya no cabía ninguna carta
pad-wackee_six-few = A { $name } le quedan { $left } de las 12 cartas principales, así que { $main } están en el centro. { $played } cartas jugadas son muy pocas.
pad-wackee_six-many = A { $name } le quedan { $left } cartas principales, así que en el centro puede haber { $most } de sus 54 cartas como máximo, no { $played }.
pad-wackee_six-called = { $name } no pudo gritar primero con { $left } cartas principales por jugar.
pad-wackee_six-not-called = A { $name } no le quedan cartas principales, así que alguien gritó “¡Wackee Six!”. ¿Quién fue primero?
pad-together-wackee_six = Entre todos son { $sum } cartas en el centro, pero caben { $most } como máximo: un montón va del 1 al 13, y así pudieron empezarse { $ones } montones como máximo.
