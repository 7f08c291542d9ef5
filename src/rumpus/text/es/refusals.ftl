# Por qué se rechazó una jugada, dicho para quien juega. La clave es Illegal.reason; los huecos, Illegal.facts.

match-over = La partida ha terminado.
result-follows = El resultado sale del juego; nadie puede declararlo.
stop-between-rounds = La mesa solo puede acordar parar entre dos rondas.
go-not-now = No es el momento de decir ¡Ya!
deal-not-now = No es el momento de repartir; la casa lo hace entre rondas.
deal-dealer = Este reparto nombra una ronda o un repartidor equivocados.
deal-sizes = Este reparto da a alguien cartas de más o de menos.
deal-cards = Estas no son las cartas de este juego.

## Wig Out!
wo-players = Wig Out! es para 2 a 6 jugadores, no para { $players }.
wo-not-started = ¡Espera al ¡Ya! Hasta entonces solo puedes mirar tus cartas.
wo-go-dealer = Solo quien reparte dice ¡Ya!
wo-only-shout = No te quedan cartas. ¡Grita!
wo-not-in-hand = No tienes tantas cartas de { $card }.
wo-no-pile = Todavía no hay un montón de { $card }. Empieza uno con dos cartas iguales.
wo-start-two = Un montón nuevo necesita dos o más cartas del mismo personaje.
wo-start-alike = Las cartas de un montón nuevo deben mostrar todas el mismo personaje.
wo-must-play = Tienes una carta que puedes jugar, así que no puedes robar.
wo-deck-empty = El mazo está vacío. Espera a que alguien te ayude con un montón nuevo.
wo-top-card = Solo se puede robar la carta de arriba del mazo.
wo-cards-left = { $count ->
    [one] Todavía tienes una carta.
   *[other] Todavía tienes { $count } cartas.
} Grita cuando no te quede ninguna.

## Wackee Six
ws-players = Wackee Six es para 2 a 12 jugadores, no para { $players }.
ws-partners-four = Para jugar en parejas hacen falta al menos 4 jugadores, no { $players }.
ws-alone-seat = El asiento { $seat } no puede jugar solo: los asientos van de 0 a { $last }.
ws-sides = Estos bandos no encajan: cada asiento está en un solo bando, de dos en dos, y solo un jugador impar va solo.
ws-sides-stay = Los bandos no cambian en toda la partida.
ws-roles = Un compañero voltea el mazo de mano y el otro juega las cartas principales.
ws-not-started = ¡Espera la salida! Hasta entonces solo puedes mirar.
ws-go-starter = Solo quien da la salida abre la ronda.
ws-called = Alguien ha cantado. ¡Ni una carta más!
ws-not-called = Nadie ha cantado todavía, así que no hay cartas en el aire.
ws-only-shout = Ya jugaste todas tus cartas principales. ¡Canta «Wackee Six!»
ws-partner-turns = En esta ronda tu compañero lleva el mazo de mano.
ws-partner-main = En esta ronda tu compañero juega las cartas principales.
ws-not-on-top = { $card } no es la carta de arriba de tu montón volteado.
ws-not-there = { $card } no está en el lugar { $place } de tu fila.
ws-not-wild = { $card } no es un comodín y solo vale por sí misma.
ws-wild-says = Di por qué carta vale el comodín.
ws-wild-never-one = Un comodín nunca es un 1.
ws-no-pile = Ningún montón espera { $card }.
ws-turn-over = Se acabó tu mazo de mano. Primero dale la vuelta al montón.
ws-no-hand-deck = No te quedan cartas en el mazo de mano.
ws-turn-cards = Esas no son las cartas que siguen en el mazo de mano.
ws-deck-left = { $count ->
    [one] Todavía queda una carta por voltear.
   *[other] Todavía quedan { $count } cartas por voltear.
}
ws-main-left = { $count ->
    [one] Todavía tienes una carta principal.
   *[other] Todavía tienes { $count } cartas principales.
} Canta cuando hayan salido las doce.
ws-close-not-now = La mesa cierra una ronda solo después del canto.

## Five Crowns
fc-players = Five Crowns es para 2 a 14 jugadores, no para { $players }.
fc-not-dealt = Espera al reparto.
fc-not-your-turn = No es tu turno.
fc-taken = Ya has tomado una carta. Ahora descarta una.
fc-take-first = Primero toma una carta, del mazo o de la pila de descarte.
fc-top-card = Solo se puede tomar la carta de arriba.
fc-reshuffle-first = Se está barajando el mazo. Un momento.
fc-reshuffle-not-now = La pila de descarte se baraja solo cuando un turno empieza con el mazo vacío.
fc-not-in-hand = No tienes { $card }.
fc-cannot-go-out = Así no puedes cerrar: { $points ->
    [one] te quedaría 1 punto
   *[other] te quedarían { $points } puntos
} en la mano.
fc-somebody-is-out = Alguien ya ha cerrado. Es tu último turno: tus grupos y escaleras bajan con tu descarte.
fc-meld-not-in-hand = Bajas { $card } más veces de las que la tienes.
fc-meld-three = Un grupo o una escalera necesita al menos tres cartas.
fc-no-meld = { $cards } no es ni un grupo ni una escalera.
fc-deal-wild = Este reparto nombra un comodín equivocado.
fc-lay-down-follows = Las cartas se bajan al descartar.

## La mesa
table-host-only = Solo el anfitrión puede hacer eso.
table-not-now = Eso no se puede hacer ahora.
table-not-started = La partida todavía no ha empezado.
table-paused = La partida está en pausa. El anfitrión la reanuda.
table-counting = La cuenta atrás ya está en marcha.
table-no-seat = No tienes asiento en esta mesa; estás mirando.
table-seat-taken = El asiento { $seat } no se puede ocupar.
table-seat-empty = En el asiento { $seat } no hay nadie.
table-no-bot = En el asiento { $seat } no hay ningún bot.
table-no-person = A esa persona no se la puede quitar.
table-name-taken = Aquí ya hay demasiados con ese nombre. Elige otro.
table-full = En esta mesa no queda sitio.
table-no-sides = Solo Wackee Six se juega por bandos.
table-no-partner = Para eso no tienes pareja.
table-no-melds = Solo una mano de Five Crowns tiene combinaciones.
table-hints-off = En esta mesa se juega sin ayuda.
table-phrases-off = En esta mesa se juega sin frases.
table-phrases-slow = Un poco más despacio con las frases.
table-locked = ¡No tan rápido! Espera un segundo y vuelve a intentarlo.
table-not-saved = No se pudo guardar, así que no ha pasado. Vuelve a intentarlo en un momento.
table-malformed = El servidor no pudo leer eso.
table-busy = En este momento todas las mesas están ocupadas. Inténtalo dentro de un minuto.
table-too-many = Han sido demasiadas veces. Espera un minuto y vuelve a intentarlo.
table-too-long = Eso es demasiado largo.
table-no-such = No hay ninguna mesa con sitio para este código. Pide el código otra vez.
table-no-device = Este código es incorrecto, ya se usó o es demasiado viejo. Que el otro dispositivo muestre uno nuevo.
table-no-record = No hay ninguna partida terminada con ese nombre.
table-origin = Esta página no puede hablar con este servidor.
table-fault = Algo ha fallado en la mesa. No se ha perdido nada.
table-no-page = Aquí no hay ninguna página así.
