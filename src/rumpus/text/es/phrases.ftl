# Frases rápidas, elegidas por su clave: en la mesa no hay texto libre.
phrase-good-luck = ¡Suerte a todos!
phrase-well-played = ¡Bien jugado!
phrase-what-a-round = ¡Qué ronda!
phrase-good-game = ¡Buena partida!
