# Quick phrases, chosen by their key: no free text at the table.

phrase-good-luck = Good luck, everyone!
phrase-well-played = Well played!
phrase-what-a-round = What a round!
phrase-good-game = Good game!
phrase-laugh = Ha ha!
phrase-wow = Wow!
phrase-oops = Oops!
phrase-clap = Bravo!
phrase-think = Let me think…
phrase-hurry = Hurry up!
phrase-thanks = Thanks!
phrase-sorry = Sorry!

## Wackee Six: said to the partner alone
phrase-need-card = { $card ->
    [none] I need a card!
   *[other] I need a { $card }!
}
phrase-have-card = { $card ->
    [none] I have one!
   *[other] I have a { $card }!
}
phrase-your-call = You shout!
