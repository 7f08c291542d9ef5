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
check-circles = { $whole } of { $circles } circles are whole.
check-older = { $entries } entries were written by an older version, which kept no hashes. They cannot be compared.
check-unsound = The file itself is damaged: SQLite cannot read all of it.
check-damaged = Table { $table }: altered or lost from entry { $entry } on. It is closed to play, and kept as it is.
check-damaged-circle = Circle { $table }: altered or lost from entry { $entry } on. Its book cannot be opened, and is kept as it is.
check-advice = The other tables can be played at. `rumpus restore FILE` puts a backup in place; `rumpus check FILE` checks it first.
sweep-none = No table is that old. There are { $tables } tables.
sweep-would = { $count } of { $tables } tables would be removed: the last one was used { $newest } days ago, the first { $oldest } days ago. Add --force to remove them.
sweep-removed = { $count } of { $tables } tables were removed: the last one was used { $newest } days ago, the first { $oldest } days ago.
migrate-made = The tables were made (version { $after }).
migrate-same = The tables are of this version already ({ $after }).
migrate-done = The tables were brought from version { $before } to { $after }.
move-done = { $logs } tables and circles with { $entries } entries are in the new place; every entry was compared.
move-there = { $logs } of them had been moved before.

## rumpus doctor: what was found, and under -fix what helps
doctor-python-ok = Python { $version } with the fast event loop.
doctor-python-plain = Python { $version } without uvloop: the server works, and carries fewer tables.
doctor-python-plain-fix = On Linux and macOS: pip install uvloop
doctor-data-ok = Tables can be kept in { $path }: the disk takes { $median } ms to save a move ({ $worst } ms at worst).
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
doctor-tables-foreign = { $reason }.
doctor-tables-foreign-fix = Choose another folder with --data, or put a backup in its place with rumpus restore.
doctor-tables-unreadable = { $path } cannot be read: { $reason }.
doctor-tables-unreadable-fix = rumpus check says what is left; rumpus restore puts a backup in its place.
doctor-port-free = Port { $port } is free; no server is running on it.
doctor-port-ours = A server is running on port { $port }: { $tables ->
    [one] one table
   *[other] { $tables } tables
} in use, { $people ->
    [one] one person.
   *[other] { $people } people.
}
doctor-port-busy = The server on port { $port } is busy and opens no new tables right now.
doctor-port-busy-fix = rumpus status says what keeps it busy.
doctor-port-not-saving = The server on port { $port } cannot save what is played.
doctor-port-not-saving-fix = Look at the disk: is it full, or gone? Play goes on by itself when it can be written again.
doctor-port-not-thinking = The bots of the server on port { $port } do not answer.
doctor-port-not-thinking-fix = Restart the server; no confirmed move is lost.
doctor-port-silent = The server on port { $port } has lost its database, and says nothing about tables.
doctor-port-silent-fix = It goes on by itself when it reaches the database again; meanwhile other nodes take its tables if they reach it.
doctor-port-taken = Something else: { $reason }.
doctor-port-taken-fix = Choose another port with --port.
doctor-store-ok = PostgreSQL { $version } takes { $median } ms to save a move ({ $worst } ms at worst); { $tables } tables, { $mb } MB.
doctor-store-slow = PostgreSQL { $version } takes { $median } ms to save a move ({ $worst } ms at worst). People will feel it.
doctor-store-slow-fix = Put the database and its standby near the nodes, on fast disks.
doctor-store-unreachable = The database cannot be reached: { $reason }.
doctor-store-unreachable-fix = Does it run, and does its firewall let this machine in? See --store.
doctor-store-foreign = The database cannot be used: { $reason }.
doctor-store-foreign-fix = Give Rumpus a database of its own (docs/nodes.md).
doctor-store-empty = The database has no tables yet.
doctor-store-empty-fix = rumpus migrate makes them, and so does the first node.
doctor-store-older = The tables in the database are of an earlier version ({ $journal }).
doctor-store-older-fix = Stop all nodes, then run rumpus migrate.
doctor-store-later = The tables in the database are of a later version of Rumpus ({ $journal }).
doctor-store-later-fix = Install that version here.
doctor-store-not-saving = The database answers, but saves nothing: { $reason }.
doctor-store-not-saving-fix = A synchronous standby that is away holds all writes; is its disk full, or is it read-only?
doctor-standby-ok = A synchronous standby keeps every move as well.
doctor-standby-no-standby = The database has no synchronous standby: confirmed moves can be lost with its machine.
doctor-standby-no-standby-fix = Add one (synchronous_standby_names), or start the nodes with --accept-loss.
doctor-standby-no-fsync = The database does not wait for its disk (fsync is off): confirmed moves can be lost.
doctor-standby-no-fsync-fix = Set fsync = on in postgresql.conf.
doctor-nodes-ok = { $nodes ->
    [one] One node is there. A second one would go on if it ends.
   *[other] { $nodes } nodes are there.
}
doctor-nodes-none = No node is there.
doctor-nodes-apart = This machine cannot connect to the node { $address }.
doctor-nodes-apart-fix = Nodes pass people on to each other there (--node-url): open that port between them. On a machine that is no node this means nothing.
doctor-network-ok = Phones on the same network open { $address }
doctor-network-own = The server listens on this machine only: its friends come through a proxy or a tunnel.
doctor-network-none = This machine has no address on a local network, so only this machine can play.
doctor-network-none-fix = Connect it to the network, or use a tunnel (docs/hosting.md).
doctor-clock-ok = The clock is kept right by a time service.
doctor-clock-unknown = The clock says { $time }; this system does not tell whether it is right.
doctor-clock-unset = No time service keeps the clock right. Play does not depend on it, but dates in records and certificates do.
doctor-clock-unset-fix = Turn one on, as in timedatectl set-ntp true
doctor-clock-apart = The clock of this machine and that of the public address differ by { $seconds } s.
doctor-clock-apart-fix = Turn a time service on, as in timedatectl set-ntp true
doctor-disk-ok = { $free } MB of the disk are free.
doctor-disk-full = Only { $free } MB of the disk are free. Below { $least } MB no new tables are opened.
doctor-disk-full-fix = Make room; rumpus sweep removes old tables.
doctor-files-ok = The server may have { $limit } files and connections open.
doctor-files-endless = The server may have any number of files and connections open.
doctor-files-unknown = This system does not say how many connections the server may have.
doctor-files-few = The server may have only { $limit } files and connections open, which is enough for about 900 people.
doctor-files-few-fix = Raise the limit for more: LimitNOFILE= in the unit, or ulimit -n
doctor-public-ok = { $address } reaches a server.
doctor-public-away = { $address } reaches no Rumpus server: { $reason }.
doctor-public-away-fix = Is the server running, and does the proxy or tunnel pass requests on to its port?
doctor-origin-ok = Pages from { $address } may play here.
doctor-origin-unknown = The server does not know the address { $address }, and refuses its pages.
doctor-origin-unknown-fix = Start it with --origin { $address }, and let the proxy pass on the Host header as it is.
doctor-upgrade-ok = The proxy passes WebSockets on.
doctor-upgrade-refused = Pages load from { $address }, but its WebSocket does not open ({ $reason }), so nobody can play.
doctor-upgrade-refused-fix = Let the proxy pass on the headers Upgrade and Connection for /ws (docs/hosting.md has examples).
doctor-secrecy-plain = { $address } is plain http: others on the same networks can read the cards.
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
status-not-saving = It cannot save what is played. Is the disk full, or gone?
status-no-room = Its disk is nearly full, so it opens no new tables. Make room; those that are open go on.
status-not-thinking = Its bots do not answer. Restart it; no confirmed move is lost.
status-silent = It has lost its database, and says nothing about tables; other nodes take them if they reach it.
status-nodes = { $nodes ->
    [0] No node is at the database.
    [one] One node shares the database:
   *[other] { $nodes } nodes share the database:
}
status-node = { $address } has { $tables ->
    [one] one table in use.
   *[other] { $tables } tables in use.
}
status-busy = It is busy, and opens no new tables right now.
status-work = { $connections } of { $connections_limit } connections, { $actions } moves since it was started.
status-no-metrics = Its metrics cannot be read; name their port with --metrics-port.
status-stalled = Held up all tables { $times ->
    [one] once
   *[other] { $times } times
} for more than 20 ms: { $endpoint }
status-database = { $tables_kept ->
    [one] One table is
   *[other] { $tables_kept } tables are
} kept ({ $database_mb } MB).
status-disk = { $free_mb } MB of the disk are free.
status-backup = The last backup is { $backup_hours ->
    [one] one hour
   *[other] { $backup_hours } hours
} old: { $path }
status-no-backup = There has been no backup yet: rumpus backup FILE
