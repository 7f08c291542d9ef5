"""Deals that anybody can check (docs/record.md): a chain of seeds, a salt of every player, and a stream for each deal.

The server tells the end of the chain before it knows the salts, and each seed when its round is over. Everything here
follows from the text of docs/record.md; `tests/records/stranger.py` is the same, written from that text alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec

from rumpus.shuffle import Shuffle, Stream

VERSION = 1  # of `Fair`
CHAIN = 256  # seeds of one chain
SECRET_BYTES = 32
NAME = "rumpus/1"

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # of SHA-256, and a seed, in hex
Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16,64}$")]  # of one client, in hex


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of an earlier match at the table are dealt again, and everybody sits some seats further on."""

    deals: tuple[int, ...]  # the seed of each deal of that match, by its number in the chain
    next: int  # the first seed that it did not use: for deals it did not reach, and for reshuffles
    turn: int  # by how many seats everybody has moved, clockwise


class Shared(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Matches at several tables are dealt alike. Each round has one seed, for its deal and for its reshuffles.

    So neither the seeds of later rounds nor their cards depend on how often somebody's pile had to be reshuffled.
    """

    deals: tuple[int, ...] = ()  # the seeds of the first deals, by their numbers in the chain
    next: int = 1  # the seed of the first deal after them; from then on one after the other
    day: str | None = None  # the date (UTC) of which it is the deal of the day; its salts are empty


class Fair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a match tells about its chance before the first deal; `salts` has one text for each seat."""

    v: int = msgspec.field()
    commit: str = msgspec.field()
    salts: tuple[str, ...] = msgspec.field()
    again: Again | None = None
    shared: Shared | None = None


def sha256(data: bytes) -> bytes:
    """The hash by which a seed is checked against the one before it."""
    return hashlib.sha256(data).digest()


def chain_of(number: int) -> int:
    """The chain that seed `number` belongs to; both are counted from 1."""
    return (number - 1) // CHAIN + 1


def seed(secret: bytes, number: int) -> bytes:
    """Seed `number`, counted from 1 over all chains of a match."""
    return _hashed_down(_last_seed(secret, chain_of(number)), chain_of(number) * CHAIN - number)


def commit(secret: bytes, chain: int = 1) -> str:
    """The end of a chain, which is published before any of its seeds is used."""
    return _hashed_down(_some_seeds(secret, chain, CHAIN)[-1], CHAIN % APART).hex()


def _last_seed(secret: bytes, chain: int) -> bytes:
    # The last seeds of all chains come from one secret, so nobody can choose a later chain when the salts are known
    return hmac.digest(secret, f"{NAME}|chain|{chain}".encode(), "sha256")


def _hashed_down(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value


APART = 16


@lru_cache(maxsize=64)  # a match begins soon after its commit was made, and goes through the same hashes
def _some_seeds(secret: bytes, chain: int, length: int) -> tuple[bytes, ...]:
    """Every 16th seed of a chain from its last one on: few to keep, and few hashes to any other."""
    seeds = [_last_seed(secret, chain)]
    for _ in range(length // APART):
        seeds.append(_hashed_down(seeds[-1], APART))
    return tuple(seeds)


class Seeds:
    """The seeds of one match."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chain = 0  # whose seeds are kept
        self._kept: tuple[bytes, ...] = ()

    def __getitem__(self, number: int) -> bytes:
        """Seed `number`, as `seed` gives it."""
        chain = chain_of(number)
        if chain != self._chain:
            self._chain, self._kept = chain, _some_seeds(self._secret, chain, CHAIN)
        kept, more = divmod(chain * CHAIN - number, APART)
        return _hashed_down(self._kept[kept], more)


def key(seed: bytes, game: str, label: int | str, salts: Iterable[str]) -> bytes:
    """The key of the stream for the chance fact with this label, which is the number of its seed (`Use`)."""
    return hmac.digest(seed, f"{NAME}|{game}|{label}|{','.join(salts)}".encode("ascii"), "sha256")


_HMAC_PADS = [bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C)]  # for `bytes.translate`


def stream(key: bytes) -> Stream:
    """The stream of bytes that belongs to a key."""
    # HMAC-SHA-256 (RFC 2104), whose two hashes of the key are the same for every block: a third of the time of `hmac`
    inner, outer = (hashlib.sha256(key.ljust(64, b"\0").translate(pad)) for pad in _HMAC_PADS)
    blocks = 0
    rest = b""

    def take(count: int) -> bytes:
        nonlocal blocks, rest
        parts, size = [rest], len(rest)
        while size < count:
            block, whole = inner.copy(), outer.copy()
            block.update(blocks.to_bytes(8, "big"))
            whole.update(block.digest())
            parts.append(whole.digest())
            blocks += 1
            size += 32
        rest = b"".join(parts)
        taken, rest = rest[:count], rest[count:]
        return taken

    return take


def shuffle(key: bytes) -> Shuffle:
    """The shuffle that belongs to a key. It computes few bytes at once: a deal takes about one for each card."""
    return Shuffle(stream(key), chunk=128)


# Ties in a race: players whose view times differ by less than the round trips can be known (table/races.py)

TIE_MS = 10


def first_seen(seen_ms: Mapping[int, int], key: bytes, line: int) -> tuple[int, bool]:
    """Which seat goes first by its view time, and whether it was a tie: then the lowest lot does."""
    earliest = min(seen_ms.values())
    equals = [seat for seat, ms in seen_ms.items() if ms - earliest < TIE_MS]
    return min(equals, key=lambda seat: lot(key, line, seat)), len(equals) > 1


def lot(key: bytes, line: int, seat: int) -> bytes:
    """What decides a tie: a hash under the key of the round's deal, for line `line` of the record and this seat."""
    return hmac.digest(key, f"{NAME}|tie|{line}|{seat}".encode("ascii"), "sha256")


class Use(NamedTuple):
    """The seed of one chance fact, by its number, and the label that its key is made with."""

    number: int
    label: str


class Numbers:
    """Which seed each chance fact of a match uses.

    One after the other, unless earlier deals are dealt again, or the deals are shared: then it is one for each round.
    """

    def __init__(self, again: Again | None = None, shared: Shared | None = None) -> None:
        self._by_round = shared is not None
        source = again or shared
        self._before = () if source is None else source.deals
        self.next = 1 if source is None else source.next
        self.deals: list[int] = []  # the seeds of the deals so far
        self._more = 0  # chance facts of this round beside its deal

    def copy(self) -> Numbers:
        """An independent copy at the same position."""
        other = Numbers()
        other._by_round, other._before, other._more = self._by_round, self._before, self._more
        other.next, other.deals = self.next, list(self.deals)
        return other

    def upcoming(self, *, deals: bool) -> Use:
        """The seed for the next chance fact, which begins a round or does not."""
        if self._by_round and not deals and self.deals:
            return Use(self.deals[-1], f"{self.deals[-1]}.{self._more + 1}")
        number = self._before[len(self.deals)] if deals and len(self.deals) < len(self._before) else self.next
        return Use(number, str(number))

    def take(self, *, deals: bool) -> Use:
        """The same, now that it has happened."""
        use = self.upcoming(deals=deals)
        self._more = 0 if deals else self._more + 1
        if use.number == self.next:
            self.next += 1
        if deals:
            self.deals.append(use.number)
        return use


class Chain(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The chance of one match. The secret gives every hand away: only the journal has it, and no text shows it."""

    secret: str
    commit: str
    salts: tuple[str, ...] = ()  # one for each seat, once the match has begun
    again: Again | None = None
    shared: Shared | None = None

    def __repr__(self) -> str:
        return f"Chain(commit={self.commit!r})"

    def told(self) -> Fair:
        """What everybody may know before the first deal."""
        return Fair(v=VERSION, commit=self.commit, salts=self.salts, again=self.again, shared=self.shared)

    def seed(self, number: int) -> bytes:
        """Seed `number` of this match."""
        return seed(bytes.fromhex(self.secret), number)

    def numbers(self) -> Numbers:
        """Which seeds the chance facts of this match use, from the first one on."""
        return Numbers(self.again, self.shared)

    def bot_seed(self, number: int, seat: int) -> bytes | None:
        """Where the bot on a seat has its chance from in a round, so that everybody meets the same one.

        None where deals are not shared.
        """
        if self.shared is None:
            return None
        return hmac.digest(bytes.fromhex(self.secret), f"{NAME}|bot|{number}|{seat}".encode("ascii"), "sha256")

    def seeds(self) -> Seeds:
        """All seeds of this match."""
        return Seeds(bytes.fromhex(self.secret))

    def next_commit(self, number: int) -> str:
        """The commit of the chain that seed `number` belongs to."""
        return commit(bytes.fromhex(self.secret), chain_of(number))


def new_chain(stream: Stream) -> Chain:
    """A chain of its own for a match that is about to begin."""
    secret = stream(SECRET_BYTES)
    return Chain(secret=secret.hex(), commit=commit(secret))


class Unproven(Exception):
    """A seed that does not belong to the published chain."""


class Links:
    """Checks revealed seeds, in any order, against the commits of their chains."""

    def __init__(self, commit: str) -> None:
        self._ends = {1: commit}
        self._known: dict[int, bytes] = {}

    def announce(self, chain: int, commit: str) -> None:
        """A further chain has begun."""
        self._ends[chain] = commit

    def check(self, number: int, seed: str) -> bytes:
        """The bytes of seed `number`; raises `Unproven` unless hashing leads to an earlier one, or to the commit."""
        value = hashed = _bytes(number, seed)
        chain = chain_of(number)
        if chain not in self._ends:
            raise Unproven(f"no commit was told for seed {number}")
        first = (chain - 1) * CHAIN
        for lower in range(number - 1, first, -1):
            hashed = sha256(hashed)
            if lower in self._known:
                if hashed != self._known[lower]:
                    raise Unproven(f"seed {number} does not lead to seed {lower}")
                break
        else:
            if sha256(hashed).hex() != self._ends[chain]:
                raise Unproven(f"seed {number} does not lead to the commit")
        self._known[number] = value
        return value


def _bytes(number: int, seed: str) -> bytes:
    try:
        value = bytes.fromhex(seed)
    except ValueError:
        value = b""
    if len(value) != SECRET_BYTES or seed != value.hex():
        raise Unproven(f"seed {number} is not 64 lower-case hex digits")
    return value


def secret_makes(secret: str, commits: Sequence[str]) -> bool:
    """Whether all chains of a match, given by their commits, come from this secret."""
    try:
        raw = bytes.fromhex(secret)
    except ValueError:
        return False
    return all(commit(raw, chain) == told for chain, told in enumerate(commits, 1))
