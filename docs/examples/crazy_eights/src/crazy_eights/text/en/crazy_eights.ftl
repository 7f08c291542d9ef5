crazy_eights-about = Match the suit or the rank, and save your eights. 2 to 5 players. Lowest score wins.
crazy_eights-card = { $rank ->
    [A] ace
    [J] jack
    [Q] queen
    [K] king
   *[other] { $rank }
} of { $suit ->
    [c] clubs
    [h] hearts
    [d] diamonds
   *[s] spades
}
crazy_eights-do-play = Play { $card }{ $suit ->
    [c] , clubs follow
    [h] , hearts follow
    [d] , diamonds follow
    [s] , spades follow
   *[other] {""}
}
crazy_eights-do-draw = Draw a card
crazy_eights-do-pass = Pass
option-target = Points that end the match
option-target-help = The match ends when somebody has this many points. The fewest points win.
ce-players = Crazy Eights is for 2 to 5 players, not { $players }.
ce-not-dealt = The cards haven't been dealt yet.
ce-not-your-turn = It isn't your turn.
ce-not-in-hand = You don't have that card: { $card }.
ce-does-not-fit = That card doesn't match the suit or the rank: { $card }.
ce-eight-names-suit = An eight names a suit, and no other card does.
ce-stock-empty = There are no cards left to draw.
ce-top-card = That isn't the top card of the stock.
ce-cannot-pass = You can still play or draw a card.
crazy_eights-round-over = { $why ->
    [blocked] Nobody could play any more.
   *[out] Somebody got rid of all their cards.
}
crazy_eights-field-pile = Pile
crazy_eights-field-suit = Suit to follow
crazy_eights-field-stock = Stock
