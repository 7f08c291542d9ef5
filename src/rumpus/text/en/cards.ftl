# Names of cards.

## Wig Out!
character-beehive = beehive
character-mohawk = mohawk
character-afro = afro
character-pigtails = pigtails
character-moptop = moptop
character-curls = curls
character-bun = bun
character-bolt = bolt
character-flame = flame
character-braid = braid
character-onehair = one-hair
character-nest = nest
