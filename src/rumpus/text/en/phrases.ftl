# Quick phrases, chosen by their key: no free text at the table.
phrase-good-luck = Good luck, everybody!
phrase-well-played = Well played!
phrase-what-a-round = What a round!
phrase-good-game = Good game!
