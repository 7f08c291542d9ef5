# Lo que dice el entrenador después de una ronda.

## Cualquier carrera
coach-race-waited = Tu carta ({ $card }) se podía jugar desde hacía { $seconds } segundos cuando la jugaste.
coach-race-taken = Tu carta ({ $card }) encajaba desde hacía { $seconds } segundos. Entonces { $name } ocupó el lugar.
coach-race-left = Cuando terminó la ronda, tu carta ({ $card }) llevaba { $seconds } segundos lista para jugarse.
coach-race-pace = La mayoría de tus { $count } jugadas tardó unos { $seconds } segundos. La más rápida, { $best }.
coach-race-contests = { $count ->
    [one] Una vez tú y otra persona fueron por el mismo lugar, y { $won ->
        [0] se te adelantaron.
       *[other] llegaste antes.
    }
   *[other] { $count } veces tú y otra persona fueron por el mismo lugar. { $won ->
        [0] No llegaste antes en ninguna.
        [one] Llegaste antes una vez.
       *[other] Llegaste antes { $won } veces.
    }
}
coach-race-call = Gritaste { $seconds } segundos después de tu última carta. Grita enseguida: hasta entonces todos pueden seguir jugando.
coach-race-decided = { $left ->
    [0] { $me ->
        [yes] Todo estuvo abierto hasta la última carta, ¡y fue tuya!
       *[no] Todo estuvo abierto hasta la última carta. La tuvo { $name }.
    }
    [one] { $me ->
        [yes] Esto lo decidió: con una carta por jugar tomaste la delantera y ya no la soltaste.
       *[no] Esto lo decidió: con una carta por jugar, { $name } tomó la delantera y ya no la soltó.
    }
   *[other] { $me ->
        [yes] Esto lo decidió: con { $left } cartas por jugar tomaste la delantera y ya no la soltaste.
       *[no] Esto lo decidió: con { $left } cartas por jugar, { $name } tomó la delantera y ya no la soltó.
    }
}

## Wig Out!
coach-wo-single = Tenías { $count } cartas de { $card } y jugaste una. Se pueden jugar todas de una vez.
coach-wo-drew = Tomaste una carta cuando podías jugar una ({ $card }).

## Wackee Six
coach-ws-turned = { $count ->
    [one] Volteaste cartas mientras una principal ({ $card }) encajaba en un montón. ¡Primero las principales!
   *[other] { $count } veces volteaste cartas mientras una principal encajaba en un montón, por ejemplo { $card }. ¡Primero las principales!
}

## Five Crowns
coach-fc-out = { $earlier ->
    [0] Podías cerrar en el turno { $turn } descartando { $card }:
    [one] Podías cerrar un turno antes, en el turno { $turn }, descartando { $card }:
   *[other] Podías cerrar { $earlier } turnos antes, en el turno { $turn }, descartando { $card }:
}
coach-fc-out-up = { $earlier ->
    [0] Con { $card }, que estaba boca arriba, podías cerrar en el turno { $turn }:
    [one] Con { $card }, que estaba boca arriba, podías cerrar un turno antes, en el turno { $turn }:
   *[other] Con { $card }, que estaba boca arriba, podías cerrar { $earlier } turnos antes, en el turno { $turn }:
}
coach-fc-discard = En el turno { $turn } era mejor descartar { $card } que { $next }. Te habría ahorrado { $points ->
    [one] cerca de un punto.
   *[other] unos { $points } puntos.
}
coach-fc-discard-last = En tu último turno, descartar { $card } en vez de { $next } te habría ahorrado { $points ->
    [one] un punto.
   *[other] { $points } puntos.
}
coach-fc-melds = Con otros grupos y escaleras en tu último turno te habrías quedado con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
} menos.
coach-fc-take-discard = En el turno { $turn } convenía tomar { $card }, que estaba boca arriba. Te habría ahorrado { $points ->
    [one] cerca de un punto.
   *[other] unos { $points } puntos.
}
coach-fc-take-draw = En el turno { $turn } era mejor tomar del mazo que tomar { $card }. Te habría ahorrado { $points ->
    [one] cerca de un punto.
   *[other] unos { $points } puntos.
}
coach-fc-next-card = No podías saberlo: { $card } era la siguiente del mazo, y con ella habrías cerrado.
coach-fc-well = ¡Bien jugado! Ninguna decisión tuya te costó nada que valga la pena mencionar.
coach-fc-well-lucky = Bien jugado, y las cartas te acompañaron.
coach-fc-well-unlucky = Bien jugado. No había nada que hacer: la mala suerte te costó unos { $points } puntos.
coach-fc-unlucky = Y la mala suerte te costó unos { $points } puntos.
coach-fc-little = Solo detalles: todas tus decisiones juntas te costaron { $points ->
    [one] cerca de un punto.
   *[other] unos { $points } puntos.
}

## De dónde salen los puntos de una ronda
coach-split = { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}: la mesa promedió { $par }, la suerte { $lucky ->
    [yes] te ayudó con { $luck }
    [no] te costó { $luck }
   *[even] no cambió nada
}, tu juego { $skilled ->
    [yes] ganó { $choices }
    [no] costó { $choices }
   *[even] no costó nada
}.
coach-how-turns = Puntos = el promedio de la mesa + la suerte + tus decisiones. Tus decisiones cuestan lo que otras mejores habrían ahorrado, según nuestro mejor bot; todo lo demás es suerte: las cartas y lo que hicieron los demás.
coach-how-race = Puntos = el promedio de la mesa + la suerte + tu juego. La suerte es cuántas cartas encajaron justo al salir, frente a cuántas debían encajar; todo lo demás es rapidez y decisiones.

## La terminal
coach-round = Ronda { $round }, { $name }
coach-none = El entrenador todavía no tiene nada que decir: ninguna ronda de esta partida ha terminado.
