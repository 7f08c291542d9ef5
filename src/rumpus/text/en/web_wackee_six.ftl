# Wackee Six in the browser. $card and $cards are card names such as "red 5".

## Cards and piles
wackee-wild-as = wild as { $card }
wackee-lane = { $colour ->
    [r] Red lane
    [g] Green lane
    [b] Blue lane
   *[y] Yellow lane
}
wackee-middle = The middle: four lanes of piles
wackee-pile = { $card } on top
wackee-pile-fits = { $card } on top, you have the next card
wackee-pile-wild = { $card } on top, the wild can go here
wackee-new-pile = Start a new pile with { $card }
wackee-wacked = { $count ->
    [0] No pile wacked yet
    [one] 1 pile wacked
   *[other] { $count } piles wacked
}

## The sides
wackee-sides = The other sides
wackee-all-sides = The sides
wackee-side = { $who }: { $left ->
    [0] no main cards left
    [one] 1 main card left
   *[other] { $left } main cards left
}. Face up: { $cards }.
wackee-side-empty = nothing
wackee-player = { $name }{ $mark ->
    [bot] , a bot
    [standin] , a bot stands in
    [away] , away
    [gone] , has left
   *[none] {""}
}

## Your own cards
wackee-mine = Your cards
wackee-row = Your six face-up cards
wackee-row-card = Card { $place }: { $card }
wackee-row-fits = Card { $place }: { $card }, fits
wackee-row-empty = Place { $place } is empty
wackee-down = { $count ->
    [one] 1 card face down
   *[other] { $count } cards face down
}
wackee-down-short = face down
wackee-turned = Top turned card: { $card }
wackee-turned-fits = Top turned card: { $card }, fits
wackee-turned-none = No card turned yet
wackee-turn = Turn 3
wackee-turn-long = Turn three cards of your hand deck. { $count ->
    [one] 1 card is left.
   *[other] { $count } cards are left.
}
wackee-over = Turn over
wackee-over-long = Turn the pile over and begin again. { $count ->
    [one] 1 card.
   *[other] { $count } cards.
}
wackee-deck-empty = Your hand deck is used up
wackee-call = WACKEE SIX!
wackee-call-not-yet = { $count ->
    [one] WACKEE SIX! 1 main card to go
   *[other] WACKEE SIX! { $count } main cards to go
}
wackee-choose = Where should the wild go? Choose a lit pile.
wackee-no-place = There is no pile for the wild yet.
wackee-no-fit = No pile is waiting for { $card } yet.
wackee-cancel = Put the wild back

## Partners
wackee-role-turns = You turn the hand deck. { $partner } plays the main cards.
wackee-role-main = You play the main cards. { $partner } turns the hand deck.
wackee-partner-main = { $partner } plays these
wackee-partner-turns = { $partner } turns these
wackee-ask-bar = Tell { $partner }
wackee-ask-need = I need …
wackee-ask-have = I have …
wackee-ask-call = You call!
wackee-ask-which-need = Which card do you need?
wackee-ask-which-have = Which card do you have?
wackee-ask-any = Any card
wackee-ask-close = Close
wackee-ask-sent = Told { $partner }.
wackee-said = { $who }: { $words }
wackee-roles = Who turns the hand deck next?
wackee-role-pick = { $me ->
    [yes] I turn
   *[no] { $who } turns
}

## Before, during and after a round
wackee-look = Look at your cards. Until the start nobody may play.
wackee-start = Let's get Wackee!
wackee-start-you = Everybody is waiting for you: say it!
wackee-start-wait = { $who } gives the start.
wackee-countdown = The round starts in { $seconds }
wackee-dealing = The cards are being dealt …
wackee-go = Let's get Wackee! Go!
wackee-called = { $me ->
    [yes] You call "Wackee Six!"
   *[no] { $who } calls "Wackee Six!"
}
wackee-no-more = No more cards!
wackee-watching = You are looking on.
wackee-round-over = Round { $round } is over
wackee-match-over = The match is over
wackee-winner = { $me ->
    [yes] You win!
   *[no] { $who } wins!
}
wackee-winners = { $who } share the win!
wackee-score-side = Side
wackee-score-played = Played
wackee-score-left = Main left
wackee-score-round = Round
wackee-score-total = Total
wackee-score-called = called

## What a screen reader hears
wackee-heard-ready = Ready for you: { $cards }.
wackee-heard-none = Nothing fits now.
wackee-heard-near = { $who }: { $left ->
    [0] about to call
    [one] 1 main card left
   *[other] { $left } main cards left
}.
wackee-heard-played = You played { $card }.
wackee-heard-new = New in place { $place }: { $card }.
wackee-heard-top = On top now: { $card }.
wackee-heard-turned = Turned. On top: { $card }.
wackee-heard-over = Turned over.
wackee-heard-only-call = All your main cards are out. Call!
wackee-heard-score = { $who }: { $points } points, { $total } in all.

## Options
option-target = Points to win
option-target-help = The match is over when somebody has as many.
option-partners = Partners
option-partners-help = Four to six players play in pairs. More than six always do.
option-alone = Who plays alone
option-alone-help = When players in pairs are an odd number.
option-alone-off = the host
option-down = Face-down cards
option-down-help = How many main cards lie face down at the start; set them beside the players. Fewer are easier.
