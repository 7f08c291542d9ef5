# Lo que dice la mesa de Five Crowns en el navegador.

crowns-letter = { $suit ->
    [t] E
    [h] C
    [c] T
    [s] P
   *[d] D
}
crowns-wild-card = { $card }, comodín
crowns-wild = comodín
crowns-round = Ronda { $round } de { $rounds }
crowns-tie-break = Desempate
crowns-wild-label = Comodines de esta ronda: cada { $rank } y los jokers. { $round }
crowns-seconds = quedan { $seconds } segundos
crowns-you = Tú

## Los demás
crowns-others = Los demás
crowns-state = { $state ->
    [turn] juega
    [last] último turno
    [out] ¡cerró!
    [laid] ya bajó
    [sits] no juega
   *[still] espera
}
crowns-other = { $name }, { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}{ $state ->
    [turn] , tiene el turno
    [last] , tiene su último turno
    [out] , cerró
    [laid] , ya bajó
    [sits] , no juega este desempate
   *[still] {""}
}{ $mark ->
    [bot] , es un bot
    [standin] , juega un bot en su lugar
    [away] , no está
    [gone] , se fue
   *[none] {""}
}

## Los montones
crowns-draw = Mazo · { $count }
crowns-draw-label = Mazo, { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}{ $can ->
    [yes] : toma la de arriba
   *[no] {""}
}
crowns-pile = Descarte
crowns-discard-label = Pila de descarte, arriba { $card }{ $can ->
    [yes] : tómala
   *[no] {""}
}
crowns-discard-empty = Pila de descarte, vacía

## La mano
crowns-hand = Tu mano, { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}
crowns-hand-card = { $card }; { $kind ->
    [taken] nueva
    [meld] en la combinación { $number }
    [broken] en la combinación { $number }, aún incompleta
    [group] en la combinación { $number }
   *[loose] sin combinar
}{ $new ->
    [yes] , nueva
   *[no] {""}
}{ $fits ->
    [yes] , combina con la carta nueva
    [own] , combina con tu mano
   *[no] {""}
}
crowns-unmelded = sobran:
crowns-best = Mejor
crowns-best-points = Mejor: { $points }
crowns-new = nueva
crowns-sort = Ordenar
crowns-sort-by = { $by ->
    [rank] Ordenar por número
   *[suit] Ordenar por palo
}
crowns-sorted = { $by ->
    [rank] Ordenado por número.
   *[suit] Ordenado por palo.
}
crowns-move-left = Mover { $card } a la izquierda
crowns-move-right = Mover { $card } a la derecha
crowns-group-new = Nueva combinación con { $card }
crowns-new-group = Suelta aquí: nueva combinación
crowns-moved = { $card }: { $group ->
    [loose] sin combinar
   *[group] combinación { $number }
}
crowns-discard = Descartar
crowns-discard-last = Terminar
crowns-undo = Deshacer
crowns-discard-card = Descartar { $card }
crowns-keys-along = por la mano
crowns-keys-move = mover la carta
crowns-keys-group = nueva combinación
crowns-keys-sort = ordenar

## Qué hay que hacer
crowns-dealing = Repartiendo las cartas…
crowns-status = { $state ->
    [take] { $last ->
        [yes] Tu último turno: toma una carta
       *[no] Tu turno: toma una carta
    }
    [discard] { $last ->
        [yes] Descarta para bajar tus cartas
       *[no] Ahora descarta una carta
    }
   *[other] { $last ->
        [yes] Último turno de { $name }
       *[no] Turno de { $name }
    }
}
crowns-last-turn = ¡ÚLTIMO TURNO!
crowns-looking = Viendo si puedes cerrar…
crowns-watching = Estás mirando.
crowns-go-out = ¡Cierra!
crowns-go-out-with = con { $card }
crowns-go-out-label = Cerrar: bajar todas tus combinaciones y descartar { $card }
crowns-careful-title = ¿Seguro?
crowns-careful = { $why ->
    [wild] Es comodín: { $card }. ¿Descartar de todos modos?
    [fits] Completa una combinación: { $card }. ¿Descartar de todos modos?
   *[meld] Es parte de una combinación completa: { $card }. ¿Descartar de todos modos?
}
crowns-keep = Conservar
crowns-discard-it = Sí, descartar

## En la mesa
crowns-laid = Combinaciones en la mesa
crowns-laid-by = { $out ->
    [me] Cerraste
    [yes] { $name } cerró
   *[no] { $name }
}
crowns-laid-nothing = ninguna combinación
crowns-laid-nobody = Nadie ha cerrado todavía
crowns-meld-label = Combinación: { $cards }
crowns-left-label = Sobran: { $cards }
crowns-out = { $me ->
    [yes] ¡Cerraste!
   *[no] ¡Cerró!
}
crowns-goes-out = { $me ->
    [yes] ¡Cierras con { $card }!
   *[no] ¡{ $name } cierra con { $card }!
}
crowns-left-sum = Sobra: { $count ->
    [one] { $points } puntos
   *[other] { $sum } = { $points } puntos
}
crowns-left-none = No sobra nada: 0 puntos
crowns-went-out = Cerró: 0 puntos

## Para el oído
crowns-say-deal = Ronda { $round }. Comodines: cada { $rank } y los jokers.
crowns-say-take = { $who ->
    [me] Tomaste { $card }.
   *[other] { $from ->
        [draw] { $name } tomó una carta del mazo.
       *[discard] { $name } tomó { $card } de la pila de descarte.
    }
}
crowns-say-fits = Combina con: { $cards }.
crowns-say-undo = { $who ->
    [me] Recuperaste tu descarte.
   *[other] { $name } recuperó su descarte.
}
crowns-say-discard = { $who ->
    [me] Descartaste { $card }.
   *[other] { $name } descartó { $card }.
}
crowns-say-out = { $who ->
    [me] ¡Cierras y descartas { $card }! Los demás tienen un último turno.
   *[other] ¡{ $name } cierra y descarta { $card }! Es el último turno.
}
crowns-say-reshuffle = Se barajó la pila de descarte y ahora es el mazo.
crowns-say-your-turn = { $last ->
    [yes] Tu último turno.
   *[no] Tu turno.
} En la pila de descarte: { $card }.
crowns-say-points = { $melds ->
    [one] 1 combinación
   *[other] { $melds } combinaciones
}, sobran: { $points }.

## Opciones
option-undo = Deshacer un descarte
option-undo-help = Hasta que el siguiente jugador tome una carta. Los demás pueden haberla visto.
option-tie_break = Desempatar
option-tie_break-help = Quienes comparten el puntaje más bajo juegan una ronda más.
option-first_round = Primera ronda
option-first_round-help = La ronda 1 tiene tres cartas; la 11, trece. La partida acaba como muy tarde en la ronda 11.
option-turn_limit = Turnos por ronda, como máximo
option-turn_limit-help = Para cada quien; después todos bajan lo que tienen.
option-turn_limit-off = sin límite
