# Lo que dice la terminal. $me vale yes si lo hace la persona de la terminal y no si lo hace otra persona.

term-you = Tú
term-table = la mesa
term-and = y
term-welcome = { $title } - en la mesa: { $table }.
term-welcome-help = Escribe ? para ver la ayuda, pista para una pista o salir para irte.
term-goodbye = ¡Hasta pronto!
term-record = El registro de la partida está en { $path }.
term-record-failed = No se pudo escribir el registro en { $path }: { $why }.
term-help =
    Enter      muestra otra vez toda la mesa
    pista      sugiere una jugada
    puntos     muestra los puntajes
    reglas     muestra las reglas
    salir      deja la mesa
term-hint = Prueba: { $what }
term-hint-none = Ahora mismo no puedes hacer nada.
term-type-go = ya
term-ask-go = Escribe ya, o solo presiona Enter, para empezar la ronda.
term-ask-ready = { $who } da la salida en un momento. Presiona Enter si ya quieres empezar.

term-standoff = Hace rato que nadie juega. Si nadie lo hace, la ronda termina en { $seconds } s.
term-table-standoff = Nadie juega.

term-ready = { $me ->
    [yes] Dices: ¡listo!
   *[no] { $who } dice: ¡listo!
}
term-sits = { $name } juega ahora en el asiento { $seat }
term-reveal = Semillas de la ronda: { $count }
term-commit = Empieza una cadena de semillas nueva
term-deals = Ronda { $round }: { $me ->
    [yes] repartes tú
   *[no] reparte { $who }
}
term-round-of = Ronda { $round } de { $rounds }
term-round-over = { $why ->
    [tie] Nadie puede jugar y el mazo está vacío. La ronda { $round } es un empate: sin puntos.
    [stalemate] Ya no encaja ninguna carta. La ronda { $round } terminó, sin premio.
    [standoff] Hace rato que nadie juega. La ronda { $round } terminó: cuenta tal como está, sin premio.
    [limit] Se acabaron los turnos. La ronda { $round } terminó.
   *[out] La ronda { $round } terminó.
}
term-sheet = Puntajes
term-start = inicio
term-tie-break = des{ $number }
term-total = total
term-won = { $me ->
    [yes] ¡Ganaste la partida con { $points ->
        [one] { $points } punto
       *[other] { $points } puntos
    }!
   *[no] { $who } gana la partida con { $points ->
        [one] { $points } punto
       *[other] { $points } puntos
    }.
}
term-shared = { $who } comparten la victoria con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}.
term-nobody-wins = Todos se fueron; no gana nadie.
term-cards = Cartas
term-deck = mazo { $count }
term-piles = Montones
term-hand = Mano
term-left = Sobraron:

## Wig Out!
term-wo-help =
    afro       juega todas tus cartas de afro (bastan las primeras letras: af)
    afro 2     juega solo dos de ellas
    d          toma una carta, cuando nada encaja
    !          grita “¡Despelucándose!”, cuando no te quedan cartas
    ya         empieza la ronda, cuando repartes tú
    {"*"} marca lo que puedes jugar. Todos juegan a la vez: ¡date prisa!
term-wo-go = { $me ->
    [yes] Dices ¡Ya!
   *[no] { $who } dice ¡Ya!
}
term-wo-lay = { $me ->
    [yes] Juegas { $card }
   *[no] { $who } juega { $card }
}
term-wo-start = { $me ->
    [yes] Juegas { $count } de { $card }
   *[no] { $who } juega { $count } de { $card }
}
term-wo-draw = { $card ->
    [none] { $me ->
        [yes] Tomas una carta
       *[no] { $who } toma una carta
    }
   *[other] { $me ->
        [yes] Tomas { $card }
       *[no] { $who } toma { $card }
    }
}
term-wo-shout = { $me ->
    [yes] Gritas “¡Despelucándose!”
   *[no] { $who } grita “¡Despelucándose!”
}
term-wo-ask-shout = No te quedan cartas. ¡Escribe ! para gritar!
term-wo-ask-draw = Nada encaja: escribe d para tomar una carta.
term-wo-ask-wait = Nada encaja y el mazo está vacío: espera un montón nuevo.
term-wo-which = “{ $typed }” puede ser { $cards }; escribe una letra más.
term-wo-expected = “{ $typed }” no es una jugada. Escribe un personaje, como { $card }, d para tomar una carta, ! para gritar o ? para ver la ayuda.

## Wackee Six
term-ws-help =
    3          juega la carta 3 de tu fila
    p          juega la carta de arriba de tu montón volteado
    3 r6       juega un comodín (w) como 6 rojo (también p r6); los colores
               son r rojo, g verde, b azul, y amarillo
    t          voltea tres cartas de tu mazo de mano, o da la vuelta al montón
    !          grita “¡Wackee Six!”, cuando jugaste todas tus cartas principales
    ya         empieza la ronda, cuando das tú la salida
    {"*"} marca lo que puedes jugar. Todos juegan a la vez. No se te avisa cuando
    los demás voltean su mazo de mano.
term-ws-round = Ronda { $round }, a { $points }
term-ws-deals = Ronda { $round }: { $me ->
    [yes] das tú la salida
   *[no] da la salida { $who }
}
term-ws-go = { $me ->
    [yes] Dices “¡Vamos, Wackee!”
   *[no] { $who } dice “¡Vamos, Wackee!”
}
term-ws-play = { $me ->
    [yes] Juegas
   *[no] { $who } juega
} { $card }{ $how ->
    [airborne] , justo a tiempo
    [wacked] : ¡montón completo!
    [wild] , con un comodín
   *[plain] {""}
}
term-ws-turn = { $me ->
    [yes] Volteas { $cards }
   *[no] { $who } voltea { $cards }
}
term-ws-recycle = { $me ->
    [yes] Le das la vuelta a tu montón
   *[no] { $who } le da la vuelta a su montón
}
term-ws-call = { $me ->
    [yes] Gritas “¡Wackee Six!”
   *[no] { $who } grita “¡Wackee Six!”
}
term-ws-close = Ya no hay cartas en el aire
term-ws-main = Les faltan
term-ws-role = { $role ->
    [turns] Tú volteas y juegas el mazo de mano; { $partner } juega las cartas principales.
   *[main] Tú juegas las cartas principales; { $partner } voltea y juega el mazo de mano.
}
term-ws-colour = { $colour ->
    [r] rojo
    [g] verde
    [b] azul
   *[y] amarillo
}
term-ws-wacked = { $count ->
    [one] (1 montón completo)
   *[other] ({ $count } montones completos)
}
term-ws-row = Fila
term-ws-down = boca abajo: { $count }
term-ws-turned = Volteado
term-ws-deck = mazo de mano: { $count }
term-ws-ask-call = Ya jugaste todas tus cartas principales. ¡Escribe ! para gritar!
term-ws-which = Di qué carta representa el comodín, por ejemplo { $example }; ahora encajan { $cards }. (WS-11)
term-ws-no-wild = Todavía no hay un montón donde poner el comodín.
term-ws-empty = El lugar { $place } de tu fila está vacío.
term-ws-nothing-turned = No tienes ninguna carta volteada; escribe t para voltear.
term-ws-no-card = “{ $typed }” no es una carta. Las cartas son r, g, b o y con un número del 1 al 13.
term-ws-expected = “{ $typed }” no es una jugada. Escribe de 1 a 6, p, un comodín como en 3 r6, t para voltear, ! para gritar o ? para ver la ayuda.

## Five Crowns
term-fc-help =
    d          toma la carta de arriba del mazo
    p          toma la carta de arriba de la pila de descarte
    7h         descarta el 7 de corazones; 10h o Th es un diez, ** un joker
    cierro 7h  cierra con tus mejores combinaciones y descarta 7h
    cierro 7h: 3h 4h 5h / 8c 8d 8s    cierra con las combinaciones que tú elijas
    7h: 3h 4h 5h                      lo mismo en el último turno (7h: nada)
    deshacer   recupera tu descarte, si la mesa lo permite
    Palos: t estrellas, h corazones, c tréboles, s picas, d diamantes.
    J es la jota, Q la reina y K el rey.
    Tu mano se muestra en sus mejores combinaciones, con los puntos que sobran.
term-fc-tie-break = Desempate { $round }
term-fc-out = Cerró
term-fc-piles = pila de descarte { $card }, mazo { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}
term-fc-wild = Comodín
term-fc-wilds = { $rank } y **
term-fc-left = { $points ->
    [one] sobra { $points } punto
   *[other] sobran { $points } puntos
}
term-fc-type-out = cierro
term-fc-type-undo = deshacer
term-fc-ask-undo = Escribe deshacer para recuperar tu descarte, hasta que el siguiente jugador tome una carta.
term-fc-ask-take = { $last ->
    [yes] Tu último turno:
   *[no] Tu turno:
} d toma del mazo, p toma { $card } de la pila de descarte.
term-fc-ask-discard = Ahora descarta una carta, por ejemplo { $card }.
term-fc-ask-out = ¡Puedes cerrar! Escribe { $outs }; o descarta cualquier carta y sigue.
term-fc-ask-last = Ahora descarta una carta, por ejemplo { $card }; con ella se bajan tus mejores combinaciones.
term-fc-draw = { $card ->
    [none] { $me ->
        [yes] Tomas una carta del mazo
       *[no] { $who } toma una carta del mazo
    }
   *[other] { $me ->
        [yes] Tomas { $card } del mazo
       *[no] { $who } toma { $card } del mazo
    }
}
term-fc-pick = { $me ->
    [yes] Tomas { $card } de la pila de descarte
   *[no] { $who } toma { $card } de la pila de descarte
}
term-fc-discard = { $me ->
    [yes] Descartas { $card }
   *[no] { $who } descarta { $card }
}
term-fc-undo = { $me ->
    [yes] Recuperas tu descarte
   *[no] { $who } recupera su descarte
}
term-fc-down = { $melds ->
    [none] { $me ->
        [yes] No bajas nada y descartas { $card }
       *[no] { $who } no baja nada y descarta { $card }
    }
   *[other] { $me ->
        [yes] Bajas { $melds } y descartas { $card }
       *[no] { $who } baja { $melds } y descarta { $card }
    }
}
term-fc-goes-out = { $me ->
    [yes] Cierras con { $melds } y descartas { $card }
   *[no] { $who } cierra con { $melds } y descarta { $card }
}
term-fc-lay = { $me ->
    [yes] Bajas { $melds }
   *[no] { $who } baja { $melds }
}
term-fc-reshuffle = Se baraja la pila de descarte y forma el mazo nuevo
term-fc-sure-wild = { $card } es comodín. Vuelve a escribirlo si de verdad quieres descartarlo.
term-fc-sure-meld = { $card } es parte de { $meld }. Vuelve a escribirlo si de verdad quieres descartarlo.
term-fc-no-card = “{ $typed }” no es una carta. Una carta es un valor y un palo, como 7h, Th o Kt, o ** para un joker.
term-fc-expected-take = “{ $typed }” no es una jugada. Escribe d para el mazo, p para la pila de descarte o ? para ver la ayuda.
term-fc-expected-discard = “{ $typed }” no es una jugada. Escribe la carta que descartas, por ejemplo { $card }, cierro y una carta para cerrar, o ? para ver la ayuda.
term-says = { $who } dice: { $what }

## En una mesa de un servidor
term-join-welcome = { $title } - mesa { $code }. Comparte este enlace con los demás:
term-join-seats = Asientos
term-join-place = { $number } { $name } ({ $what ->
    [beginner] bot: principiante
    [casual] bot: normal
    [skilled] bot: avanzado
    [expert] bot: experto
    [master] bot: maestro
    [ready] ¡listo!
    [host] organiza
   *[waits] aún no
}{ $host ->
    [yes] , organiza
   *[no] {""}
})
term-join-free = { $count ->
    [one] 1 asiento libre
   *[other] { $count } asientos libres
}
term-join-watching = Mirando
term-join-somebody = alguien
term-join-ask = { $role ->
    [host] Tú organizas la mesa. Escribe bot normal para agregar un bot, empezar para empezar la partida o ? para ver todos los comandos.
    [guest] Escribe listo cuando quieras empezar; quien organiza la mesa empieza la partida. Escribe ? para ver todos los comandos.
   *[watch] Estás mirando. Escribe ? para ver todos los comandos.
}
term-join-help =
    listo          avisa que ya quieres empezar
    empezar        empieza la partida, si organizas la mesa
    bot normal     agrega un bot, si organizas la mesa (o: principiante,
                   avanzado, experto, maestro)
    bloquear       nadie más puede entrar ni mirar, si organizas la mesa
                   (o: desbloquear)
    código nuevo   da otro código a la mesa, si la organizas
    di             muestra las frases; di suerte dice una
    reglas         muestra las reglas
    Enter          muestra quién está en la mesa
    salir          deja la mesa
term-join-help-match =
    listo      avisa que quieres la siguiente ronda (o solo presiona Enter)
    volví      recuperas tu asiento del suplente (o solo presiona Enter)
    suplir Bo  un bot juega por Bo, que no hace nada, si organizas la mesa
    di         muestra las frases; di bien jugado dice una
    parar      entre dos rondas: aceptas parar aquí
    desempatar   tras un empate: se juega el desempate (o: compartir)
    ocupar 2   si estás mirando: tomas ese asiento, que juega un bot
    bloquear   nadie más puede entrar ni mirar (o: desbloquear), si organizas
    código nuevo   da otro código a la mesa, si la organizas
    revancha   después de la partida: otra con la misma gente
term-join-expected = “{ $typed }” no es un comando aquí. Escribe listo, empezar, bot normal, di, salir o ? para ver la ayuda.
term-join-levels = No hay ningún nivel “{ $typed }”. Escribe bot con principiante, normal, avanzado, experto o maestro.
term-join-no-seat = No queda ningún asiento libre.
term-join-sayings = Puedes decir:
term-join-locked = La mesa está bloqueada: nadie más puede entrar ni mirar.
term-join-unlocked = La mesa ya no está bloqueada.
term-join-code = El nuevo código de la mesa es { $code }. El anterior ya no funciona.
term-join-no-salt = Las cartas de esta partida se reparten sin tu número al azar: llegó demasiado tarde. El registro lo dice.
term-join-same-deal = Las mismas cartas de la última vez. Cada quien se sienta { $seats ->
    [one] un asiento
   *[other] { $seats } asientos
} más allá.
term-join-scripted = Cartas fijadas: los primeros repartos de esta mesa se fijaron de antemano, no se barajaron.
term-join-comes = { $who } está aquí.
term-join-drops = { $who } perdió la conexión.
term-join-takes-over = Ahora juega un bot por { $who }.
term-join-you-idle = Llevas un rato sin hacer nada, así que un bot juega por ti. Presiona Enter o haz una jugada para seguir.
term-join-still-there = ¿Sigues ahí? Si no haces nada, un bot juega por ti en { $seconds } s. Escribe volví para avisar que estás.
term-join-idle = { $who } lleva un rato sin hacer nada. Escribe suplir { $who } para que un bot juegue en su lugar.
term-join-cover = { $some ->
    [yes] Escribe suplir con el nombre de quien no hace nada: { $names }.
   *[no] Un bot puede jugar por quien podría jugar y lleva 15 segundos sin hacer nada. Nadie está así.
}
term-join-back = { $who } vuelve a jugar.
term-join-host = { $me ->
    [yes] Ahora organizas tú la mesa.
   *[no] Ahora organiza la mesa { $who }.
}
term-join-pause = { $paused ->
    [yes] Quien organiza la mesa puso la partida en pausa.
   *[no] La partida sigue.
}
term-join-stop = { $who } quiere parar aquí; escribe parar si estás de acuerdo.
term-join-tie = { $me ->
    [yes] ¡Empate en el primer lugar! Escribe desempatar para jugar el desempate o compartir para compartir la victoria.
   *[no] Hay empate en el primer lugar. Quienes empataron deciden si juegan el desempate.
}
term-join-tie-agreed = { $who } quiere jugar el desempate.
term-join-tie-wait = Sin respuesta, la victoria se comparte en { $seconds } s.
term-join-open = { $now ->
    [yes] Ya puedes tomar el asiento de { $who }: escribe ocupar { $number }.
   *[no] Desde la próxima ronda puedes tomar el asiento de { $who }: escribe ocupar { $number }.
}
term-join-take-next = Juegas desde la próxima ronda.
term-join-take-none = No hay ningún asiento “{ $typed }” que puedas tomar.
term-join-begin = La partida empieza cuando todos digan “listo”, o en { $seconds } s.
term-join-deal = La siguiente ronda se reparte cuando todos digan “listo”, o en { $seconds } s.
term-join-wait = Mira tus cartas. La ronda empieza cuando todos digan “listo”, o en { $seconds } s.
term-join-go = ¡Ya! en { $seconds } s...
term-join-starts = { $who } da la salida.
term-join-ask-ready = Presiona Enter cuando quieras seguir.
term-join-ask-rematch = Escribe revancha para jugar otra con la misma gente, o salir.
term-join-record = Registro: { $link }
term-join-looks-on = Estás mirando; eso solo lo puede hacer quien tiene asiento.
term-join-first = { $how ->
    [tie] { $who } y tú llegaron al mismo tiempo, y el sorteo favoreció a { $who }.
    [late] { $who } terminó antes de que llegara lo tuyo.
   *[other] { $who } llegó { $ms } ms antes.
}
term-join-refused = La mesa no lo aceptó: { $why }
term-join-lost = Se perdió la conexión. Reconectando...
term-join-again = Ya tienes conexión otra vez.
term-join-returned = ¡Hola de nuevo! Todavía tienes tu asiento en esta mesa.
term-join-come-back = Un bot sigue jugando por ti. Puedes volver con el mismo comando y el mismo nombre.
term-join-closed = { $why ->
    [newer] Ahora tu asiento se juega desde otro lugar.
    [removed] Te sacaron de esta mesa, o la dejaste.
    [left] Dejaste la partida. Un bot sigue jugando por ti, y puedes volver.
    [table] Esta mesa no puede seguir. Todo lo jugado quedó guardado.
    [token] Esta mesa ya no te conoce.
    [lapsed] No te conectaste en el minuto después de entrar, así que tu asiento quedó libre. Puedes entrar otra vez.
   *[other] Ya no hay conexión con la mesa: { $reason }
}
term-join-unreachable = No hay conexión con ninguna mesa en { $server }.

## Any game that has no words of its own
term-round = Ronda { $round }
term-can-do = Puedes
term-the-table = Mesa
term-type-number = { $count ->
    [one] Escribe 1.
   *[other] Escribe un número del 1 al { $count }.
}
term-not-a-number = “{ $typed }” no está en la lista. { $count ->
    [0] No es tu turno.
    [one] Escribe 1.
   *[other] Escribe un número del 1 al { $count }.
}
term-generic-help = Escribe el número de lo que quieras hacer.
