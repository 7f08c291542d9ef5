# Frases rápidas, elegidas por su clave: en la mesa no hay texto libre.

phrase-good-luck = ¡Suerte!
phrase-well-played = ¡Bien jugado!
phrase-what-a-round = ¡Qué ronda!
phrase-good-game = ¡Buena partida!
phrase-laugh = ¡Ja, ja!
phrase-wow = ¡Guau!
phrase-oops = ¡Uy!
phrase-clap = ¡Bravo!
phrase-think = Déjame pensar…
phrase-hurry = ¡Rápido, rápido!
phrase-thanks = ¡Gracias!
phrase-sorry = ¡Perdón!

## Wackee Six: solo para tu pareja
phrase-need-card = { $card ->
    [none] ¡Busco una carta!
   *[other] ¡Busco el { $card }!
}
phrase-have-card = { $card ->
    [none] ¡Yo la tengo!
   *[other] ¡Tengo el { $card }!
}
phrase-your-call = ¡Grita tú!
