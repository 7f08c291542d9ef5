# Imágenes para compartir, dibujadas en el navegador.

picture-send = Compartir
picture-save = Guardar la imagen
picture-saved = ¡Guardada!
picture-copy = Copiar la imagen
picture-failed = No se pudo dibujar la imagen. Inténtalo de nuevo.
picture-title = { $game } · Ronda { $round }
picture-points = { $added } · { $total }
picture-seen-by = Lo que vio { $name }
picture-seen = La mesa
picture-own = Solo cartas que { $name } podía ver.
picture-public = Solo cartas que todos podían ver.
picture-note = La imagen muestra la mesa desde este asiento, con sus cartas. No contiene las cartas ocultas de nadie más.
picture-from = Jugado con Rumpus
picture-hand = Cartas de { $name }
picture-middle = En la mesa
picture-discard = Descarte
