# Pictures to share, drawn in the browser.

picture-send = Share
picture-save = Save the picture
picture-saved = Saved!
picture-copy = Copy the picture
picture-failed = The picture couldn't be drawn. Try again.
picture-title = { $game } · Round { $round }
picture-points = { $added } · { $total }
picture-seen-by = What { $name } saw
picture-seen = The table
picture-own = Only cards that { $name } could see.
picture-public = Only cards that everyone could see.
picture-note = The picture shows the table from this seat, with the cards of this seat. Nobody else's hidden cards are in it.
picture-from = Played with Rumpus
picture-hand = { $name }'s cards
picture-middle = On the table
picture-discard = Discarded
