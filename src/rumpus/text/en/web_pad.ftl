# The score pad for real cards. pad-GAME-… and pad-box-GAME-… are a game's own words.

pad-title = Score pad
pad-about = Playing with the real cards? Keep score here. It works without a connection.
pad-open = Your score pads
pad-new = New match
pad-none = This score pad isn't on this device any more.
pad-rounds = { $rounds ->
    [0] no rounds yet
    [one] { $rounds } round
   *[other] { $rounds } rounds
}
pad-forget = Delete the score pad of { $names }
pad-players = Who's playing?
pad-player = Player { $number }
pad-face = Change the avatar of player { $number }
pad-remove-player = Remove player { $number }
pad-add = Add a player
pad-book = Keep it in
pad-book-device = this device only
pad-sides = Who plays together
pad-other-sides = Other partners
pad-begin = Start keeping score
pad-helper = Meld helper: tap your cards, see the best melds
pad-wrong-players = Please enter { $least } to { $most } players.
pad-wrong-names = Two players have the same name. Change one, so you can tell them apart.

pad-round = Round { $round }
pad-correct-round = Correct round { $round }
pad-total = { $total } so far
pad-write = Write it down
pad-correct = Save the correction
pad-cancel = Cancel
pad-heard = Round { $round } written down. { $name } leads with { $total }.
pad-heard-over = The match is over. { $name } wins with { $total }.
pad-sheet = All rounds
pad-correct-hint = Tap a round's number to correct it.
pad-stop = Stop here
pad-go-on = Keep playing
pad-take-back = Take back the last round
pad-play-off = Play it off
pad-play-off-how = They share the win, or play one more round for it. Its points aren't added to the totals.
pad-play-off-how-five_crowns = They share the win. Or only they play one more round: six cards, 6s wild. Its points aren't added to the totals; the lowest wins.
pad-play-off-round = Tie-breaker
pad-play-off-short = Tie
pad-remove = Delete this score pad
pad-remove-sure = Delete it for good? A finished match stays in your history.
pad-again = Same players again
pad-history = History
pad-kept = This match is in your history, marked as played with real cards.
pad-kept-circle = This match is in the book of { $circle }, marked as played with real cards.

pad-wrong-missing = { $name }'s number is missing.
pad-wrong-number = { $name }: please enter a whole number from 0 to { NUMBER($most, useGrouping: 0) }.
pad-wrong-called = Who called “Wackee Six!” first? If nobody did, choose “Nobody called”.

pad-this-round-five_crowns = { $cards } cards, { $wild ->
    [J] Jacks
    [Q] Queens
    [K] Kings
   *[other] { $wild }s
} are wild
pad-box-five_crowns-points = Points
pad-five_crowns-most = { $name } can't have { $points }: { $cards } cards cost at most { $most } points.
pad-five_crowns-sum = { $name } can't have { $points }: no cards left over from a hand of { $cards } add up to that. Whoever lays cards down lays down three or more.
pad-nobody-out-five_crowns = Someone goes out in every round, so someone has 0 points.
pad-together-five_crowns = Together that's { $sum } points, but the deck doesn't hold that many: at most { $most } in this round.
pad-five_crowns-jokers = Hands like these need { $jokers } jokers, but the deck has only { $most }.

pad-box-wig_out-points = Cards left
pad-wig_out-most = { $free ->
    [yes] { $name } can't have { $points } cards: there are at most { $most } to go round.
   *[no] { $name } can't have { $points } cards. Whoever can play may not draw, so nobody ever holds more than { $most }.
}
pad-nobody-out-wig_out = Someone shouted “Wig Out!”, so someone has no cards left. A round that ended in a tie isn't written down.
pad-together-wig_out = Together that's { $sum } cards, but only { $most } can be left in all hands.

pad-box-wackee_six-played = Played
pad-box-wackee_six-left = Main cards left
pad-box-wackee_six-called = Called
pad-nobody-wackee_six = Nobody called: no card fit any more
pad-wackee_six-few = { $name } has { $left } of the 12 main cards left, so { $main } of them are in the middle. { $played } cards played is too few.
pad-wackee_six-many = { $name } has { $left } main cards left, so at most { $most } of the 54 cards can be in the middle, not { $played }.
pad-wackee_six-called = { $name } can't have called first with { $left } main cards left.
pad-wackee_six-not-called = { $name } has no main cards left, so someone called “Wackee Six!”. Who was first?
pad-together-wackee_six = Together that's { $sum } cards in the middle, but at most { $most } fit: a pile goes from 1 to 13, and these players can have started { $ones } piles at most.
