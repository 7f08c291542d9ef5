# Why a hint suggests a move, said after it. Cards and points are those of the reader's own view.

## Wig Out!
why-wo-shout = ¡Ya no te quedan cartas!
why-wo-draw = Ninguna de tus cartas va en un montón, y no tienes dos iguales.
why-wo-last = { $count ->
    [one] Es tu última carta, y tiene montón.
   *[other] Son todas tus cartas, y pueden salir de una vez.
}
why-wo-most = { $opened ->
    [yes] Tienes { $count } iguales, y todas tienen montón.
   *[no] Tienes { $count } iguales: juntas abren un montón.
}
why-wo-fits = { $opened ->
    [yes] Ya hay un montón de { $card }.
   *[no] Con dos iguales basta para abrir un montón.
}

## Wackee Six
why-ws-shout = ¡Ya jugaste todas tus cartas principales!
why-ws-turn = Ninguna de tus cartas va en un montón.
why-ws-keep-wild = Solo va tu comodín, y más tarde también servirá.
why-ws-recycle = Se acabó tu mazo de mano: puedes volver a empezarlo.
why-ws-last = Es tu última carta principal.
why-ws-next = { $wild ->
    [yes] Como { $card }, el comodín abre paso a tu { $next }.
   *[no] Un montón espera el { $card }, y encima va después tu { $next }.
}
why-ws-wild = { $main ->
    [yes] Aquí el comodín puede ser el { $card }, y te queda una carta principal menos.
   *[no] Aquí el comodín puede ser el { $card }. Cada carta jugada es un punto.
}
why-ws-one = { $main ->
    [yes] Un 1 abre un montón, y te queda una carta principal menos.
   *[no] Un 1 abre un montón.
}
why-ws-finish = { $main ->
    [yes] Completa un montón, y te queda una carta principal menos.
   *[no] Completa un montón.
}
why-ws-fits = { $main ->
    [yes] Un montón espera justo este número, y te queda una carta principal menos.
   *[no] Un montón espera justo este número.
}

## Five Crowns
why-fc-take-all = Así puedes bajar todo lo que te quedas.
why-fc-take-meld = Forma { $cards }. Te quedarías con { $points } puntos en vez de { $before }.
why-fc-take = Así te quedarías con { $points } puntos en vez de { $before }.
why-fc-take-wild = Es un comodín: completa cualquier grupo o escalera.
why-fc-take-near = Combina con tu { $next }.
why-fc-draw = Con { $card } no bajarían los { $points } puntos que tienes.
why-fc-draw-more = Con { $card } solo bajarías { $saved ->
    [one] un punto
   *[other] { $saved } puntos
}. El mazo puede traer algo mejor.
why-fc-out = Todas tus otras cartas están en grupos y escaleras.
why-fc-discard-least = { $points ->
    [0] Todas las cartas que te quedas están en grupos y escaleras.
    [one] Te quedas con { $points } punto, lo menos posible.
   *[other] Te quedas con { $points } puntos, lo menos posible.
}
why-fc-discard-hope = Te quedas con { $points } puntos, y con un comodín más, solo con { $hoped }.
why-fc-discard = Te quedas con { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}.
