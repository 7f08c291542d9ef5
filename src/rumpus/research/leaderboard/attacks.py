"""What attacks have found: how much a best response that was trained against a bot wins from it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rumpus.contract import Malformed

FORMAT = "rumpus-attacks/1"


class Attack(msgspec.Struct, frozen=True):
    """One bot that was attacked: the attacker's share of wins against it, with its 95 % interval."""

    game: str
    bot: str
    share: float
    low: float
    high: float
    deals: int
    attacker: str = ""  # what it was: how it was trained, in a few words

    @property
    def gain(self) -> float:
        """How much more than half the attacker wins; a bot that nobody can exploit has none."""
        return self.share - 0.5


class Attacks(msgspec.Struct, frozen=True):
    """The file of attacks."""

    format: str
    attacks: list[Attack]


def read_attacks(path: Path) -> list[Attack]:
    """The attacks in a file; raises `Malformed` with a sentence."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Attacks)
    except OSError as error:
        raise Malformed(f"the attacks cannot be read: {error.strerror} ({path})") from None
    except msgspec.DecodeError as error:
        raise Malformed(f"{path} is no file of attacks: {error}") from None
    if found.format != FORMAT:
        raise Malformed(f"{path} is of the format {found.format!r}, and this reads {FORMAT}")
    return found.attacks
