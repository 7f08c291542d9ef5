# What the table of Five Crowns says in the browser.

crowns-letter = { $suit ->
    [t] St
    [h] H
    [c] C
    [s] Sp
   *[d] D
}
crowns-wild-card = { $card }, wild
crowns-wild = wild card
crowns-round = Round { $round } of { $rounds }
crowns-tie-break = Tie-break
crowns-wild-label = Wild this round: every { $rank } and the jokers. { $round }
crowns-seconds = { $seconds } seconds left
crowns-you = You

## The others
crowns-others = The other players
crowns-state = { $state ->
    [turn] playing
    [last] last turn
    [out] out!
    [laid] done
    [sits] sitting out
   *[still] waiting
}
crowns-other = { $name }, { $count ->
    [one] 1 card
   *[other] { $count } cards
}{ $state ->
    [turn] , playing now
    [last] , playing the last turn
    [out] , went out
    [laid] , laid down
    [sits] , not in this tie-break
   *[still] {""}
}{ $mark ->
    [bot] , a bot
    [standin] , a bot is filling in
    [away] , away
    [gone] , left the table
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
crowns-pile = Discarded
crowns-discard-label = Discard pile, { $card } on top{ $can ->
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
    [taken] new
    [meld] in meld { $number }
    [broken] in group { $number }, not a meld yet
    [group] in group { $number }
   *[loose] not in a meld
}{ $new ->
    [yes] , new
   *[no] {""}
}{ $fits ->
    [yes] , goes with the new card
    [own] , goes with cards in your hand
   *[no] {""}
}
crowns-unmelded = left over:
crowns-best = Best
crowns-best-points = Best: { $points }
crowns-new = new
crowns-sort = Sort
crowns-sort-by = { $by ->
    [rank] Sort by rank
   *[suit] Sort by suit
}
crowns-sorted = { $by ->
    [rank] Sorted by rank.
   *[suit] Sorted by suit.
}
crowns-move-left = Move the { $card } left
crowns-move-right = Move the { $card } right
crowns-group-new = New group with the { $card }
crowns-new-group = Drop here: new group
crowns-moved = { $card }: { $group ->
    [loose] not in a group
   *[group] group { $number }
}
crowns-discard = Discard
crowns-discard-last = Finish turn
crowns-undo = Undo discard
crowns-discard-card = Discard the { $card }
crowns-keys-along = along the hand
crowns-keys-move = move the card
crowns-keys-group = new group
crowns-keys-sort = sort

## What is to be done
crowns-dealing = Dealing the cards…
crowns-status = { $state ->
    [take] { $last ->
        [yes] Your last turn: take a card
       *[no] Your turn: take a card
    }
    [discard] { $last ->
        [yes] Discard to lay down your melds
       *[no] Now discard a card
    }
   *[other] { $last ->
        [yes] { $name }'s last turn
       *[no] { $name }'s turn
    }
}
crowns-last-turn = LAST TURN!
crowns-looking = Checking if you can go out…
crowns-watching = You're watching.
crowns-go-out = Go out!
crowns-go-out-with = with the { $card }
crowns-go-out-label = Go out: lay down all your melds and discard the { $card }
crowns-careful-title = Are you sure?
crowns-careful = { $why ->
    [wild] The { $card } is wild. Discard it anyway?
    [fits] The { $card } completes a meld. Discard it anyway?
   *[meld] The { $card } is part of a finished meld. Discard it anyway?
}
crowns-keep = Keep it
crowns-discard-it = Discard it

## On the table
crowns-laid = Melds on the table
crowns-laid-by = { $out ->
    [me] You went out
    [yes] { $name } went out
   *[no] { $name }
}
crowns-laid-nothing = no melds
crowns-laid-nobody = Nobody is out yet
crowns-meld-label = Meld: { $cards }
crowns-left-label = Left over: { $cards }
crowns-out = { $me ->
    [yes] I'm out!
   *[no] Out!
}
crowns-goes-out = { $me ->
    [yes] You go out with the { $card }!
   *[no] { $name } goes out with the { $card }!
}
crowns-left-sum = Left over: { $count ->
    [one] { $points } points
   *[other] { $sum } = { $points } points
}
crowns-left-none = Nothing left over: 0 points
crowns-went-out = Went out: 0 points

## For the ear
crowns-say-deal = Round { $round }. Wild: every { $rank } and the jokers.
crowns-say-take = { $who ->
    [me] You took the { $card }.
   *[other] { $from ->
        [draw] { $name } drew a card.
       *[discard] { $name } picked up the { $card }.
    }
}
crowns-say-fits = It goes with: { $cards }.
crowns-say-undo = { $who ->
    [me] You took your discard back.
   *[other] { $name } took the discard back.
}
crowns-say-discard = { $who ->
    [me] You discarded the { $card }.
   *[other] { $name } discarded the { $card }.
}
crowns-say-out = { $who ->
    [me] You go out and discard the { $card }! Everyone else has one last turn.
   *[other] { $name } goes out and discards the { $card }! This is the last turn.
}
crowns-say-reshuffle = The discard pile was shuffled into a new draw pile.
crowns-say-your-turn = { $last ->
    [yes] Your last turn.
   *[no] Your turn.
} On the discard pile: { $card }.
crowns-say-points = { $melds ->
    [one] 1 meld
   *[other] { $melds } melds
}, left over: { $points }.

## Options
option-undo = Undo a discard
option-undo-help = Until the next player takes a card. Others may have seen it.
option-tie_break = Break ties
option-tie_break-help = Players who share the lowest score play one more round.
option-first_round = First round
option-first_round-help = Round 1 has three cards, round 11 has thirteen. The match ends with round 11 at the latest.
option-turn_limit = Turn limit per round
option-turn_limit-help = For each player; then everyone lays down what they have.
option-turn_limit-off = no limit
