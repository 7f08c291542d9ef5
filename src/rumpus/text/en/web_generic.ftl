# The plain table that a game gets for which the browser client has none of its own. A game that comes with a plugin brings
# its own words: GAME-about, GAME-do-TAG for every action, GAME-field-NAME for what a view shows, GAME-round-over.

generic-none = none
generic-yes = yes
generic-no = no
generic-players = The players
generic-player = { $name }{ $turn ->
    [yes] , has the turn
   *[no] {""}
}{ $dealer ->
    [yes] , deals
   *[no] {""}
}
generic-total = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
generic-table = On the table
generic-mine = Your cards
generic-actions = What you can do
generic-more = Still looking for more moves…
generic-your-turn = Your turn!
generic-turn = It's { $name }'s turn.
generic-you-can = Choose a move.
generic-wait = Waiting for the others.
generic-look-on = You're watching.
generic-log = What happened
generic-did = { $name }: { $what }
generic-the-house = the table
generic-field-hand = Cards
generic-field-hands = Cards
generic-field-round = Round
generic-field-deck = Deck
generic-field-draw = Draw pile
generic-field-discard = Discard pile
generic-field-piles = Piles
generic-field-pile = Pile
generic-field-stock = Stock
generic-field-suit = Suit
generic-field-trump = Trump
generic-field-turns = Turns
generic-field-passes = Passes
generic-do-deal = deals
generic-do-go = GO!
generic-do-draw = Draw a card
generic-do-pass = Pass
generic-do-score = counts the points
generic-do-result = ends the match
