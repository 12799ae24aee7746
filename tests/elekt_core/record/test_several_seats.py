"""What several seats know together: views, facts, positions dealt anew, and a record of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Viewer
from elekt_core.errors import BadRecord
from elekt_core.record.match import Play
from elekt_core.record.record import WITH_SEVERAL, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from elekt_core.scribe import Entry, Session, read_seen, write_seen
from tests.elekt_core.scribe.witness import answered, played, seen
from tests.sampling import sample

GAMES = ("elekt", "enclave", "elector_counts")


def together(*seats: int) -> Viewer:
    return frozenset(map(SeatNo, seats))


def decided(name: str, number: int, seats: int) -> Iterator[Play[Any]]:
    """A game, after its beginning and after each random decision."""
    draw, play = Random(f"{name} {number}"), played(name, derive("together", name, number), seats)
    yield play
    while play.game.outcome(play.state) is None:
        options = play.game.options(play.state, draw.choice(play.game.awaiting(play.state)).seat)
        play.decide(options[draw.randrange(len(options))])
        yield play


@pytest.mark.parametrize("name", GAMES)
def test_what_they_know_follows_from_what_they_are_told_and_can_be_dealt_anew(name: str) -> None:
    for number in range(sample(2, 60)):
        seats = 2 + number % 3
        for viewer in (together(*range(seats)), together(0, 1)):
            play = next(decided(name, number, seats))
            view = play.game.view(play.game.initial(), viewer)
            for at, after in enumerate(decided(name, number, seats)):
                game = after.game
                for fact in after.batches[-1].events:
                    game.evolve(view, game.redact(fact, viewer))
                assert view == game.view(after.state, viewer)
                if at % 7 == 0:
                    dealt = game.redeal(view, SeededChance(derive("dealt", at)))
                    assert game.view(dealt, viewer) == view


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_all_hands_open_is_entered_and_its_record_verifies(name: str) -> None:
    viewer = together(0, 1, 2)
    session: Session | None = None
    for number, play in enumerate(decided(name, 1, 3)):
        session = session or Session(play.game, play.setup, viewer, f"open {name}")
        decision, facts = play.batches[-1].decision, seen(play, viewer)
        if number < sample(2, 30):
            asking = answered(session, decision, facts)
            assert asking.known is not None
            assert list(asking.known.facts) == facts
            session._add(session._entry(asking, asking.known))
        else:
            session._add(Entry((), tuple(facts)))
    assert session is not None
    assert session.view == play.game.view(play.state, viewer)
    record = session.record("open")
    assert (record.perspective, record.format) == ((0, 1, 2), WITH_SEVERAL)
    assert parse_record(format_record(record)) == record
    assert verify_record(record).ok


def test_whose_decisions_they_are_is_known_to_them() -> None:
    *_, play = decided("elekt", 2, 3)
    record = redacted_record(record_of_play(play, "several"), together(0, 2))
    known = [batch.decision["seat"] for batch in record.batches if batch.decision]
    assert {*known} == {0, 2}
    assert verify_record(record).ok


@pytest.mark.parametrize("told", ["[]", "[0]", "[1,0]", "[0,0]", "[0,3]", '["0","1"]', "[0,true]"])
def test_several_seats_are_named_in_order(told: str) -> None:
    play = next(decided("elekt", 2, 3))
    text = format_record(redacted_record(record_of_play(play, "several"), together(0, 2)))
    with pytest.raises(BadRecord, match="bad_field"):
        parse_record(text.replace('"perspective":[0,2]', f'"perspective":{told}'))


def test_short_notation_names_the_seats_whose_hands_were_seen() -> None:
    session: Session | None = None
    for _, play in zip(range(2), decided("elekt", 3, 3), strict=False):
        session = session or Session(play.game, play.setup, together(0, 2), "sheet")
        session._add(Entry((), tuple(seen(play, together(0, 2))), None, None))
    assert session is not None
    text = write_seen(session.record("sheet"))
    assert '[Seen "AC"]' in text
    assert read_seen(text).session.view == session.view
