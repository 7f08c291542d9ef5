# The deal of the day, and deals with a score to beat; they load with their pages.

daily-about = Everyone gets the same cards and the same bots. You have one try on each device, without hints; if you leave, your round waits for you.
daily-how = You play { $bots ->
    [one] against one bot
   *[other] against { $bots } bots
}, with the same cards as everyone else today. One try on each device, without hints.
daily-beat-about = You get the same cards, against { $bots ->
    [one] the same bot
   *[other] the same { $bots } bots
}. One try on each device, without hints.
daily-fewest = The fewest points win.
daily-most = The most points win.
daily-play = Play
daily-play-label = Play today's deal of { $game }
daily-go-on-label = Resume today's deal of { $game }
daily-running = Your round is waiting for you.
daily-played = { $count ->
    [0] Nobody has finished it yet.
    [one] One person has finished it.
   *[other] { $count } people have finished it.
}
daily-nobody = No results yet. Be the first!
daily-results = Results
daily-results-label = Results of { $game }
daily-next = The next deals
daily-when = { $hours ->
    [0] at { $time } (in { $minutes } min)
   *[other] at { $time } (in { $hours } h { $minutes } min)
}
daily-ends = It ends { $when }.
daily-is-over = This day is over.
daily-before = Yesterday's results:
daily-today = Today's deals
daily-again = Try again
daily-needs-server = The deal of the day needs the server: everyone plays the same cards there, and the results are kept there.

# A day, and a match with a score to beat
daily-of = { $game }, { $date }
daily-beat-of = { $game }: beat { $name }
daily-beat-round-of = { $game }, round { $round }: beat { $name }
daily-one-round = A single round: round { $round } of { $name }’s match.
daily-to-beat = { $name } got { $points ->
    [one] 1 point
   *[other] { $points } points
}. Can you do better?
daily-place = { $count ->
    [one] The only result so far, with { $points } points
   *[other] { $place } of { $count }, with { $points } points
}
daily-set = You set the score to beat: { $points }
daily-won = You beat { $name }: { $mine } against { $theirs }!
daily-lost = { $name } stays ahead: { $theirs } against your { $mine }
daily-even = A tie with { $name }: { $mine } each
daily-void = This round doesn't count: it ended too late, or it couldn't be checked.
daily-checking = The server is checking your round…

# The table of results
daily-col-place = Place
daily-col-name = Name
daily-col-points = Points
daily-col-bots = Among the bots
daily-col-time = Time
daily-setter = to beat
daily-watch = Watch the round of { $name }

# Sending it to others
daily-send = Send it to others
daily-send-beat = Beat my round
daily-share-send = Share
daily-copy = Copy the text
daily-link = The link
daily-share = { $title }: { $points } points, { $place } place. Can you do better?
daily-share-new = { $title }: can you beat this?
daily-expires = The link shows no cards. It works as long as the server keeps old tables, usually 30 days.
daily-make = Make a link
daily-make-about = Somebody else gets the same cards and the same bots, and tries to beat your score.
daily-which = What to beat
daily-which-round = Round { $round }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
daily-which-all = The whole match
daily-made = Send this link. You will both see who did better.

# How it can be checked
daily-check = How this can be checked
daily-check-sealed = The cards are sealed: this number is fixed, and the same for everyone who plays. When the day is over, the secret that they were dealt from appears here.
daily-check-told = The day is over, so here is the secret that all cards were dealt from. Save the record of a round and check it: rumpus verify FILE --secret SECRET
daily-check-beat = The cards are those of the first match: this number is the same in both records. Save both and compare them: rumpus verify FIRST SECOND
daily-commit = The seal
daily-secret = The secret
