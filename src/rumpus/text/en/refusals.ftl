# Why an action was refused, worded for a player. The key is Illegal.reason, the blanks are Illegal.facts.

match-over = The match is over.
result-follows = The result comes from the game itself; nobody can declare it.
stop-between-rounds = You can only agree to stop between rounds.
go-not-now = You can't say GO right now.
standoff-not-now = Only the table can end a round this way, in a race where nobody moves.
standoff-shout = Someone only has to shout; the table shouts for them.
deal-not-now = It isn't time to deal; the table deals between rounds.
deal-first-seat = Seat { $seat } can't begin: the seats are 0 to { $last }.
deal-dealer = This deal has the wrong round or the wrong dealer.
deal-sizes = This deal gives someone too many or too few cards.
deal-cards = These aren't the cards of this game.

## Wig Out!
wo-players = Wig Out! is for 2 to 6 players, not { $players }.
wo-not-started = Wait for GO! Until then you can only look at your cards.
wo-go-dealer = Only the dealer says GO.
wo-only-shout = You're out of cards. Shout!
wo-not-in-hand = You don't have that many { $card } cards.
wo-no-pile = There's no { $card } pile yet. Start one with two { $card } cards.
wo-start-two = A new pile needs at least two cards of the same character.
wo-start-alike = The cards in a new pile must all show the same character.
wo-must-play = You have a card you can play, so you can't draw.
wo-deck-empty = The deck is empty. Wait for someone to start a pile that helps you.
wo-top-card = You can only draw the top card of the deck.
wo-cards-left = { $count ->
    [one] You still have a card.
   *[other] You still have { $count } cards.
} Shout when your hand is empty.

## Wackee Six
ws-players = Wackee Six is for 2 to 12 players, not { $players }.
ws-partners-four = Playing with partners takes at least 4 players, not { $players }.
ws-alone-seat = Seat { $seat } can't play alone: the seats are 0 to { $last }.
ws-sides = These sides don't work. Every seat belongs to one side, in pairs; only a player without a partner plays alone.
ws-sides-stay = Sides stay the same for the whole match.
ws-roles = One partner turns the hand deck and the other plays the main cards.
ws-not-started = Wait for the start! Until then you can only look.
ws-go-starter = Only the starter can start the round.
ws-called = Someone already shouted. No more cards!
ws-not-called = Nobody has shouted yet, so no cards are in the air.
ws-only-shout = You've played all your main cards. Shout Wackee Six!
ws-partner-turns = Your partner has the hand deck this round.
ws-partner-main = Your partner plays the main cards this round.
ws-not-on-top = Your top turned card isn't { $card }.
ws-not-there = Place { $place } of your row isn't { $card }.
ws-not-wild = Only a wild can stand for another card, and { $card } isn't wild.
ws-wild-says = Say which card the wild stands for.
ws-wild-never-one = A wild can't be a 1.
ws-no-pile = No pile can take the { $card } right now.
ws-turn-over = You've been through your hand deck. Turn the pile over first.
ws-no-hand-deck = Your hand deck is empty.
ws-turn-cards = Those aren't the next cards of the hand deck.
ws-deck-left = { $count ->
    [one] There's still a card to turn first.
   *[other] There are still { $count } cards to turn first.
}
ws-main-left = { $count ->
    [one] You still have a main card.
   *[other] You still have { $count } main cards.
} Shout when you've played them all.
ws-close-not-now = The table can only end the round after the shout.

## Five Crowns
fc-players = Five Crowns is for 2 to 14 players, not { $players }.
fc-not-dealt = Wait for the deal.
fc-not-your-turn = It isn't your turn.
fc-undo-not-now = That discard can't be taken back any more.
fc-taken = You've already taken a card. Now discard one.
fc-take-first = Take a card first, from the draw pile or the discard pile.
fc-top-card = You can only take the top card of a pile.
fc-reshuffle-first = The draw pile is being shuffled. One moment.
fc-reshuffle-not-now = The discard pile is only shuffled when a turn begins with an empty draw pile.
fc-not-in-hand = You don't have that card: { $card }.
fc-cannot-go-out = You can't go out like that: you'd have { $points ->
    [one] { $points } point
   *[other] { $points } points
} left in your hand.
fc-somebody-is-out = Someone has already gone out. This is your last turn: discard, and your melds are laid down.
fc-meld-not-in-hand = Your melds use { $card } more often than you have it.
fc-meld-three = A book or a run needs at least three cards.
fc-no-meld = { $cards } isn't a book or a run.
fc-deal-wild = This deal has the wrong wild card.
fc-lay-down-follows = Your cards are laid down when you discard.

## The table
table-no-again = The same deal isn't possible now: it needs the same number of players and the same options as the last match.
table-host-only = Only the host can do that.
table-not-now = You can't do that right now.
table-not-started = The match hasn't started yet.
table-paused = The match is paused. The host can resume it.
table-counting = The countdown has already started.
table-not-all-ready = Not everyone is ready yet.
table-not-idle = A bot can play for someone only if they could move and have done nothing for 15 seconds.
table-no-seat = You don't have a seat at this table; you're watching.
table-seat-taken = Seat { $seat } can't be taken.
table-not-tied = Only the players who tied decide whether to play it off.
table-no-late = At this table nobody can take over a seat during a match.
table-has-seat = You already have a seat.
table-seat-empty = Nobody is sitting in seat { $seat }.
table-no-bot = There's no bot in seat { $seat }.
table-no-person = That person can't be removed.
table-name = That name isn't allowed. Please use letters, digits or symbols, and not too many.
table-name-taken = That name is already taken here. Please choose another one.
table-full = This table is full.
table-no-sides = Only Wackee Six is played in sides.
table-no-partner = You don't have a partner for that.
table-no-melds = Only Five Crowns has melds.
table-hints-off = Hints are turned off at this table.
table-phrases-off = Quick phrases are turned off at this table.
table-phrases-slow = Slow down a little with the phrases.
table-rename-slow = You're changing your name too fast. Wait a second.
table-scripted = This table has arranged cards, so it stays locked.
table-entry = Everyone plays this deal in the same way, so that can't be changed here.
table-entry-stays = Your round waits for you: just close the page, and come back when you like.
table-call-link = That isn't a link to a call. It has to begin with https://, lead to a website, and have at most { $most } characters.
table-locked = Not so fast! Wait a second and try again.
table-not-saved = That couldn't be saved, so it didn't count. Try again in a moment.
server-behind = The server has lost the last moves. The table continues from what it still has.
cards-no-such = This game can't answer questions about real cards.
table-malformed = The server couldn't understand that.
table-busy = The server is busy right now. Try again in a minute.
table-too-many = Too many tries. Wait a minute and try again.
table-too-much = This table is changing too often. Wait a minute and try again.
table-too-long = That's too long.
table-no-such = No open table has this code. Check it with the person who invited you.
table-no-device = This code is wrong, expired or already used. Get a new one on the other device.
circle-no-such = This circle isn't open to your device. Ask one of its members for the link.
circle-name-taken = Someone in this circle already has that name. If it's you on another device, get a code there.
circle-full = There's no more room. Save the book as a file, then clear it to start a new one.
circle-crowded = This circle can't take any more members or devices.
circle-has-device = This member is already here with a device. Get a code there to bring in another one.
circle-no-device = That device is no longer in the circle.
circle-no-member = That member is no longer in the circle.
circle-member-here = This member is still here with a device, and can ask for it there.
circle-last-device = This is the circle's only device. Without it nobody could open the book.
circle-no-result = That result is no longer in the book.
circle-verified = What was played at a table stays as it was played.
circle-league = This league can't be played: check who plays and how many sit at a table.
circle-no-league = No league is being played.
circle-no-player = That member is no longer in the league.
circle-no-pairing = This table of the league is already over, or its turn hasn't come yet.
circle-who = Say which of the members you are.
circle-unreadable = This circle can't be read right now. Tell the person who runs the server.
challenge-no-such = This deal isn't here any more. Deals and their results go when old tables are removed.
challenge-done = You have already played this deal on this device. Everyone has one try.
challenge-over = This day is over. Play today's deal instead.
challenge-full = This deal can't take any more players.
challenge-gone = The table of your round was removed along with other old tables.
challenge-key = This browser keeps nothing, so the server can't tell whose round it is. Allow it to store data and try again.
challenge-open = This deal of the day is still open. Play it first, then you can watch.
challenge-no-match = Only a match that you played to the end against bots can be sent as a challenge.
challenge-away = This device took the deal along and plays it without the server.
challenge-here = This device is already playing this deal on the server.
challenge-not-taken = This device hasn't taken this deal along.
challenge-no-link = This link doesn't carry a deal that can be played. Check that it was copied whole.
challenge-unreadable = These results can't be read right now. Tell the person who runs the server.
table-no-record = There's no finished match with that name.
table-origin = This page isn't allowed to talk to this server.
table-fault = Something went wrong at the table. Nothing is lost.
table-no-page = This page doesn't exist.
