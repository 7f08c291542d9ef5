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
