# What a game can tell who holds the real cards.

cards-title = { $game }: meld helper
cards-dealt = Round
cards-round = { $cards } cards, { $wild } wild
cards-hand = Your hand
cards-empty = Tap your cards below.
cards-missing = { $count ->
    [one] One more card.
   *[other] { $count } more cards.
}
cards-one-more = Took a card? Tap it too, to see which one to discard.
cards-discard = Discard: { $card }
cards-points = { $points ->
    [0] Everything fits: 0 points.
    [one] { $points } point left over.
   *[other] { $points } points left over.
}
cards-out = You can go out!
cards-clear = New hand
cards-all = All cards
cards-suit = { $suit ->
    [t] Stars
    [h] Hearts
    [c] Clubs
    [s] Spades
   *[d] Diamonds
}
cards-add = { $held ->
    [0] { $card }
   *[other] { $card }, { $held } in your hand
}
cards-take-out = Take out: { $card }
cards-apart = For real cards only. At a Rumpus table, use its hints, if the host allows them.
