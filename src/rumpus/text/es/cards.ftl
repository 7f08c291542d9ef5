# Nombres de las cartas.

## Wig Out!
character-beehive = colmena
character-mohawk = cresta
character-afro = afro
character-pigtails = coletas
character-moptop = flequillo
character-curls = rizos
character-bun = moño
character-bolt = rayo
character-flame = llama
character-braid = trenza
character-onehair = un pelo
character-nest = nido
