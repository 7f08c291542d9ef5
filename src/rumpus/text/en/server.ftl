# What the server says: the page that tells how to join, and the words printed when it starts.

page-title = Rumpus
page-lead = One table for three card games: Five Crowns, Wig Out! and Wackee Six.
page-how = This server is up and running. To join a game, take the link you were sent and type this in a terminal:
page-code = The eight letters after # are your table code. Anyone with the link can join, so share it only with friends.
page-games = To open a table of your own and invite others, type rumpus join, the address of this page, and --game with the name of the game.
page-more = You don't need an account. All we ask for is a name.

serve-open = Rumpus is running. Keep this window open; press Ctrl-C to stop.
serve-here = On this computer: { $address }
serve-lan = On the same network: { $address }
serve-scan = Or scan this with a phone:
serve-data = Tables are saved in { $path }
serve-metrics = Prometheus metrics: { $address }
serve-closed = Stopped. Every table is saved and will be there next time.

# The page shown under an address that the server does not know; a command follows unknown-how.
unknown-lead = Rumpus is running here, but it was not told about the address { $host }.
unknown-how = If this is your server, stop it and start it again with this option added:
unknown-why = Only pages from addresses that the server knows may open or join a table. That keeps other websites from playing in your name. The addresses it prints when it starts, and plain IP addresses, always work.
unknown-guest = If someone sent you the link, tell them what this page says.

## Looking after the file with all tables
backup-done = { $tables ->
    [one] One table of { $source } is in { $path }, which was checked.
   *[other] All { $tables } tables of { $source } are in { $path }, which was checked.
}
restore-done = { $tables ->
    [one] One table of { $source } is now in { $path }.
   *[other] { $tables } tables of { $source } are now in { $path }.
}
restore-aside = What was there before is kept in { $path }.
check-whole = { $path }: { $whole } of { $tables } tables are whole.
check-older = { $entries } entries were written by an older version, which kept no hashes. They cannot be compared.
check-unsound = The file itself is damaged: SQLite cannot read all of it.
check-damaged = Table { $table }: altered or lost from entry { $entry } on. It is closed to play, and kept as it is.
check-advice = The other tables can be played at. `rumpus restore FILE` puts a backup in place; `rumpus check FILE` checks it first.
sweep-none = No table is that old. There are { $tables } tables.
sweep-would = { $count } of { $tables } tables would be removed: the last one was used { $newest } days ago, the first { $oldest } days ago. Add --force to remove them.
sweep-removed = { $count } of { $tables } tables were removed: the last one was used { $newest } days ago, the first { $oldest } days ago.
