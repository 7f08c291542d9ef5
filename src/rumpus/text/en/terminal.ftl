# What the terminal says. $me is yes where the person at the terminal does it, no where another does.

term-you = You
term-table = the table
term-and = and
term-welcome = { $title } - at the table: { $table }.
term-welcome-help = Type ? for help, hint for a hint, or quit to leave.
term-goodbye = Goodbye!
term-record = The record of this match is in { $path }.
term-record-failed = Couldn't write the record to { $path }: { $why }.
term-help =
    Enter      shows the whole table again
    hint       suggests a move
    score      shows the score sheet
    rules      shows the rules
    quit       leaves the table
term-hint = Try: { $what }
term-hint-none = There's nothing you can do right now.
term-type-go = go
term-ask-go = Type go, or just press Enter, to start the round.
term-ask-ready = { $who } starts in a moment. Press Enter if you're ready now.

term-standoff = Nobody has moved for a while. If nobody does, the round ends in { $seconds } s.
term-table-standoff = Nobody is moving.

term-ready = { $me ->
    [yes] You're ready
   *[no] { $who } is ready
}
term-sits = { $name } now plays seat { $seat }
term-reveal = Seeds of the round: { $count }
term-commit = A new chain of seeds begins
term-deals = Round { $round }: { $me ->
    [yes] you deal
   *[no] { $who } deals
}
term-round-of = Round { $round } of { $rounds }
term-round-over = { $why ->
    [tie] Nobody can play and the deck is empty. Round { $round } is a tie: no points.
    [stalemate] No card fits any more. Round { $round } is over, with no bonus.
    [standoff] Nobody has played for a while. Round { $round } is over and scored as it stands, with no bonus.
    [limit] Everyone has used up their turns. Round { $round } is over.
   *[out] Round { $round } is over.
}
term-sheet = Score sheet
term-start = start
term-tie-break = tie{ $number }
term-total = total
term-won = { $me ->
    [yes] You win the match with { $points ->
        [one] { $points } point
       *[other] { $points } points
    }!
   *[no] { $who } wins the match with { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
}
term-shared = { $who } share the win with { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
term-nobody-wins = Everyone left, so nobody wins.
term-cards = Cards
term-deck = deck { $count }
term-piles = Piles
term-hand = Hand
term-left = Left over:

## Wig Out!
term-wo-help =
    afro       plays all your afro cards (the first letters are enough: af)
    afro 2     plays only two of them
    d          draws a card, when nothing fits
    !          shouts "Wig Out!", when your hand is empty
    go         starts the round, when you're the dealer
    {"*"} marks what you can play. Everyone plays at the same time: be quick!
term-wo-go = { $me ->
    [yes] You say GO!
   *[no] { $who } says GO!
}
term-wo-lay = { $me ->
    [yes] You play { $card }
   *[no] { $who } plays { $card }
}
term-wo-start = { $me ->
    [yes] You play { $count } { $card }
   *[no] { $who } plays { $count } { $card }
}
term-wo-draw = { $card ->
    [none] { $me ->
        [yes] You draw a card
       *[no] { $who } draws a card
    }
   *[other] { $me ->
        [yes] You draw { $card }
       *[no] { $who } draws { $card }
    }
}
term-wo-shout = { $me ->
    [yes] You shout "Wig Out!"
   *[no] { $who } shouts "Wig Out!"
}
term-wo-ask-shout = Your hand is empty. Type ! to shout!
term-wo-ask-draw = Nothing fits: type d to draw.
term-wo-ask-wait = Nothing fits and the deck is empty: wait for a new pile.
term-wo-which = "{ $typed }" could be { $cards }; type one more letter.
term-wo-expected = "{ $typed }" isn't a move. Type a character such as { $card }, d to draw, ! to shout, or ? for help.

## Wackee Six
term-ws-help =
    3          plays card 3 of your row
    p          plays the top card of your turned pile
    3 r6       plays a wild (w) as red 6 (also p r6); r g b y are the colours
    t          turns three cards of your hand deck, or turns the pile over
    !          shouts "Wackee Six!", when you've played all your main cards
    go         starts the round, when you're the starter
    {"*"} marks what you can play. Everyone plays at the same time. You aren't told
    when others turn their hand decks.
term-ws-round = Round { $round }, to { $points }
term-ws-deals = Round { $round }: { $me ->
    [yes] you start
   *[no] { $who } starts
}
term-ws-go = { $me ->
    [yes] You say "Let's get Wackee!"
   *[no] { $who } says "Let's get Wackee!"
}
term-ws-play = { $me ->
    [yes] You play
   *[no] { $who } plays
} { $card }{ $how ->
    [airborne] , just in time
    [wacked] : wacked!
    [wild] , with a wild
   *[plain] {""}
}
term-ws-turn = { $me ->
    [yes] You turn { $cards }
   *[no] { $who } turns { $cards }
}
term-ws-recycle = { $me ->
    [yes] You turn your pile over
   *[no] { $who } turns the pile over
}
term-ws-call = { $me ->
    [yes] You shout "Wackee Six!"
   *[no] { $who } shouts "Wackee Six!"
}
term-ws-close = No more cards are in the air
term-ws-main = Main cards
term-ws-role = { $role ->
    [turns] You turn and play the hand deck; { $partner } plays the main cards.
   *[main] You play the main cards; { $partner } turns and plays the hand deck.
}
term-ws-colour = { $colour ->
    [r] red
    [g] green
    [b] blue
   *[y] yellow
}
term-ws-wacked = { $count ->
    [one] (1 pile wacked)
   *[other] ({ $count } piles wacked)
}
term-ws-row = Row
term-ws-down = face down: { $count }
term-ws-turned = Turned
term-ws-deck = hand deck: { $count }
term-ws-ask-call = You've played all your main cards. Type ! to shout!
term-ws-which = Say what the wild stands for, as in { $example }. Fits now: { $cards }. (WS-11)
term-ws-no-wild = There's no pile yet for the wild to go on.
term-ws-empty = Place { $place } of your row is empty.
term-ws-nothing-turned = You haven't turned any cards; type t to turn.
term-ws-no-card = "{ $typed }" isn't a card. Cards are r, g, b or y with a number from 1 to 13.
term-ws-expected = "{ $typed }" isn't a move. Type 1 to 6, p, a wild's card as in 3 r6, t to turn, ! to shout, or ? for help.

## Five Crowns
term-fc-help =
    d          takes the top card of the draw pile
    p          picks up the top card of the discard pile
    7h         discards the 7 of hearts; 10h or Th is a ten, ** a joker
    out 7h     goes out with your best melds and discards 7h
    out 7h: 3h 4h 5h / 8c 8d 8s    goes out with melds of your own
    7h: 3h 4h 5h                   the same on a last turn (7h: lays down nothing)
    undo       takes your discard back, where the table allows it
    Suits: t stars, h hearts, c clubs, s spades, d diamonds.
    Your hand is shown in its best melds, with the points of what is left over.
term-fc-tie-break = Tie-break { $round }
term-fc-out = Out
term-fc-piles = discard pile { $card }, draw pile { $count ->
    [one] 1 card
   *[other] { $count } cards
}
term-fc-wild = Wild
term-fc-wilds = { $rank } and **
term-fc-left = { $points ->
    [one] { $points } point left over
   *[other] { $points } points left over
}
term-fc-type-out = out
term-fc-type-undo = undo
term-fc-ask-undo = Type undo to take your discard back, until the next player has taken a card.
term-fc-ask-take = { $last ->
    [yes] Your last turn:
   *[no] Your turn:
} d takes from the draw pile, p picks up { $card }.
term-fc-ask-discard = Now discard a card, as in { $card }.
term-fc-ask-out = You can go out! Type { $outs }, or discard any card and keep playing.
term-fc-ask-last = Now discard a card, as in { $card }; your best melds are laid down with it.
term-fc-draw = { $card ->
    [none] { $me ->
        [yes] You draw a card
       *[no] { $who } draws a card
    }
   *[other] { $me ->
        [yes] You draw { $card }
       *[no] { $who } draws { $card }
    }
}
term-fc-pick = { $me ->
    [yes] You pick up { $card }
   *[no] { $who } picks up { $card }
}
term-fc-discard = { $me ->
    [yes] You discard { $card }
   *[no] { $who } discards { $card }
}
term-fc-undo = { $me ->
    [yes] You take your discard back
   *[no] { $who } takes the discard back
}
term-fc-down = { $melds ->
    [none] { $me ->
        [yes] You lay nothing down and discard { $card }
       *[no] { $who } lays nothing down and discards { $card }
    }
   *[other] { $me ->
        [yes] You lay down { $melds } and discard { $card }
       *[no] { $who } lays down { $melds } and discards { $card }
    }
}
term-fc-goes-out = { $me ->
    [yes] You go out with { $melds } and discard { $card }
   *[no] { $who } goes out with { $melds } and discards { $card }
}
term-fc-lay = { $me ->
    [yes] You lay down { $melds }
   *[no] { $who } lays down { $melds }
}
term-fc-reshuffle = The discard pile is shuffled into a new draw pile
term-fc-sure-wild = { $card } is wild. Type it again if you really want to discard it.
term-fc-sure-meld = { $card } is part of { $meld }. Type it again if you really want to discard it.
term-fc-no-card = "{ $typed }" isn't a card. A card is a rank and a suit, as in 7h, Th or Kt, or ** for a joker.
term-fc-expected-take = "{ $typed }" isn't a move. Type d for the draw pile, p for the discard pile, or ? for help.
term-fc-expected-discard = "{ $typed }" isn't a move. Type a card to discard, as in { $card }, out and a card to go out, or ? for help.
term-says = { $who } says: { $what }

## At a table on a server
term-join-welcome = { $title } - table { $code }. Share this link with the others:
term-join-seats = Seats
term-join-place = { $number } { $name } ({ $what ->
    [beginner] bot: beginner
    [casual] bot: casual
    [skilled] bot: skilled
    [expert] bot: expert
    [master] bot: master
    [ready] ready
    [host] host
   *[waits] not ready
}{ $host ->
    [yes] , host
   *[no] {""}
})
term-join-free = { $count ->
    [one] 1 seat free
   *[other] { $count } seats free
}
term-join-watching = Watching
term-join-somebody = someone
term-join-ask = { $role ->
    [host] You're the host. Type bot casual to add a bot, begin to start the match, or ? for all commands.
    [guest] Type ready when you're ready; the host starts the match. Type ? for all commands.
   *[watch] You're watching. Type ? for all commands.
}
term-join-help =
    ready        says you're ready for the match
    begin        starts the match, if you're the host
    bot casual   adds a bot, if you're the host (or: beginner, skilled,
                 expert, master)
    lock         lets nobody new join or watch, if you're the host (or: unlock)
    code new     gives the table a new code, if you're the host
    say          shows the phrases; say good luck says one
    rules        shows the rules
    Enter        shows who is at the table
    leave        leaves the table
term-join-help-match =
    ready      says you're ready for the next round (or just press Enter)
    back       takes your seat back from the stand-in (or just press Enter)
    cover Bo   lets a bot play for Bo, who does nothing, if you're the host
    say        shows the phrases; say well played says one
    stop       between rounds: agrees to stop here
    play off   after a tie: plays it off (or: share, to share the win)
    take 2     when you're watching: takes over that seat from a bot
    lock       lets nobody new join or watch, if you're the host (or: unlock)
    code new   gives the table a new code, if you're the host
    rematch    after the match: plays again with the same people
term-join-expected = "{ $typed }" isn't a command here. Type ready, begin, bot casual, say, leave, or ? for help.
term-join-levels = There's no level "{ $typed }". Type bot with beginner, casual, skilled, expert or master.
term-join-no-seat = There's no free seat.
term-join-sayings = You can say:
term-join-locked = The table is locked: nobody new can join or watch.
term-join-unlocked = The table is open again.
term-join-code = The table's new code is { $code }. The old one no longer works.
term-join-no-salt = The cards of this match are dealt without your random number: it came too late. The record says so.
term-join-same-deal = The same cards as last time. Everyone sits { $seats ->
    [one] one seat
   *[other] { $seats } seats
} further on.
term-join-scripted = Arranged cards: the first deals of this table were set up in advance, not shuffled.
term-join-comes = { $who } is here.
term-join-drops = { $who } lost the connection.
term-join-takes-over = A bot now plays for { $who }.
term-join-you-idle = You did nothing for a while, so a bot plays for you. Press Enter, or make a move, to take over again.
term-join-still-there = Still there? A bot plays for you in { $seconds } s unless you do something. Type back to show you're here.
term-join-idle = { $who } has done nothing for a while. Type cover { $who } to let a bot play for them.
term-join-cover = { $some ->
    [yes] Type cover with the name of someone who does nothing: { $names }.
   *[no] A bot can play for someone who could move and has done nothing for 15 seconds. Nobody has.
}
term-join-back = { $who } is playing again.
term-join-host = { $me ->
    [yes] You're the host now.
   *[no] { $who } is the host now.
}
term-join-pause = { $paused ->
    [yes] The host paused the match.
   *[no] The match continues.
}
term-join-stop = { $who } would like to stop here. Type stop if you agree.
term-join-tie = { $me ->
    [yes] You're tied for first! Type play off to play it off, or share to share the win.
   *[no] It's a tie for first. The tied players decide whether to play it off.
}
term-join-tie-agreed = { $who } would like to play it off.
term-join-tie-wait = Without an answer the win is shared in { $seconds } s.
term-join-open = { $now ->
    [yes] You can take over { $who }'s seat now: type take { $number }.
   *[no] You can take over { $who }'s seat from the next round: type take { $number }.
}
term-join-take-next = You play from the next round on.
term-join-take-none = There's no seat "{ $typed }" to take over.
term-join-begin = The match begins when everyone is ready, or in { $seconds } s.
term-join-deal = The next round is dealt when everyone is ready, or in { $seconds } s.
term-join-wait = Look at your cards. The round begins when everyone is ready, or in { $seconds } s.
term-join-go = GO in { $seconds } s...
term-join-starts = Waiting for { $who } to start the round.
term-join-ask-ready = Press Enter when you're ready.
term-join-ask-rematch = Type rematch to play again with the same people, or leave.
term-join-record = Record: { $link }
term-join-looks-on = You're watching; only players with a seat can do that.
term-join-first = { $how ->
    [tie] You and { $who } were equally fast, and the draw went to { $who }.
    [late] { $who } was done before yours arrived.
   *[other] { $who } was { $ms } ms faster.
}
term-join-refused = The table refused that: { $why }
term-join-lost = Connection lost. Reconnecting...
term-join-again = You're connected again.
term-join-returned = Welcome back! You still have your seat at this table.
term-join-come-back = A bot plays on for you. You can come back with the same command and name.
term-join-closed = { $why ->
    [newer] Your seat is now being played from somewhere else.
    [removed] You were removed from this table, or you have left it.
    [left] You've left the match. A bot plays on for you, and you can come back.
    [table] This table can't continue. Everything played so far is saved.
    [token] This table doesn't know you any more.
    [lapsed] You didn't connect within a minute of joining, so your seat was given up. You can join again.
   *[other] Can't reach the table any more: { $reason }
}
term-join-unreachable = Can't reach a table at { $server }.

## Any game that has no words of its own
term-round = Round { $round }
term-can-do = You can
term-the-table = Table
term-type-number = { $count ->
    [one] Type 1.
   *[other] Type a number from 1 to { $count }.
}
term-not-a-number = "{ $typed }" isn't on the list. { $count ->
    [0] It isn't your turn.
    [one] Type 1.
   *[other] Type a number from 1 to { $count }.
}
term-generic-help = Type the number of what you want to do.
