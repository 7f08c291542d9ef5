# What the coach says after a round. Cards are those of the reader's own view; a choice "costs" points by the estimate of our best bot.

## Any race
coach-race-waited = Your { $card } could have been played for { $seconds } seconds before it was.
coach-race-taken = Your { $card } fit for { $seconds } seconds. Then { $name } took the spot.
coach-race-left = When the round ended, your { $card } had been ready to play for { $seconds } seconds.
coach-race-pace = Most of your { $count } plays took about { $seconds } seconds. Your quickest took { $best }.
coach-race-contests = { $count ->
    [one] Once you and someone else went for the same spot, and { $won ->
        [0] they were first.
       *[other] you were first.
    }
   *[other] { $count } times you and someone else went for the same spot. You were first { $won ->
        [0] in none of them.
        [one] once.
       *[other] { $won } times.
    }
}
coach-race-call = You called { $seconds } seconds after your last card. Call right away: until then, anyone can still play.
coach-race-decided = { $left ->
    [0] { $me ->
        [yes] It was open until the very last card, and it was yours!
       *[no] It was open until the very last card. { $name } had it.
    }
    [one] { $me ->
        [yes] This decided it: with one card to go, you pulled ahead for good.
       *[no] This decided it: with one card to go, { $name } pulled ahead for good.
    }
   *[other] { $me ->
        [yes] This decided it: with { $left } cards to go, you pulled ahead for good.
       *[no] This decided it: with { $left } cards to go, { $name } pulled ahead for good.
    }
}

## Wig Out!
coach-wo-single = You held { $count } { $card } cards and laid down one. All of them can go at once.
coach-wo-drew = You drew a card while you could have played your { $card }.

## Wackee Six
coach-ws-turned = { $count ->
    [one] You turned cards while your { $card } fit a pile. Main cards first!
   *[other] { $count } times you turned cards while a main card fit a pile, like your { $card }. Main cards first!
}

## Five Crowns
coach-fc-out = { $earlier ->
    [0] You could have gone out in turn { $turn } by discarding the { $card }:
    [one] You could have gone out a turn earlier, in turn { $turn }, by discarding the { $card }:
   *[other] You could have gone out { $earlier } turns earlier, in turn { $turn }, by discarding the { $card }:
}
coach-fc-out-up = { $earlier ->
    [0] With the face-up { $card } you could have gone out in turn { $turn }:
    [one] With the face-up { $card } you could have gone out a turn earlier, in turn { $turn }:
   *[other] With the face-up { $card } you could have gone out { $earlier } turns earlier, in turn { $turn }:
}
coach-fc-discard = In turn { $turn }, the { $card } was a better discard than the { $next }. It would have saved about { $points ->
    [one] a point.
   *[other] { $points } points.
}
coach-fc-discard-last = In your last turn, discarding the { $card } instead of the { $next } would have saved { $points ->
    [one] a point.
   *[other] { $points } points.
}
coach-fc-melds = With other books and runs in your last turn, you'd have kept { $points ->
    [one] { $points } point
   *[other] { $points } points
} less.
coach-fc-take-discard = In turn { $turn }, the face-up { $card } was worth taking. It would have saved about { $points ->
    [one] a point.
   *[other] { $points } points.
}
coach-fc-take-draw = In turn { $turn }, drawing was better than taking the { $card }. It would have saved about { $points ->
    [one] a point.
   *[other] { $points } points.
}
coach-fc-next-card = You couldn't know it: the { $card } was next on the draw pile, and you'd have gone out with it.
coach-fc-well = Well played! None of your choices cost you anything to speak of.
coach-fc-well-lucky = Well played, and the cards were with you.
coach-fc-well-unlucky = Well played. There was nothing to be done: bad luck cost you about { $points } points.
coach-fc-unlucky = And bad luck cost you about { $points } points.
coach-fc-little = Only little things: all your choices together cost you about { $points ->
    [one] a point.
   *[other] { $points } points.
}

## How a round's points come about
coach-split = { $points ->
    [one] { $points } point
   *[other] { $points } points
}: the table averaged { $par }, luck { $lucky ->
    [yes] helped you by { $luck }
    [no] cost you { $luck }
   *[even] made no difference
}, your play { $skilled ->
    [yes] gained { $choices }
    [no] cost { $choices }
   *[even] cost nothing
}.
coach-how-turns = Points = the table's average + luck + your choices. Your choices cost what better ones would have saved, as our best bot judges it; everything else is luck: the cards, and what the others did.
coach-how-race = Points = the table's average + luck + your play. Luck is how many cards fit right when they came up, against how many should have; everything else is speed and choices.

## The terminal
coach-round = Round { $round }, { $name }
coach-none = The coach has nothing to say yet: no round of this match is over.
