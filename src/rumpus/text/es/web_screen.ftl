# La mesa en una pantalla para toda la sala: un televisor, un proyector, un monitor.

screen-title = La mesa en esta pantalla
screen-name = TV
screen-how = Escriban el código de su mesa. Todos verán la mesa en esta pantalla y jugarán cada uno en su teléfono.
screen-show = Mostrar la mesa
screen-gone = No se puede mostrar esta mesa aquí. Quizá el código esté mal o haya cambiado, la mesa esté bloqueada o no admita espectadores.
screen-removed = Quien organiza la mesa quitó esta pantalla.
screen-taken = Otra ventana muestra la mesa en lugar de esta pantalla.
screen-closed = Esta mesa no puede continuar. Todo lo jugado hasta ahora está guardado.
screen-again = Mostrarla de nuevo
screen-other = Otra mesa
screen-scan = Escaneen para jugar
screen-or = o abran { $address } y escriban
screen-locked = La mesa está bloqueada.
screen-seats = En la mesa
screen-scores = Puntos
screen-nobody = Todavía no hay nadie.
screen-waiting = Esperando a que { $name } empiece.
screen-waiting-nobody = Esperando a quien organiza la mesa.
screen-awaited = Esperando a { $names }
screen-full = Pantalla completa
screen-window = Salir de pantalla completa
screen-paused = En pausa

## Cómo llevar la mesa a una pantalla
tv-how = Muestren la mesa en un televisor, un proyector o un segundo monitor: se ven los montones, los nombres y los puntos, pero no las cartas de nadie. Cada quien juega en su teléfono.
tv-type = En el televisor, abran el navegador y vayan a
tv-code = Luego escriban el código
tv-scan = O escaneen esto con una tableta que todos puedan ver
tv-qr = Código QR que muestra la mesa en otra pantalla
tv-open = Abrirla en otra ventana
tv-locked = La mesa está bloqueada. Primero desbloquéala: una pantalla es un espectador.
tv-none = Esta mesa no admite espectadores, y una pantalla lo es. Permítelos en las opciones de la mesa.
tv-hand = Después marquen “{ $setting }” en los ajustes de cada teléfono.
