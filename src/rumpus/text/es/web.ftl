# Lo que dice el cliente del navegador alrededor de los juegos.

web-title = Rumpus
web-start = Para empezar
web-lead = Tres juegos de cartas alocados. Una mesa. Sin registrarse.
web-five_crowns = Five Crowns
web-five_crowns-about = Rummy con un comodín que cambia en cada ronda. De 2 a 14 jugadores. Gana el puntaje más bajo.
web-wackee_six = Wackee Six
web-wackee_six-about = Todos construyen a la vez sobre los mismos montones. De 2 a 12 jugadores. Gana el puntaje más alto.
web-wig_out = Wig Out!
web-wig_out-about = Una carrera de peinados locos, desde los 6 años. De 2 a 6 jugadores. Gana el puntaje más bajo.
web-play-bots = Jugar ya
web-play-bots-label = Jugar ya a { $game } contra bots
web-play-against = { $count ->
    [one] contra un bot · { $level }
   *[other] contra { $count } bots · { $level }
}
web-play-head-start = Ventaja: { $points } puntos
web-level-of = Nivel de los bots en { $game }
web-level-auto = Auto
web-open = Invitar
web-open-label = Invitar a jugar { $game }
web-open-alone = Preparar partida
web-open-alone-label = Preparar una partida de { $game }
web-learn = Aprender
web-learn-label = Aprender { $game } en dos minutos
web-rules = Reglas
web-rules-label = Reglas de { $game }
web-home = Inicio
web-close = Volver
web-join-title = Entrar a una mesa
web-join-code = Código de la mesa
web-join-code-hint = Ocho letras, como BCDF GHJK
web-join-code-example = BCDF GHJK
web-join-code-wrong = Ese código no es válido. Un código tiene ocho letras, sin vocales ni números.
web-join-code-empty = Escribe el código que te mandaron.
web-invited = ¡Te invitan a jugar!
web-invited-how = Alguien te guarda un lugar en la mesa. Elige un nombre y un avatar para entrar, o solo mira.
web-join = Entrar
web-watch = Mirar
web-invited-to = { $known ->
    [no] Te invitan a jugar { $game }
   *[yes] { $host } te invita a jugar { $game }
}
web-invited-watch = La partida ya empezó o la mesa está llena, pero puedes mirar.
web-name = Tu nombre
web-avatar = Tu avatar
web-avatar-choice = { $name ->
    [fox] zorro
    [owl] búho
    [whale] ballena
    [cat] gato
    [bear] oso
    [frog] rana
    [hare] liebre
    [crab] cangrejo
    [bee] abeja
    [goat] cabra
    [crow] cuervo
    [mole] topo
    [seal] foca
    [newt] tritón
    [yak] yak
   *[wren] pajarito
}
web-your-seats = Tus mesas
web-go-on = Volver a { $game }
web-forget = Quitar la mesa { $code } de la lista
web-past-result = { $who ->
    [me] ¡Ganaste!
    [shared] Compartiste la victoria
    [nobody] Sin terminar
    [others] Ganaron { $names }
   *[other] Ganó { $names }
}
web-past-with = con { $names }
web-past-open = Abrir
web-past-open-label = Abrir esta mesa de { $game }
web-past-forget = Quitar { $game } del { $when } de la lista
web-plain-http = Estás en una red local. Todo funciona, menos instalar Rumpus como aplicación y abrirlo sin conexión: los navegadores solo lo permiten con https.
web-more = También aquí
web-score-pad = Libreta de puntos
web-history = Historial
web-circles = Círculos
web-daily = Reparto del día
# At the table: the score of somebody else with the same cards
web-to-beat = Por superar: { $points }
web-circle-start = Crear un círculo
web-circle-join-as = Entras como { $name }, de { $circle }.
web-league-table = Una mesa de la liga: cuenta la primera partida que sus jugadores terminen.
web-replay = Ver una repetición
web-device = Seguir una partida de otro dispositivo
web-device-code = Código que muestra el otro dispositivo
web-busy = Un momento…
web-again = Intentar de nuevo
web-part-missing = Una parte de la página no cargó. Tu mesa sigue ahí.
web-unreachable = No hay conexión con el servidor. Revisa tu conexión y vuelve a intentarlo.

## Ajustes
web-settings = Ajustes
web-language = Idioma
web-language-en = English
web-language-es = Español
web-sound = Sonidos
web-volume = Volumen
web-sound-off = Apagar el sonido
web-sound-on = Encender el sonido
web-vibrate = Vibración
web-notify = Avisarme cuando me toque o empiece una ronda
web-notify-forbidden = Tu navegador no permite avisos de esta página. Puedes cambiarlo en su configuración.
web-notify-turn = Te toca a ti.
web-notify-round = ¡Empieza la ronda!
web-tab-title = { $what } – { $house }
web-tab-turn = Te toca
web-night = Modo oscuro
web-night-auto = Automático
web-yes = Sí
web-no = No
web-calm = Reducir movimiento
web-left-handed = Diseño para mano izquierda
web-hand-only = Solo mis cartas, grandes (la mesa está en la TV)
web-quiet = Menos avisos del lector de pantalla
web-letters = Mostrar letras en los palos (Five Crowns)
web-careful = Confirmar los descartes arriesgados

## La sala
web-lobby-title = { $game } – ¿quién juega?
web-share-title = Invitar a más personas
web-share-send = Compartir la invitación
web-tv = Mostrar en la TV
web-share-text = ¡Ven a jugar { $game } conmigo! Código de la mesa: { $code }
web-share = Comparte el enlace, el código de la mesa o el código QR. Quien lo tenga puede entrar.
web-code = Código
web-access = Quién puede entrar
web-lock = Bloquear la mesa
web-unlock = Desbloquear la mesa
web-locked = La mesa está bloqueada: nadie más puede entrar ni mirar.
web-new-code = Código nuevo
web-new-code-hint = Con un código nuevo, el enlace y el código anteriores dejan de funcionar. Quienes están en la mesa se quedan.
web-call = Enlace a su videollamada
web-call-how = De cualquier servicio, como https://meet.example.org/familia. Todos en la mesa tendrán un botón para entrar.
web-call-set = Guardar enlace
web-call-join = Entrar a la llamada ({ $site })
web-call-remove = Quitar el enlace de la llamada
web-scripted = Cartas fijadas: los primeros repartos de esta mesa se fijaron de antemano, no se barajaron.
web-check-deal = Comprobar este reparto
web-checking = Comprobando…
web-check-good = { $count ->
    [one] El reparto fue limpio: tu dispositivo volvió a barajar y salieron las mismas cartas.
   *[other] El reparto fue limpio: tu dispositivo repitió las { $count } barajadas y salieron las mismas cartas.
}
web-check-how = Antes de la partida, la mesa selló sus barajadas: mostró a todos una huella de ellas. Después, el dispositivo de cada jugador agregó un número al azar. La ronda terminó y el sello está abierto. Nadie pudo elegir estas cartas, tampoco el servidor.
web-check-bad = { $why ->
    [chain] Este reparto no es correcto. La semilla { $seed } no es la que se selló antes de la partida.
    [cards] Este reparto no es correcto. Al barajar con la semilla { $seed } salen otras cartas.
    [seen] Este reparto no es correcto. Las cartas que viste no son las que la mesa dice ahora.
   *[unknown] Este juego no dice cómo reparte. El registro se puede comprobar con: rumpus verify
}
web-check-none = Todavía no hay nada que comprobar. Prueba otra vez cuando termine la ronda.
web-check-late = El número al azar de tu dispositivo llegó demasiado tarde para esta partida: se repartió sin él.
web-check-no-salt = La mesa no usó el número al azar que envió tu dispositivo.
web-check-numbers = Mostrar los números
web-check-commit = Huella, mostrada antes de la partida
web-check-salts = Números al azar de los jugadores, asiento por asiento
web-check-seeds = Semillas de esta ronda
web-fair = Repartos que puedes comprobar
web-fair-how = Las barajadas de la próxima partida ya están selladas, y esta es su huella. Tu dispositivo agrega un número al azar. Después de cada ronda, Comprobar este reparto muestra que nadie eligió las cartas.
web-same-deal = El mismo reparto otra vez
web-same-deal-how = Las mismas cartas de la última vez, pero cada quien cambia de asiento y recibe las de otro: ¿a quién le va mejor con ellas? Ya viste estas cartas, y los demás también.
web-scripted-short = Cartas fijadas
web-copy = Copiar el enlace
web-copied = ¡Copiado!
web-qr = Código QR de esta mesa
web-seat = Asiento { $number }
web-seat-free = libre
web-sit-here = Sentarme aquí
web-you = tú
web-host = organiza
web-bot-level = { $level ->
    [beginner] Principiante
    [casual] Normal
    [skilled] Avanzado
    [expert] Experto
   *[master] Maestro
}
web-bot = bot, { $level }
web-add-bot = Agregar un bot
web-bot-strength = Nivel del bot
web-remove = Quitar
web-remove-label = Quitar a { $name }
web-away = no está
web-ready = ¡Listo!
web-not-ready = Aún no
web-is-ready = ¡listo!
web-begin = Empezar
web-waiting-for = Falta que digan “¡Listo!”: { $names }
web-ready-when = Toca “¡Listo!” cuando quieras empezar.
web-ready-now = Quien organiza quiere empezar. ¿Todo listo?
web-need-more = { $count ->
    [one] Falta un jugador: invita a alguien o agrega un bot.
   *[other] Faltan { $count } jugadores: invita a alguien o agrega bots.
}
web-waiting-host = Esperando a que empiece quien organiza.
web-watching = Mirando: { $names }
web-you-watch = Estás mirando.
web-stand = Solo mirar
web-options = Opciones de la mesa
web-partner-with = con { $name }
web-swap-partners = Cambiar parejas

## En la mesa
web-menu = Menú
web-leave = Dejar la mesa
web-leave-sure = Un bot seguirá con tus cartas. Puedes volver desde el inicio o con el mismo enlace.
web-away-title = ¿Ir al inicio ahora?
web-away-sure = { $race ->
    [yes] ¡La carrera sigue sin ti! Tu asiento sigue siendo tuyo: para volver, mira arriba en la página de inicio.
   *[no] La partida sigue sin ti. Tu asiento sigue siendo tuyo: para volver, mira arriba en la página de inicio.
}
web-away-home = Al inicio, sin dejar mi asiento
web-cancel = Cancelar
web-stay = Seguir jugando
web-pause = Pausa
web-go-on-play = Seguir
web-paused = En pausa
web-paused-by = { $who ->
    [me] Pusiste la partida en pausa.
    [nobody] La partida está en pausa.
   *[other] { $name } puso la partida en pausa.
}
web-paused-next = { $can ->
    [me] Sigue cuando quieras. No se pierde nada.
    [away] { $name } no está, así que cualquiera en la mesa puede seguir.
   *[wait] Esperando a que { $name } quiera seguir. No se pierde nada.
}
web-hint = Pista
web-hint-is = Prueba: { $what }
web-hint-why = Prueba: { $what }. { $why }
web-hint-none = Ahora mismo no puedes hacer nada.
web-hint-action = { $do ->
    [draw] tomar una carta
    [take-draw] tomar del mazo
    [take-discard] tomar el descarte
    [discard] descartar { $card }
    [out] cerrar con { $card }
    [lay] jugar tu carta de { $card }
    [start] jugar tus cartas de { $card }
    [play] jugar el { $card }
    [turn] voltear tres cartas
    [recycle] darle la vuelta al montón
    [shout] gritar
   *[go] decir ¡Ya!
}
web-say = Decir algo
web-says = { $name }: { $what }
web-mute = Silenciar a { $name }
web-unmute = Oír de nuevo a { $name }
web-ping = { $ms } ms
web-ping-label = Retraso: { $ms } milisegundos
web-lost = Se perdió la conexión. Tu asiento está guardado. Reconectando…
web-closed-newer = Este asiento está ahora abierto en otra pestaña o en otro dispositivo.
web-closed-removed = Ya no estás en esta mesa: te sacó quien la organiza, o la dejaste.
web-closed-left = Dejaste la partida. Un bot sigue jugando por ti. Puedes volver cuando quieras.
web-closed-lapsed = No te conectaste en el minuto después de entrar, así que tu lugar quedó libre. Puedes entrar otra vez.
web-closed-token = Este asiento ya no existe.
web-closed-table = Esta mesa no puede seguir. Todo lo jugado quedó guardado.
web-closed-device = Esta mesa está en este dispositivo y falta una parte que necesita. Conéctate, abre los ajustes y vuelve a guardar Rumpus para jugar sin conexión. Tu partida está a salvo.
web-closed-other = Se cortó la conexión: { $reason }
web-contests = Carreras por el mismo lugar: { $won } ganadas, { $lost } perdidas
web-contests-how = El momento de cada toque se mide por lo que mostraba la pantalla de quien jugó, así que nadie pierde por estar lejos. La mesa espera un cuarto de segundo como máximo.
web-unmeasured = Algo entre el servidor y { $names } (seguramente un proxy) oculta su retraso, así que las carreras solo compensan una parte.
web-beaten = { $how ->
    [tie] { $name } y tú llegaron al mismo tiempo. El sorteo favoreció a { $name }.
    [late] La carta de { $name } ya estaba en la mesa cuando llegó la tuya.
    [close] { $name } llegó menos de un milisegundo antes.
    [view] { $name } llegó { $ms } ms antes, según la pantalla de cada quien.
   *[other] { $name } llegó { $ms } ms antes.
}
web-round = Ronda { $round }
web-move-device = Seguir en otro dispositivo
web-move-device-code = Escanea el código QR con el otro dispositivo o escribe allí este código antes de un minuto:
web-device-qr = Código QR que abre esta partida en el otro dispositivo
web-round-over = { $why ->
    [tie] Nadie puede jugar y el mazo está vacío. Es un empate: sin puntos.
    [stalemate] Ya no encaja ninguna carta. La ronda terminó, sin premio.
    [standoff] Hace rato que nadie juega. La ronda terminó: cuenta tal como está, sin premio.
    [limit] Se acabaron los turnos. La ronda terminó.
   *[out] La ronda terminó.
}
web-round-title = Fin de la ronda { $round }
web-open-hands = Las cartas de todos, boca arriba
web-sheet = Puntajes
web-head-start = Ventaja
web-tie-break = Desempate { $number }
web-tie-title = Empate en el primer lugar
web-tie-you = ¡Empate en el primer lugar! ¿Juegan el desempate o comparten la victoria?
web-tie-others = Hay empate en el primer lugar. Quienes empataron deciden si juegan el desempate.
web-tie-wanted = { $count ->
    [one] { $names } quiere jugar el desempate.
   *[other] { $names } quieren jugar el desempate.
}
web-tie-waiting = Esperando a { $names }…
web-tie-play = Jugar el desempate
web-tie-share = Compartir la victoria
web-tie-left = Sin respuesta, se comparte en { $seconds } s.
web-late-title = Estás mirando. ¿Quieres jugar?
web-late-join = Hay una partida en curso. Toma un asiento:
web-late-take = Tomar el asiento de { $name }
web-late-when = { $now ->
    [yes] ahora mismo
   *[no] desde la próxima ronda
}
web-late-soon = Tomarás el asiento de { $name } cuando empiece la próxima ronda.
web-sheet-earlier = Anteriores
web-sheet-later = Siguientes
web-sheet-rounds = Rondas { $from }–{ $to }
web-total = Total
web-yourself = Tú
web-rank = { $rank }.º
web-points = { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
web-points-total = { $total } en total
# En la barra durante el juego: la ronda, y el total y el puesto de quien lee; rounds o target es 0 si no hay
web-standing-round = { $rounds ->
    [0] Ronda { $round }
   *[other] Ronda { $round }/{ $rounds }
}
web-standing-short = { $me ->
    [yes] Tú
   *[no] { $name }
} { $target ->
    [0] { $total }
   *[other] { $total }/{ $target }
}{ $rank ->
    [none] {""}
   *[other] {" "}· { $rank }
}
web-standing-long = { $me ->
    [yes] Tienes
   *[no] { $name } va primero con
} { $total ->
    [one] { $total } punto
   *[other] { $total } puntos
}{ $target ->
    [0] {""}
   *[other] {" "}de { $target }
}{ $rank ->
    [none] {""}
   *[other] , { $rank } de { $of }
}.
web-heard-round = Fin de la ronda { $round }. { $me ->
    [yes] Sumas
   *[no] { $name } suma
} { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}: { $total } en total, { $rank } puesto.
web-next-round = Siguiente ronda
web-ready-next = ¡Todo listo!
web-waiting-idle = Llevas un rato sin hacer nada, así que un bot juega por ti.
web-waiting-warned = ¿Sigues ahí? Un bot juega por ti en { $seconds } s.
web-waiting-standoff = Nadie juega. La ronda termina en { $seconds } s.
web-back = Ya volví
web-still-here = Aquí estoy
web-stand-in = Que un bot juegue por { $name }
web-stand-in-why = { $name } lleva un rato sin hacer nada.
web-starts-in =
    { $minutes ->
        [0] Siguiente ronda en { $seconds } s
       *[other] { $seconds ->
            [0] Siguiente ronda en { $minutes } min
           *[other] Siguiente ronda en { $minutes } min { $seconds } s
        }
    }
web-stop = Parar aquí
web-stop-agree = Aceptar y parar
web-stop-asked = A favor de parar aquí: { $names }.
web-match-over = La partida terminó
web-won = { $me ->
    [yes] ¡Ganaste!
   *[no] ¡Ganó { $name }!
}
web-won-shared = { $names } comparten la victoria.
web-abandoned = Todos se fueron; no gana nadie.
web-stopped = La partida se detuvo antes del final.
web-rematch = Jugar otra vez
web-record = Guardar repetición
web-watch-again = Ver repetición
web-picture = Compartir una imagen
web-coach-ask = ¿Qué podía haber hecho?
web-coach-title = Mirar atrás
web-chart = Puntos por ronda
web-chart-summary = { $name }: { $points }

## Repetición
web-replay-title = Ver una repetición
web-replay-drop = Suelta aquí una repetición, o elige un archivo (.jsonl).
web-replay-how = Una repetición tiene la partida entera, carta por carta. Se guarda al final de la partida con “Guardar repetición”.
web-replay-choose = Elegir un archivo
web-replay-bad = Esto no es una repetición, o alguien cambió el archivo. Elige uno guardado con “Guardar repetición”.
web-detail = ¿Qué está mal exactamente?
web-replay-step = Paso { $step } de { $steps }
web-replay-first = Ir al principio
web-replay-prev = Un paso atrás
web-replay-next = Un paso adelante
web-replay-last = Ir al final
web-replay-play = Reproducir
web-replay-pause = Pausa
web-replay-round = Ronda
web-replay-speed = Velocidad
web-replay-seat = Visto por
web-replay-everybody = un espectador
web-replay-link = Copiar un enlace a este momento

## Como aplicación, y sin red
web-offline = Sin conexión con el servidor. Puedes leer las reglas y cambiar los ajustes, pero para jugar hace falta el servidor.
web-offline-kept = Sin conexión: en este dispositivo puedes jugar contra bots, aprender, leer las reglas y ver tus partidas. Para jugar con amigos hace falta el servidor.
web-offline-fetching = Descargando lo necesario para jugar en este dispositivo…
web-offline-starting = Preparando la mesa…
web-demo = Este Rumpus no tiene servidor: todo funciona en este navegador y juegas contra bots. Nada de lo que haces aquí sale de tu dispositivo.
web-install = Instalar como aplicación

# Debajo del nombre de un jugador
web-mark = { $mark ->
    [bot] bot
    [standin] suplente
    [idle] inactivo: bot
    [away] no está
   *[gone] se fue
}

# Un juego que solo conoce el servidor
generic-about = De { $least } a { $most } jugadores.
