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
   *[other] { $minutes ->
        [0] at { $time } (in { $hours } h)
       *[other] at { $time } (in { $hours } h { $minutes } min)
    }
}
daily-ends = It ends { $when }.
daily-is-over = This day is over.
daily-before = Yesterday's results:
daily-today = Today's deals
daily-again = Try again
daily-needs-server = The deal of the day comes from the server, which isn't answering. Take a deal along while you're online, and you can play it offline.

# A day, and a match with a score to beat
daily-of = { $game }, { $date }
daily-beat-of = { $game }: beat { $name }
daily-beat-round-of = { $game }, round { $round }: beat { $name }
daily-one-round = A single round: round { $round } of { $name }’s match.
daily-to-beat = { $name } got { $points ->
    [one] { $points } point
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
daily-make-about = Someone else gets the same cards and the same bots, and tries to beat your score.
daily-which = What to beat
daily-which-round = Round { $round }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
daily-which-all = The whole match
daily-made = Send this link. You will both see who did better.

# How it can be checked
daily-check = How this can be checked
daily-check-sealed = The cards are sealed: this number is fixed, and the same for everyone who plays. When the day is over, the secret they were dealt from appears here.
daily-check-told = The day is over, so here is the secret all cards were dealt from. Save the record of a round and check it: rumpus verify FILE --secret SECRET
daily-check-beat = The cards are those of the first match: this number is the same in both records. Save both and compare them: rumpus verify FIRST SECOND
daily-commit = The seal
daily-secret = The secret

# Without a network, and without a server
daily-take-title = Playing offline later?
daily-take = Take it along
daily-take-all = Take today's deals along
daily-take-about = This device then has the cards and plays without a network. Your result is sent when you're back online, and marked “played offline”.
daily-take-day = A deal of the day has to come back before the day ends.
daily-taken = You've taken it along: you play it on this device, with or without a network.
daily-taken-lost = This device took the deal along. Play it, and the cards come back to this device.
daily-with-you = Deals you have taken along
daily-away-mark = played offline
daily-waits = Your result is saved on this device and sent as soon as the server answers.
daily-own-points = Your result: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
daily-not-played = Not played yet.
daily-about-date = Everyone who opens this page today gets the same cards and the same bots. There is no server here: your result stays on this device, and nobody checks it. Send it to your friends to compare.
daily-unchecked = These results are on this device only, and nobody has checked them.
daily-unchecked-before = It is played on this device. There is no server that checks the results.
daily-needs-python = This link carries a deal that is played on your own device. For that, the game itself has to be loaded once (about 7 MB).
daily-open = Load and open
daily-carries = The link carries the cards, well hidden but not locked. Results are not checked: each of you sees your own.
daily-share-points = { $title }: { $points } points. Can you do better?
