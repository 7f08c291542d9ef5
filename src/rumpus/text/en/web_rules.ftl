# What the page of the rules says around them, and below its drawings.

rules-contents = Contents
rules-print = Print

rules-example-WO-09 = Two afros from your hand start the afro pile. Three or four at once are fine too.
rules-example-WO-10 = There's a mohawk pile, so one mohawk is enough.
rules-example-WO-11 = No nest pile, no flame pile, no pair: draw a card.

rules-example-WS-03 = Your row of six, and six more face down beside it.
rules-example-WS-07 = A red pile: 1, then 2, then 3. The red 4 is next.
rules-example-WS-09 = The blue 13 finishes the pile: it's wacked.
rules-example-WS-11 = A sideways wild stands for the green 5. The green 6 is next.
rules-example-WS-12 = Three turned cards. Only the blue 4 on top can be played, and after it the red 12.

rules-example-FC-05 = Three cards each in round 1, so every 3 is wild and wears a crown. Jokers are always wild.
rules-example-FC-10 = A book of three 8s.
rules-example-FC-11 = A run of stars: 9, 10 and Jack.
rules-example-FC-12 = 7s are wild. On the left the 7 is the 10 of a run of hearts; on the right it's the third Queen.
rules-example-FC-14 = Round 2: the run uses four cards, with a 4 as a wild. The King is discarded, and you're out.
rules-example-FC-17 = Left over in round 3, when 5s are wild: 12 for the Queen, 20 for the wild 5 and 50 for the joker make 82 points.
