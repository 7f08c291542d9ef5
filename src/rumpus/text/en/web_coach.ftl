# The coach in the browser; it loads with its parts.

web-coach-busy = Looking at your cards again…
web-coach-ready = The coach has looked at everything.
web-coach-nothing = There's nothing to look back at yet.
web-coach-whole = All rounds so far
web-coach-seat = Seen from the seat of
web-coach-see = See that moment
web-coach-par = Average
web-coach-luck = Luck
web-coach-play = Play
web-coach-points = Points
web-coach-number = { $points }
web-coach-plus = plus
web-coach-minus = minus
web-coach-luck-line = Luck, round by round
web-coach-luck-up = { $open ->
    [yes] (up: luckier than the table)
   *[no] (up: the cards helped)
}
