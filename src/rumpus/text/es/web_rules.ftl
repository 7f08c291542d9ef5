# Lo que dice la página de las reglas alrededor de ellas y debajo de sus dibujos.

rules-contents = Contenido
rules-print = Imprimir

rules-example-WO-09 = Dos afros de tu mano empiezan el montón de afros. También valen tres o cuatro a la vez.
rules-example-WO-10 = Hay un montón de crestas, así que basta una cresta.
rules-example-WO-11 = Sin montón de nidos, sin montón de llamas y sin pareja: toma una carta.

rules-example-WS-03 = Tu fila de seis y, al lado, otras seis boca abajo.
rules-example-WS-07 = Un montón rojo: el 1, luego el 2, luego el 3. Sigue el 4 rojo.
rules-example-WS-09 = El 13 azul completa el montón, que se retira.
rules-example-WS-11 = Un comodín atravesado representa el 5 verde. Sigue el 6 verde.
rules-example-WS-12 = Tres cartas volteadas. Solo se puede jugar el 4 azul, que está arriba, y después el 12 rojo.

rules-example-FC-05 = En la ronda 1 hay tres cartas para cada quien: los 3 son comodines y llevan corona. Los jokers lo son siempre.
rules-example-FC-10 = Un grupo de tres 8.
rules-example-FC-11 = Una escalera de estrellas: 9, 10 y jota.
rules-example-FC-12 = Los 7 son comodines. A la izquierda, el 7 es el 10 de una escalera de corazones; a la derecha, la tercera reina.
rules-example-FC-14 = Ronda 2: la escalera usa cuatro cartas, con un 4 de comodín. Se descarta el rey y se cierra la ronda.
rules-example-FC-17 = Sobran en la ronda 3, con los 5 de comodines: 12 por la reina, 20 por el 5 y 50 por el joker suman 82 puntos.
