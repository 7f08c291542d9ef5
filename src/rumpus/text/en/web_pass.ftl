# Several people on one device that they hand round.

pass-add = Someone else plays on this device
pass-add-how = You hand the device round. Between two turns a curtain hides the cards.
pass-name = Their name
pass-name-empty = Type the name of the other player.
pass-sit = Add player
pass-to = Pass to { $name }
pass-how = Nobody else looks now. Are you { $name }?
pass-open = I'm { $name }: show my cards
pass-meanwhile = { $name } is playing.
pass-back = Take back { $name }'s last move
