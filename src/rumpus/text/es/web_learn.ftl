# Las mesas de aprendizaje: qué hacer ahora, en una o dos frases.

learn-done = ¡Eso es todo! Ya sabes jugar.
learn-again = Otra vez
learn-progress = Tu avance

learn-wig_out-go = Estas son tus cartas. Repartes tú, así que tú empiezas la carrera: ¡toca YA!
learn-wig_out-lay = En el centro hay un montón de crestas. Toca tu cresta para ponerla ahí.
learn-wig_out-start = Tienes dos afros. Con dos o más iguales se empieza un montón nuevo: tócalos.
learn-wig_out-start-again = Con los moños también puedes empezar un montón.
learn-wig_out-draw = Tu nido y tu llama no tienen pareja. Cuando nada encaja, toca el mazo para tomar una carta.
learn-wig_out-pair = ¡Otro nido! Ahora tienes dos: juégalos.
learn-wig_out-draw-again = La llama sigue sin pareja. Toma otra carta.
learn-wig_out-last = Dos llamas: ¡juega tus últimas cartas!
learn-wig_out-shout = No te quedan cartas. ¡Grita antes que nadie!

learn-wackee_six-go = Tienes que jugar estas seis cartas. Todos juegan a la vez, y tú empiezas la carrera.
learn-wackee_six-one = Con un 1 empieza un montón nuevo. Toca tu 1 rojo.
learn-wackee_six-two = Los montones suben de uno en uno en su color. El 2 rojo va sobre el 1 rojo.
learn-wackee_six-turn = Ahora el mazo de mano: voltea tres cartas. Solo se puede jugar la de arriba.
learn-wackee_six-deck = La de arriba es el 3 rojo, y encaja. Tócalo.
learn-wackee_six-wild = Un comodín puede ser el número que sigue en cualquier montón. Tócalo y elige el montón rojo.
learn-wackee_six-more = Empieza un montón con el 1 azul. Después puede ir el 2 azul.
learn-wackee_six-recycle = Sigue volteando hasta que se acabe el mazo de mano. Después dale la vuelta al montón y recórrelo otra vez.
learn-wackee_six-finish = Juega lo que queda de tu fila: el 2 azul y, al final, el 1 verde.
learn-wackee_six-shout = Ya jugaste todas tus cartas principales. ¡Grita!

learn-five_crowns-wait = Hay tres cartas para cada quien, y los 3 son comodines. La otra persona empieza. Cuando te toque, toma la carta de arriba del mazo.
learn-five_crowns-out = ¡Tres 7 son un grupo! Descarta el rey y cierra.
learn-five_crowns-last = Los demás tienen un último turno. Después, las cartas que sobran cuestan puntos. ¡A ti no te queda ninguna!
learn-five_crowns-next = Siguiente ronda: cuatro cartas, y ahora los 4 son comodines. Empiezas tú.
learn-five_crowns-pick = El 10 de corazones está boca arriba. Va con tu 8 y tu 9 de corazones: tómalo.
learn-five_crowns-wild = El 8, el 9 y el 10 de corazones son una escalera, y el 4 es comodín y se puede unir. Descarta el rey y hasta puedes cerrar.
learn-five_crowns-end = Una partida completa tiene once rondas, con hasta 13 cartas. El comodín cambia en cada ronda, del 3 al rey. Gana el total más bajo.
