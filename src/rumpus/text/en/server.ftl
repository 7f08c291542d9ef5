# What the server says: the page that tells how to join, and the words printed when it starts.

page-title = Rumpus
page-lead = Three card games for family and friends: Five Crowns, Wig Out! and Wackee Six.
page-how = This server is up and running. To join a game, copy the link you were sent and type this in a terminal:
page-code = The eight letters after # are your table code. Anyone with the link can join, so share it only with friends.
page-games = To open your own table and invite others, type rumpus join, the address of this page, and --game with the name of the game.
page-more = You don't need an account. All you need is a name.

serve-open = Rumpus is running. Keep this window open; press Ctrl-C to stop.
serve-here = On this computer: { $address }
serve-lan = On the same network: { $address }
serve-scan = Or scan this with a phone:
serve-data = Tables are saved in { $path }
serve-metrics = Prometheus metrics: { $address }
serve-closed = Stopped. Every table is saved and will be there next time.

# The page shown under an address that the server does not know; a command follows unknown-how.
unknown-lead = Rumpus is running here, but it doesn't know the address { $host }.
unknown-how = If this is your server, restart it with this option:
unknown-why = Only pages from addresses that the server knows may open or join a table. That keeps other websites from playing in your name. The addresses it prints when it starts, and plain IP addresses, always work.
unknown-guest = If someone sent you the link, tell them what this page says.

## Backups and checks of the file with all tables
backup-done = { $tables ->
    [one] One table of { $source } was copied to { $path }, and the copy was checked.
   *[other] All { $tables } tables of { $source } were copied to { $path }, and the copy was checked.
}
restore-done = { $tables ->
    [one] One table of { $source } is now in { $path }.
   *[other] { $tables } tables of { $source } are now in { $path }.
}
restore-aside = The previous file is now { $path }.
check-whole = { $path }: { $whole } of { $tables } tables are whole.
check-circles = { $whole } of { $circles } circles are whole.
check-older = { $entries } entries were written by an older version without hashes and cannot be checked.
check-unsound = The file itself is damaged: SQLite cannot read all of it.
check-damaged = Table { $table } is damaged or incomplete from entry { $entry } on. It is closed, and its data is left as it is.
check-damaged-circle = Circle { $table } is damaged or incomplete from entry { $entry } on. Its book cannot be opened, and its data is left as it is.
check-advice = All other tables still work. To go back to a backup, check it with `rumpus check FILE`, then run `rumpus restore FILE`.
sweep-none = No table is that old. There are { $tables } tables.
sweep-would = { $count } of { $tables } tables would be removed, last used between { $newest } and { $oldest } days ago. Add --force to remove them.
sweep-removed = { $count } of { $tables } tables were removed, last used between { $newest } and { $oldest } days ago.
migrate-made = The database tables were created (version { $after }).
migrate-same = The database tables already have this version ({ $after }).
migrate-done = The database tables were upgraded from version { $before } to { $after }.
move-done = { $logs ->
    [one] One table or circle with { $entries } entries is
   *[other] { $logs } tables and circles with { $entries } entries are
} in place; every entry was compared.
move-there = { $logs } of them had been moved before.

## rumpus doctor: what it found, and under -fix what to do about it
doctor-python-ok = Python { $version } with the fast event loop.
doctor-python-plain = Python { $version } without uvloop: the server works, but can hold fewer tables.
doctor-python-plain-fix = On Linux and macOS: pip install uvloop
doctor-data-ok = Tables can be saved in { $path }: the disk takes { $median } ms to save a move ({ $worst } ms at worst).
doctor-data-slow = The disk of { $path } takes { $median } ms to save a move ({ $worst } ms at worst). People will feel it.
doctor-data-slow-fix = Choose a folder on a faster disk with --data; network drives and SD cards are slow.
doctor-data-unwritable = { $path } cannot be written.
doctor-data-unwritable-fix = Choose another folder with --data, or give this user the right to write there.
doctor-data-failing = { $path } cannot be written: { $reason }.
doctor-data-failing-fix = Make room, or choose another disk with --data.
doctor-sqlite-ok = SQLite { $version }.
doctor-sqlite-old = SQLite { $version } is too old; 3.35 is needed.
doctor-sqlite-old-fix = Use a newer Python, which brings a newer SQLite.
doctor-tables-none = No tables yet in { $path }.
doctor-tables-ok = { $tables ->
    [one] One table in { $path } ({ $mb } MB).
   *[other] { $tables } tables in { $path } ({ $mb } MB).
}
doctor-tables-open = { $path } holds everyone's cards, and other users of this machine can read it.
doctor-tables-open-fix = chmod 600 { $path }
doctor-tables-closed = This user may not read { $path }.
doctor-tables-closed-fix = Run rumpus doctor as root, or as the user that runs the server.
doctor-tables-foreign = { $reason }.
doctor-tables-foreign-fix = Choose another folder with --data, or put a backup in its place with rumpus restore.
doctor-tables-unreadable = { $path } cannot be read: { $reason }.
doctor-tables-unreadable-fix = rumpus check shows what is left; rumpus restore puts a backup in its place.
doctor-port-free = Port { $port } is free; no server is running on it.
doctor-port-ours = A server is running on port { $port }: { $tables ->
    [one] one table
   *[other] { $tables } tables
} in use, { $people ->
    [one] one person.
   *[other] { $people } people.
}
doctor-port-busy = The server on port { $port } is busy and opens no new tables right now.
doctor-port-busy-fix = rumpus status shows what keeps it busy.
doctor-port-not-saving = The server on port { $port } cannot save what is played.
doctor-port-not-saving-fix = Check the disk: is it full, or missing? Play continues on its own once it can be written again.
doctor-port-no-room = The disk of the server on port { $port } is nearly full, so it opens no new tables.
doctor-port-no-room-fix = Make room; open tables continue.
doctor-port-not-thinking = The bots of the server on port { $port } do not answer.
doctor-port-not-thinking-fix = Restart the server; no confirmed move is lost.
doctor-port-silent = The server on port { $port } has lost its database, so its tables have stopped.
doctor-port-silent-fix = It continues on its own when it reaches the database again. Until then, other nodes that can reach it take over its tables.
doctor-port-taken = Another program is in the way: { $reason }.
doctor-port-taken-fix = Choose another port with --port.
doctor-store-ok = PostgreSQL { $version } takes { $median } ms to save a move ({ $worst } ms at worst); { $tables } tables, { $mb } MB.
doctor-store-slow = PostgreSQL { $version } takes { $median } ms to save a move ({ $worst } ms at worst). People will feel it.
doctor-store-slow-fix = Put the database and its standby near the nodes, on fast disks.
doctor-store-unreachable = The database cannot be reached: { $reason }.
doctor-store-unreachable-fix = Is it running, and does its firewall let this machine in? Check --store too.
doctor-store-foreign = The database cannot be used: { $reason }.
doctor-store-foreign-fix = Give Rumpus a database of its own (docs/nodes.md).
doctor-store-empty = The database has no tables yet.
doctor-store-empty-fix = rumpus migrate creates them, and so does the first node.
doctor-store-older = The tables in the database are of an earlier version ({ $journal }).
doctor-store-older-fix = Stop all nodes, then run rumpus migrate.
doctor-store-later = The tables in the database are of a later version of Rumpus ({ $journal }).
doctor-store-later-fix = Install that version here.
doctor-store-not-saving = The database answers, but saves nothing: { $reason }.
doctor-store-not-saving-fix = Is its disk full, is it read-only, or is a synchronous standby down? Without the standby, every write waits.
doctor-standby-ok = A synchronous standby saves every move too.
doctor-standby-no-standby = The database has no synchronous standby: if its machine dies, confirmed moves can be lost.
doctor-standby-no-standby-fix = Add one (synchronous_standby_names), or start the nodes with --accept-loss.
doctor-standby-no-fsync = The database does not wait for its disk (fsync is off): confirmed moves can be lost.
doctor-standby-no-fsync-fix = Set fsync = on in postgresql.conf.
doctor-nodes-ok = { $nodes ->
    [one] One node is running. A second one could take over if it stops.
   *[other] { $nodes } nodes are running.
}
doctor-nodes-none = No node is running.
doctor-nodes-apart = This machine cannot connect to the node { $address }.
doctor-nodes-apart-fix = Nodes forward players to each other there (--node-url), so open that port between them. If this machine isn't a node, ignore this.
doctor-network-ok = Phones on the same network open { $address }
doctor-network-own = The server listens on this machine only: friends reach it through a proxy or a tunnel.
doctor-network-none = This machine has no address on a local network, so only this machine can play.
doctor-network-none-fix = Connect it to the network, or use a tunnel (docs/hosting.md).
doctor-clock-ok = A time service keeps the clock right.
doctor-clock-unknown = The clock says { $time }; this system doesn't say whether that is right.
doctor-clock-unset = No time service keeps the clock right. Play does not depend on it, but dates in records and certificates do.
doctor-clock-unset-fix = Turn one on, for example with timedatectl set-ntp true
doctor-clock-apart = The clocks of this machine and of the public address differ by { $seconds } s.
doctor-clock-apart-fix = Turn on a time service, for example with timedatectl set-ntp true
doctor-disk-ok = The disk has { $free } MB free.
doctor-disk-full = The disk has only { $free } MB free. Below { $least } MB no new tables are opened.
doctor-disk-full-fix = Make room; rumpus sweep removes old tables.
doctor-files-ok = The server may open { $limit } files and connections.
doctor-files-endless = The server may open any number of files and connections.
doctor-files-unknown = This system doesn't say how many connections the server may open.
doctor-files-few = The server may open only { $limit } files and connections, which is enough for about 900 people.
doctor-files-few-fix = Raise the limit for more: LimitNOFILE= in the unit, or ulimit -n
doctor-public-ok = { $address } reaches a server.
doctor-public-away = { $address } doesn't reach a Rumpus server: { $reason }.
doctor-public-away-fix = Is the server running, and does the proxy or tunnel forward requests to its port?
doctor-origin-ok = Pages from { $address } may play here.
doctor-origin-unknown = The server doesn't know the address { $address } and refuses its pages.
doctor-origin-unknown-fix = Start it with --origin { $address }, and make the proxy forward the Host header unchanged.
doctor-upgrade-ok = The proxy forwards WebSockets.
doctor-upgrade-refused = Pages load from { $address }, but its WebSocket does not open ({ $reason }), so nobody can play.
doctor-upgrade-refused-fix = Make the proxy forward the Upgrade and Connection headers for /ws (docs/hosting.md has examples).
doctor-secrecy-plain = { $address } is plain http: others on the same network can read the cards.
doctor-secrecy-plain-fix = docs/hosting.md shows how to get https.

## rumpus status
status-running = The server on port { $port } is running.
status-stopped = No server is running on port { $port }.
status-people = { $people ->
    [one] One person
   *[other] { $people } people
} at { $tables_open ->
    [one] one table.
   *[other] { $tables_open } tables.
}
status-workers = { $workers_alive } of { $workers } workers answer.
status-not-saving = It cannot save what is played. Is the disk full, or missing?
status-no-room = Its disk is nearly full, so it opens no new tables. Make room; open tables continue.
status-not-thinking = Its bots do not answer. Restart it; no confirmed move is lost.
status-silent = It has lost its database, so its tables have stopped. Other nodes that can reach it take them over.
status-nodes = { $nodes ->
    [0] No node is using the database.
    [one] One node shares the database:
   *[other] { $nodes } nodes share the database:
}
status-node = { $address } has { $tables ->
    [one] one table in use.
   *[other] { $tables } tables in use.
}
status-busy = It is busy, and opens no new tables right now.
status-work = { $connections } of { $connections_limit } connections, { $actions } moves since it started.
status-no-metrics = Its metrics cannot be read; give their port with --metrics-port.
status-stalled = Held up all tables { $times ->
    [one] once
   *[other] { $times } times
} for more than 20 ms: { $endpoint }
status-database = { $tables_kept ->
    [one] One table is
   *[other] { $tables_kept } tables are
} saved ({ $database_mb } MB).
status-disk = The disk has { $free_mb } MB free.
status-backup = The last backup is { $backup_hours ->
    [one] one hour
   *[other] { $backup_hours } hours
} old: { $path }
status-no-backup = There has been no backup yet: rumpus backup FILE
