# Lo que dice la terminal. $me vale yes si lo hace la persona de la terminal y no si lo hace otro.

term-you = Tú
term-table = la mesa
term-and = y
term-welcome = { $title } - en la mesa: { $table }.
term-welcome-help = Escribe ? para la ayuda, pista para una pista, salir para irte.
term-goodbye = ¡Hasta luego!
term-record = El registro de la partida está en { $path }.
term-record-failed = No se pudo escribir el registro en { $path }: { $why }.
term-help =
    Intro      muestra otra vez toda la mesa
    pista      sugiere una jugada
    puntos     muestra la hoja de puntos
    reglas     muestra las reglas
    salir      deja la mesa
term-hint = Prueba: { $what }
term-hint-none = Ahora mismo no puedes hacer nada.
term-type-go = ya
term-ask-go = Escribe ya, o solo pulsa Intro, para empezar la ronda.
term-ask-ready = { $who } da la salida en un momento. Pulsa Intro si ya estás listo.

term-ready = { $me ->
    [yes] Estás listo
   *[no] { $who } está listo
}
term-sits = { $name } ocupa desde ahora el asiento { $seat }
term-deals = Ronda { $round }: { $me ->
    [yes] repartes tú
   *[no] reparte { $who }
}
term-round-of = Ronda { $round } de { $rounds }
term-round-over = { $why ->
    [tie] Nadie puede jugar y el mazo está vacío: la ronda { $round } queda en empate, sin puntos.
    [stalemate] Ya no encaja ninguna carta: la ronda { $round } se acaba, sin premio.
    [standoff] Todos han recorrido su mazo de mano cuatro veces y nadie ha jugado: la ronda { $round } se acaba, sin premio.
    [limit] Se acabaron los turnos: la ronda { $round } ha terminado.
   *[out] La ronda { $round } ha terminado.
}
term-sheet = Puntuación
term-total = total
term-won = { $me ->
    [yes] ¡Ganas la partida con { $points ->
        [one] 1 punto
       *[other] { $points } puntos
    }!
   *[no] La partida es para { $who }, con { $points ->
        [one] 1 punto
       *[other] { $points } puntos
    }.
}
term-shared = { $who } comparten la victoria con { $points ->
    [one] 1 punto
   *[other] { $points } puntos
}.
term-nobody-wins = La partida queda abandonada; no gana nadie.
term-cards = Cartas
term-deck = mazo { $count }
term-piles = Montones
term-hand = Mano
term-left = Quedan en la mano:

## Wig Out!
term-wo-help =
    afro       juega todas tus cartas de afro (bastan las primeras letras: af)
    afro 2     juega solo dos de ellas
    d          roba una carta, cuando nada encaja (también: robar)
    !          grita «¡Despelucándose!», cuando no te quedan cartas
    ya         empieza la ronda, cuando repartes tú
    {"*"} señala lo que puedes jugar. Todos juegan a la vez: ¡date prisa!
term-wo-go = { $me ->
    [yes] Dices ¡Ya!
   *[no] { $who } dice ¡Ya!
}
term-wo-lay = { $me ->
    [yes] Pones { $card }
   *[no] { $who } pone { $card }
}
term-wo-start = { $me ->
    [yes] Pones { $count } de { $card }
   *[no] { $who } pone { $count } de { $card }
}
term-wo-draw = { $card ->
    [none] { $me ->
        [yes] Robas una carta
       *[no] { $who } roba una carta
    }
   *[other] { $me ->
        [yes] Robas { $card }
       *[no] { $who } roba { $card }
    }
}
term-wo-shout = { $me ->
    [yes] Gritas «¡Despelucándose!»
   *[no] { $who } grita «¡Despelucándose!»
}
term-wo-ask-shout = No te quedan cartas. ¡Escribe ! para gritar!
term-wo-ask-draw = Nada encaja: escribe d para robar.
term-wo-ask-wait = Nada encaja y el mazo está vacío: espera a que alguien empiece un montón.
term-wo-which = «{ $typed }» puede ser { $cards }; escribe una letra más.
term-wo-expected = «{ $typed }» no es una jugada; escribe un personaje, como { $card }, d para robar, ! para gritar o ? para la ayuda.

## Wackee Six
term-ws-help =
    3          juega la carta 3 de tu fila
    p          juega la carta de arriba de tu montón volteado
    3 r6       juega un comodín (w) como 6 rojo (también p r6); los colores
               son r rojo, g verde, b azul, y amarillo
    t          voltea tres cartas de tu mazo de mano, o da la vuelta al montón
    !          grita «Wackee Six!», cuando han salido tus cartas principales
    ya         empieza la ronda, cuando das tú la salida
    {"*"} señala lo que puedes jugar. Todos juegan a la vez; no se te avisa cuando
    los demás voltean su mazo de mano.
term-ws-round = Ronda { $round }, a { $points }
term-ws-deals = Ronda { $round }: { $me ->
    [yes] das tú la salida
   *[no] da la salida { $who }
}
term-ws-go = { $me ->
    [yes] Dices «¡A lo Wackee!»
   *[no] { $who } dice «¡A lo Wackee!»
}
term-ws-play = { $me ->
    [yes] Juegas
   *[no] { $who } juega
} { $card }{ $how ->
    [airborne] , justo a tiempo
    [wacked] : ¡wackeado!
    [wild] , un comodín
   *[plain] {""}
}
term-ws-turn = { $me ->
    [yes] Volteas { $cards }
   *[no] { $who } voltea { $cards }
}
term-ws-recycle = { $me ->
    [yes] Das la vuelta a tu montón
   *[no] { $who } da la vuelta a su montón
}
term-ws-call = { $me ->
    [yes] Gritas «Wackee Six!»
   *[no] { $who } grita «Wackee Six!»
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
    [one] (1 montón wackeado)
   *[other] ({ $count } montones wackeados)
}
term-ws-row = Fila
term-ws-down = boca abajo: { $count }
term-ws-turned = Volteado
term-ws-deck = mazo de mano: { $count }
term-ws-ask-call = Han salido todas tus cartas principales. ¡Escribe ! para gritar!
term-ws-which = Di por qué carta vale el comodín, por ejemplo { $example }; ahora encajan { $cards }. (WS-11)
term-ws-no-wild = Todavía no hay un montón donde poner el comodín.
term-ws-empty = El lugar { $place } de tu fila está vacío.
term-ws-nothing-turned = No tienes ninguna carta volteada; escribe t para voltear.
term-ws-no-card = «{ $typed }» no es una carta; las cartas son r, g, b o y con un número del 1 al 13.
term-ws-expected = «{ $typed }» no es una jugada; escribe de 1 a 6, p, un comodín como en 3 r6, t para voltear, ! para gritar o ? para la ayuda.

## Five Crowns
term-fc-help =
    d          toma la carta de arriba del mazo
    p          toma la carta de arriba de la pila de descarte
    7h         descarta el 7 de corazones; 10h o Th es un diez, ** un joker
    cierro 7h  cierra con tus mejores grupos y escaleras y descarta 7h
    cierro 7h: 3h 4h 5h / 8c 8d 8s    cierra con los grupos que tú elijas
    7h: 3h 4h 5h                      lo mismo en el último turno (7h: nada)
    Palos: t estrellas, h corazones, c tréboles, s picas, d diamantes.
    Tu mano se muestra en sus mejores grupos y escaleras, con los puntos de
    lo que queda.
term-fc-tie-break = Desempate { $round }
term-fc-out = Ha cerrado
term-fc-piles = pila de descarte { $card }, mazo { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}
term-fc-wild = Comodín
term-fc-wilds = { $rank } y **
term-fc-left = { $points ->
    [one] queda 1 punto
   *[other] quedan { $points } puntos
}
term-fc-type-out = cierro
term-fc-ask-take = { $last ->
    [yes] Tu último turno:
   *[no] Tu turno:
} d toma del mazo, p toma { $card } de la pila de descarte.
term-fc-ask-discard = Ahora descarta una carta, por ejemplo { $card }.
term-fc-ask-out = ¡Puedes cerrar! Escribe { $outs }; o descarta cualquier carta y sigue.
term-fc-ask-last = Ahora descarta una carta, por ejemplo { $card }; tus mejores grupos y escaleras bajan con ella.
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
term-fc-sure-wild = { $card } es un comodín. Escríbelo otra vez si de verdad quieres descartarlo.
term-fc-sure-meld = { $card } está en { $meld }. Escríbela otra vez si de verdad quieres descartarla.
term-fc-no-card = «{ $typed }» no es una carta; una carta es un valor y un palo, como 7h, Th o Kt, o ** para un joker.
term-fc-expected-take = «{ $typed }» no es una jugada; escribe d para el mazo, p para la pila de descarte o ? para la ayuda.
term-fc-expected-discard = «{ $typed }» no es una jugada; escribe la carta que descartas, por ejemplo { $card }, cierro y una carta para cerrar, o ? para la ayuda.
term-says = { $who } dice: { $what }

## En una mesa lejana
term-join-welcome = { $title } - mesa { $code }. Este enlace es para los demás:
term-join-seats = Asientos
term-join-place = { $number } { $name } ({ $what ->
    [beginner] bot: principiante
    [casual] bot: ocasional
    [skilled] bot: bueno
    [expert] bot: experto
    [ready] listo
    [host] anfitrión
   *[waits] aún no
}{ $host ->
    [yes] , anfitrión
   *[no] {""}
})
term-join-free = { $count ->
    [one] 1 asiento libre
   *[other] { $count } asientos libres
}
term-join-watching = Miran
term-join-somebody = alguien
term-join-ask = { $role ->
    [host] Eres el anfitrión: bot ocasional añade un bot, empezar empieza la partida, ? muestra todas las palabras.
    [guest] Escribe listo cuando lo estés; el anfitrión empieza la partida. ? muestra todas las palabras.
   *[watch] Estás mirando. ? muestra todas las palabras.
}
term-join-help =
    listo          estás listo para la partida
    empezar        empieza la partida, si eres el anfitrión
    bot ocasional  añade un bot, si eres el anfitrión (o: principiante, bueno,
                   experto)
    di             muestra las frases; di suerte dice una
    reglas         muestra las reglas
    Intro          muestra quién está en la mesa
    salir          deja la mesa
term-join-help-match =
    listo      estás listo para la ronda siguiente (o solo pulsa Intro)
    di         muestra las frases; di bien jugado dice una
    parar      entre dos rondas: por ti se puede parar aquí
    revancha   después de la partida: otra con la misma gente
term-join-expected = «{ $typed }» no significa nada aquí; escribe listo, empezar, bot ocasional, di, salir o ? para la ayuda.
term-join-levels = No hay ningún nivel «{ $typed }»; escribe bot con principiante, ocasional, bueno o experto.
term-join-no-seat = No queda ningún asiento libre.
term-join-sayings = Puedes decir:
term-join-comes = { $who } está aquí.
term-join-drops = { $who } ha perdido la conexión.
term-join-takes-over = Ahora juega un bot por { $who }.
term-join-back = { $who } vuelve a jugar.
term-join-host = { $me ->
    [yes] Ahora eres tú el anfitrión.
   *[no] Ahora el anfitrión es { $who }.
}
term-join-pause = { $paused ->
    [yes] El anfitrión ha puesto la partida en pausa.
   *[no] La partida sigue.
}
term-join-stop = { $who } quiere parar aquí; escribe parar si estás de acuerdo.
term-join-begin = La partida empieza cuando todos estén listos, como mucho en { $seconds } s.
term-join-deal = La ronda siguiente empieza cuando todos estén listos, como mucho en { $seconds } s.
term-join-go = ¡Ya! en { $seconds } s ...
term-join-starts = Da la salida { $who }.
term-join-ask-ready = Pulsa Intro cuando estés listo.
term-join-ask-rematch = Escribe revancha para jugar otra con la misma gente, o salir.
term-join-record = Registro: { $link }
term-join-looks-on = Estás mirando; eso solo lo puede hacer quien tiene un asiento.
term-join-first = { $who } llegó antes, por { $ms } ms.
term-join-refused = La mesa dice que no: { $why }
term-join-lost = Se ha perdido la conexión. Probando otra vez ...
term-join-again = Vuelves a estar en la mesa.
term-join-closed = { $why ->
    [newer] Tu asiento se juega ahora desde otro sitio.
    [removed] Ya no estás en esta mesa.
    [table] Esta mesa no puede seguir. Lo jugado queda guardado.
    [token] Esta mesa ya no te conoce.
   *[other] Ya no se llega a la mesa: { $reason }
}
term-join-unreachable = No se llega a ninguna mesa en { $server }.

## Any game that has no words of its own
term-round = Ronda { $round }
term-can-do = Puedes
term-the-table = Mesa
term-type-number = { $count ->
    [one] Escribe 1.
   *[other] Escribe un número del 1 al { $count }.
}
term-not-a-number = «{ $typed }» no está en la lista. { $count ->
    [0] No es tu turno.
    [one] Escribe 1.
   *[other] Escribe un número del 1 al { $count }.
}
term-generic-help = Escribe el número de lo que quieras hacer.
