# What the browser client says around the games.

web-title = Rumpus
web-start = Get started
web-lead = Three wild card games. One table. No sign-up.
web-five_crowns = Five Crowns
web-five_crowns-about = Rummy where the wild card changes every round. 2 to 14 players. Lowest score wins.
web-wackee_six = Wackee Six
web-wackee_six-about = Everyone builds on the same piles at the same time. 2 to 12 players. Highest score wins.
web-wig_out = Wig Out!
web-wig_out-about = A race to match the wildest hairdos, for ages 6 and up. 2 to 6 players. Lowest score wins.
web-play-bots = Play now
web-play-bots-label = Play now: { $game } against bots
web-play-against = { $count ->
    [one] against a bot · { $level }
   *[other] against { $count } bots · { $level }
}
web-play-head-start = You start { $points } points ahead
web-level-of = Bot level in { $game }
web-level-auto = Auto
web-open = Invite friends
web-open-label = Invite friends to { $game }
web-open-alone = Set up a match
web-open-alone-label = Set up a match of { $game }
web-learn = Learn
web-learn-label = Learn { $game } in two minutes
web-rules = Rules
web-rules-label = Rules of { $game }
web-home = Home
web-close = Close
web-join-title = Join friends
web-join-code = Table code
web-join-code-hint = Eight letters, like BCDF GHJK
web-join-code-example = BCDF GHJK
web-join-code-wrong = That isn't a valid code. Codes have eight letters, with no vowels or numbers.
web-join-code-empty = Type the code your friend sent you.
web-invited = You're invited!
web-invited-how = Someone is saving you a seat. Choose a name and an avatar to join, or just watch.
web-join = Join
web-watch = Watch
web-invited-to = { $known ->
    [no] You're invited to play { $game }
   *[yes] { $host } invites you to play { $game }
}
web-invited-watch = The match has started or the table is full, but you can watch.
web-name = Your name
web-avatar = Your avatar
web-avatar-choice = { $name ->
    [fox] fox
    [owl] owl
    [whale] whale
    [cat] cat
    [bear] bear
    [frog] frog
    [hare] hare
    [crab] crab
    [bee] bee
    [goat] goat
    [crow] crow
    [mole] mole
    [seal] seal
    [newt] newt
    [yak] yak
   *[wren] wren
}
web-your-seats = Your tables
web-go-on = Resume { $game }
web-forget = Remove table { $code } from the list
web-past-result = { $who ->
    [me] You won!
    [shared] You shared the win
    [nobody] Not finished
    [others] { $names } won
   *[other] { $names } won
}
web-past-with = with { $names }
web-past-open = Open
web-past-open-label = Open this { $game } table
web-past-forget = Remove { $game } of { $when } from the list
web-plain-http = You're on a local network. Everything works except installing Rumpus as an app and opening it offline: browsers only allow that with https.
web-more = Also here
web-score-pad = Score pad
web-history = History
web-circles = Circles
web-daily = Deal of the day
# At the table: the score of somebody else with the same cards
web-to-beat = To beat: { $points }
web-circle-start = Start a circle
web-circle-join-as = You join as { $name }, a member of { $circle }.
web-league-table = A table of the league: the first match that its players finish counts.
web-replay = Watch a replay
web-device = Continue a game from another device
web-device-code = Code shown on the other device
web-busy = One moment…
web-again = Try again
web-part-missing = Part of this page didn't load. Your table is still there.
web-unreachable = Can't reach the server. Check your connection and try again.

## Settings
web-settings = Settings
web-language = Language
web-language-en = English
web-language-es = Español
web-sound = Sounds
web-volume = Volume
web-sound-off = Turn sound off
web-sound-on = Turn sound on
web-vibrate = Vibration
web-notify = Notify me when it's my turn or a round starts
web-notify-forbidden = Your browser doesn't allow notifications for this page. You can change that in its settings.
web-notify-turn = It's your turn.
web-notify-round = The round starts!
web-tab-title = { $what } – { $house }
web-tab-turn = Your turn
web-night = Dark mode
web-night-auto = Automatic
web-yes = On
web-no = Off
web-calm = Reduce motion
web-left-handed = Left-handed layout
web-hand-only = Only my cards, big (the table is on a TV)
web-quiet = Fewer screen reader announcements
web-letters = Show letters on suits (Five Crowns)
web-careful = Confirm risky discards

## The lobby
web-lobby-title = { $game } – who's playing?
web-share-title = Invite friends
web-share-send = Share the invitation
web-tv = Show on a TV
web-share-text = Come and play { $game } with me! Table code: { $code }
web-share = Share the link, the table code or the QR code. Anyone who has it can join.
web-code = Code
web-access = Who can join
web-lock = Lock the table
web-unlock = Unlock the table
web-locked = The table is locked: nobody new can join or watch.
web-new-code = New code
web-new-code-hint = With a new code, the old link and code stop working. Everyone at the table stays.
web-call = Link to your video call
web-call-how = From any service, like https://meet.example.org/family. Everyone at the table gets a button for it.
web-call-set = Save link
web-call-join = Join the call ({ $site })
web-call-remove = Remove the link to the call
web-scripted = Arranged cards: the first deals of this table were set up in advance, not shuffled.
web-check-deal = Check this deal
web-checking = Checking…
web-check-good = { $count ->
    [one] The cards were dealt fairly: your device shuffled the deck again and got the same cards.
   *[other] The cards were dealt fairly: your device repeated all { $count } shuffles and got the same cards.
}
web-check-how = Before the match, the table sealed its shuffles by showing everyone a fingerprint of them. Then each player's device added a random number of its own. The round is over, so the seal is open. Nobody could have picked these cards, not even the server.
web-check-bad = { $why ->
    [chain] This deal isn't right. Seed { $seed } is not the one that was sealed before the match.
    [cards] This deal isn't right. Shuffling with seed { $seed } gives different cards.
    [seen] This deal isn't right. The cards you saw aren't the ones that the table names now.
   *[unknown] This game doesn't say how it deals. The record can be checked with: rumpus verify
}
web-check-none = There is nothing to check yet. Try again when the round is over.
web-check-late = Your device's random number came too late for this match, so the deal doesn't use it.
web-check-no-salt = The table didn't use the random number that your device sent.
web-check-numbers = Show the numbers
web-check-commit = Fingerprint, shown before the match
web-check-salts = Random numbers of the players, seat by seat
web-check-seeds = Seeds of this round
web-fair = Deals you can check
web-fair-how = The shuffles of the next match are already sealed, and this is their fingerprint. Your device adds a random number of its own. After each round, Check this deal shows that nobody picked the cards.
web-same-deal = Same deal again
web-same-deal-how = The same cards as last time, but everyone moves to another seat and gets a neighbor's cards: who does better with them? You have seen these cards before, and so has everyone else.
web-scripted-short = Arranged cards
web-copy = Copy link
web-copied = Copied!
web-qr = QR code for this table
web-seat = Seat { $number }
web-seat-free = free
web-sit-here = Sit here
web-you = you
web-host = host
web-bot-level = { $level ->
    [beginner] Beginner
    [casual] Casual
    [skilled] Skilled
    [expert] Expert
   *[master] Master
}
web-bot = bot, { $level }
web-add-bot = Add a bot
web-bot-strength = Bot level
web-remove = Remove
web-remove-label = Remove { $name }
web-away = away
web-ready = Ready
web-not-ready = Not ready
web-is-ready = ready
web-begin = Start
web-waiting-for = Waiting for { $names } to be ready…
web-ready-when = Press Ready when you are.
web-ready-now = The host wants to start: are you ready?
web-need-more = { $count ->
    [one] You need one more player: invite someone or add a bot.
   *[other] You need { $count } more players: invite someone or add bots.
}
web-waiting-host = Waiting for the host to start.
web-watching = Watching: { $names }
web-you-watch = You're watching.
web-stand = Just watch
web-options = Table options
web-partner-with = with { $name }
web-swap-partners = Change partners

## At the table
web-menu = Menu
web-leave = Leave the table
web-leave-sure = A bot will take over your cards. You can come back from the home page or with the same link.
web-away-title = Go home now?
web-away-sure = { $race ->
    [yes] The race goes on without you! Your seat stays yours: the way back is at the top of the home page.
   *[no] The match goes on without you. Your seat stays yours: the way back is at the top of the home page.
}
web-away-home = Home, but keep my seat
web-cancel = Cancel
web-stay = Keep playing
web-pause = Pause
web-go-on-play = Resume
web-paused = Paused
web-paused-by = { $who ->
    [me] You paused the match.
    [nobody] The match is paused.
   *[other] { $name } paused the match.
}
web-paused-next = { $can ->
    [me] Resume whenever you're ready. Nothing is lost.
    [away] { $name } is away, so anyone at the table can resume.
   *[wait] Waiting for { $name } to resume. Nothing is lost.
}
web-hint = Hint
web-hint-is = Try: { $what }
web-hint-why = Try: { $what }. { $why }
web-hint-none = There's nothing you can do right now.
web-hint-action = { $do ->
    [draw] draw a card
    [take-draw] take from the draw pile
    [take-discard] pick up the discard
    [discard] discard the { $card }
    [out] go out with the { $card }
    [lay] play your { $card } card
    [start] play your { $card } cards
    [play] play the { $card }
    [turn] turn three cards
    [recycle] turn the pile over
    [shout] shout now
   *[go] say GO
}
web-say = Say something
web-says = { $name }: { $what }
web-mute = Mute { $name }
web-unmute = Unmute { $name }
web-ping = { $ms } ms
web-ping-label = Ping: { $ms } milliseconds
web-lost = Connection lost. Your seat is safe. Reconnecting…
web-closed-newer = This seat is now open in another tab or on another device.
web-closed-removed = You're no longer at this table: the host removed you, or you left.
web-closed-left = You've left the match. A bot plays on for you. You can come back whenever you like.
web-closed-lapsed = You didn't connect within a minute of joining, so your seat was given up. You can join again.
web-closed-token = This seat no longer exists.
web-closed-table = This table can't continue. Everything played so far is saved.
web-closed-device = This table is on this device, and a part it needs is missing. Go online, open the settings, and make Rumpus available offline again. Your match is safe.
web-closed-other = The connection was closed: { $reason }
web-contests = Races for the same place: { $won } won, { $lost } lost
web-contests-how = Every press is timed by what the player's own screen showed, so nobody loses for living far away. The table waits a quarter of a second at most.
web-unmeasured = Something between the server and { $names } (probably a proxy) hides their delay, so races make up for only part of it.
web-beaten = { $how ->
    [tie] You and { $name } were equally fast. The draw went to { $name }.
    [late] { $name }'s card was down before yours arrived.
    [close] { $name } was faster by less than a millisecond.
    [view] { $name } was { $ms } ms faster, each by their own screen.
   *[other] { $name } was { $ms } ms faster.
}
web-round = Round { $round }
web-move-device = Continue on another device
web-move-device-code = Scan the QR code with the other device, or type this code there within one minute:
web-device-qr = QR code that opens this game on the other device
web-round-over = { $why ->
    [tie] Nobody can play and the deck is empty. It's a tie: no points.
    [stalemate] No card fits any more. The round is over, with no bonus.
    [standoff] Nobody has played for a while. The round is over: it counts as it is, with no bonus.
    [limit] Everyone has used up their turns. The round is over.
   *[out] The round is over.
}
web-round-title = Round { $round } is over
web-open-hands = Everyone's cards, face up
web-sheet = Score sheet
web-head-start = Head start
web-tie-break = Tie-break { $number }
web-tie-title = Tie for first
web-tie-you = You're tied for first! Play it off, or share the win?
web-tie-others = It's a tie for first. The tied players decide whether to play it off.
web-tie-wanted = { $count ->
    [one] { $names } wants to play it off.
   *[other] { $names } want to play it off.
}
web-tie-waiting = Waiting for { $names }…
web-tie-play = Play it off
web-tie-share = Share the win
web-tie-left = No answer? The win is shared in { $seconds } s.
web-late-title = You're watching. Want to play?
web-late-join = A match is under way. Take over a seat:
web-late-take = Take { $name }'s seat
web-late-when = { $now ->
    [yes] right away
   *[no] from the next round
}
web-late-soon = You'll take { $name }'s seat when the next round begins.
web-sheet-earlier = Earlier
web-sheet-later = Later
web-sheet-rounds = Rounds { $from }–{ $to }
web-total = Total
web-yourself = You
web-rank = { $rank ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $rank }th
}
web-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
web-points-total = { $total } total
# In the bar during play: the round, and the reader's own total and rank; rounds or target is 0 where there is none
web-standing-round = { $rounds ->
    [0] Round { $round }
   *[other] Round { $round }/{ $rounds }
}
web-standing-short = { $me ->
    [yes] You
   *[no] { $name }
} { $target ->
    [0] { $total }
   *[other] { $total }/{ $target }
}{ $rank ->
    [none] {""}
   *[other] {" "}· { $rank }
}
web-standing-long = { $me ->
    [yes] You have
   *[no] { $name } leads with
} { $total ->
    [one] { $total } point
   *[other] { $total } points
}{ $target ->
    [0] {""}
   *[other] {" "}of { $target }
}{ $rank ->
    [none] {""}
   *[other] , { $rank } of { $of }
}.
web-heard-round = Round { $round } is over. { $me ->
    [yes] You scored
   *[no] { $name } scored
} { $points ->
    [one] { $points } point
   *[other] { $points } points
}: { $total } total, { $rank } place.
web-next-round = Next round
web-ready-next = You're ready!
web-waiting-idle = You did nothing for a while, so a bot plays for you.
web-waiting-warned = Still there? A bot plays for you in { $seconds } s.
web-waiting-standoff = No moves: the round ends in { $seconds } s.
web-back = I'm back
web-still-here = I'm here
web-stand-in = Let a bot play for { $name }
web-stand-in-why = { $name } has done nothing for a while.
web-starts-in =
    { $minutes ->
        [0] Next round in { $seconds } s
       *[other] { $seconds ->
            [0] Next round in { $minutes } min
           *[other] Next round in { $minutes } min { $seconds } s
        }
    }
web-stop = Stop here
web-stop-agree = Agree to stop
web-stop-asked = { $names } would like to stop here.
web-match-over = The match is over
web-won = { $me ->
    [yes] You win!
   *[no] { $name } wins!
}
web-won-shared = { $names } share the win.
web-abandoned = Everyone left, so nobody wins.
web-stopped = The match was stopped early.
web-rematch = Play again
web-record = Save replay
web-watch-again = Watch replay
web-picture = Share a picture
web-coach-ask = What could I have done?
web-coach-title = Looking back
web-chart = Scores by round
web-chart-summary = { $name }: { $points }

## Replay
web-replay-title = Watch a replay
web-replay-drop = Drop a replay file here, or choose one (.jsonl).
web-replay-how = A replay holds a whole match, card by card. Players can save it at the end of a match with “Save replay”.
web-replay-choose = Choose a file
web-replay-bad = This isn't a replay, or the file was changed. Choose a file saved with “Save replay”.
web-detail = What exactly is wrong?
web-replay-step = Step { $step } of { $steps }
web-replay-first = Go to the start
web-replay-prev = One step back
web-replay-next = One step forward
web-replay-last = Go to the end
web-replay-play = Play
web-replay-pause = Pause
web-replay-round = Round
web-replay-speed = Speed
web-replay-seat = View as
web-replay-everybody = a spectator
web-replay-link = Copy a link to this moment

## As an app, and without a network
web-offline = Can't reach the server. You can read the rules and change your settings, but you can't play until it's back.
web-offline-kept = Offline: on this device you can play against bots, learn, read the rules and watch your matches. Friends need the server.
web-offline-fetching = Getting everything for playing on this device…
web-offline-starting = Getting the table ready…
web-demo = This Rumpus has no server: everything runs in this browser, and you play against bots. Nothing you do here leaves your device.
web-install = Install as an app

# Under the name of a player
web-mark = { $mark ->
    [bot] bot
    [standin] stand-in
    [idle] idle: bot plays
    [away] away
   *[gone] left
}

# A game that only the server knows
generic-about = { $least } to { $most } players.
