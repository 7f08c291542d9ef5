# Wig Out! in the browser. $card and $cards are names of characters.

wig-you = You
wig-others = The others
wig-opponent = { $name }, { $count ->
    [0] no cards left
    [one] 1 card left
   *[other] { $count } cards left
}{ $dealer ->
    [yes] , deals
   *[no] {""}
}{ $mark ->
    [bot] , a bot
    [standin] , a bot stands in
    [away] , away
    [gone] , has left
   *[none] {""}
}
wig-dealer-mark = D

## The middle
wig-middle = The middle: deck and piles
wig-pile = { $card }, pile of { $count }
wig-deck = Deck, { $count ->
    [0] empty
    [one] 1 card
   *[other] { $count } cards
}{ $can ->
    [must] . Nothing fits: draw
    [may] . You may draw
   *[no] {""}
}
wig-deck-left = { $count ->
    [0] empty
   *[other] { $count } left
}
wig-draw = Draw!

## Your own cards
wig-hand = Your cards
wig-stack = { $card }, { $count ->
    [one] 1 card
   *[other] { $count } cards
}{ $fits ->
    [yes] , fits
    [no] , does not fit
   *[later] {""}
}
wig-fewer-how = Hold it down, or press Shift with its number, to play fewer
wig-how-many = How many { $card }?
wig-close = Close
wig-shout = Wig Out!
wig-go = GO!
wig-space = space

## The line above the hand
wig-you-deal = You deal. Everybody looking? Say GO!
wig-look = Have a look at your cards.
wig-waiting-go = Waiting for { $name } to say GO
wig-counting = GO in { $seconds }
wig-do-shout = Your hand is empty: shout!
wig-do-draw = Nothing fits: draw a card!
wig-do-wait = Nothing fits and the deck is empty. Wait for a new pile!
wig-near = { $count ->
    [0] { $name } has no cards left!
    [one] { $name } has only 1 card left!
   *[other] { $name } has only { $count } cards left!
}
wig-round = Round { $round } of { $rounds }
wig-looking-on = You are looking on.

## For the ear
wig-laid = { $count ->
    [one] { $card } laid.
   *[other] { $count } { $card } laid.
} { $left ->
    [0] No cards left.
    [one] 1 card left.
   *[other] { $left } cards left.
}
wig-drawn = You drew { $card }, { $fits ->
    [yes] it fits.
   *[no] it does not fit.
}
wig-shouted = { $me ->
    [yes] You shout “Wig Out!”
   *[no] { $name } shouts “Wig Out!”
}
wig-scored = This round gives you { $points ->
    [one] 1 point
   *[other] { $points } points
}, { $total } in all.
wig-piles = { $cards ->
    [none] No piles yet.
   *[other] Piles: { $cards }.
}
wig-ready-for-you = You can play { $cards }.

## After the score
wig-open-hands = The hands, open on the table
wig-round-done = Round { $round }: what was left
wig-tied = A tie: nobody could play
wig-empty-hand = All gone!
wig-points = +{ $points }
wig-total = { $points } in all

## Options
option-free_draw = Draw whenever you like
option-free_draw-help = Also when a card of yours could be played.
option-cards = Cards at the start
option-cards-help = How many cards a player is dealt; set them beside the players. Fewer are easier.
