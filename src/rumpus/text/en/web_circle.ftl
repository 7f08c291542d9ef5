# Circles: a family or club with a book of its own. Why the server refuses something is in refusals.ftl.

circles-title = Circles
circles-others = Other circles
circles-yours = Your circles
circles-start-title = Start a circle
circles-about = A circle is your family or club. Its book remembers every match you play together. No account, no e-mail: whoever has the link can join.
circles-start = Start a circle
circles-start-here = Want evenings like this remembered? A circle keeps a book of who won what.
circles-first-name = { $name }'s circle
circles-claim = In a circle already? Code from your other device
circles-claim-go = Join
circles-claim-hint = On the other device, open the circle and tap “Members”, then “Add another device of mine”.
circles-import = Bring a circle from a file
circles-import-who = Which of these are you?
circles-wrong-file = That file isn't a saved circle, or it's damaged.
circles-invited = You're invited to { $circle }
circles-join = Join the circle
circles-free = Lost your device? Come back as:
circles-join-as = I'm { $name }
circles-gone = This circle isn't open to this device any more. Ask a member for the link.
circles-forget = Take it off my list
circles-parts = Parts of the circle
circles-part-play = Play
circles-part-book = Book
circles-part-league = League
circles-part-members = Members
circles-part-settings = Settings
circles-no-results = No matches in the book yet. Open a table in this circle, or keep score of real cards.
circles-unsent = { $count ->
    [one] 1 match is waiting for a connection to join the book.
   *[other] { $count } matches are waiting for a connection to join the book.
}

circles-away = Without a connection you can still keep score, read the book, and play on this device. It all joins the book when the connection is back.
circles-tables = Tables right now
circles-table-host = opened by { $name }
circles-table-join = Join in
circles-open = Open a table
circles-open-how = The results go into the circle's book.
circles-pad = Score pad for real cards
circles-invite = Invite others
circles-invite-how = Whoever opens this link can join and see the book. Share it only with people you know.
circles-invite-text = Join { $circle } on Rumpus:
circles-invite-qr = QR code to join this circle

circles-members = Members
circles-deviceless = has no device here now
circles-this-device = This device
circles-device = Another device
circles-device-last = last here: { $day }
circles-device-votes = { $names } wants it removed; { $needed } must agree.
circles-device-remove = Remove
circles-device-remove-label = Remove a device of { $name }
circles-device-remove-yes = Yes, remove it
circles-device-keep = Don't remove it
circles-devices-how = { $needed ->
    [one] Lost a device? Remove it here; the link changes then, too.
   *[other] Lost a device? It's removed when { $needed } members want that; the link changes then, too.
}
circles-add-device = Add another device of mine
circles-code-how = On the other device, open “Circles” and type this code, or read it with the camera. It works for one minute.
circles-code-qr = QR code with the code for your other device

circles-name = Name of the circle
circles-my-name = Your name here
circles-save = Save
circles-saved = Saved.
circles-rating = Show ratings in the book
circles-export = Save the circle as a file
circles-secret = New link
circles-secret-sure = The old link will stop working. Members stay.
circles-secret-yes = Make a new link
circles-clear-book = Clear the book
circles-clear-book-sure = Remove every match from the book, for everyone?
circles-clear-book-votes = { $names } wants to clear the book; { $needed } must agree.
circles-clear-circle = Remove the circle
circles-clear-circle-sure = Remove the circle and its book, for everyone?
circles-clear-circle-votes = { $names } wants to remove the circle; { $needed } must agree.
circles-clear-yes = Yes
circles-clear-not = I've changed my mind
circles-leave = Leave with this device
circles-leave-sure = Leave? What you played stays in the book.
circles-leave-yes = Leave
circles-forget-me = Forget me
circles-forget-me-sure = Leave with all your devices, and have your name removed from the members and the book? Your matches stay, under a neutral name. This can't be undone.
circles-forget-yes = Remove the name
circles-forget-name = Forget the name
circles-forget-label = Forget the name of { $name }
circles-forget-sure = Remove the name { $name } from the members and the book? The matches stay, under a neutral name.
circles-forget-votes = { $names } wants the name forgotten; { $needed } must agree.
circles-offline = Matches that this device plays offline go into this book, marked as unverified

circles-standing = Standings
circles-points = Points
circles-pairings = Tables of the league
circles-pairing-open = Open table
circles-pairing-done = played
circles-league-start = Start a league
circles-league-about = For one evening or a whole season: the circle says who plays whom, and keeps the standings.
circles-league-form = How to play
circles-league-round_robin = Round robin
circles-league-round_robin-how = Everyone meets everyone.
circles-league-ladder = Ladder
circles-league-ladder-how = The winner of a table moves up, the last one moves down. You start in the order of the list.
circles-league-who = Who takes part
circles-league-size = Players at a table, at most
circles-league-rounds = Rounds of the ladder
circles-league-few = A league needs two members or more.
circles-league-go = Start the league
circles-league-end = End the league
circles-league-end-sure = End it now? Its matches stay in the book, and the standings below.
circles-league-on = Play on
circles-league-options = Rules at every table
circles-league-done = { $done } of { $of } tables played
circles-league-round = Round { $round } of { $of }
# count: how many share the first place
circles-league-won = The league is over: { $count ->
    [one] { $names } wins!
   *[other] { $names } share first place!
}
circles-league-first = { $count ->
    [one] { $names } won
   *[other] { $names } shared first place
}
circles-league-next = Start another league
circles-league-next-how = These standings are kept with the earlier leagues.
circles-league-past = Earlier leagues
circles-league-leaving = Someone has to leave?
circles-league-leaving-how = What they have played counts. Tables that wait for them are played without them; whoever is left alone there wins.
circles-league-leaving-who = Who?
circles-league-leave = Take out of the league
circles-league-gone = { $name } (left)
circles-pairing-walkover = { $left } left: { $name } wins this table.
circles-pairing-void = Nobody is left to play it.
circles-pairing-rests = { $name } sits this round out.
circles-pairing-without = without { $left }
