# The history of a device and the book of a circle: matches, evenings, people, records, ratings.

book-title = History
book-empty = No matches yet
book-empty-how = Every match you finish will be listed here, with who won, your records and a way to watch it again.
book-to-pad = Score pad for real cards
book-pages = Parts of the history
book-page-matches = Matches
book-page-evenings = Evenings
book-page-people = People
book-page-records = Records
book-page-rating = Rating
book-game = Game
book-all-games = All games
book-person = Player
book-former = Former member { $number }
book-everyone = Everyone
book-no-match = Nothing here yet.
book-kind-cards = real cards
book-kind-offline = offline, not verified
book-replay = Replay
book-replay-label = Watch { $game } of { $when } again
book-remove = Remove
book-remove-label = Remove { $game } of { $when }
book-keep = Keep
book-more = Show more ({ $count })
book-program = { $name } (program)
book-bot = { $level } bot
book-won = Won
book-played = Played
book-streak = Best streak
book-streak-now = now { $count } in a row
book-evening = { $matches ->
    [one] 1 match · { $games }
   *[other] { $matches } matches · { $games }
}
book-duels = Who beat whom
book-against = against { $name }
book-duel = { $tied ->
    [0] won { $won }, lost { $lost }
   *[other] won { $won }, lost { $lost }, tied { $tied }
}
book-record-fastest-round = Fastest round
book-record-comeback = Biggest comeback
book-record-best = Best score
book-record-worst = Worst score
book-record-best-round = Best round
book-record-worst-round = Worst round
book-record-margin = Clearest win
book-seconds = { $seconds } s
book-points = { $points } points
book-rating-about = A rating shows how strong everyone is, from who finished ahead of whom. Bots are on the same scale. It's off unless you want it.
book-rating-on = Show ratings
book-rating-off = Hide ratings
book-rating-how = Everyone starts at 1000 and climbs carefully: it takes some matches to be sure. Matches played offline don't count.
book-keeping = Keep or clear
book-device-only = This history is on this device only. Nobody else can see it.
book-export = Save as a file
book-import = Add from a file
book-imported = { $count ->
    [one] 1 match added.
   *[other] { $count } matches added.
}
book-wrong-file = That file isn't a Rumpus history.
book-clear = Clear the history
book-clear-sure = Clear the whole history of this device?
book-clear-yes = Clear it
book-cleared = The history is empty now.
