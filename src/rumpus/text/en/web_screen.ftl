# The table on a screen for a whole room: a TV, a projector, a monitor.

screen-title = The table on this screen
screen-name = TV
screen-how = Type the code of your table. Everyone here sees the table on this screen, and plays on their own phone.
screen-show = Show the table
screen-gone = This table can't be shown here. Its code may be wrong or new, it may be locked, or it may not allow spectators.
screen-removed = The host has taken this screen off the table.
screen-taken = Another window is showing the table in this screen's place.
screen-closed = This table can't continue. Everything played so far is saved.
screen-again = Show it again
screen-other = Another table
screen-scan = Scan to play
screen-or = or open { $address } and type
screen-locked = The table is locked.
screen-seats = At the table
screen-scores = Scores
screen-nobody = Nobody sits here yet.
screen-waiting = Waiting for { $name } to start.
screen-waiting-nobody = Waiting for the host.
screen-awaited = Waiting for { $names }
screen-full = Full screen
screen-window = Leave full screen
screen-paused = Paused

## How to get the table onto a screen
tv-how = Put the table on a TV, a projector or a second monitor: it shows the piles, the names and the scores, and nobody's cards. Everyone plays on their own phone.
tv-type = On the TV, open its browser and go to
tv-code = Then type the code
tv-scan = Or scan this with a tablet that everyone can see
tv-qr = QR code that shows the table on another screen
tv-open = Open it in a new window
tv-locked = The table is locked. Unlock it first: a screen is a spectator.
tv-none = This table doesn't allow spectators, and a screen is one. Allow them in the table options.
tv-hand = Then tick “{ $setting }” in the settings of each phone.
