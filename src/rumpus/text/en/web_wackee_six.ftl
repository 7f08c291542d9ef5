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
wackee-new-pile = Start a new pile with the { $card }
wackee-wacked = { $count ->
    [0] No piles wacked yet
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
    [standin] , a bot is filling in
    [away] , away
    [gone] , left the table
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
wackee-turned-none = No cards turned yet
wackee-turn = Turn 3
wackee-turn-long = Turn three cards of your hand deck. { $count ->
    [one] 1 card left.
   *[other] { $count } cards left.
}
wackee-over = Turn over
wackee-over-long = Turn the pile over and start again. { $count ->
    [one] 1 card.
   *[other] { $count } cards.
}
wackee-deck-empty = Your hand deck is empty
wackee-call = WACKEE SIX!
wackee-call-not-yet = { $count ->
    [one] WACKEE SIX! 1 card left
   *[other] WACKEE SIX! { $count } cards left
}
wackee-choose = Choose a lit pile for the wild.
wackee-no-place = There's no pile for the wild yet.
wackee-no-fit = No pile can take the { $card } yet.
wackee-cancel = Cancel

## Partners
wackee-role-turns = You turn the hand deck. { $partner } plays the main cards.
wackee-role-main = You play the main cards. { $partner } turns the hand deck.
wackee-partner-main = { $partner } plays these
wackee-partner-turns = { $partner } turns these
wackee-ask-bar = Tell { $partner }
wackee-ask-need = I need…
wackee-ask-have = I have…
wackee-ask-call = You shout!
wackee-ask-which-need = Which card do you need?
wackee-ask-which-have = Which card do you have?
wackee-ask-any = Any card
wackee-ask-close = Close
wackee-ask-sent = Told { $partner }.
wackee-said = { $who }: { $words }
wackee-roles = { $first ->
    [yes] Who turns the hand deck first?
   *[no] Who turns the hand deck next?
}
wackee-role-pick = { $me ->
    [yes] I'll turn
   *[no] { $who } turns
}

## Before, during and after a round
wackee-look = Look at your cards. Nobody can play until the start.
wackee-start = Let's get Wackee!
wackee-start-you = Everyone is waiting for you. Start the race!
wackee-start-wait = Waiting for { $who } to start
wackee-countdown = Starting in { $seconds }
wackee-dealing = Dealing the cards…
wackee-go = Let's get Wackee! Go!
wackee-get-ready = Get ready…
wackee-go-burst = GO!
wackee-do-turn = Nothing fits: turn three cards.
wackee-do-over = Nothing fits: turn the pile over.
wackee-do-call = All your main cards are played: shout!
wackee-called = { $me ->
    [yes] You shout “Wackee Six!”
   *[no] { $who } shouts “Wackee Six!”
}
wackee-no-more = No more cards!
wackee-watching = You're watching.
wackee-round-over = Round { $round } is over
wackee-match-over = The match is over
wackee-opened-played = Played { $count }
wackee-opened-left = { $count ->
    [one] 1 main card left: −{ $points }
   *[other] { $count } main cards left: −{ $points }
}
wackee-opened-bonus = Shouted first: +{ $points }
wackee-opened-down = +{ $count } face down

## What a screen reader hears
wackee-heard-ready = You can play: { $cards }.
wackee-heard-none = Nothing fits right now.
wackee-heard-near = { $who }: { $left ->
    [0] about to shout
    [one] 1 main card left
   *[other] { $left } main cards left
}.
wackee-heard-played = You played the { $card }.
wackee-heard-new = New in place { $place }: { $card }.
wackee-heard-top = Now on top: { $card }.
wackee-heard-turned = Turned. On top: { $card }.
wackee-heard-over = Turned over.
wackee-heard-only-call = You've played all your main cards. Shout!

## Options
option-target = Points to win
option-target-help = The match ends when someone reaches it.
option-partners = Partners
option-partners-help = Four to six players play in pairs. With more than six, everyone does.
option-alone = Who plays alone
option-alone-help = With an odd number of players in pairs.
option-alone-off = the host
option-down = Face-down cards
option-down-help = How many main cards start face down; set them next to the players. Fewer are easier.
