# Lo que dice el servidor: la página que explica cómo entrar y lo que se escribe al arrancar.

page-title = Rumpus
page-lead = Una mesa para tres juegos de cartas: Five Crowns, Wig Out! y Wackee Six.
page-how = Este servidor está funcionando. Para entrar a una partida, toma el enlace que te mandaron y escribe esto en una terminal:
page-code = Las ocho letras después de # son el código de tu mesa. Cualquiera que tenga el enlace puede entrar, así que compártelo solo con tu gente.
page-games = Para abrir tu propia mesa e invitar, escribe rumpus join, la dirección de esta página y --game con el nombre del juego.
page-more = No hace falta una cuenta. Solo te pedimos un nombre.

serve-open = Rumpus está funcionando. Deja abierta esta ventana; con Ctrl-C se apaga.
serve-here = En esta computadora: { $address }
serve-lan = En la misma red: { $address }
serve-scan = O apunta aquí con la cámara de un teléfono:
serve-data = Las mesas se guardan en { $path }
serve-metrics = Métricas para Prometheus: { $address }
serve-closed = Apagado. Todas las mesas quedaron guardadas para la próxima vez.

# La página que se ve en una dirección que el servidor no conoce; después de unknown-how viene un comando.
unknown-lead = Rumpus está en marcha, pero nadie le ha dicho que su dirección es { $host }.
unknown-how = Si el servidor es tuyo, ciérralo y vuelve a abrirlo con esta opción:
unknown-why = Solo las páginas con una dirección que el servidor conoce pueden abrir una mesa o entrar en ella. Así ningún otro sitio web puede jugar en tu nombre. Las direcciones que el servidor muestra al abrir y las direcciones IP siempre funcionan.
unknown-guest = Si alguien te mandó el enlace, cuéntale lo que dice esta página.

## El cuidado del archivo con todas las mesas
backup-done = { $tables ->
    [one] Una mesa de { $source } está en { $path }, que fue revisado.
   *[other] Todas las mesas ({ $tables }) de { $source } están en { $path }, que fue revisado.
}
restore-done = { $tables ->
    [one] Una mesa de { $source } está ahora en { $path }.
   *[other] { $tables } mesas de { $source } están ahora en { $path }.
}
restore-aside = Lo que había antes se conserva en { $path }.
check-whole = { $path }: { $whole } de { $tables } mesas están íntegras.
check-circles = { $whole } de { $circles } círculos están íntegros.
check-older = { $entries } anotaciones son de una versión anterior, que no guardaba sumas. No se pueden comparar.
check-unsound = El archivo mismo está dañado: SQLite no puede leerlo entero.
check-damaged = Mesa { $table }: alterada o perdida desde la anotación { $entry }. No se puede jugar en ella, y se conserva como está.
check-damaged-circle = Círculo { $table }: alterado o perdido desde la anotación { $entry }. Su libro no se puede abrir, y se conserva como está.
check-advice = En las demás mesas se puede jugar. `rumpus restore ARCHIVO` pone una copia en su lugar; `rumpus check ARCHIVO` la revisa antes.
sweep-none = Ninguna mesa es tan antigua. Hay { $tables } mesas.
sweep-would = Se eliminarían { $count } de { $tables } mesas: la última se usó hace { $newest } días, la primera hace { $oldest } días. Con --force se eliminan.
sweep-removed = Se eliminaron { $count } de { $tables } mesas: la última se usó hace { $newest } días, la primera hace { $oldest } días.
migrate-made = Se crearon las tablas de datos (versión { $after }).
migrate-same = Las tablas de datos ya son de esta versión ({ $after }).
migrate-done = Las tablas de datos pasaron de la versión { $before } a la { $after }.
move-done = { $logs } mesas y círculos con { $entries } anotaciones están en el lugar nuevo; se comparó cada anotación.
move-there = { $logs } de ellos ya se habían trasladado antes.

## rumpus doctor: lo que encontró y, en -fix, lo que ayuda
doctor-python-ok = Python { $version }, con el bucle de eventos rápido.
doctor-python-plain = Python { $version } sin uvloop: el servidor funciona, pero aguanta menos mesas.
doctor-python-plain-fix = En Linux y macOS: pip install uvloop
doctor-data-ok = Las mesas se pueden guardar en { $path }: el disco tarda { $median } ms por jugada ({ $worst } ms en el peor caso).
doctor-data-slow = El disco de { $path } tarda { $median } ms en guardar una jugada ({ $worst } ms en el peor caso). La gente lo va a notar.
doctor-data-slow-fix = Elige con --data una carpeta en un disco más rápido; las unidades de red y las tarjetas SD son lentas.
doctor-data-unwritable = No se puede escribir en { $path }.
doctor-data-unwritable-fix = Elige otra carpeta con --data o dale a este usuario permiso para escribir ahí.
doctor-data-failing = No se puede escribir en { $path }: { $reason }.
doctor-data-failing-fix = Haz espacio o elige otro disco con --data.
doctor-sqlite-ok = SQLite { $version }.
doctor-sqlite-old = SQLite { $version } es demasiado antiguo; hace falta 3.35.
doctor-sqlite-old-fix = Usa un Python más nuevo, que trae un SQLite más nuevo.
doctor-tables-none = Todavía no hay mesas en { $path }.
doctor-tables-ok = { $tables ->
    [one] Una mesa en { $path } ({ $mb } MB).
   *[other] { $tables } mesas en { $path } ({ $mb } MB).
}
doctor-tables-open = { $path } contiene las cartas de todos, y otros usuarios de este equipo pueden leerlo.
doctor-tables-open-fix = chmod 600 { $path }
doctor-tables-foreign = { $reason }.
doctor-tables-foreign-fix = Elige otra carpeta con --data o pon una copia en su lugar con rumpus restore.
doctor-tables-unreadable = No se puede leer { $path }: { $reason }.
doctor-tables-unreadable-fix = rumpus check dice qué queda; rumpus restore pone una copia en su lugar.
doctor-port-free = El puerto { $port } está libre; ahí no hay ningún servidor.
doctor-port-ours = Hay un servidor en el puerto { $port }: { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
} en uso, { $people ->
    [one] una persona.
   *[other] { $people } personas.
}
doctor-port-busy = El servidor del puerto { $port } está ocupado y por ahora no abre mesas nuevas.
doctor-port-busy-fix = rumpus status dice qué lo ocupa.
doctor-port-not-saving = El servidor del puerto { $port } no puede guardar lo que se juega.
doctor-port-not-saving-fix = Revisa el disco: ¿está lleno, o ya no está? El juego sigue solo en cuanto se pueda escribir.
doctor-port-not-thinking = Los bots del servidor del puerto { $port } no responden.
doctor-port-not-thinking-fix = Reinicia el servidor; no se pierde ninguna jugada confirmada.
doctor-port-silent = El servidor del puerto { $port } ha perdido su base de datos y no dice nada de las mesas.
doctor-port-silent-fix = Sigue solo cuando vuelve a alcanzar la base de datos; mientras tanto, otros nodos toman sus mesas si la alcanzan.
doctor-port-taken = Otra cosa ocupa el lugar: { $reason }.
doctor-port-taken-fix = Elige otro puerto con --port.
doctor-store-ok = PostgreSQL { $version } tarda { $median } ms en guardar una jugada ({ $worst } ms como mucho); { $tables } mesas, { $mb } MB.
doctor-store-slow = PostgreSQL { $version } tarda { $median } ms en guardar una jugada ({ $worst } ms como mucho). Se va a notar.
doctor-store-slow-fix = Pon la base de datos y su réplica cerca de los nodos y en discos rápidos.
doctor-store-unreachable = No se puede alcanzar la base de datos: { $reason }.
doctor-store-unreachable-fix = ¿Está en marcha y deja su cortafuegos entrar a este equipo? Mira --store.
doctor-store-foreign = No se puede usar la base de datos: { $reason }.
doctor-store-foreign-fix = Dale a Rumpus una base de datos propia (docs/nodes.md).
doctor-store-empty = La base de datos todavía no tiene tablas.
doctor-store-empty-fix = rumpus migrate las crea, y también el primer nodo.
doctor-store-older = Las tablas de la base de datos son de una versión anterior ({ $journal }).
doctor-store-older-fix = Detén todos los nodos y ejecuta rumpus migrate.
doctor-store-later = Las tablas de la base de datos son de una versión posterior de Rumpus ({ $journal }).
doctor-store-later-fix = Instala aquí esa versión.
doctor-store-not-saving = La base de datos responde, pero no guarda nada: { $reason }.
doctor-store-not-saving-fix = Si falta la réplica síncrona, nada se guarda; ¿está lleno el disco o es de solo lectura?
doctor-standby-ok = Una réplica síncrona guarda también cada jugada.
doctor-standby-no-standby = La base de datos no tiene réplica síncrona: con su equipo se pueden perder jugadas confirmadas.
doctor-standby-no-standby-fix = Añade una (synchronous_standby_names) o inicia los nodos con --accept-loss.
doctor-standby-no-fsync = La base de datos no espera a su disco (fsync está desactivado): se pueden perder jugadas confirmadas.
doctor-standby-no-fsync-fix = Pon fsync = on en postgresql.conf.
doctor-nodes-ok = { $nodes ->
    [one] Hay un nodo. Otro seguiría si este termina.
   *[other] Hay { $nodes } nodos.
}
doctor-nodes-none = No hay ningún nodo.
doctor-nodes-apart = Este equipo no puede conectarse con el nodo { $address }.
doctor-nodes-apart-fix = Los nodos se pasan por ahí a la gente (--node-url): abre ese puerto entre ellos. En un equipo que no es nodo no significa nada.
doctor-network-ok = Los teléfonos de la misma red abren { $address }
doctor-network-own = El servidor solo escucha en este equipo: los amigos llegan por un proxy o un túnel.
doctor-network-none = Este equipo no tiene dirección en una red local, así que solo se puede jugar en él.
doctor-network-none-fix = Conéctalo a la red o usa un túnel (docs/hosting.md).
doctor-clock-ok = Un servicio de hora mantiene el reloj exacto.
doctor-clock-unknown = El reloj dice { $time }; este sistema no informa si es correcto.
doctor-clock-unset = Ningún servicio de hora mantiene el reloj exacto. El juego no depende de él, pero las fechas de los registros y los certificados sí.
doctor-clock-unset-fix = Activa uno, por ejemplo con timedatectl set-ntp true
doctor-clock-apart = El reloj de este equipo y el de la dirección pública difieren en { $seconds } s.
doctor-clock-apart-fix = Activa un servicio de hora, por ejemplo con timedatectl set-ntp true
doctor-disk-ok = Hay { $free } MB libres en el disco.
doctor-disk-full = Solo hay { $free } MB libres en el disco. Con menos de { $least } MB no se abren mesas nuevas.
doctor-disk-full-fix = Haz espacio; rumpus sweep elimina mesas antiguas.
doctor-files-ok = El servidor puede tener { $limit } archivos y conexiones abiertos.
doctor-files-endless = El servidor puede tener abiertos todos los archivos y conexiones que quiera.
doctor-files-unknown = Este sistema no dice cuántas conexiones puede tener el servidor.
doctor-files-few = El servidor solo puede tener { $limit } archivos y conexiones abiertos, lo que alcanza para unas 900 personas.
doctor-files-few-fix = Para más, sube el límite: LimitNOFILE= en la unidad, o ulimit -n
doctor-public-ok = { $address } llega a un servidor.
doctor-public-away = { $address } no llega a ningún servidor de Rumpus: { $reason }.
doctor-public-away-fix = ¿Está en marcha el servidor, y el proxy o el túnel pasa las peticiones a su puerto?
doctor-origin-ok = Las páginas de { $address } pueden jugar aquí.
doctor-origin-unknown = El servidor no conoce la dirección { $address } y rechaza sus páginas.
doctor-origin-unknown-fix = Ábrelo con --origin { $address } y haz que el proxy pase el encabezado Host tal como llega.
doctor-upgrade-ok = El proxy deja pasar los WebSockets.
doctor-upgrade-refused = Las páginas de { $address } cargan, pero su WebSocket no se abre ({ $reason }), así que nadie puede jugar.
doctor-upgrade-refused-fix = Haz que el proxy pase los encabezados Upgrade y Connection de /ws (en docs/hosting.md hay ejemplos).
doctor-secrecy-plain = { $address } es http sin cifrar: otras personas en las mismas redes pueden leer las cartas.
doctor-secrecy-plain-fix = docs/hosting.md explica cómo obtener https.

## rumpus status
status-running = El servidor del puerto { $port } está en marcha.
status-stopped = No hay ningún servidor en marcha en el puerto { $port }.
status-people = { $people ->
    [one] Una persona
   *[other] { $people } personas
} en { $tables_open ->
    [one] una mesa.
   *[other] { $tables_open } mesas.
}
status-workers = Responden { $workers_alive } de { $workers } procesos.
status-not-saving = No puede guardar lo que se juega. ¿El disco está lleno, o ya no está?
status-no-room = Su disco está casi lleno, así que no abre mesas nuevas. Haz espacio; las que están abiertas siguen.
status-not-thinking = Sus bots no responden. Reinícialo; no se pierde ninguna jugada confirmada.
status-silent = Ha perdido su base de datos y no dice nada de las mesas; otros nodos las toman si la alcanzan.
status-nodes = { $nodes ->
    [0] Ningún nodo usa la base de datos.
    [one] Un nodo comparte la base de datos:
   *[other] { $nodes } nodos comparten la base de datos:
}
status-node = { $address } tiene { $tables ->
    [one] una mesa en uso.
   *[other] { $tables } mesas en uso.
}
status-busy = Está ocupado y por ahora no abre mesas nuevas.
status-work = { $connections } de { $connections_limit } conexiones, { $actions } jugadas desde que se abrió.
status-no-metrics = No se pueden leer sus métricas; indica su puerto con --metrics-port.
status-stalled = Detuvo todas las mesas { $times ->
    [one] una vez
   *[other] { $times } veces
} más de 20 ms: { $endpoint }
status-database = Hay { $tables_kept ->
    [one] una mesa guardada
   *[other] { $tables_kept } mesas guardadas
} ({ $database_mb } MB).
status-disk = Hay { $free_mb } MB libres en el disco.
status-backup = La última copia tiene { $backup_hours ->
    [one] una hora
   *[other] { $backup_hours } horas
}: { $path }
status-no-backup = Todavía no hay ninguna copia: rumpus backup ARCHIVO
