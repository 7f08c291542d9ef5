# Lo que dice el cliente del navegador alrededor de los juegos.

web-title = Rumpus
web-lead = Tres juegos de cartas alocados. Una mesa. Sin registrarse.
web-five_crowns = Five Crowns
web-five_crowns-about = Rummy por turnos con comodines que cambian. De 2 a 14 jugadores; gana la puntuación más baja.
web-wackee_six = Wackee Six
web-wackee_six-about = Todos construyen a la vez en los mismos montones. De 2 a 12 jugadores; gana la puntuación más alta.
web-wig_out = Wig Out!
web-wig_out-about = Una carrera de peinados locos, desde los seis años. De 2 a 6 jugadores; gana la puntuación más baja.
web-play-bots = Jugar ya
web-play-bots-label = Jugar ya a { $game } contra bots
web-open = Invitar amigos
web-open-label = Invitar amigos a { $game }
web-learn = Aprender
web-learn-label = Aprender { $game } en dos minutos
web-rules = Reglas
web-rules-label = Reglas de { $game }
web-home = Inicio
web-close = Cerrar
web-cancel = Cancelar
web-ok = De acuerdo
web-join-title = Jugar con amigos
web-join-code = Código de la mesa
web-join-code-hint = Ocho letras, como BCDF GHJK
web-join-code-wrong = Esto no es un código. Tiene ocho letras, sin vocales ni números.
web-join-code-empty = Escribe el código que te han enviado.
web-invited = ¡Te invitan a jugar!
web-invited-how = Alguien te guarda un asiento en una mesa de cartas. Elige un nombre y una cara, y entra; o solo mira.
web-join = Entrar
web-watch = Solo mirar
web-invited-to = { $known ->
    [no] Te invitan a jugar a { $game }
   *[yes] { $host } te invita a jugar a { $game }
}
web-invited-watch = La partida ya ha empezado, o no quedan asientos. Puedes mirar.
web-who = ¿Quién eres?
web-name = Tu nombre
web-avatar = Tu cara
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
   *[wren] chochín
}
web-your-seats = Tus mesas
web-go-on = Seguir: { $game } en { $code }
web-forget = Olvidar la mesa { $code }
web-plain-http = Estás en tu propia red: todo funciona menos instalar esta página como aplicación y abrirla sin conexión, que los navegadores solo permiten con https.
web-replay = Ver otra vez una partida
web-device = Pasar un asiento a este dispositivo
web-device-code = Código que muestra el otro dispositivo
web-busy = Un momento …
web-again = Probar otra vez
web-part-missing = No ha llegado una parte de la página. La mesa sigue ahí.
web-unreachable = No se puede llegar al servidor. ¿Está en marcha, y estáis en la misma red?

## Ajustes
web-settings = Ajustes
web-language = Idioma
web-language-en = English
web-language-es = Español
web-sound = Sonidos
web-sound-off = Quitar los sonidos
web-sound-on = Poner los sonidos
web-vibrate = Vibración
web-night = Colores de noche
web-night-auto = Automático
web-yes = Sí
web-no = No
web-calm = Menos movimiento
web-left-handed = Para zurdos
web-quiet = Un lector de pantalla más tranquilo
web-letters = Letras en los palos (Five Crowns)
web-careful = Preguntar antes de un descuido

## La sala
web-lobby-title = { $game }: ¿quién juega?
web-share = Comparte este enlace, este código o esta imagen. Quien lo tenga puede sentarse.
web-code = Código
web-copy = Copiar el enlace
web-copied = ¡Copiado!
web-qr = Imagen del enlace para la cámara del teléfono
web-seat = Asiento { $number }
web-seat-free = libre
web-sit-here = Sentarme aquí
web-you = tú
web-host = anfitrión
web-bot-level = { $level ->
    [beginner] Principiante
    [casual] Tranquilo
    [skilled] Hábil
   *[expert] Experto
}
web-bot = bot, { $level }
web-add-bot = Añadir un bot
web-bot-strength = ¿Qué nivel?
web-remove = Quitar
web-remove-label = Quitar a { $name }
web-away = ausente
web-ready = Estoy listo
web-not-ready = Aún no
web-is-ready = listo
web-begin = Empezar
web-begin-wait = Esperando a quienes no están listos …
web-need-more = { $count ->
    [one] Falta un jugador: invita a alguien o añade un bot.
   *[other] Faltan { $count } jugadores: invita a alguien o añade bots.
}
web-waiting-host = El anfitrión empieza la partida.
web-watching = Mirando: { $names }
web-you-watch = Estás mirando.
web-stand = Solo mirar
web-options = Reglas de esta mesa
web-partner-with = con { $name }
web-swap-partners = Cambiar parejas

## En la mesa
web-menu = Menú
web-leave = Dejar la mesa
web-leave-sure = ¿Irte? Un bot sigue por ti, y puedes volver con este enlace.
web-pause = Pausa
web-go-on-play = Seguir
web-paused = En pausa
web-paused-by = { $who ->
    [me] Has puesto la partida en pausa.
    [nobody] La partida está en pausa.
   *[other] { $name } ha puesto la partida en pausa.
}
web-paused-next = { $can ->
    [me] Todos te esperan. No se pierde nada.
    [away] { $name } no está ahora, así que cualquiera de la mesa puede seguir.
   *[wait] Seguirá en cuanto { $name } lo diga. No se pierde nada.
}
web-hint = Pista
web-hint-is = Prueba: { $what }
web-hint-none = Ahora mismo no tienes nada que hacer.
web-hint-action = { $do ->
    [draw] robar una carta
    [take-draw] tomar del mazo
    [take-discard] tomar el descarte
    [discard] descartar { $card }
    [out] cerrar con { $card }
    [lay] jugar { $card }
    [start] jugar { $card }
    [play] jugar { $card }
    [turn] voltear tres cartas
    [recycle] dar la vuelta al montón
    [shout] ¡gritar!
   *[go] decir ¡YA!
}
web-say = Decir algo
web-says = { $name }: { $what }
web-mute = Silenciar a { $name }
web-unmute = Volver a oír a { $name }
web-ping = { $ms } ms
web-ping-label = { $ms } milisegundos hasta la mesa, ida y vuelta
web-lost = Se perdió la conexión. Tu asiento se guarda; probando otra vez …
web-closed-newer = Este asiento está ahora abierto en otra pestaña o en otro dispositivo.
web-closed-removed = Ya no estás en esta mesa.
web-closed-token = Este asiento ya no existe.
web-closed-table = Esta mesa no puede seguir. Lo jugado se conserva.
web-closed-other = La mesa ha cerrado la conexión: { $reason }
web-beaten = { $name } se adelantó por { $ms } ms.
web-round = Ronda { $round }
web-move-device = Pasar a otro dispositivo
web-move-device-code = Escribe este código en el otro dispositivo antes de un minuto:
web-round-over = { $why ->
    [tie] Nadie puede jugar y el mazo está vacío: empate, sin puntos.
    [stalemate] Ya no encaja ninguna carta: la ronda termina, sin premio.
    [standoff] Hace mucho que nadie juega: la ronda termina, sin premio.
    [limit] Se acabaron los turnos: la ronda termina.
   *[out] La ronda ha terminado.
}
web-sheet = Puntuaciones
web-total = Total
web-next-round = Siguiente ronda
web-waiting-others = Esperando a los demás …
web-starts-in =
    { $minutes ->
        [0] Siguiente ronda en { $seconds } s
       *[other] Siguiente ronda en { $minutes } min { $seconds } s
    }
web-stop = Parar aquí
web-stop-agree = De acuerdo en parar
web-stop-asked = { $names } querría parar aquí.
web-match-over = La partida ha terminado
web-won = { $me ->
    [yes] ¡Ganas tú!
   *[no] ¡Gana { $name }!
}
web-won-shared = { $names } comparten la victoria.
web-abandoned = Todos se han ido; no gana nadie.
web-stopped = Acordasteis parar.
web-rematch = Jugar otra vez
web-record = Guardar el registro
web-watch-again = Verla otra vez
web-chart = Puntos por ronda
web-chart-summary = { $name }: { $points }

## Repetición
web-replay-title = Ver otra vez una partida
web-replay-drop = Suelta aquí un registro, o elige un archivo (.jsonl).
web-replay-how = Un registro guarda una partida entera, carta por carta. Quienes jugaron lo encuentran en la última hoja: «Guardar el registro».
web-replay-choose = Elegir un archivo
web-replay-bad = Esto no es el registro de una partida, o alguien lo ha cambiado. Elige un archivo guardado con «Guardar el registro».
web-detail = Qué falla exactamente
web-replay-step = Paso { $step } de { $steps }
web-replay-first = Al principio
web-replay-prev = Un paso atrás
web-replay-next = Un paso adelante
web-replay-last = Al final
web-replay-play = Reproducir
web-replay-pause = Pausa
web-replay-speed = Velocidad
web-replay-seat = Visto por
web-replay-everybody = quien mira
web-replay-link = Copiar un enlace a este momento

## Como aplicación, y sin red
web-offline = Sin conexión con el servidor. Las reglas y los ajustes están aquí; para jugar hace falta el servidor.
web-install = Instalar como aplicación

# Debajo del nombre de un jugador
web-mark = { $mark ->
    [bot] bot
    [standin] suplente
    [away] no está
   *[gone] se ha ido
}

# Un juego que solo conoce el servidor
generic-about = De { $least } a { $most } jugadores.
