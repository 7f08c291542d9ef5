# Lo que dice el servidor: la página que explica cómo entrar y lo que se escribe al abrir.

page-title = Rumpus
page-lead = Una mesa para tres juegos de cartas: Five Crowns, Wig Out! y Wackee Six.
page-how = Este servidor está abierto. Para sentarte, toma el enlace que te dieron y escribe en una terminal:
page-code = Las ocho letras después de # son el código de tu mesa. Quien tenga el enlace puede sentarse, así que compártelo solo con amigos.
page-games = Para abrir tu propia mesa e invitar a otros: rumpus join, la dirección de esta página y --game con el nombre del juego.
page-more = No hace falta ninguna cuenta, y a nadie se le pide más que un nombre.

serve-open = Rumpus está abierto. Deja esta ventana como está; Ctrl-C cierra la casa.
serve-here = En este equipo: { $address }
serve-lan = En la misma red: { $address }
serve-scan = O apunta aquí con la cámara de un teléfono:
serve-data = Las mesas se guardan en { $path }
serve-metrics = Cifras para Prometheus: { $address }
serve-closed = Cerrado. Todas las mesas están guardadas y esperan a su gente.

# La página que se ve en una dirección que el servidor no conoce; después de unknown-how viene un comando.
unknown-lead = Rumpus está en marcha, pero nadie le ha dicho que su dirección es { $host }.
unknown-how = Si el servidor es tuyo, ciérralo y vuelve a abrirlo con esta opción:
unknown-why = Solo las páginas con una dirección que el servidor conoce pueden abrir una mesa o entrar en ella. Así ningún otro sitio web puede jugar en tu nombre. Las direcciones que el servidor muestra al abrir y las direcciones IP siempre funcionan.
unknown-guest = Si alguien te mandó el enlace, cuéntale lo que dice esta página.
