# Why a hint suggests a move, said after it. Cards and points are those of the reader's own view.

## Wig Out!
why-wo-shout = Your hand is empty!
why-wo-draw = None of your cards fits a pile, and you hold no two alike.
why-wo-last = { $count ->
    [one] It's your last card, and it fits.
   *[other] These are all your cards, and they can go at once.
}
why-wo-most = { $opened ->
    [yes] You hold { $count } of these, and they all fit.
   *[no] You hold { $count } of these: together they start a pile.
}
why-wo-fits = { $opened ->
    [yes] There's a { $card } pile, so it fits.
   *[no] Two alike are enough to start a pile.
}

## Wackee Six
why-ws-shout = All your main cards are played!
why-ws-turn = None of your cards fits a pile.
why-ws-keep-wild = Only your wild fits, and it will still fit later.
why-ws-recycle = Your hand deck is used up, so you can go through it again.
why-ws-last = It's your last main card.
why-ws-next = { $wild ->
    [yes] As the { $card }, the wild makes room for your { $next }.
   *[no] A pile can take the { $card } now, and then your { $next } fits on top.
}
why-ws-wild = { $main ->
    [yes] The wild can be the { $card } here, and that's one main card less.
   *[no] The wild can be the { $card } here. Every card you play is a point.
}
why-ws-one = { $main ->
    [yes] A 1 starts a new pile, and that's one main card less.
   *[no] A 1 starts a new pile.
}
why-ws-finish = { $main ->
    [yes] It finishes a pile, and that's one main card less.
   *[no] It finishes a pile.
}
why-ws-fits = { $main ->
    [yes] A pile is waiting for exactly this number, and that's one main card less.
   *[no] A pile is waiting for exactly this number.
}

## Five Crowns
why-fc-take-all = With it, you can lay down everything you keep.
why-fc-take-meld = It makes { $cards }. You'd keep { $points } points instead of { $before }.
why-fc-take = With it, you'd keep { $points } points instead of { $before }.
why-fc-take-wild = It's wild, so it can complete any book or run.
why-fc-take-near = It goes with your { $next }.
why-fc-draw = The { $card } wouldn't lower the { $points } points you hold.
why-fc-draw-more = The { $card } would save you only { $saved ->
    [one] a point
   *[other] { $saved } points
}. The draw pile may bring more.
why-fc-out = All your other cards are in books and runs.
why-fc-discard-least = { $points ->
    [0] All the cards you keep are in books and runs.
    [one] It leaves you with { $points } point, the fewest you can have.
   *[other] It leaves you with { $points } points, the fewest you can have.
}
why-fc-discard-hope = It leaves you with { $points } points, and with one more wild only { $hoped }.
why-fc-discard = It leaves you with { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
