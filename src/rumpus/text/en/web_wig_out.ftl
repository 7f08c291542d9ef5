# Wig Out! in the browser. $card and $cards are names of characters.

wig-others = The other players
wig-opponent = { $name }, { $count ->
    [0] no cards left
    [one] 1 card left
   *[other] { $count } cards left
}{ $dealer ->
    [yes] , the dealer
   *[no] {""}
}{ $mark ->
    [bot] , a bot
    [standin] , a bot is filling in
    [away] , away
    [gone] , left the table
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
    [may] . You can draw
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
    [no] , doesn't fit
   *[later] {""}
}
wig-fewer-how = To play fewer, press and hold, or press Shift and the number
wig-how-many = { $card }: how many?
wig-close = Close
wig-shout = Wig Out!
wig-go = GO!
wig-space = space

## The line above the hand
wig-you-deal = You deal and everyone is ready: say GO!
wig-look = Take a look at your cards.
wig-waiting-go = Waiting for { $name } to say GO
wig-soon-go = You'll say GO
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
wig-looking-on = You're watching.

## For the ear
wig-laid = { $count ->
    [one] You played { $card }.
   *[other] You played { $count } { $card } cards.
} { $left ->
    [0] No cards left.
    [one] 1 card left.
   *[other] { $left } cards left.
}
wig-drawn = You drew { $card }, { $fits ->
    [yes] and it fits.
   *[no] and it doesn't fit.
}
wig-shouted = { $me ->
    [yes] You shout “Wig Out!”
   *[no] { $name } shouts “Wig Out!”
}
wig-piles = { $cards ->
    [none] No piles yet.
   *[other] Piles: { $cards }.
}
wig-ready-for-you = You can play { $cards }.

## After the score
wig-wigs-out = { $me ->
    [yes] You wig out!
   *[no] { $name } wigs out!
}
wig-tie = A tie!
wig-tied = Nobody can play and the deck is empty
wig-left = { $tie ->
    [yes] A tie costs nothing
   *[no] { $count ->
        [0] All gone!
        [one] 1 card left: 1 point
       *[other] { $count } cards left: { $count } points
    }
}

## Options
option-free_draw = Draw at any time
option-free_draw-help = Even when you have a card you could play.
option-cards = Starting cards
option-cards-help = How many cards each player is dealt; set them next to the players. Fewer are easier.
