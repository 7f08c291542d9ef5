# El reparto del día y los repartos con un puntaje por superar; se cargan con sus páginas.

daily-about = Todos reciben las mismas cartas y juegan contra los mismos bots. Tienes un intento en cada dispositivo, sin pistas; si sales, tu partida te espera.
daily-how = Juegas { $bots ->
    [one] contra un bot
   *[other] contra { $bots } bots
}, con las mismas cartas que todos los demás hoy. Un intento en cada dispositivo, sin pistas.
daily-beat-about = Recibes las mismas cartas, contra { $bots ->
    [one] el mismo bot
   *[other] los mismos { $bots } bots
}. Un intento en cada dispositivo, sin pistas.
daily-fewest = Gana quien tenga menos puntos.
daily-most = Gana quien tenga más puntos.
daily-play = Jugar
daily-play-label = Jugar el reparto de hoy de { $game }
daily-go-on-label = Seguir con el reparto de hoy de { $game }
daily-running = Tu partida te espera.
daily-played = { $count ->
    [0] Nadie lo ha terminado todavía.
    [one] Una persona lo ha terminado.
   *[other] { $count } personas lo han terminado.
}
daily-nobody = Aún no hay resultados. ¡Sé la primera persona!
daily-results = Resultados
daily-results-label = Resultados de { $game }
daily-next = Los próximos repartos
daily-when = { $hours ->
    [0] a las { $time } (en { $minutes } min)
   *[other] { $minutes ->
        [0] a las { $time } (en { $hours } h)
       *[other] a las { $time } (en { $hours } h { $minutes } min)
    }
}
daily-ends = Termina { $when }.
daily-is-over = Este día ya terminó.
daily-before = Resultados de ayer:
daily-today = Los repartos de hoy
daily-again = Intentar de nuevo
daily-needs-server = El reparto del día viene del servidor, que ahora no responde. Llévate un reparto mientras tengas conexión y podrás jugarlo sin ella.

# Un día, y una partida con un puntaje por superar
daily-of = { $game }, { $date }
daily-beat-of = { $game }: supera a { $name }
daily-beat-round-of = { $game }, ronda { $round }: supera a { $name }
daily-one-round = Una sola ronda: la { $round } de la partida de { $name }.
daily-to-beat = { $name } hizo { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}. ¿Puedes hacerlo mejor?
daily-place = { $count ->
    [one] El único resultado por ahora, con { $points } puntos
   *[other] { $place } de { $count }, con { $points } puntos
}
daily-set = Tú pusiste el puntaje por superar: { $points }
daily-won = ¡Superaste a { $name }: { $mine } contra { $theirs }!
daily-lost = { $name } sigue adelante: { $theirs } contra tus { $mine }
daily-even = Empate con { $name }: { $mine } cada uno
daily-void = Esta partida no cuenta: terminó demasiado tarde o no se pudo comprobar.
daily-checking = El servidor está comprobando tu partida…

# La tabla de resultados
daily-col-place = Puesto
daily-col-name = Nombre
daily-col-points = Puntos
daily-col-bots = Entre los bots
daily-col-time = Tiempo
daily-setter = por superar
daily-watch = Ver la partida de { $name }

# Enviarlo a otras personas
daily-send = Envíalo a otras personas
daily-send-beat = Supera mi partida
daily-share-send = Compartir
daily-copy = Copiar el texto
daily-link = El enlace
daily-share = { $title }: { $points } puntos, { $place } puesto. ¿Puedes hacerlo mejor?
daily-share-new = { $title }: ¿puedes superarlo?
daily-expires = El enlace no muestra ninguna carta. Funciona mientras el servidor guarde las mesas viejas, normalmente 30 días.
daily-make = Crear un enlace
daily-make-about = Otra persona recibe las mismas cartas y los mismos bots, e intenta superar tu puntaje.
daily-which = Qué hay que superar
daily-which-round = Ronda { $round }: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
daily-which-all = Toda la partida
daily-made = Envía este enlace. Los dos verán a quién le fue mejor.

# Cómo se puede comprobar
daily-check = Cómo se puede comprobar
daily-check-sealed = Las cartas están selladas: este número es fijo y es el mismo para todos los que juegan. Cuando termine el día, aquí aparecerá el secreto del que salieron.
daily-check-told = El día terminó, así que aquí está el secreto del que salieron todas las cartas. Guarda el registro de una partida y compruébalo: rumpus verify ARCHIVO --secret SECRETO
daily-check-beat = Las cartas son las de la primera partida: este número es el mismo en los dos registros. Guarda ambos y compáralos: rumpus verify PRIMERO SEGUNDO
daily-commit = El sello
daily-secret = El secreto

# Sin red y sin servidor
daily-take-title = ¿Vas a jugar sin conexión?
daily-take = Llevarlo conmigo
daily-take-all = Llevar los repartos de hoy conmigo
daily-take-about = Este dispositivo tendrá las cartas y jugará sin red. Tu resultado se envía cuando vuelvas a tener conexión y lleva la marca “jugado sin conexión”.
daily-take-day = Un reparto del día tiene que volver antes de que termine el día.
daily-taken = Te lo llevaste: se juega en este dispositivo, con red o sin ella.
daily-taken-lost = Este dispositivo se llevó el reparto. Juégalo y las cartas volverán a este dispositivo.
daily-with-you = Repartos que te llevaste
daily-away-mark = jugado sin conexión
daily-waits = Tu resultado está guardado en este dispositivo. Se envía en cuanto responda el servidor.
daily-own-points = Tu resultado: { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
}
daily-not-played = Aún no lo has jugado.
daily-about-date = Quien abra hoy esta página recibe las mismas cartas y juega contra los mismos bots. Aquí no hay servidor: tu resultado se queda en este dispositivo y nadie lo comprueba. Envíalo a tus amigos para comparar.
daily-unchecked = Estos resultados solo están en este dispositivo y nadie los ha comprobado.
daily-unchecked-before = Se juega en este dispositivo. No hay servidor que compruebe los resultados.
daily-needs-python = Este enlace lleva un reparto que se juega en tu propio dispositivo. Para eso hay que cargar el juego una vez (unos 7 MB).
daily-open = Cargar y abrir
daily-carries = El enlace lleva las cartas, bien escondidas pero sin candado. Nadie comprueba los resultados: cada quien ve el suyo.
daily-share-points = { $title }: { $points } puntos. ¿Puedes hacerlo mejor?
