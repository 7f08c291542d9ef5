# The end of a match in the browser; it loads with its page.

ending-awards = Awards
ending-last-round = The cards of the last round
ending-lower = (lower is better)
ending-higher = (higher is better)
ending-in-lobby = The others have gone back to the lobby.
ending-ready = Ready for another match: { $names }
ending-next-match = The next match has started!
ending-to-table = Go to the table
ending-to-league = To the league
ending-to-circle = To the circle
ending-heard-own = You finished { $rank } with { $total ->
    [one] { $total } point
   *[other] { $total } points
}.

## What somebody did best
ending-award-reaction = Fastest reaction
ending-award-how-reaction = { $ms } ms after the card before it
ending-award-streak = Longest run
ending-award-how-streak = { $count } cards in a row before anyone else played
ending-award-run = Longest run
ending-award-how-run = { $count } cards of one suit in order
ending-award-fits = Luckiest draws
ending-award-how-fits = { $count } drawn cards fit right away
ending-award-turns = Luckiest turns
ending-award-how-turns = { $count } turned cards could be played right away
ending-award-wilds = Luckiest draws
ending-award-how-wilds = { $count } wild cards from the draw pile
ending-award-out = First out
ending-award-how-out = first to go out in { $count } rounds
ending-award-comeback = Best comeback
ending-award-how-comeback = from place { $from } to place { $to }
