"""Fixed deals for comparing bots: `dev` for development, `test` for reports, and hidden ones from a secret."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from rumpus.contract import Malformed, Seating
from rumpus.games import game
from rumpus.shuffle import Shuffle, seeded

SEATS = 2  # heads-up: a deal is played twice, with the seats changed
LEAST_SECRET = 12  # characters; a short one could be guessed


class DealSet(msgspec.Struct, frozen=True):
    """So many deals that follow from a seed. A changed set gets another name: results of different sets never mix."""

    name: str
    seed: str
    deals: int

    def fingerprint(self, name: str, deals: int = 20) -> str:
        """A hash of the cards of the first rounds of a game, to notice if its deals ever change."""
        rules = game(name)
        digest = sha256()
        for deal in range(min(deals, self.deals)):
            state = rules.new(Seating(players=SEATS))
            dealt = state.owed(Shuffle(seeded(self.seed, deal, "house", 0, 0)))
            digest.update(msgspec.json.encode(dealt))
        return digest.hexdigest()[:16]


DEV = DealSet("dev-1", "rumpus leaderboard dev 1", 200)
TEST = DealSet("test-1", "rumpus leaderboard test 1", 1000)
SETS = {"dev": DEV, "test": TEST}


def hidden(secret: str) -> DealSet:
    """Deals that only those can know who know the secret. Their name tells the same secret again, but not which."""
    if len(secret) < LEAST_SECRET:
        raise Malformed(f"the secret of hidden deals has at least {LEAST_SECRET} characters, so that nobody guesses it")
    seed = sha256(b"rumpus leaderboard hidden 1\0" + secret.encode()).hexdigest()
    return DealSet(f"hidden-{sha256(seed.encode()).hexdigest()[:8]}", seed, TEST.deals)
