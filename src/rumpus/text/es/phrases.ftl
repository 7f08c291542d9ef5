# Frases rápidas, elegidas por su clave: en la mesa no hay texto libre.
phrase-good-luck = ¡Suerte a todos!
phrase-well-played = ¡Bien jugado!
phrase-what-a-round = ¡Qué ronda!
phrase-good-game = ¡Buena partida!
phrase-laugh = ¡Ja, ja!
phrase-wow = ¡Hala!
phrase-oops = ¡Uy!
phrase-clap = ¡Bravo!
phrase-think = Déjame pensar …
phrase-hurry = ¡Venga, rápido!
phrase-thanks = ¡Gracias!
phrase-sorry = ¡Perdón!

## Wackee Six: solo para la pareja
phrase-need-card = { $card ->
    [none] ¡Busco una carta!
   *[other] ¡Busco { $card }!
}
phrase-have-card = { $card ->
    [none] ¡Tengo una!
   *[other] ¡Tengo { $card }!
}
phrase-your-call = ¡Grita tú!
