"""Three phones at one table: each entry is made on one, and each seat tells what it alone has seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.kit.position_shape import cards_by_name
from elekt_core.record.match import Play
from elekt_core.registry import get_bot
from elekt_core.scribe import Entry, Other, Session, as_spectators_see
from elekt_core.scribe.copies import renamed_facts
from elekt_core.scribe.words import face_of
from tests.sampling import sample

from .witness import NAMES, answers, own_answers, played, seen

DECISIONS = {"elekt": sample(4, 120), "enclave": sample(1, 40), "elector_counts": sample(2, 100)}


def other(session: Session, entry: Entry) -> Other:
    return Other(as_spectators_see(session.game, entry.facts), entry.picks, entry.seat)


def enter(play: Play[Any], phones: Sequence[Session], on: int, decision: Decision | None) -> int:
    """An entry on one phone, and what the others add; returns how much they were asked."""
    first, asked = phones[on], 0
    entry = first.enter(answers(first, decision, seen(play, first.viewer)), NAMES)
    said = other(first, entry)
    for phone in phones:
        if phone is first:
            continue
        facts = seen(play, phone.viewer)
        if phone.viewer in entry.private:
            picks = own_answers(phone, said, decision, facts)
            asked += len(picks)
            phone.own_entry(said, picks, NAMES)
        else:
            phone.hear(Entry((), said.facts))
        assert list(phone.entries[-1].facts) == facts
        assert phone.view == play.game.view(play.state, phone.viewer)
    return asked


@pytest.mark.parametrize("name", sample(["elekt"], sorted(DECISIONS)))
def test_each_phone_knows_in_the_end_what_its_seat_saw(name: str) -> None:
    play = played(name, b"three phones")
    phones = [Session(play.game, play.setup, SeatNo(seat), f"phone {seat}") for seat in range(3)]
    asked, draw = enter(play, phones, 0, None), Random(3)
    for _ in range(DECISIONS[name]):
        if play.game.outcome(play.state) is not None:
            break
        options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
        decision = options[draw.randrange(len(options))]
        play.decide(decision)
        asked += enter(play, phones, draw.randrange(3), decision)
    assert asked or name == "enclave", "hands were dealt; in Enclave everybody has the same cards"


def test_what_was_named_on_another_phone_is_answered_so_in_whatever_worlds_are_looked_at() -> None:
    play = played("elekt", b"company")
    phones = [Session(play.game, play.setup, SeatNo(seat)) for seat in range(3)]
    enter(play, phones, 0, None)
    while (asked := play.game.awaiting(play.state)[0]).kind != "recruit":
        first = play.game.options(play.state, asked.seat)[0]
        play.decide(first)
        enter(play, phones, asked.seat, first)
    redraw = Decision(asked.seat, "recruit", ("redraw",))
    play.decide(redraw)
    own = phones[asked.seat]
    said = other(own, own.enter(answers(own, redraw, seen(play, asked.seat)), NAMES))
    nexts = phones[play.game.awaiting(play.state)[0].seat]
    facts = seen(play, nexts.viewer)
    for number in range(sample(3, 60)):
        phone = Session(play.game, play.setup, nexts.viewer, f"worlds {number}", [*nexts.entries])
        assert list(phone.own_entry(said, own_answers(phone, said, redraw, facts), NAMES).facts) == facts


@pytest.mark.parametrize(
    ("seat", "card", "called", "shown"),
    [
        (1, "trap_burning_hymn.2", "trap_burning_hymn.1", 62),
        (0, "knife_focus_medallion.1", "knife_focus_medallion.2", 30),
    ],
    ids=["looked at", "in hand"],
)
def test_a_phone_that_called_a_copy_otherwise_calls_it_as_the_others_do(
    seat: int, card: str, called: str, shown: int
) -> None:
    """Of what this seat alone has seen, until another one shows a card by the name that was taken here."""
    play = played("enclave", b"copies")
    phone, bot = Session(play.game, play.setup, SeatNo(seat)), get_bot(play.game, "greedy")
    names = {card: called, called: card}
    for made in range(shown):
        own, public = seen(play, SeatNo(seat)), seen(play, None)
        phone.hear(Entry((), tuple(own) if own == public else renamed_facts(play.game, own, names)))
        asked = play.game.awaiting(play.state)[0].seat
        options, view = play.game.options(play.state, asked), play.game.view(play.state, asked)
        play.decide(bot.choose(play.game, view, options, SeededChance(derive("bot", "enclave", made))))
    assert lying(phone.view, play) != lying(play.game.view(play.state, SeatNo(seat)), play), "called otherwise"
    phone.hear(Entry((), tuple(seen(play, None))))
    assert phone.question((), "en", NAMES).choices or phone.asked_seat() is not None
    here, there = (lying(view, play) for view in (phone.view, play.game.view(play.state, SeatNo(seat))))
    assert sorted(map(face_of, here)) == sorted(map(face_of, there))
    assert len({*here}) == len(here)


def lying(view: Any, play: Play[Any]) -> list[str]:
    return [*cards_by_name(play.game.describe(view))]
