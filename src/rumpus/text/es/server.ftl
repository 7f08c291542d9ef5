# Lo que dice el servidor: la página que explica cómo entrar y lo que se escribe al arrancar.

page-title = Rumpus
page-lead = Tres juegos de cartas para la familia y los amigos: Five Crowns, Wig Out! y Wackee Six.
page-how = Este servidor está funcionando. Para entrar a una partida, copia el enlace que te mandaron y escribe esto en una terminal:
page-code = Las ocho letras después de # son el código de tu mesa. Cualquiera que tenga el enlace puede entrar, así que compártelo solo con tu gente.
page-games = Para abrir tu propia mesa e invitar, escribe rumpus join, la dirección de esta página y --game con el nombre del juego.
page-more = No hace falta una cuenta. Basta con un nombre.

serve-open = Rumpus está funcionando. Deja abierta esta ventana; con Ctrl-C se apaga.
serve-here = En esta computadora: { $address }
serve-lan = En la misma red: { $address }
serve-scan = O apunta aquí con la cámara de un teléfono:
serve-data = Las mesas se guardan en { $path }
serve-metrics = Métricas para Prometheus: { $address }
serve-closed = Apagado. Todas las mesas quedaron guardadas para la próxima vez.

# La página que se ve en una dirección que el servidor no conoce; después de unknown-how viene un comando.
unknown-lead = Rumpus está en marcha, pero no conoce la dirección { $host }.
unknown-how = Si el servidor es tuyo, reinícialo con esta opción:
unknown-why = Solo las páginas con una dirección que el servidor conoce pueden abrir una mesa o entrar en ella. Así ningún otro sitio web puede jugar en tu nombre. Las direcciones que el servidor muestra al abrir y las direcciones IP siempre funcionan.
unknown-guest = Si alguien te mandó el enlace, cuéntale lo que dice esta página.

## El cuidado del archivo con todas las mesas
backup-done = { $tables ->
    [one] Se copió una mesa de { $source } a { $path }, y se revisó la copia.
   *[other] Se copiaron las { $tables } mesas de { $source } a { $path }, y se revisó la copia.
}
restore-done = { $tables ->
    [one] Una mesa de { $source } está ahora en { $path }.
   *[other] { $tables } mesas de { $source } están ahora en { $path }.
}
restore-aside = El archivo anterior ahora es { $path }.
check-whole = { $path }: { $whole } de { $tables } mesas están íntegras.
check-circles = { $whole } de { $circles } círculos están íntegros.
check-older = { $entries } anotaciones son de una versión anterior sin sumas de control y no se pueden revisar.
check-unsound = El archivo mismo está dañado: SQLite no puede leerlo entero.
check-damaged = La mesa { $table } está dañada o incompleta desde la anotación { $entry }. Queda cerrada, y sus datos no se tocan.
check-damaged-circle = El círculo { $table } está dañado o incompleto desde la anotación { $entry }. Su libro no se puede abrir, y sus datos no se tocan.
check-advice = Las demás mesas funcionan. Para volver a una copia, revísala con `rumpus check ARCHIVO` y luego usa `rumpus restore ARCHIVO`.
sweep-none = Ninguna mesa es tan antigua. Hay { $tables } mesas.
sweep-would = Se eliminarían { $count } de { $tables } mesas, usadas por última vez hace entre { $newest } y { $oldest } días. Con --force se eliminan.
sweep-removed = Se eliminaron { $count } de { $tables } mesas, usadas por última vez hace entre { $newest } y { $oldest } días.
migrate-made = Se crearon las tablas de la base de datos (versión { $after }).
migrate-same = Las tablas de la base de datos ya tienen esta versión ({ $after }).
migrate-done = Las tablas de la base de datos pasaron de la versión { $before } a la { $after }.
move-done = { $logs ->
    [one] Una mesa o un círculo con { $entries } anotaciones está
   *[other] { $logs } mesas y círculos con { $entries } anotaciones están
} en su lugar; se comparó cada anotación.
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
doctor-tables-closed = Este usuario no puede leer { $path }.
doctor-tables-closed-fix = Ejecuta rumpus doctor como root o como el usuario del servidor.
doctor-tables-foreign = { $reason }.
doctor-tables-foreign-fix = Elige otra carpeta con --data o pon una copia en su lugar con rumpus restore.
doctor-tables-unreadable = No se puede leer { $path }: { $reason }.
doctor-tables-unreadable-fix = rumpus check muestra qué queda; rumpus restore pone una copia en su lugar.
doctor-port-free = El puerto { $port } está libre; ahí no hay ningún servidor.
doctor-port-ours = Hay un servidor en el puerto { $port }: { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
} en uso, { $people ->
    [one] una persona.
   *[other] { $people } personas.
}
doctor-port-busy = El servidor del puerto { $port } está ocupado y por ahora no abre mesas nuevas.
doctor-port-busy-fix = rumpus status muestra qué lo ocupa.
doctor-port-not-saving = El servidor del puerto { $port } no puede guardar lo que se juega.
doctor-port-not-saving-fix = Revisa el disco: ¿está lleno o falta? El juego sigue solo en cuanto se pueda escribir.
doctor-port-no-room = El disco del servidor del puerto { $port } está casi lleno, así que no abre mesas nuevas.
doctor-port-no-room-fix = Haz espacio; las mesas abiertas siguen.
doctor-port-not-thinking = Los bots del servidor del puerto { $port } no responden.
doctor-port-not-thinking-fix = Reinicia el servidor; no se pierde ninguna jugada confirmada.
doctor-port-silent = El servidor del puerto { $port } perdió su base de datos, así que sus mesas están detenidas.
doctor-port-silent-fix = Sigue solo cuando vuelve a alcanzar la base de datos. Mientras tanto, los nodos que la alcanzan se encargan de sus mesas.
doctor-port-taken = Otro programa lo impide: { $reason }.
doctor-port-taken-fix = Elige otro puerto con --port.
doctor-store-ok = PostgreSQL { $version } tarda { $median } ms en guardar una jugada ({ $worst } ms como mucho); { $tables } mesas, { $mb } MB.
doctor-store-slow = PostgreSQL { $version } tarda { $median } ms en guardar una jugada ({ $worst } ms como mucho). Se va a notar.
doctor-store-slow-fix = Pon la base de datos y su réplica cerca de los nodos y en discos rápidos.
doctor-store-unreachable = No se puede alcanzar la base de datos: { $reason }.
doctor-store-unreachable-fix = ¿Está en marcha y deja su cortafuegos entrar a este equipo? Revisa también --store.
doctor-store-foreign = No se puede usar la base de datos: { $reason }.
doctor-store-foreign-fix = Dale a Rumpus una base de datos propia (docs/nodes.md).
doctor-store-empty = La base de datos todavía no tiene tablas.
doctor-store-empty-fix = rumpus migrate las crea, y también el primer nodo.
doctor-store-older = Las tablas de la base de datos son de una versión anterior ({ $journal }).
doctor-store-older-fix = Detén todos los nodos y ejecuta rumpus migrate.
doctor-store-later = Las tablas de la base de datos son de una versión posterior de Rumpus ({ $journal }).
doctor-store-later-fix = Instala aquí esa versión.
doctor-store-not-saving = La base de datos responde, pero no guarda nada: { $reason }.
doctor-store-not-saving-fix = ¿Está lleno el disco, es de solo lectura o falta la réplica síncrona? Sin la réplica, todo lo que se escribe espera.
doctor-standby-ok = Una réplica síncrona guarda también cada jugada.
doctor-standby-no-standby = La base de datos no tiene réplica síncrona: si falla su equipo, se pueden perder jugadas confirmadas.
doctor-standby-no-standby-fix = Añade una (synchronous_standby_names) o inicia los nodos con --accept-loss.
doctor-standby-no-fsync = La base de datos no espera a su disco (fsync está desactivado): se pueden perder jugadas confirmadas.
doctor-standby-no-fsync-fix = Pon fsync = on en postgresql.conf.
doctor-nodes-ok = { $nodes ->
    [one] Hay un nodo en marcha. Un segundo podría seguir si este se detiene.
   *[other] Hay { $nodes } nodos en marcha.
}
doctor-nodes-none = No hay ningún nodo en marcha.
doctor-nodes-apart = Este equipo no puede conectarse con el nodo { $address }.
doctor-nodes-apart-fix = Por ahí se pasan los nodos a los jugadores (--node-url), así que abre ese puerto entre ellos. Si este equipo no es un nodo, no hagas caso.
doctor-network-ok = Los teléfonos de la misma red abren { $address }
doctor-network-own = El servidor solo escucha en este equipo: los amigos llegan por un proxy o un túnel.
doctor-network-none = Este equipo no tiene dirección en una red local, así que solo se puede jugar en él.
doctor-network-none-fix = Conéctalo a la red o usa un túnel (docs/hosting.md).
doctor-clock-ok = Un servicio de hora mantiene el reloj exacto.
doctor-clock-unknown = El reloj dice { $time }; este sistema no informa si es la hora correcta.
doctor-clock-unset = Ningún servicio de hora mantiene el reloj exacto. El juego no depende de él, pero las fechas de los registros y los certificados sí.
doctor-clock-unset-fix = Activa uno, por ejemplo con timedatectl set-ntp true
doctor-clock-apart = El reloj de este equipo y el de la dirección pública difieren en { $seconds } s.
doctor-clock-apart-fix = Activa un servicio de hora, por ejemplo con timedatectl set-ntp true
doctor-disk-ok = El disco tiene { $free } MB libres.
doctor-disk-full = El disco solo tiene { $free } MB libres. Con menos de { $least } MB no se abren mesas nuevas.
doctor-disk-full-fix = Haz espacio; rumpus sweep elimina mesas antiguas.
doctor-files-ok = El servidor puede abrir { $limit } archivos y conexiones.
doctor-files-endless = El servidor puede abrir archivos y conexiones sin límite.
doctor-files-unknown = Este sistema no dice cuántas conexiones puede abrir el servidor.
doctor-files-few = El servidor solo puede abrir { $limit } archivos y conexiones, lo que alcanza para unas 900 personas.
doctor-files-few-fix = Para más, sube el límite: LimitNOFILE= en la unidad, o ulimit -n
doctor-public-ok = { $address } llega a un servidor.
doctor-public-away = { $address } no llega a ningún servidor de Rumpus: { $reason }.
doctor-public-away-fix = ¿Está en marcha el servidor, y el proxy o el túnel pasa las peticiones a su puerto?
doctor-origin-ok = Las páginas de { $address } pueden jugar aquí.
doctor-origin-unknown = El servidor no conoce la dirección { $address } y rechaza sus páginas.
doctor-origin-unknown-fix = Ábrelo con --origin { $address } y haz que el proxy deje el encabezado Host sin cambios.
doctor-upgrade-ok = El proxy deja pasar los WebSockets.
doctor-upgrade-refused = Las páginas de { $address } cargan, pero su WebSocket no se abre ({ $reason }), así que nadie puede jugar.
doctor-upgrade-refused-fix = Haz que el proxy pase los encabezados Upgrade y Connection de /ws (en docs/hosting.md hay ejemplos).
doctor-secrecy-plain = { $address } es http sin cifrar: otras personas en la misma red pueden leer las cartas.
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
status-not-saving = No puede guardar lo que se juega. ¿El disco está lleno o falta?
status-no-room = Su disco está casi lleno, así que no abre mesas nuevas. Haz espacio; las mesas abiertas siguen.
status-not-thinking = Sus bots no responden. Reinícialo; no se pierde ninguna jugada confirmada.
status-silent = Perdió su base de datos, así que sus mesas están detenidas. Los nodos que la alcanzan se encargan de ellas.
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
status-disk = El disco tiene { $free_mb } MB libres.
status-backup = La última copia tiene { $backup_hours ->
    [one] una hora
   *[other] { $backup_hours } horas
}: { $path }
status-no-backup = Todavía no hay ninguna copia: rumpus backup ARCHIVO
