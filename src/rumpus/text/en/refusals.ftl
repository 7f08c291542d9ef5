# Why an action was refused, worded for a player. The key is Illegal.reason, the blanks are Illegal.facts.

match-over = The match is over.
result-follows = A result follows from the play; nobody can declare it.
stop-between-rounds = The table can agree to stop only between two rounds.
go-not-now = It is not the moment to say GO.
deal-not-now = It is not the moment to deal; the house does that between rounds.
deal-dealer = This deal names the wrong round or the wrong dealer.
deal-sizes = This deal gives somebody too many or too few cards.
deal-cards = These are not the cards of this game.

## Wig Out!
wo-players = Wig Out! is for 2 to 6 players, not { $players }.
wo-not-started = Wait for GO! Until then you may only look at your cards.
wo-go-dealer = Only the dealer says GO.
wo-only-shout = Your hand is empty. Shout!
wo-not-in-hand = You do not have that many { $card } cards.
wo-no-pile = There is no { $card } pile yet. Start one with two { $card } cards.
wo-start-two = A new pile needs two or more cards of the same character.
wo-start-alike = Cards of a new pile must all show the same character.
wo-must-play = You have a card you can play, so you may not draw.
wo-deck-empty = The deck is empty. Wait until somebody helps you with a new pile.
wo-top-card = Only the top card of the deck can be drawn.
wo-cards-left = { $count ->
    [one] You still have a card.
   *[other] You still have { $count } cards.
} Shout when your hand is empty.

## Wackee Six
ws-players = Wackee Six is for 2 to 12 players, not { $players }.
ws-partners-four = Partners need at least 4 players, not { $players }.
ws-alone-seat = Seat { $seat } cannot play alone: the seats are 0 to { $last }.
ws-sides = These sides do not fit: every seat is in exactly one side, two by two, and only an odd player is alone.
ws-sides-stay = Sides stay as they are for the whole match.
ws-roles = One partner turns the hand deck and the other plays the main cards.
ws-not-started = Wait for the start! Until then you may only look.
ws-go-starter = Only the starter opens the round.
ws-called = Somebody has called. No more cards!
ws-not-called = Nobody has called yet, so no card is in the air.
ws-only-shout = All your main cards are out. Call "Wackee Six!"
ws-partner-turns = Your partner handles the hand deck this round.
ws-partner-main = Your partner plays the main cards this round.
ws-not-on-top = { $card } is not the top card of your turned pile.
ws-not-there = { $card } is not in place { $place } of your row.
ws-not-wild = { $card } is not wild and stands only for itself.
ws-wild-says = Say which card the wild stands for.
ws-wild-never-one = A wild is never a 1.
ws-no-pile = No pile is waiting for { $card }.
ws-turn-over = Your hand deck is used up. Turn the pile over first.
ws-no-hand-deck = You have no cards left in your hand deck.
ws-turn-cards = Those are not the next cards of the hand deck.
ws-deck-left = { $count ->
    [one] There is still a card to turn first.
   *[other] There are still { $count } cards to turn first.
}
ws-main-left = { $count ->
    [one] You still have a main card.
   *[other] You still have { $count } main cards.
} Call when all twelve are out.
ws-close-not-now = The table closes a round only after the call.

## Five Crowns
fc-players = Five Crowns is for 2 to 14 players, not { $players }.
fc-not-dealt = Wait for the deal.
fc-not-your-turn = It is not your turn.
fc-taken = You have taken a card already. Now discard one.
fc-take-first = Take a card first, from the draw pile or the discard pile.
fc-top-card = Only the top card of a pile can be taken.
fc-reshuffle-first = The draw pile is being shuffled. One moment.
fc-reshuffle-not-now = The discard pile is shuffled only when a turn begins with an empty draw pile.
fc-not-in-hand = You do not have { $card }.
fc-cannot-go-out = You cannot go out like that: { $points ->
    [one] 1 point
   *[other] { $points } points
} would stay in your hand.
fc-somebody-is-out = Somebody has gone out already. This is your last turn: your melds go down with your discard.
fc-meld-not-in-hand = { $card } is laid down more often than you have it.
fc-meld-three = A book or a run needs at least three cards.
fc-no-meld = { $cards } is neither a book nor a run.
fc-deal-wild = This deal names the wrong wild rank.
fc-lay-down-follows = Cards are laid down when you discard.

## The table
table-host-only = Only the host can do that.
table-not-now = That cannot be done now.
table-not-started = The match has not begun yet.
table-paused = The match is paused. The host lets it go on.
table-counting = The countdown is running already.
table-no-seat = You have no seat at this table; you are looking on.
table-seat-taken = Seat { $seat } cannot be taken.
table-seat-empty = Nobody sits on seat { $seat }.
table-no-bot = There is no bot on seat { $seat }.
table-no-person = That person cannot be removed.
table-name-taken = There are too many of that name here. Choose another one.
table-full = There is no free place at this table.
table-no-sides = Only Wackee Six is played in sides.
table-no-partner = You have no partner for that.
table-no-melds = Only a hand of Five Crowns has melds.
table-hints-off = This table plays without help.
table-phrases-off = This table plays without phrases.
table-phrases-slow = Slow down a little with the phrases.
table-locked = Not so fast! Wait a second and try again.
table-not-saved = This could not be saved, so it has not happened. Try again in a moment.
table-malformed = The server could not read that.
table-busy = All tables are taken at the moment. Try again in a minute.
table-too-many = That was too often. Wait a minute and try again.
table-too-long = That is too long.
table-no-such = There is no table with a free seat for this code. Ask for the code again.
table-no-device = This code is wrong, used or too old. Let the other device show a new one.
table-no-record = There is no finished match of this name.
table-origin = This page may not speak to this server.
table-fault = Something went wrong at the table. Nothing is lost.
table-no-page = There is no such page here.
