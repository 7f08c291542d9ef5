"""The chain of seeds, the keys and the stream by themselves."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from rumpus import fair
from rumpus.shuffle import Shuffle, seeded
from tests.records import vectors
from tests.table.test_fair import GAMES

replace = msgspec.structs.replace
secrets = some.binary(min_size=32, max_size=32)
salts = some.lists(some.text("0123456789abcdef", max_size=64), max_size=14)


@given(secrets, some.integers(1, 3 * fair.CHAIN))
def test_every_seed_leads_to_the_one_before_it_and_the_first_to_the_commit(secret: bytes, number: int) -> None:
    chain = fair.chain_of(number)
    before = fair.sha256(fair.seed(secret, number))
    first = number % fair.CHAIN == 1
    assert before == (bytes.fromhex(fair.commit(secret, chain)) if first else fair.seed(secret, number - 1))
    links = fair.Links(fair.commit(secret))
    links.announce(chain, fair.commit(secret, chain))
    assert fair.seed(secret, number) == links.check(number, fair.seed(secret, number).hex())


@given(secrets, some.lists(some.integers(1, fair.CHAIN), min_size=1, max_size=5), some.data())
def test_a_seed_with_one_wrong_bit_is_noticed_in_any_order(secret: bytes, order: list[int], data: Any) -> None:
    links = fair.Links(fair.commit(secret))
    for number in order:
        links.check(number, fair.seed(secret, number).hex())
    number = data.draw(some.sampled_from(order))
    spoiled = bytearray(fair.seed(secret, number))
    spoiled[data.draw(some.integers(0, 31))] ^= 1 << data.draw(some.integers(0, 7))
    with pytest.raises(fair.Unproven):
        links.check(number, spoiled.hex())


@pytest.mark.parametrize("seed", ["", "00" * 31, "00" * 33, "zz" * 32, "AB" * 32, " " * 64])
def test_a_seed_is_64_lower_case_hex_digits(seed: str) -> None:
    with pytest.raises(fair.Unproven, match="lower-case hex"):
        fair.Links("00" * 32).check(1, seed)


def test_a_chain_that_was_not_announced_has_no_seeds() -> None:
    with pytest.raises(fair.Unproven, match="no commit"):
        fair.Links("00" * 32).check(fair.CHAIN + 1, "00" * 32)


@given(some.binary(min_size=32, max_size=32), some.lists(some.integers(0, 100), max_size=20))
def test_the_stream_is_the_same_however_it_is_read(key: bytes, sizes: list[int]) -> None:
    stream = fair.stream(key)
    whole = b"".join(hmac.digest(key, j.to_bytes(8, "big"), "sha256") for j in range(80))
    read = b"".join(stream(size) for size in sizes)
    assert read == whole[: len(read)]


@given(secrets, salts, some.integers(1, 256), some.sampled_from(GAMES))
def test_a_key_depends_on_seed_game_number_and_every_salt(seed: bytes, told: list[str], number: int, game: str) -> None:
    key = fair.key(seed, game, number, told)
    others = [fair.key(fair.sha256(seed), game, number, told), fair.key(seed, f"{game}2", number, told)]
    others.append(fair.key(seed, game, number + 1, told))
    others += [fair.key(seed, game, number, [*told[:at], told[at] + "0", *told[at + 1 :]]) for at in range(len(told))]
    assert key not in others
    assert key == fair.key(seed, game, number, told)


# Once computed with openssl, not with this code: they must never change
SEED = "11" * 32


def test_the_golden_vector() -> None:
    key = fair.key(bytes.fromhex(SEED), "wig_out", 7, ("aa", "", "0f"))
    assert GOLDEN_KEY == key.hex()
    assert GOLDEN_STREAM == fair.stream(key)(48).hex()
    assert GOLDEN_ORDER == Shuffle(fair.stream(key)).shuffled(range(10))
    assert GOLDEN_COMMIT == fair.commit(bytes(32))


GOLDEN_KEY = "2f1d1049b6cbdf75b8bccb71019df238d4316e3050dbeb672ba4cb2f3b8e1750"
GOLDEN_STREAM = "830ae533d21b3c97ca262767b0112cffc8f448fd277211544085b101788e7f9444a0f2f241d56769b78db9bafd1b2e7a"
GOLDEN_ORDER = [4, 3, 8, 7, 6, 0, 2, 5, 9, 1]
GOLDEN_COMMIT = "34fe78023a5c2d3b3b491a7d6c0159722c7063ee5aaff0d6f59a0df71d747533"


def test_the_numbers_of_a_match_and_of_one_that_is_dealt_again() -> None:
    numbers = fair.Numbers()
    assert [1, 2, 3, 4] == [numbers.take(deals=deals).number for deals in (True, False, True, True)]
    assert ([1, 3, 4], 5) == (numbers.deals, numbers.next)
    again = fair.Numbers(fair.Again(deals=(1, 3, 4), next=5, turn=1))
    assert [1, 3, 5, 4, 6, 7] == [again.take(deals=d).number for d in (True, True, False, True, True, False)]
    assert ([1, 3, 4, 6], 8) == (again.deals, again.next)


def test_shared_deals_have_one_seed_a_round_whoever_reshuffles() -> None:
    plain, busy = (fair.Numbers(shared=fair.Shared(deals=(1, 3), next=6)) for _ in range(2))
    assert [(1, "1"), (3, "3"), (6, "6"), (7, "7")] == [plain.take(deals=True) for _ in range(4)]
    uses = [busy.take(deals=deals) for deals in (True, False, False, True, True, False, True)]
    assert [(1, "1"), (1, "1.1"), (1, "1.2"), (3, "3"), (6, "6"), (6, "6.1"), (7, "7")] == uses
    assert plain.deals == busy.deals == [1, 3, 6, 7]
    assert busy.copy().upcoming(deals=False) == (7, "7.1")


def test_a_chain_prints_without_its_secret() -> None:
    chain = fair.new_chain(seeded("secret"))
    assert chain.secret not in f"{chain!r} {chain} {chain.told()!r}"


def test_the_stream_of_a_seed_on_the_command_line_is_another_one() -> None:
    assert seeded("x")(8) != fair.stream(bytes(32))(8)


def test_the_vectors_of_the_browsers_checker_are_what_a_table_deals() -> None:
    assert vectors.PATH.read_text("utf-8") == vectors.text()
