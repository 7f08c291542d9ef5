"""A checker of deals, written from docs/record.md alone: it imports nothing of rumpus, and knows no rules of a game."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any

SUITS = [rank + suit for suit in "thcsd" for rank in "3456789TJQK"]
WIGS = ["beehive", "mohawk", "afro", "pigtails", "moptop", "curls", "bun", "bolt", "flame", "braid", "onehair", "nest"]
PACKS = {
    "five_crowns": (SUITS + ["**"] * 3) * 2,
    "wig_out": [card for card in WIGS for _ in range(5)],
    "wackee_six": [colour + str(number) for colour in "rgby" for number in range(1, 14)] + ["w", "w"],
}


def sha(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def key_of(game: str, number: int | str, seed: str, salts: Sequence[str]) -> bytes:
    return hmac.digest(bytes.fromhex(seed), f"rumpus/1|{game}|{number}|{','.join(salts)}".encode(), "sha256")


def drawn(key: bytes) -> Iterator[int]:
    for block in range(2**32):
        yield from hmac.digest(key, block.to_bytes(8, "big"), "sha256")


def below(n: int, stream: Iterator[int]) -> int:
    return next(byte % n for byte in stream if byte < 256 - 256 % n)


def shuffled(pack: Sequence[str], stream: Iterator[int]) -> list[str]:
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, stream)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def taken(fact: Any, header: Any) -> list[tuple[list[str], list[str]]]:
    """The packs before the shuffle, and the cards in the order in which they were taken from the top."""
    game = header["game"]
    if fact["do"] == "reshuffle":
        return [(sorted(fact["draw"], key=[*SUITS, "**"].index), fact["draw"])]
    if game == "wackee_six":
        return [(PACKS[game], side["up"] + side["down"] + side["deck"]) for side in fact["sides"]]
    hands, seats = fact["hands"], len(header["seats"])
    around = [hands[(fact["dealer"] + 1 + step) % seats] for step in range(seats)]
    cards = [hand[at] for at in range(max(map(len, hands))) for hand in around if at < len(hand)]
    cards += fact["turned"] + fact["deck"] if game == "wig_out" else [fact["discard"], *fact["draw"]]
    return [(PACKS[game] * (len(cards) // len(PACKS[game])), cards)]


def first(line: Any, key: bytes) -> tuple[int, bool]:
    """Who was first in a contest, and whether it was a tie."""
    claims = [line, *line.get("over", ()), *line.get("beside", ())]
    seen = {claim["by"]: round(claim["seen"] * 1000) for claim in claims}
    equal = [seat for seat, ms in seen.items() if ms < min(seen.values()) + 10]
    lots = {seat: hmac.digest(key, f"rumpus/1|tie|{line['n']}|{seat}".encode(), "sha256") for seat in equal}
    return min(equal, key=lots.__getitem__), len(equal) > 1


def decide_again(contests: list[Any], key: bytes) -> None:
    for line in contests:
        assert first(line, key) == (line["by"], line.get("tie", False)), f"line {line['n']}: another was first"


def leads_back(number: int, seed: str, chains: dict[int, str], known: dict[int, str]) -> None:
    """A seed leads to the commit of its chain, by way of all those that were told before."""
    known[number] = hashed = seed
    for lower in range(number - 1, (number - 1) // 256 * 256, -1):
        hashed = sha(hashed)
        assert known.setdefault(lower, hashed) == hashed
    assert sha(hashed) == chains[(number - 1) // 256 * 256], f"seed {number} is not of this chain"


class Seeds:
    """The number of the seed of every fact, and what stands for it in the key."""

    def __init__(self, fair: Any) -> None:
        self.shared = "shared" in fair
        source = {"deals": [], "next": 1, **(fair.get("again") or fair.get("shared") or {})}
        self.deals, self.fresh = list(source["deals"]), source["next"]
        self.deal, self.more = 0, 0

    def number(self, what: str) -> tuple[int, str]:
        if self.shared and what != "deal":
            self.more += 1
            return self.deal, f"{self.deal}.{self.more}"
        number = self.deals.pop(0) if what == "deal" and self.deals else self.fresh
        self.fresh += number == self.fresh
        if what == "deal":
            self.deal, self.more = number, 0
        return number, str(number)


def check(text: str) -> int:
    """Check every deal and reshuffle of a record; returns how many, or raises AssertionError."""
    header, *lines = map(json.loads, text.splitlines())
    fair, game = header["fair"], header["game"]
    if "day" in fair.get("shared", {}):
        assert not any(fair["salts"]), "nobody may choose the deal of a day"
    chains, known, seeds = {0: fair["commit"]}, dict[int, str](), Seeds(fair)
    waiting, count, contests = list[tuple[int, str, Any]](), 0, list[Any]()
    for line in lines:
        if "seen" in line:
            contests.append(line)
        if line["do"] in ("deal", "reshuffle"):
            waiting.append((*seeds.number(line["do"]), line))
        elif line["do"] == "commit":
            chains[len(chains) * 256] = line["commit"]
        elif line["do"] == "reveal":
            for (number, label, fact), seed in zip(waiting, line["seeds"], strict=True):
                leads_back(number, seed, chains, known)
                key = key_of(game, label, seed, fair["salts"])
                if fact["do"] == "deal":
                    decide_again(contests, key)
                stream = drawn(key)
                if header["options"]["first_dealer"] == "random" and fact.get("round") == 1:
                    assert fact.get("dealer", fact.get("starter")) == below(len(header["seats"]), stream)
                for pack, cards in taken(fact, header):
                    assert shuffled(pack, stream) == cards, f"line {line['n']}: seed {number} gives other cards"
                count += 1
            waiting, contests = [], []
        elif line["do"] == "result":
            assert not waiting, "seeds are missing"
    return count
