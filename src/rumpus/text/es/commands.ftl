# Palabras que se pueden escribir en la terminal, separadas por comas. Las de cada idioma valen en todos.

type-help = ayuda
type-hint = pista
type-score = puntos, puntajes, puntuación, marcador
type-rules = reglas
type-quit = salir
type-leave = irme
type-go = ya
type-ready = listo, lista
type-begin = empezar, empieza
type-rematch = revancha
type-stop = parar
type-back = volví, vuelvo, ya volví
type-cover = suplir
type-playoff = desempatar, desempate
type-share = compartir
type-take = sentarme, ocupar
type-bot = bot
type-lock = bloquear
type-unlock = desbloquear
type-code = código nuevo, nuevo código
type-say = di, decir
type-level-beginner = principiante
type-level-casual = normal, ocasional, tranquilo
type-level-skilled = avanzado, bueno, hábil
type-level-expert = experto
type-level-master = maestro

## Wig Out!
type-wo-draw = tomar, toma, robar, robo
type-wo-shout = grito, grita, gritar, despelucándose

## Wackee Six
type-ws-turn = v, voltea, voltear
type-ws-shout = grito, grita, gritar, canto, canta

## Five Crowns
type-fc-draw = mazo, robar
type-fc-pick = descarte, tomar
type-fc-out = cierro, cerrar, cierra
type-fc-undo = deshacer
type-fc-of = de
type-fc-joker = joker
