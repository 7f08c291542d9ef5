# Círculos: una familia o un club con su propio libro. Por qué el servidor rechaza algo está en refusals.ftl.

circles-title = Círculos
circles-others = Otros círculos
circles-yours = Tus círculos
circles-start-title = Crear un círculo
circles-about = Un círculo es tu familia o tu club. Su libro recuerda cada partida que juegan juntos. Sin cuenta ni correo: quien tiene el enlace puede entrar.
circles-start = Crear un círculo
circles-start-here = ¿Quieren recordar noches como esta? Un círculo lleva un libro de quién ganó qué.
circles-first-name = Círculo de { $name }
circles-claim = ¿Ya estás en un círculo? Código de tu otro dispositivo
circles-claim-go = Entrar
circles-claim-hint = En el otro dispositivo, abre el círculo y toca “Miembros” y luego “Agregar otro dispositivo mío”.
circles-import = Traer un círculo de un archivo
circles-import-who = ¿Quién de ellos eres?
circles-wrong-file = Ese archivo no es un círculo guardado, o está dañado.
circles-invited = Te invitan a { $circle }
circles-join = Entrar al círculo
circles-free = ¿Perdiste tu dispositivo? Vuelve como:
circles-join-as = Soy { $name }
circles-gone = Este círculo ya no está abierto para este dispositivo. Pide el enlace a un miembro.
circles-forget = Quitarlo de mi lista
circles-parts = Partes del círculo
circles-part-play = Jugar
circles-part-book = Libro
circles-part-league = Liga
circles-part-members = Miembros
circles-part-settings = Ajustes
circles-no-results = Todavía no hay partidas en el libro. Abre una mesa en este círculo o lleva la cuenta de una partida con cartas de verdad.
circles-unsent = { $count ->
    [one] 1 partida espera conexión para entrar al libro.
   *[other] { $count } partidas esperan conexión para entrar al libro.
}

circles-away = Sin conexión puedes llevar la cuenta, leer el libro y jugar en este dispositivo. Todo entra en el libro cuando vuelva la conexión.
circles-tables = Mesas en este momento
circles-table-host = la abrió { $name }
circles-table-join = Unirse
circles-open = Abrir una mesa
circles-open-how = Los resultados van al libro del círculo.
circles-pad = Libreta para cartas de verdad
circles-invite = Invitar a otros
circles-invite-how = Quien abra este enlace puede entrar y ver el libro. Compártelo solo con gente que conoces.
circles-invite-text = Únete a { $circle } en Rumpus:
circles-invite-qr = Código QR que invita a este círculo

circles-members = Miembros
circles-deviceless = ahora no tiene ningún dispositivo aquí
circles-this-device = Este dispositivo
circles-device = Otro dispositivo
circles-device-last = última vez: { $day }
circles-device-votes = { $names } quiere quitarlo; deben estar de acuerdo { $needed }.
circles-device-remove = Quitar
circles-device-remove-label = Quitar un dispositivo de { $name }
circles-device-remove-yes = Sí, quitarlo
circles-device-keep = No quitarlo
circles-devices-how = { $needed ->
    [one] ¿Se perdió un dispositivo? Quítalo aquí; el enlace también cambia.
   *[other] ¿Se perdió un dispositivo? Se quita cuando lo quieren { $needed } miembros; el enlace también cambia.
}
circles-add-device = Agregar otro dispositivo mío
circles-code-how = En el otro dispositivo, abre “Círculos” y escribe este código, o léelo con la cámara. Sirve por un minuto.
circles-code-qr = Código QR con el código para tu otro dispositivo

circles-name = Nombre del círculo
circles-my-name = Tu nombre aquí
circles-save = Guardar
circles-saved = Guardado.
circles-rating = Mostrar el ranking en el libro
circles-export = Guardar el círculo como archivo
circles-secret = Enlace nuevo
circles-secret-sure = El enlace anterior dejará de funcionar. Los miembros se quedan.
circles-secret-yes = Crear un enlace nuevo
circles-clear-book = Vaciar el libro
circles-clear-book-sure = ¿Quitar todas las partidas del libro, para todos?
circles-clear-book-votes = { $names } quiere vaciar el libro; deben estar de acuerdo { $needed }.
circles-clear-circle = Eliminar el círculo
circles-clear-circle-sure = ¿Eliminar el círculo y su libro, para todos?
circles-clear-circle-votes = { $names } quiere eliminar el círculo; deben estar de acuerdo { $needed }.
circles-clear-yes = Sí
circles-clear-not = Cambié de idea
circles-leave = Salir con este dispositivo
circles-leave-sure = ¿Salir? Lo que jugaste queda en el libro.
circles-leave-yes = Salir
circles-forget-me = Olvidarme
circles-forget-me-sure = ¿Salir con todos tus dispositivos y borrar tu nombre de la lista y del libro? Tus partidas quedan, con un nombre neutro. No se puede deshacer.
circles-forget-yes = Borrar el nombre
circles-forget-name = Olvidar el nombre
circles-forget-label = Olvidar el nombre de { $name }
circles-forget-sure = ¿Borrar el nombre { $name } de la lista y del libro? Las partidas quedan, con un nombre neutro.
circles-forget-votes = { $names } quiere olvidar el nombre; hacen falta { $needed }.
circles-offline = Lo que este dispositivo juega sin conexión entra en este libro, como no verificado

circles-standing = Posiciones
circles-points = Puntos
circles-pairings = Mesas de la liga
circles-pairing-open = Abrir mesa
circles-pairing-done = jugada
circles-league-start = Empezar una liga
circles-league-about = Para una noche o toda una temporada: el círculo dice quién juega con quién y lleva las posiciones.
circles-league-form = Cómo se juega
circles-league-round_robin = Todos contra todos
circles-league-round_robin-how = Todos se enfrentan con todos.
circles-league-ladder = Escalera
circles-league-ladder-how = Quien gana una mesa sube y quien queda último baja. Se empieza en el orden de la lista.
circles-league-who = Quiénes participan
circles-league-size = Jugadores por mesa, como máximo
circles-league-rounds = Rondas de la escalera
circles-league-few = Una liga necesita dos miembros o más.
circles-league-go = Empezar la liga
circles-league-end = Terminar la liga
circles-league-end-sure = ¿Terminarla ya? Sus partidas quedan en el libro, y las posiciones aquí abajo.
circles-league-on = Seguir jugando
circles-league-options = Reglas de todas las mesas
circles-league-done = { $done } de { $of } mesas jugadas
circles-league-round = Ronda { $round } de { $of }
# count: how many share the first place
circles-league-won = La liga terminó: { $count ->
    [one] ¡gana { $names }!
   *[other] ¡{ $names } comparten el primer puesto!
}
circles-league-first = { $count ->
    [one] Ganó { $names }
   *[other] { $names } compartieron el primer puesto
}
circles-league-next = Empezar otra liga
circles-league-next-how = Estas posiciones quedan guardadas con las ligas anteriores.
circles-league-past = Ligas anteriores
circles-league-leaving = ¿Alguien tiene que irse?
circles-league-leaving-how = Lo que ya jugó cuenta. Las mesas que esperan a esa persona se juegan sin ella; quien quede solo en una, la gana.
circles-league-leaving-who = ¿Quién?
circles-league-leave = Sacar de la liga
circles-league-gone = { $name } (se fue)
circles-pairing-walkover = { $left } se fue: { $name } gana esta mesa.
circles-pairing-void = No queda nadie para jugarla.
circles-pairing-rests = { $name } descansa en esta ronda.
circles-pairing-without = sin { $left }
