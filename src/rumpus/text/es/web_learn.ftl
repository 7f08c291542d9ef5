# Las mesas de aprendizaje: qué hacer ahora, en una o dos frases.

learn-done = Eso es todo. ¡Muy bien!
learn-again = Otra vez
learn-progress = Por dónde vas

learn-wig_out-go = Estas son tus cartas. Repartes tú, así que tú empiezas la carrera: ¡pulsa YA!
learn-wig_out-lay = En el centro hay un montón de crestas. Toca tu cresta para ponerla ahí.
learn-wig_out-start = Tienes dos afros. Dos o más iguales empiezan un montón nuevo: tócalos.
learn-wig_out-start-again = Los moños también pueden empezar un montón.
learn-wig_out-draw = El nido y la llama están solos y no encajan en ningún sitio. Cuando nada encaja, toca el mazo para robar.
learn-wig_out-pair = ¡Otro nido! Ahora son dos: juégalos.
learn-wig_out-draw-again = La llama sigue sola. Roba otra vez.
learn-wig_out-last = Dos llamas: ¡juega tus últimas cartas!
learn-wig_out-shout = Tu mano está vacía. ¡Grita antes que nadie!

learn-wackee_six-go = De estas seis cartas tienes que librarte. Todos juegan a la vez; tú empiezas la carrera.
learn-wackee_six-one = Un 1 empieza un montón nuevo. Toca tu 1 rojo.
learn-wackee_six-two = Los montones suben de uno en uno en su color. El 2 rojo encaja sobre el 1 rojo.
learn-wackee_six-turn = Ahora el mazo de mano: voltea tres cartas. Solo se puede jugar la de encima.
learn-wackee_six-deck = La de encima es el 3 rojo, y encaja. Tócalo.
learn-wackee_six-wild = Un comodín vale por el número siguiente de cualquier montón. Tócalo y elige el montón rojo.
learn-wackee_six-more = Empieza un montón con el 1 azul; el 2 azul puede seguir.
learn-wackee_six-recycle = Sigue volteando hasta gastar el mazo de mano. Después dale la vuelta al montón y vuelve a pasarlo.
learn-wackee_six-finish = Juega lo que queda de tu fila: el 2 azul y por último el 1 verde.
learn-wackee_six-shout = Todas tus cartas principales han salido. ¡Grita!

learn-five_crowns-wait = Tres cartas cada uno, y los 3 son comodines. Empieza el otro jugador. Cuando te toque, toma la carta de encima del mazo.
learn-five_crowns-out = ¡Tres sietes son un trío! Descarta el rey y cierra.
learn-five_crowns-last = Los demás tienen un último turno. Después, las cartas que quedan cuestan puntos; a ti no te queda ninguna.
learn-five_crowns-next = Siguiente ronda: cuatro cartas, y ahora los comodines son los 4. Empiezas tú.
learn-five_crowns-pick = El 10 de corazones está boca arriba. Va con tu 8 y tu 9 de corazones: tómalo.
learn-five_crowns-wild = 8, 9 y 10 de corazones son una escalera, y el 4 es comodín y se une. Descarta el rey: incluso puedes cerrar con él.
learn-five_crowns-end = En una partida entera hay once rondas, hasta 13 cartas, y el comodín va pasando del 3 al rey. Gana el total más bajo.
