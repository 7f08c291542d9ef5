# The tutorial tables: what to do next, one sentence or two.

learn-done = That's it – now you know how to play!
learn-again = Again
learn-progress = Your progress

learn-wig_out-go = These are your cards. You're the dealer, so you start the race: press GO!
learn-wig_out-lay = There's a mohawk pile in the middle. Tap your mohawk to play it there.
learn-wig_out-start = You have two afros. Two or more of a kind can start a new pile: tap them.
learn-wig_out-start-again = Your buns can start a pile too.
learn-wig_out-draw = Your nest and your flame don't match anything. When nothing fits, tap the deck to draw.
learn-wig_out-pair = Another nest! Now you have two: play them.
learn-wig_out-draw-again = The flame still has no match. Draw again.
learn-wig_out-last = Two flames: play your last cards!
learn-wig_out-shout = Your hand is empty. Shout before anyone else does!

learn-wackee_six-go = Get rid of these six face-up cards. Everyone plays at the same time, and you start the race.
learn-wackee_six-one = A 1 starts a new pile. Tap your red 1.
learn-wackee_six-two = Piles go up one number at a time, in one colour. The red 2 fits on the red 1.
learn-wackee_six-turn = Now the hand deck: turn three cards. Only the top one can be played.
learn-wackee_six-deck = The top card is the red 3, and it fits. Tap it.
learn-wackee_six-wild = A wild can be the next number on any pile. Tap it, then choose the red pile.
learn-wackee_six-more = Start a pile with the blue 1. The blue 2 can go on it next.
learn-wackee_six-recycle = Keep turning until the hand deck runs out. Then turn the pile over and go through it again.
learn-wackee_six-finish = Play the rest of your row: the blue 2, and then the green 1.
learn-wackee_six-shout = You've played all your main cards. Shout it out!

learn-five_crowns-wait = You get three cards each, and 3s are wild. The other player goes first. When it's your turn, take the top card of the draw pile.
learn-five_crowns-out = Three 7s make a book! Discard the king and go out.
learn-five_crowns-last = Everyone else gets one last turn. After that, leftover cards cost points. You have none!
learn-five_crowns-next = Next round: four cards, and now 4s are wild. You go first.
learn-five_crowns-pick = The 10 of hearts is face up. It goes with your 8 and 9 of hearts: pick it up.
learn-five_crowns-wild = The 8, 9 and 10 of hearts make a run, and the 4 is wild, so it can join. Discard the king and you can even go out.
learn-five_crowns-end = A full match has eleven rounds, with up to 13 cards. The wild card changes every round, from 3s to kings. The lowest total wins.
