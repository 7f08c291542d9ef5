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
crowns-round = ronda { $round } de { $rounds }
crowns-tie-break = desempate
crowns-wild-label = Comodines de esta ronda: cada { $rank } y los jokers; { $round }
crowns-seconds = quedan { $seconds } segundos
crowns-you = Tú
crowns-points = { $points ->
    [one] 1 punto
   *[other] { $points } puntos
}

## Los demás
crowns-others = Los demás
crowns-state = { $state ->
    [turn] juega
    [last] el último
    [out] ¡cierra!
    [laid] ya bajó
    [sits] mira
   *[still] espera
}
crowns-other = { $name }, { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}{ $state ->
    [turn] , tiene el turno
    [last] , tiene el último turno
    [out] , ha cerrado
    [laid] , ya ha bajado
    [sits] , no juega este desempate
   *[still] {""}
}{ $mark ->
    [bot] , es un bot
    [standin] , juega un bot en su lugar
    [away] , no está
    [gone] , se ha ido
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
crowns-pile = Descartes
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
    [meld] en la combinación { $number }
    [broken] en el montoncito { $number }, que aún no vale
    [group] en el montoncito { $number }
   *[loose] suelta
}
crowns-unmelded = sin combinar
crowns-best = Mejor
crowns-best-points = Mejor: { $points }
crowns-move-left = Mover { $card } a la izquierda
crowns-move-right = Mover { $card } a la derecha
crowns-group-new = Nuevo montoncito con { $card }
crowns-new-group = Suelta aquí: nuevo montoncito
crowns-moved = { $card }: { $group ->
    [loose] suelta
   *[group] montoncito { $number }
}
crowns-discard = Descartar
crowns-discard-last = Descartar
crowns-discard-card = Descartar { $card }
crowns-keys-along = por la mano
crowns-keys-move = mover la carta
crowns-keys-group = nuevo montoncito

## Qué hay que hacer
crowns-dealing = Enseguida se reparten las cartas …
crowns-status = { $state ->
    [take] { $last ->
        [yes] Te toca: toma una carta
       *[no] Tu turno: toma una carta
    }
    [discard] { $last ->
        [yes] Descarta y bajan tus combinaciones
       *[no] Ahora descarta una carta
    }
   *[other] { $last ->
        [yes] Juega { $name }
       *[no] Es el turno de { $name }
    }
}
crowns-last-turn = ¡ÚLTIMO TURNO!
crowns-looking = Mirando si puedes cerrar …
crowns-watching = Estás mirando.
crowns-go-out = ¡Cierra!
crowns-go-out-with = con { $card }
crowns-go-out-label = Cerrar: bajar todas tus combinaciones y descartar { $card }
crowns-careful-title = ¿Seguro?
crowns-careful = { $why ->
    [wild] Es un comodín: { $card }. ¿Descartarlo de todos modos?
   *[meld] { $card } es parte de una combinación completa. ¿Descartarla de todos modos?
}
crowns-keep = Quedármela
crowns-discard-it = Descartarla

## En la mesa
crowns-laid = Combinaciones en la mesa
crowns-laid-by = { $name }{ $out ->
    [yes] : ¡cierre!
   *[no] {""}
}
crowns-laid-nothing = nada
crowns-meld-label = Combinación: { $cards }
crowns-left-label = Sobran: { $cards }
crowns-opened = Todas las cartas sobre la mesa

## Para el oído
crowns-say-deal = Ronda { $round }. Comodines: cada { $rank } y los jokers.
crowns-say-take = { $who ->
    [me] Has tomado { $card }.
   *[other] { $from ->
        [draw] { $name } ha robado del mazo.
       *[discard] { $name } ha tomado { $card } de los descartes.
    }
}
crowns-say-discard = { $who ->
    [me] Has descartado { $card }.
   *[other] { $name } ha descartado { $card }.
}
crowns-say-out = { $who ->
    [me] ¡Cierras y descartas { $card }! Los demás tienen un último turno.
   *[other] ¡{ $name } cierra y descarta { $card }! Es el último turno.
}
crowns-say-reshuffle = La pila de descarte se ha barajado y es el nuevo mazo.
crowns-say-score = La ronda ha terminado. Sumas { $points ->
    [one] 1 punto
   *[other] { $points } puntos
}.
crowns-say-your-turn = { $last ->
    [yes] Tu último turno.
   *[no] Tu turno.
} En la pila de descarte: { $card }.
crowns-say-points = { $melds ->
    [one] 1 combinación
   *[other] { $melds } combinaciones
}, sin combinar { $points }.

## Opciones
option-tie_break = Desempatar
option-tie_break-help = Quienes comparten la puntuación más baja juegan una ronda más.
option-turn_limit = Turnos por ronda, como máximo
option-turn_limit-help = Para cada quien; después todos bajan lo que tienen.
option-turn_limit-off = sin límite
