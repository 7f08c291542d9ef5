"""Five Crowns: rummy in turns with five suits and wandering wilds, 2 to 14 players."""
