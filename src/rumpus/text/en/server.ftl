# What the server says: the page that tells how to join, and the words printed when it opens.

page-title = Rumpus
page-lead = One table for three card games: Five Crowns, Wig Out! and Wackee Six.
page-how = This server is open. To sit down, take the link you were given and type in a terminal:
page-code = The eight letters after # are the code of your table. Whoever has the link can sit down, so share it with friends only.
page-games = To open a table of your own and invite others: rumpus join, this page's address, and --game with the name of the game.
page-more = You need no account, and nobody is asked for more than a name.

serve-open = Rumpus is open. Leave this window as it is; Ctrl-C closes the house.
serve-here = On this machine: { $address }
serve-lan = On the same network: { $address }
serve-scan = Or point a phone's camera here:
serve-data = Tables are kept in { $path }
serve-metrics = Figures for Prometheus: { $address }
serve-closed = Closed. Every table is saved and waits for its people.

# The page shown under an address that the server does not know; a command follows unknown-how.
unknown-lead = Rumpus is running here, but it was not told about the address { $host }.
unknown-how = If this is your server, stop it and start it again with this option added:
unknown-why = Only pages from addresses that the server knows may open or join a table. That keeps other websites from playing in your name. The addresses it prints when it starts, and plain IP addresses, always work.
unknown-guest = If somebody sent you the link, tell them what this page says.
