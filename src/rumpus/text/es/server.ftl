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
check-older = { $entries } anotaciones son de una versión anterior, que no guardaba sumas. No se pueden comparar.
check-unsound = El archivo mismo está dañado: SQLite no puede leerlo entero.
check-damaged = Mesa { $table }: alterada o perdida desde la anotación { $entry }. No se puede jugar en ella, y se conserva como está.
check-advice = En las demás mesas se puede jugar. `rumpus restore ARCHIVO` pone una copia en su lugar; `rumpus check ARCHIVO` la revisa antes.
sweep-none = Ninguna mesa es tan antigua. Hay { $tables } mesas.
sweep-would = Se eliminarían { $count } de { $tables } mesas: la última se usó hace { $newest } días, la primera hace { $oldest } días. Con --force se eliminan.
sweep-removed = Se eliminaron { $count } de { $tables } mesas: la última se usó hace { $newest } días, la primera hace { $oldest } días.
