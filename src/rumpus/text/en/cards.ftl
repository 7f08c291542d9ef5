# Names of cards.

## Wig Out!
character-beehive = beehive
character-mohawk = mohawk
character-afro = afro
character-pigtails = pigtails
character-moptop = moptop
character-curls = curls
character-bun = bun
character-bolt = bolt
character-flame = flame
character-braid = braid
character-onehair = one-hair
character-nest = nest

## Wackee Six
card-wild = wild
card-colour = { $colour ->
    [r] red
    [g] green
    [b] blue
   *[y] yellow
} { $number }

## Five Crowns
card-joker = joker
card-suit = { $rank ->
    [J] jack
    [Q] queen
    [K] king
   *[other] { $rank }
} of { $suit ->
    [t] stars
    [h] hearts
    [c] clubs
    [s] spades
   *[d] diamonds
}
