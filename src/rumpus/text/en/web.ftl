# What the browser client says around the games.

web-title = Rumpus
web-lead = Three wild card games. One table. No sign-up.
web-five_crowns = Five Crowns
web-five_crowns-about = Rummy in turns with wandering wilds. 2 to 14 players; the lowest score wins.
web-wackee_six = Wackee Six
web-wackee_six-about = Everybody builds on the same piles at once. 2 to 12 players; the highest score wins.
web-wig_out = Wig Out!
web-wig_out-about = A race of matching wild hair, from six years up. 2 to 6 players; the lowest score wins.
web-play-bots = Play now
web-play-bots-label = Play now: { $game } against bots
web-open = Invite friends
web-open-label = Invite friends to { $game }
web-learn = Learn
web-learn-label = Learn { $game } in two minutes
web-rules = Rules
web-rules-label = Rules of { $game }
web-home = Home
web-close = Close
web-cancel = Cancel
web-ok = All right
web-join-title = Join friends
web-join-code = Code of the table
web-join-code-hint = Eight letters, as in BCDF GHJK
web-join-code-wrong = This is no code. It has eight letters, and no vowels or numbers.
web-join-code-empty = Type the code that your friend has sent you.
web-invited = You are invited!
web-invited-how = Somebody keeps a seat for you at a card table. Choose a name and a face, and join; or only look on.
web-join = Join
web-watch = Look on
web-invited-to = { $known ->
    [no] You are invited to { $game }
   *[yes] { $host } invites you to { $game }
}
web-invited-watch = The match is under way, or every seat is taken. You can look on.
web-who = Who are you?
web-name = Your name
web-avatar = Your face
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
web-go-on = Go on: { $game } at { $code }
web-forget = Forget the table { $code }
web-plain-http = You are on your own network: everything works but installing this page as an app and opening it without a network, which browsers allow only with https.
web-replay = Watch a match again
web-device = Move a seat to this device
web-device-code = Code that the other device shows
web-busy = One moment …
web-again = Try again
web-part-missing = A part of the page did not arrive. The table is still there.
web-unreachable = The server cannot be reached. Is it running, and are you on the same network?

## Settings
web-settings = Settings
web-language = Language
web-language-en = English
web-language-es = Español
web-sound = Sounds
web-sound-off = Turn the sounds off
web-sound-on = Turn the sounds on
web-vibrate = Vibration
web-night = Night colours
web-night-auto = Automatic
web-yes = On
web-no = Off
web-calm = Less motion
web-left-handed = For left hands
web-quiet = A calmer screen reader
web-letters = Letters on the suits (Five Crowns)
web-careful = Ask before a slip

## The lobby
web-lobby-title = { $game } – who plays?
web-share = Share this link, this code or this picture. Whoever has it can sit down.
web-code = Code
web-copy = Copy the link
web-copied = Copied!
web-qr = Picture of the link for phone cameras
web-seat = Seat { $number }
web-seat-free = free
web-sit-here = Sit here
web-you = you
web-host = host
web-bot-level = { $level ->
    [beginner] Beginner
    [casual] Casual
    [skilled] Skilled
   *[expert] Expert
}
web-bot = bot, { $level }
web-add-bot = Add a bot
web-bot-strength = How strong?
web-remove = Remove
web-remove-label = Remove { $name }
web-away = away
web-ready = I am ready
web-not-ready = Not ready
web-is-ready = ready
web-begin = Start
web-begin-wait = Waiting for those who are not ready …
web-need-more = { $count ->
    [one] One more player is needed: invite somebody, or add a bot.
   *[other] { $count } more players are needed: invite somebody, or add bots.
}
web-waiting-host = The host starts the match.
web-watching = Looking on: { $names }
web-you-watch = You are looking on.
web-stand = Only look on
web-options = Rules of this table
web-partner-with = with { $name }
web-swap-partners = Change partners

## At the table
web-menu = Menu
web-leave = Leave the table
web-leave-sure = Leave? A bot goes on for you, and you can come back with this link.
web-pause = Pause
web-go-on-play = Go on
web-paused = Paused
web-paused-by = { $who ->
    [me] You have paused the match.
    [nobody] The match is paused.
   *[other] { $name } has paused the match.
}
web-paused-next = { $can ->
    [me] Everybody waits for you. Nothing is lost.
    [away] { $name } is away just now, so anybody at the table may go on.
   *[wait] It goes on as soon as { $name } says so. Nothing is lost.
}
web-hint = Hint
web-hint-is = Try: { $what }
web-hint-none = There is nothing for you to do right now.
web-hint-action = { $do ->
    [draw] draw a card
    [take-draw] take from the draw pile
    [take-discard] pick up the discard
    [discard] discard { $card }
    [out] go out with { $card }
    [lay] play { $card }
    [start] play { $card }
    [play] play { $card }
    [turn] turn three cards
    [recycle] turn the pile over
    [shout] shout!
   *[go] say GO
}
web-say = Say something
web-says = { $name }: { $what }
web-mute = Mute { $name }
web-unmute = Hear { $name } again
web-ping = { $ms } ms
web-ping-label = { $ms } milliseconds to the table and back
web-lost = Connection lost. Your seat is kept; trying again …
web-closed-newer = This seat is now open in another tab or on another device.
web-closed-removed = You are not at this table any more.
web-closed-token = This seat does not exist any more.
web-closed-table = This table cannot go on. What was played is kept.
web-closed-other = The table has closed the connection: { $reason }
web-beaten = { $name } was first, by { $ms } ms.
web-round = Round { $round }
web-move-device = Move to another device
web-move-device-code = Type this code on the other device within a minute:
web-round-over = { $why ->
    [tie] Nobody can play and the deck is empty: a tie, no points.
    [stalemate] No card fits any more: the round is over, without a bonus.
    [standoff] Nobody has played for long: the round is over, without a bonus.
    [limit] The turns are used up: the round is over.
   *[out] The round is over.
}
web-sheet = Score sheet
web-total = Total
web-next-round = Next round
web-waiting-others = Waiting for the others …
web-starts-in =
    { $minutes ->
        [0] Next round in { $seconds } s
       *[other] Next round in { $minutes } min { $seconds } s
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
web-abandoned = Everybody has left; nobody wins.
web-stopped = You agreed to stop.
web-rematch = Play again
web-record = Keep the record
web-watch-again = Watch it again
web-chart = Scores by round
web-chart-summary = { $name }: { $points }

## Replay
web-replay-title = Watch a match again
web-replay-drop = Drop a record here, or choose a file (.jsonl).
web-replay-how = A record keeps a whole match, card by card. Its players find it on the last sheet: “Keep the record”.
web-replay-choose = Choose a file
web-replay-bad = This is no record of a match, or somebody has changed it. Choose a file that was kept with “Keep the record”.
web-detail = What exactly is wrong
web-replay-step = Step { $step } of { $steps }
web-replay-first = To the start
web-replay-prev = Back one step
web-replay-next = One step on
web-replay-last = To the end
web-replay-play = Play
web-replay-pause = Pause
web-replay-speed = Speed
web-replay-seat = Seen by
web-replay-everybody = a spectator
web-replay-link = Copy a link to this moment

## As an app, and without a network
web-offline = No connection to the server. Rules and settings are here; playing needs the server.
web-install = Install as an app

# Under the name of a player
web-mark = { $mark ->
    [bot] bot
    [standin] stand-in
    [away] away
   *[gone] left
}

# A game that only the server knows
generic-about = { $least } to { $most } players.
