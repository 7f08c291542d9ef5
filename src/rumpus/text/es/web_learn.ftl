# Las mesas de aprendizaje: qué hacer ahora, en una o dos frases. Como mucho tres líneas de un teléfono.

learn-done = ¡Eso es todo! Ya sabes jugar.
learn-again = Otra vez
learn-next = Siguiente
learn-progress = Tu avance
learn-not-now = Todavía no: primero haz lo que dice el recuadro amarillo.

learn-wig_out-goal = La meta: quedarte sin cartas y gritar antes que nadie. Cada carta que te quede cuesta un punto.
learn-wig_out-go = Estas son tus cartas. Repartes tú, así que tú empiezas la carrera: ¡toca YA!
learn-wig_out-lay = En el centro hay un montón de crestas. Toca tu cresta para ponerla ahí.
learn-wig_out-start = Tienes dos afros. Con dos o más iguales se empieza un montón nuevo: tócalos.
learn-wig_out-start-again = Con los moños también puedes empezar un montón.
learn-wig_out-draw = Tu nido y tu llama no tienen pareja. Cuando nada encaja, toca el mazo para tomar una carta.
learn-wig_out-pair = ¡Otro nido! Ahora tienes dos: juégalos.
learn-wig_out-draw-again = La llama sigue sin pareja. Toma otra carta.
learn-wig_out-last = Dos llamas: ¡juega tus últimas cartas!
learn-wig_out-shout = No te quedan cartas. ¡Grita antes que nadie!
learn-wig_out-scored = Sin cartas, sin puntos. Los demás suman uno por cada carta. Tras cinco rondas gana el total más bajo.

learn-wackee_six-goal = La meta: jugar antes que nadie tus cartas principales, la fila de abajo, y gritar. Cada carta que juegas es un punto.
learn-wackee_six-go = Todos juegan a la vez, lo más rápido que pueden. Esta vez tú empiezas la carrera.
learn-wackee_six-one = Con un 1 empieza un montón nuevo. Toca tu 1 rojo.
learn-wackee_six-two = Los montones suben de uno en uno en su color. El 2 rojo va sobre el 1 rojo.
learn-wackee_six-turn = Ahora el mazo de mano: voltea tres cartas. Solo se puede jugar la de arriba.
learn-wackee_six-deck = La de arriba es el 3 rojo, y encaja. Tócalo.
learn-wackee_six-wild = Un comodín puede ser el número que sigue en cualquier montón. Tócalo y elige el montón rojo.
learn-wackee_six-more = Tu 1 azul empieza otro montón. Cualquiera puede jugar en cualquier montón.
learn-wackee_six-rest = Cuando nada encaja, sigues volteando el mazo de mano. Mira cómo se acaba…
learn-wackee_six-recycle = Se acabó el mazo de mano. Tócalo para dar vuelta el montón y recorrerlo otra vez.
learn-wackee_six-finish = De vuelta a tu fila: juega el 2 azul.
learn-wackee_six-finish-last = Y ahora tu última carta principal: ¡el 1 verde!
learn-wackee_six-shout = Ya jugaste todas tus cartas principales. ¡Grita!
learn-wackee_six-scored = Sumas un punto por carta jugada y 10 por el grito. Cada carta principal que queda resta 2. Gana quien llega primero a 100.

learn-five_crowns-goal = La meta: formar con toda tu mano grupos (tres o más del mismo valor) y escaleras (tres o más seguidas de un palo).
learn-five_crowns-points = Lo que te sobra cuesta puntos, y gana el total más bajo. Los jokers son comodines, y en esta ronda también los 3.
learn-five_crowns-draw = Tu turno empieza con una carta. Toma la de arriba del mazo.
learn-five_crowns-discard = Y termina con un descarte. Los 7 van juntos, así que suelta la más cara: toca el rey y descártalo.
learn-five_crowns-again = Juega la otra persona y te toca de nuevo: toma otra carta.
learn-five_crowns-out = ¡Un 3, que es comodín! 7, 7 y 3 son un grupo. Descarta el 9 y cierra la ronda.
learn-five_crowns-last = Cerraste, así que la otra persona tiene un último turno…
learn-five_crowns-next = Ahora paga por cada carta que le sobra. Tú, nada: ¡0 puntos! En la siguiente ronda hay cuatro cartas y los 4 son comodines.
learn-five_crowns-pick = Esta vez cierra la otra persona, y este es tu último turno. Toma el 10 de corazones de los descartes.
learn-five_crowns-lay = ¡8, 9 y 10 de corazones son una escalera! Sobran dos cartas: descarta el rey y baja la escalera.
learn-five_crowns-scored = Solo te sobra la reina: 12 puntos. Un rey serían 13, un comodín de la ronda 20 y un joker 50.
learn-five_crowns-end = Una partida completa tiene once rondas, de 3 cartas a 13. El comodín cambia en cada ronda. Gana el total más bajo.
