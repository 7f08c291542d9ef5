# Por qué se rechazó una jugada, dicho para quien juega. La clave es Illegal.reason; los huecos, Illegal.facts.

match-over = La partida ya terminó.
result-follows = El resultado sale del juego; nadie puede declararlo.
stop-between-rounds = Solo se puede acordar parar entre dos rondas.
go-not-now = Ahora no se puede decir ¡Ya!
standoff-not-now = La mesa solo termina así una carrera en la que nadie juega.
standoff-shout = Alguien solo tiene que gritar; la mesa grita por esa persona.
deal-not-now = No es momento de repartir; la mesa reparte entre rondas.
deal-first-seat = El asiento { $seat } no puede empezar: los asientos van del 0 al { $last }.
deal-dealer = En este reparto está mal la ronda o quién reparte.
deal-sizes = Este reparto le da a alguien cartas de más o de menos.
deal-cards = Estas no son las cartas de este juego.

## Wig Out!
wo-players = Wig Out! es para 2 a 6 jugadores, no para { $players }.
wo-not-started = Espera el ¡Ya! Hasta entonces solo puedes mirar tus cartas.
wo-go-dealer = Solo quien reparte dice ¡Ya!
wo-only-shout = No te quedan cartas. ¡Grita!
wo-not-in-hand = No tienes tantas cartas de “{ $card }”.
wo-no-pile = Todavía no hay montón de “{ $card }”. Empieza uno con dos cartas iguales.
wo-start-two = Un montón nuevo necesita al menos dos cartas del mismo personaje.
wo-start-alike = Todas las cartas de un montón nuevo deben mostrar el mismo personaje.
wo-must-play = Tienes una carta que puedes jugar, así que no puedes tomar otra.
wo-deck-empty = El mazo está vacío. Espera a que alguien empiece un montón que te sirva.
wo-top-card = Solo se puede tomar la carta de arriba del mazo.
wo-cards-left = { $count ->
    [one] Todavía tienes una carta.
   *[other] Todavía tienes { $count } cartas.
} Grita cuando no te quede ninguna.

## Wackee Six
ws-players = Wackee Six es para 2 a 12 jugadores, no para { $players }.
ws-partners-four = Para jugar en parejas hacen falta al menos 4 jugadores, no { $players }.
ws-alone-seat = El asiento { $seat } no puede jugar sin pareja: los asientos van del 0 al { $last }.
ws-sides = Estos equipos no funcionan: cada asiento va en un solo equipo, de dos en dos, y solo va por su cuenta quien quede sin pareja.
ws-sides-stay = Los equipos no cambian en toda la partida.
ws-roles = De cada pareja, una persona voltea el mazo de mano y la otra juega las cartas principales.
ws-not-started = ¡Espera la salida! Hasta entonces solo puedes mirar.
ws-go-starter = Solo quien da la salida puede empezar la ronda.
ws-called = Alguien ya gritó. ¡Ni una carta más!
ws-not-called = Nadie gritó todavía, así que no hay cartas en el aire.
ws-only-shout = Ya jugaste todas tus cartas principales. ¡Grita “Wackee Six”!
ws-partner-turns = En esta ronda tu pareja tiene el mazo de mano.
ws-partner-main = En esta ronda tu pareja juega las cartas principales.
ws-not-on-top = La carta de arriba de tu montón volteado no es el { $card }.
ws-not-there = En el lugar { $place } de tu fila no está el { $card }.
ws-not-wild = Solo un comodín puede representar otra carta, y el { $card } no lo es.
ws-wild-says = Di qué carta representa el comodín.
ws-wild-never-one = Un comodín nunca es un 1.
ws-no-pile = Ningún montón espera el { $card }.
ws-turn-over = Ya recorriste tu mazo de mano. Primero dale la vuelta al montón.
ws-no-hand-deck = No te quedan cartas en el mazo de mano.
ws-turn-cards = Esas no son las cartas que siguen en el mazo de mano.
ws-deck-left = { $count ->
    [one] Todavía queda una carta por voltear.
   *[other] Todavía quedan { $count } cartas por voltear.
}
ws-main-left = { $count ->
    [one] Todavía tienes una carta principal.
   *[other] Todavía tienes { $count } cartas principales.
} Grita cuando las hayas jugado todas.
ws-close-not-now = La mesa solo puede terminar la ronda después del grito.

## Five Crowns
fc-players = Five Crowns es para 2 a 14 jugadores, no para { $players }.
fc-not-dealt = Espera a que se repartan las cartas.
fc-not-your-turn = No es tu turno.
fc-undo-not-now = Ese descarte ya no se puede recuperar.
fc-taken = Ya tomaste una carta. Ahora descarta una.
fc-take-first = Primero toma una carta, del mazo o de la pila de descarte.
fc-top-card = Solo se puede tomar la carta de arriba.
fc-reshuffle-first = Se está barajando el mazo. Un momento.
fc-reshuffle-not-now = La pila de descarte solo se baraja cuando un turno empieza con el mazo vacío.
fc-not-in-hand = No tienes esa carta: { $card }.
fc-cannot-go-out = Así no puedes cerrar: { $points ->
    [one] te quedaría { $points } punto
   *[other] te quedarían { $points } puntos
} en la mano.
fc-somebody-is-out = Alguien ya cerró. Es tu último turno: descarta y se bajan tus combinaciones.
fc-meld-not-in-hand = Tus combinaciones usan más veces de las que tienes esta carta: { $card }.
fc-meld-three = Un grupo o una escalera necesita al menos tres cartas.
fc-no-meld = { $cards } no es un grupo ni una escalera.
fc-deal-wild = En este reparto está mal el comodín.
fc-lay-down-follows = Tus cartas se bajan cuando descartas.

## La mesa
table-no-again = Ahora no se puede repetir el reparto: hacen falta tantos jugadores como en la última partida, y las mismas opciones.
table-host-only = Solo quien organiza la mesa puede hacer eso.
table-not-now = Eso no se puede hacer ahora.
table-not-started = La partida todavía no empieza.
table-paused = La partida está en pausa. La reanuda quien organiza la mesa.
table-counting = La cuenta regresiva ya empezó.
table-not-all-ready = Todavía faltan personas por decir “listo”.
table-not-idle = Un bot solo puede jugar por quien podría jugar y lleva 15 segundos sin hacer nada.
table-no-seat = No tienes asiento en esta mesa; solo estás mirando.
table-seat-taken = No se puede ocupar el asiento { $seat }.
table-not-tied = Solo quienes empataron deciden si se juega el desempate.
table-no-late = En esta mesa nadie puede tomar un asiento durante la partida.
table-has-seat = Ya tienes un asiento.
table-seat-empty = En el asiento { $seat } no hay nadie.
table-no-bot = En el asiento { $seat } no hay ningún bot.
table-no-person = No se puede quitar a esa persona.
table-name = Ese nombre no está permitido. Usa letras, números o signos, y no demasiados.
table-name-taken = Ese nombre ya está ocupado aquí. Elige otro.
table-full = En esta mesa ya no hay lugar.
table-no-sides = Solo Wackee Six se juega por equipos.
table-no-partner = No tienes pareja para eso.
table-no-melds = Solo en Five Crowns hay combinaciones.
table-hints-off = En esta mesa se juega sin pistas.
table-phrases-off = En esta mesa se juega sin frases.
table-phrases-slow = Un poco más despacio con las frases.
table-rename-slow = Cambias de nombre demasiado rápido. Espera un segundo.
table-scripted = Esta mesa tiene cartas fijadas, así que sigue bloqueada.
table-entry = Todos juegan este reparto de la misma manera, así que aquí no se puede cambiar eso.
table-entry-stays = Tu partida te espera: solo cierra la página y vuelve cuando quieras.
table-call-link = Ese enlace no lleva a una llamada. Tiene que empezar con https://, llevar a un sitio web y tener como máximo { $most } caracteres.
table-locked = ¡No tan rápido! Espera un segundo y vuelve a intentarlo.
table-not-saved = Eso no se pudo guardar, así que no cuenta. Vuelve a intentarlo en un momento.
server-behind = El servidor perdió las últimas jugadas. La mesa sigue desde lo que aún tiene.
cards-no-such = Este juego no responde preguntas sobre cartas de verdad.
table-malformed = El servidor no entendió eso.
table-busy = El servidor está muy ocupado en este momento. Vuelve a intentarlo en un minuto.
table-too-many = Demasiados intentos. Espera un minuto y vuelve a intentarlo.
table-too-much = Esta mesa cambia demasiado a menudo. Espera un minuto y vuelve a intentarlo.
table-too-long = Eso es demasiado largo.
table-no-such = No hay ninguna mesa abierta con este código. Pregúntale a quien te invitó.
table-no-device = Este código está mal, ya venció o ya se usó. Pide uno nuevo en el otro dispositivo.
circle-no-such = Este círculo no está abierto para tu dispositivo. Pídele el enlace a alguien del círculo.
circle-name-taken = Alguien del círculo ya tiene ese nombre. Si eres tú en otro dispositivo, pide un código ahí.
circle-full = Ya no hay lugar. Guarda el libro en un archivo y vacíalo para empezar otro.
circle-crowded = En este círculo no caben más personas ni dispositivos.
circle-has-device = Esa persona ya está aquí con un dispositivo. Pide ahí un código para sumar otro.
circle-no-device = Ese dispositivo ya no está en el círculo.
circle-no-member = Esa persona ya no está en el círculo.
circle-member-here = Esa persona sigue aquí con un dispositivo y puede pedirlo ahí.
circle-last-device = Es el único dispositivo del círculo. Sin él, nadie podría abrir el libro.
circle-no-result = Ese resultado ya no está en el libro.
circle-verified = Lo que se jugó en una mesa queda como se jugó.
circle-league = Esta liga no se puede jugar: revisa quiénes juegan y cuántos van en cada mesa.
circle-no-league = No se está jugando ninguna liga.
circle-no-player = Esa persona ya no está en la liga.
circle-no-pairing = Esta mesa de la liga ya terminó, o todavía no toca.
circle-who = Di cuál de las personas eres.
circle-unreadable = Ahora mismo no se puede leer este círculo. Avísale a quien maneja el servidor.
challenge-no-such = Este reparto ya no está aquí. Los repartos y sus resultados se borran junto con las mesas viejas.
challenge-done = Ya jugaste este reparto en este dispositivo. Cada quien tiene un solo intento.
challenge-over = Este día ya terminó. Juega el reparto de hoy.
challenge-full = En este reparto ya no caben más jugadores.
challenge-gone = La mesa de tu partida se borró junto con otras mesas viejas.
challenge-key = Este navegador no guarda nada, así que el servidor no sabe de quién es la partida. Permítele guardar datos e inténtalo de nuevo.
challenge-open = Este reparto del día sigue abierto. Juégalo primero y después podrás verlo.
challenge-no-match = Solo se puede enviar como reto una partida que jugaste hasta el final contra bots.
challenge-away = Este dispositivo se llevó el reparto y lo juega sin el servidor.
challenge-here = Este dispositivo ya está jugando este reparto en el servidor.
challenge-not-taken = Este dispositivo no se llevó este reparto.
challenge-no-link = Este enlace no lleva ningún reparto que se pueda jugar. Comprueba que se copió entero.
challenge-unreadable = Estos resultados no se pueden leer por ahora. Avísale a quien maneja el servidor.
table-no-record = No hay ninguna partida terminada con ese nombre.
table-origin = Esta página no tiene permiso para hablar con este servidor.
table-fault = Algo falló en la mesa. No se perdió nada.
table-no-page = Esta página no existe.
