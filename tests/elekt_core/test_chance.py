"""Draws against values that were not computed by our code.

The blocks come from ``openssl dgst -sha256 -mac HMAC -macopt hexkey:000102...1f`` over draw and block number
(4 bytes each, big-endian); the rest was done on them in shell arithmetic. The first words of draw 0 are
9f0cd9b9 4097fe49 29918d2b 8942b344.
"""

from __future__ import annotations

import hmac
import struct
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elekt_core.chance import ListedChance, SeededChance, commitment_of
from elekt_core.errors import CoreError

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("draw", "order"),
    [
        (0, [2, 0, 4, 1, 3]),
        (1, [8, 7, 5, 2, 1, 6, 0, 3, 9, 4]),
        (7, [13, 8, 3, 6, 14, 4, 10, 11, 2, 7, 0, 12, 5, 15, 1, 9]),
    ],
)
def test_permutation_is_what_openssl_says(draw: int, order: list[int]) -> None:
    assert SeededChance(SEED).permutation(draw, len(order)) == order


@pytest.mark.parametrize(("draw", "number"), [(0, 3), (1, 0), (7, 1)])
def test_pick_is_what_openssl_says(draw: int, number: int) -> None:
    assert SeededChance(SEED).pick(draw, 6) == number


@pytest.mark.parametrize(("draw", "number"), [(2, 2968323386), (8, 1812101258)])
def test_words_that_would_favour_small_numbers_are_passed_over(draw: int, number: int) -> None:
    # Draw 2 begins with the word 3936593886, draw 8 with 3952676953 and 3708933893: all above 3000000000.
    assert SeededChance(SEED).pick(draw, 3_000_000_000) == number


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 128, 150])
@pytest.mark.parametrize("draw", [0, 1, 77, 2**32 - 1])
def test_blocks_are_those_of_the_standard_librarys_hmac(length: int, draw: int) -> None:
    seed = bytes(range(length))
    blocks = [hmac.digest(seed, draw.to_bytes(4, "big") + n.to_bytes(4, "big"), "sha256") for n in range(3)]
    words = struct.unpack(">24I", b"".join(blocks))
    drawn = [*range(25)]
    for word, k in zip(words, range(25, 1, -1), strict=True):  # with these seeds no word is passed over
        drawn[k - 1], drawn[word % k] = drawn[word % k], drawn[k - 1]
    assert SeededChance(seed).permutation(draw, 25) == drawn


def test_commitment_is_the_sha256_of_the_seed() -> None:
    # printf '\x00\x01...\x1f' | sha256sum
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment_of(SEED) == expected
    assert SeededChance(SEED).commitment() == expected
    assert bytes.fromhex(SeededChance(SEED).reveal()) == SEED


@given(st.binary(min_size=1, max_size=64), st.integers(0, 2**32 - 1), st.integers(0, 200))
def test_permutation_holds_every_number_once(seed: bytes, draw: int, size: int) -> None:
    chance = SeededChance(seed)
    assert sorted(chance.permutation(draw, size)) == list(range(size))
    assert chance.permutation(draw, size) == SeededChance(seed).permutation(draw, size)


def test_every_order_of_four_is_about_as_frequent() -> None:
    chance = SeededChance(SEED)
    counts = Counter(tuple(chance.permutation(draw, 4)) for draw in range(24_000))
    # 24 orders, 1,000 expected each; the standard deviation is 31.
    assert len(counts) == 24
    assert all(850 < count < 1150 for count in counts.values())


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(CoreError, match="nothing_to_pick"):
        SeededChance(SEED).pick(0, 0)


def test_listed_draws_are_given_back_by_number() -> None:
    chance = ListedChance([[1, 0], 3])
    assert chance.permutation(0, 2) == [1, 0]
    assert chance.pick(1, 4) == 3
    assert (chance.commitment(), chance.reveal()) == ("", "")


@pytest.mark.parametrize(
    ("draws", "code"), [([], "draw_missing"), ([[0, 0]], "draw_does_not_fit"), ([5], "draw_does_not_fit")]
)
def test_listed_draws_that_do_not_fit_are_refused(draws: list[list[int] | int], code: str) -> None:
    with pytest.raises(CoreError, match=code):
        ListedChance(draws).permutation(0, 2)


@pytest.mark.parametrize("draws", [[[0, 1]], [2], [-1]])
def test_listed_picks_that_do_not_fit_are_refused(draws: list[list[int] | int]) -> None:
    with pytest.raises(CoreError, match="draw_does_not_fit"):
        ListedChance(draws).pick(0, 2)
