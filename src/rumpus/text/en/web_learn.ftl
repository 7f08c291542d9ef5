# The tutorial tables: what to do next, one sentence or two. Three lines of a phone at most: longer ones move the table.

learn-done = That's it – now you know how to play!
learn-again = Again
learn-next = Next
learn-progress = Your progress
learn-not-now = Not yet: do what the yellow box says first.

learn-wig_out-goal = The goal: get rid of all your cards, then be the first to shout. Each card you're left with costs a point.
learn-wig_out-go = These are your cards. You're the dealer, so you start the race: press GO!
learn-wig_out-lay = There's a mohawk pile in the middle. Tap your mohawk to play it there.
learn-wig_out-start = You have two afros. Two or more of a kind can start a new pile: tap them.
learn-wig_out-start-again = Your buns can start a pile too.
learn-wig_out-draw = Your nest and your flame don't match anything. When nothing fits, tap the deck to draw.
learn-wig_out-pair = Another nest! Now you have two: play them.
learn-wig_out-draw-again = The flame still has no match. Draw again.
learn-wig_out-last = Two flames: play your last cards!
learn-wig_out-shout = Your hand is empty. Shout before anyone else does!
learn-wig_out-scored = No cards left: no points for you! The other player gets one for each card. After five rounds, the lowest total wins.

learn-wackee_six-goal = The goal: be the first to play all your main cards, the row at the bottom, and shout. Each card you play is a point.
learn-wackee_six-go = Everyone plays at the same time, as fast as they can. This time you start the race.
learn-wackee_six-one = A 1 starts a new pile. Tap your red 1.
learn-wackee_six-two = Piles go up one number at a time, in one colour. The red 2 fits on the red 1.
learn-wackee_six-turn = Now the hand deck: turn three cards. Only the top one can be played.
learn-wackee_six-deck = The top card is the red 3, and it fits. Tap it.
learn-wackee_six-wild = A wild can be the next number on any pile. Tap it, then choose the red pile.
learn-wackee_six-more = Your blue 1 starts a second pile. Anyone can play on any pile.
learn-wackee_six-rest = When nothing fits, you keep turning the hand deck. Watch it run out…
learn-wackee_six-recycle = The hand deck is used up. Tap it to turn the pile over and go through it again.
learn-wackee_six-finish = Back to your row: play the blue 2.
learn-wackee_six-finish-last = And now your last main card, the green 1!
learn-wackee_six-shout = You've played all your main cards. Shout it out!
learn-wackee_six-scored = You get a point for every card you played and 10 for the shout. Each main card left costs 2. The first to 100 wins.

learn-five_crowns-goal = The goal: turn your whole hand into books (three or more of a rank) and runs (three or more in a row, one suit).
learn-five_crowns-points = Cards you can't use cost points, so the lowest total wins. Jokers are wild, and in this round so are 3s.
learn-five_crowns-draw = Your turn starts with a card. Take the top one of the draw pile.
learn-five_crowns-discard = It ends with a discard. The 7s go together, so drop the most expensive card: tap the king and discard it.
learn-five_crowns-again = The other player takes a turn, then it's yours again: draw another card.
learn-five_crowns-out = A wild 3! 7, 7 and 3 make a book. Discard the 9 and go out.
learn-five_crowns-last = You're out, so the other player gets one last turn…
learn-five_crowns-next = They pay for every card that's left over. You have none: 0 points! Next round: four cards, and now 4s are wild.
learn-five_crowns-pick = This time the other player goes out first, so it's your last turn. Pick up the 10 of hearts from the discard pile.
learn-five_crowns-lay = 8, 9 and 10 of hearts make a run! Two cards are left: discard the king, and the run goes down.
learn-five_crowns-scored = Only the queen is left over: 12 points. A king would have been 13, a wild card 20 and a joker 50.
learn-five_crowns-end = A full match has eleven rounds, from 3 cards up to 13. The wild card changes every round. The lowest total wins.
