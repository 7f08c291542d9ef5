# The tutorial tables: what to do next, one sentence or two.

learn-done = That is all there is to it. Well done!
learn-again = Once more
learn-progress = How far you are

learn-wig_out-go = These are your cards. You deal, so you start the race: press GO!
learn-wig_out-lay = There is a mohawk pile in the middle. Tap your mohawk to lay it there.
learn-wig_out-start = You have two afros. Two or more of a kind start a new pile: tap them.
learn-wig_out-start-again = The buns can start a pile as well.
learn-wig_out-draw = Nest and flame are alone and fit nowhere. When nothing fits, tap the deck to draw.
learn-wig_out-pair = Another nest! Now they are two: play them.
learn-wig_out-draw-again = The flame is still alone. Draw again.
learn-wig_out-last = Two flames: play your last cards!
learn-wig_out-shout = Your hand is empty. Shout before anybody else does!

learn-wackee_six-go = These six face-up cards are yours to get rid of. Everybody plays at once; you start the race.
learn-wackee_six-one = A 1 starts a new pile. Tap your red 1.
learn-wackee_six-two = Piles go up one by one in their colour. The red 2 fits on the red 1.
learn-wackee_six-turn = Now the hand deck: turn three cards. Only the top one can be played.
learn-wackee_six-deck = The top card is the red 3, and it fits. Tap it.
learn-wackee_six-wild = A wild stands for the next number of any pile. Tap it, then choose the red pile.
learn-wackee_six-more = Start a pile with the blue 1; the blue 2 can follow.
learn-wackee_six-recycle = Turn on and on until the hand deck is used up. Then turn the pile over and go through it again.
learn-wackee_six-finish = Play what is left of your row: the blue 2, and last the green 1.
learn-wackee_six-shout = All your main cards are out. Call it!

learn-five_crowns-wait = Three cards each, and 3s are wild. The other player begins. When it is your turn, take the top card of the draw pile.
learn-five_crowns-out = Three 7s are a book! Discard the king and go out.
learn-five_crowns-last = Everybody else has one last turn. Then cards that are left cost points; you have none.
learn-five_crowns-next = Next round: four cards, and now 4s are wild. You begin.
learn-five_crowns-pick = The 10 of hearts lies face up. It goes with your 8 and 9 of hearts: pick it up.
learn-five_crowns-wild = 8, 9, 10 of hearts are a run, and the 4 is wild and joins it. Discard the king: you can even go out with it.
learn-five_crowns-end = In a whole match there are eleven rounds, up to 13 cards, and the wild card wanders from 3 to king. The lowest total wins.
