"""What the phones of several seats have told is one record; where two contradict each other, it is said where."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo
from elekt_core.errors import CoreError
from elekt_core.record.match import Play
from elekt_core.record.takeback import CardsShown
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_bot, get_game
from elekt_core.scribe import Entry, joined
from elekt_core.scribe.copies import called_otherwise, named_in
from tests.sampling import sample

from .witness import played

SEATS = (SeatNo(0), SeatNo(1), SeatNo(2))


def told(name: str, decisions: int) -> tuple[Play[Any], dict[SeatNo, list[Entry]]]:
    """A game of three as each seat knows it."""
    play, draw = played(name, b"together"), Random(name)
    while play.game.outcome(play.state) is None and len(play.batches) <= decisions:
        options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
        play.decide(options[draw.randrange(len(options))])
    redact = play.game.redact
    return play, {
        seat: [Entry((), tuple(redact(fact, seat) for fact in batch.events)) for batch in play.batches]
        for seat in SEATS
    }


@pytest.mark.parametrize("name", ["elekt", "enclave", "elector_counts"])
def test_hands_that_were_told_apart_are_one_record(name: str) -> None:
    play, by_seat = told(name, sample(40, 10_000))
    for seats in (SEATS, SEATS[1:]):
        session = joined(play.game, play.setup, {seat: by_seat[seat] for seat in seats})
        viewer = frozenset(seats)
        assert session.view == play.game.view(play.state, viewer)
        facts = [[play.game.redact(fact, viewer) for fact in batch.events] for batch in play.batches]
        assert [list(entry.facts) for entry in session.entries] == facts
        flaws = [check for check in verify_record(session.record("joined")).checks if check.status == "flaw"]
        assert {flaw.name for flaw in flaws} <= {"fold"}, "a game that was not played to its end stops midway"


def holding(by_seat: Mapping[SeatNo, list[Entry]]) -> tuple[int, int]:
    """The number of an entry in which seats 0 and 1 drew cards unseen, and a card that seat 0 drew there."""
    for number, entry in enumerate(by_seat[SEATS[0]], 1):
        for fact in entry.facts:
            if type(fact).__name__ == "UnitsDrawn" and fact.seat == 0:  # type: ignore[attr-defined]
                return number, fact.units[0]  # type: ignore[attr-defined]
    raise AssertionError


def test_a_card_that_two_have_told_is_pointed_out() -> None:
    play, by_seat = told("elekt", 40)
    number, card = holding(by_seat)
    later = [*enumerate(by_seat[SEATS[1]], 1)][number:]
    other, entry = next((n, one) for n, one in later if any(_drew(fact, 1) for fact in one.facts))
    facts = tuple(fact._replace(units=(card, *fact.units[1:])) if _drew(fact, 1) else fact for fact in entry.facts)  # type: ignore[attr-defined]
    by_seat[SEATS[1]][other - 1] = Entry((), facts)
    with pytest.raises(CoreError, match="scribe_at_odds") as error:
        joined(play.game, play.setup, by_seat)
    assert error.value.data["entry"] >= other


def _drew(fact: Any, seat: int) -> bool:
    return type(fact).__name__ == "UnitsDrawn" and fact.seat == seat


def test_another_card_in_the_same_place_and_one_that_was_shown_by_whom_lacks_it() -> None:
    play, by_seat = told("elekt", 40)
    number, card = holding(by_seat)
    entry = by_seat[SEATS[0]][number - 1]
    elsewhere = tuple(fact._replace(units=(fact.units[1], card)) if _drew(fact, 0) else fact for fact in entry.facts)  # type: ignore[attr-defined]
    mistold = {**by_seat, SEATS[1]: [*by_seat[SEATS[1]]]}
    mistold[SEATS[1]][number - 1] = Entry((), elsewhere)
    with pytest.raises(CoreError) as error:
        joined(play.game, play.setup, mistold)
    assert error.value.data["entry"] == number
    names = play.game.cards.names  # type: ignore[attr-defined]
    shown = Entry(("show:1",), (CardsShown(("seats", "1", "hand"), (names[card],)),))
    for entries in by_seat.values():
        del entries[number:]
        entries.append(shown)
    with pytest.raises(CoreError) as error:
        joined(play.game, play.setup, by_seat)
    assert error.value.data["entry"] == number + 1


def test_two_phones_may_have_called_copies_of_a_card_the_same() -> None:
    """At a table nobody can tell them apart."""
    play, by_seat = told("elekt", 40)
    mine, theirs = (play.game.cards.names.index(f"acolyte.{seat}") for seat in SEATS[:2])  # type: ignore[attr-defined]
    dealt = by_seat[SEATS[1]][0]
    facts = [
        fact._replace(units=tuple(mine if card == theirs else card for card in fact.units))  # type: ignore[attr-defined]
        if theirs in getattr(fact, "units", ())
        else fact
        for fact in dealt.facts
    ]
    assert facts != [*dealt.facts]
    heard = {SEATS[0]: by_seat[SEATS[0]][:1], SEATS[1]: [Entry((), tuple(facts))]}
    assert len(joined(play.game, play.setup, heard).entries) == 1


@pytest.fixture(scope="module")
def long_game() -> Play[Any]:
    """In which a copy of a card passes from hand to hand."""
    play, bot = played("elekt", b"three phones"), get_bot(get_game("elekt"), "greedy")
    for made in range(82):
        asked = play.game.awaiting(play.state)[0].seat
        options, view = play.game.options(play.state, asked), play.game.view(play.state, asked)
        play.decide(bot.choose(play.game, view, options, SeededChance(derive("bot", "elekt", made))))
    return play


@pytest.mark.parametrize("who", [0, 1])
def test_a_copy_that_two_have_seen_may_be_called_otherwise_by_one_of_them(long_game: Play[Any], who: int) -> None:
    """Neither phone knows by which copy the other one calls it."""
    play = long_game
    redact = play.game.redact
    told = {
        seat: [Entry((), tuple(redact(fact, seat) for fact in batch.events)) for batch in play.batches]
        for seat in SEATS[:2]
    }
    own, other = told[SEATS[who]], told[SEATS[1 - who]]
    renamed = called_otherwise(play.game, own, [("acolyte.0", "acolyte.1")])
    passed = [number for number, two in enumerate(zip(own, renamed, strict=True)) if two[0] != two[1]]
    assert passed
    assert "acolyte.0" in named_in(play.game, other[passed[0]].facts), "the other one has seen it, too"
    session = joined(play.game, play.setup, {**told, SEATS[who]: renamed})
    assert session.view == play.game.view(play.state, frozenset(SEATS[:2]))
