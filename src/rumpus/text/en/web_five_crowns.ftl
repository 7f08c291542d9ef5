# What the table of Five Crowns says in the browser.

crowns-letter = { $suit ->
    [t] St
    [h] H
    [c] C
    [s] Sp
   *[d] D
}
crowns-wild-card = { $card }, wild
crowns-wild = wild
crowns-round = round { $round } of { $rounds }
crowns-tie-break = tie-break
crowns-wild-label = Wild in this round: every { $rank } and the jokers; { $round }
crowns-seconds = { $seconds } seconds left
crowns-you = You
crowns-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}

## The others
crowns-others = The others
crowns-state = { $state ->
    [turn] plays
    [last] last turn
    [out] out!
    [laid] laid
    [sits] looks on
   *[still] waits
}
crowns-other = { $name }, { $count ->
    [one] 1 card
   *[other] { $count } cards
}{ $state ->
    [turn] , has the turn
    [last] , has the last turn
    [out] , has gone out
    [laid] , has laid down
    [sits] , does not play this tie-break
   *[still] {""}
}{ $mark ->
    [bot] , a bot
    [standin] , a bot stands in
    [away] , is away
    [gone] , has left
   *[none] {""}
}

## The piles
crowns-draw = Draw · { $count }
crowns-draw-label = Draw pile, { $count ->
    [one] 1 card
   *[other] { $count } cards
}{ $can ->
    [yes] : take the top card
   *[no] {""}
}
crowns-pile = Discards
crowns-discard-label = Discard pile, on top { $card }{ $can ->
    [yes] : pick it up
   *[no] {""}
}
crowns-discard-empty = Discard pile, empty

## The hand
crowns-hand = Your hand, { $count ->
    [one] 1 card
   *[other] { $count } cards
}
crowns-hand-card = { $card }; { $kind ->
    [meld] in meld { $number }
    [broken] in group { $number }, no meld yet
    [group] in group { $number }
   *[loose] not melded
}
crowns-unmelded = unmelded
crowns-best = Best
crowns-best-points = Best: { $points }
crowns-move-left = Move { $card } to the left
crowns-move-right = Move { $card } to the right
crowns-group-new = New group with { $card }
crowns-new-group = Drop here: new group
crowns-moved = { $card }: { $group ->
    [loose] not in a group
   *[group] group { $number }
}
crowns-discard = Discard
crowns-discard-last = Last discard
crowns-discard-card = Discard { $card }
crowns-keys-along = along the hand
crowns-keys-move = move the card
crowns-keys-group = new group

## What is to be done
crowns-dealing = The cards are about to be dealt …
crowns-status = { $state ->
    [take] { $last ->
        [yes] Yours: take a card
       *[no] Your turn: take a card
    }
    [discard] { $last ->
        [yes] Discard, and your melds go down
       *[no] Now discard a card
    }
   *[other] { $last ->
        [yes] { $name } plays
       *[no] It is { $name }’s turn
    }
}
crowns-last-turn = LAST TURN!
crowns-looking = Looking whether you can go out …
crowns-watching = You are looking on.
crowns-go-out = Go out!
crowns-go-out-with = with { $card }
crowns-go-out-label = Go out: lay down all your melds and discard { $card }
crowns-careful-title = Are you sure?
crowns-careful = { $why ->
    [wild] This one is wild: { $card }. Discard it all the same?
   *[meld] { $card } is part of a finished meld. Discard it all the same?
}
crowns-keep = Keep it
crowns-discard-it = Discard it

## On the table
crowns-laid = Melds on the table
crowns-laid-by = { $name }{ $out ->
    [yes] {" "}- out!
   *[no] {""}
}
crowns-laid-nothing = nothing
crowns-meld-label = Meld: { $cards }
crowns-left-label = Left over: { $cards }
crowns-opened = All cards on the table

## For the ear
crowns-say-deal = Round { $round }. Wild: every { $rank } and the jokers.
crowns-say-take = { $who ->
    [me] You have taken { $card }.
   *[other] { $from ->
        [draw] { $name } has drawn.
       *[discard] { $name } has picked up { $card }.
    }
}
crowns-say-discard = { $who ->
    [me] You have discarded { $card }.
   *[other] { $name } has discarded { $card }.
}
crowns-say-out = { $who ->
    [me] You go out and discard { $card }! The others have one last turn.
   *[other] { $name } goes out and discards { $card }! This is the last turn.
}
crowns-say-reshuffle = The discard pile was shuffled into a new draw pile.
crowns-say-score = The round is over. You get { $points ->
    [one] 1 point
   *[other] { $points } points
}.
crowns-say-your-turn = { $last ->
    [yes] Your last turn.
   *[no] Your turn.
} On the discard pile: { $card }.
crowns-say-points = { $melds ->
    [one] 1 meld
   *[other] { $melds } melds
}, unmelded { $points }.

## Options
option-tie_break = Play off a tie
option-tie_break-help = Who shares the lowest score plays one more round.
option-turn_limit = Most turns of a round
option-turn_limit-help = For each player; then everybody lays down what they have.
option-turn_limit-off = no limit
