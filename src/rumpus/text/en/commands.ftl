# Words that can be typed in the terminal, with commas between them. The words of every language work in every language.

type-help = ?, help, h
type-hint = hint
type-score = score, scores
type-rules = rules
type-quit = quit, exit
type-leave = leave
type-go = go
type-ready = ready
type-begin = begin, start
type-rematch = rematch
type-stop = stop
type-back = back, i'm back
type-cover = cover
type-playoff = play off, playoff
type-share = share
type-take = take
type-bot = bot
type-lock = lock
type-unlock = unlock
type-code = code new, new code
type-say = say
type-level-beginner = beginner
type-level-casual = casual
type-level-skilled = skilled
type-level-expert = expert
type-level-master = master

## Wig Out!
type-wo-draw = d, draw
type-wo-shout = shout, wig out

## Wackee Six
type-ws-turn = t, turn
type-ws-shout = shout, call, wackee six

## Five Crowns
type-fc-draw = d, draw
type-fc-pick = p, pick, pick up
type-fc-out = out, go out
type-fc-undo = undo
type-fc-of = of
type-fc-joker = **, *, joker
