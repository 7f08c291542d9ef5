# Quick phrases, chosen by their key: no free text at the table.
phrase-good-luck = Good luck, everybody!
phrase-well-played = Well played!
phrase-what-a-round = What a round!
phrase-good-game = Good game!
phrase-laugh = Ha ha!
phrase-wow = Wow!
phrase-oops = Oops!
phrase-clap = Bravo!
phrase-think = Let me think …
phrase-hurry = Come on, quick!
phrase-thanks = Thank you!
phrase-sorry = Sorry!

## Wackee Six: said to the partner alone
phrase-need-card = { $card ->
    [none] I am looking for a card!
   *[other] I am looking for { $card }!
}
phrase-have-card = { $card ->
    [none] I have one!
   *[other] I have { $card }!
}
phrase-your-call = You call it!
