"""An arbiter ends a match in its record: nothing follows, and what cannot be is found."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.record.clocks import ClocksSet, ClockStarted
from elekt_core.record.facts import words_beside
from elekt_core.record.match import Play
from elekt_core.record.record import WITH_BESIDE, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.stop import PlayAbandoned, PlayStopped
from elekt_core.record.takeback import ARBITER, TakenBack
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from ..builders import STREAM, running_play
from ..toy import game as toy

CLOCKS = ClocksSet("increment", (60_000, 60_000, 60_000), 0)


def why(play: Play[Any]) -> Any:
    flaw = verify_record(record_of_play(play, STREAM), toy).flaw
    return None if flaw is None else (flaw.code, flaw.data["why"])


@pytest.mark.parametrize("places", [(), (1, 2, 3), (1, 1, 3), (1, 1, 1)])
def test_a_stopped_match_verifies_openly_and_as_each_seat_saw_it(places: tuple[int, ...]) -> None:
    play = running_play(decisions=3)
    play.note(PlayStopped(places), CLOCKS)
    record = record_of_play(play, STREAM)
    assert record.format == WITH_BESIDE
    assert parse_record(format_record(record)) == record
    assert why(play) is None
    for viewer in (None, SeatNo(0)):
        assert verify_record(redacted_record(record, viewer, toy), toy).ok


def test_a_match_that_the_others_end_because_somebody_was_away_verifies_and_says_so() -> None:
    for seat, flaw in ((2, None), (3, ("wrong_stop", "no_such_seat"))):
        play = running_play(decisions=3)
        play.note(PlayAbandoned(seat), CLOCKS)
        assert why(play) == flaw
    assert "Celia was away" in words_beside(PlayAbandoned(2), "en", ["Alice", "Bob", "Celia"])
    play = running_play(decisions=3)
    play.note(PlayAbandoned(1))
    play.decide(Decision(SeatNo(0), CONCEDE))
    assert why(play) == ("wrong_stop", "over")


@pytest.mark.parametrize("places", [(1,), (2, 2, 3), (1, 2, 9), (0, 1, 2)])
def test_places_that_cannot_be_are_found(places: tuple[int, ...]) -> None:
    play = running_play(decisions=3)
    play.note(PlayStopped(places))
    assert why(play) == ("wrong_stop", "places")


def test_nothing_follows_it() -> None:
    for fact in (PlayStopped(()), CLOCKS, ClockStarted(0, 1)):
        play = running_play(decisions=3)
        play.note(PlayStopped((1, 2, 3)))
        play.note(fact)
        assert why(play) == ("wrong_stop", "over")
    play = running_play(decisions=3)
    play.note(PlayStopped((1, 2, 3)))
    play.decide(Decision(SeatNo(0), CONCEDE))
    assert why(play) == ("wrong_stop", "over")


def test_it_stands_first_in_its_batch_and_behind_no_end() -> None:
    play = running_play(decisions=3)
    play.note(CLOCKS, PlayStopped(()))
    assert why(play) == ("wrong_stop", "not_alone")
    play = running_play(decisions=2, seats=2)
    play.decide(Decision(SeatNo(0), CONCEDE))
    play.note(PlayStopped(()))
    assert why(play) == ("wrong_stop", "over")


def test_an_arbiters_takeback_needs_nobodys_consent_and_names_nobody() -> None:
    play = running_play(decisions=3)
    first = len(play.batches[0].events)
    play.take_back(first, ARBITER)
    assert why(play) is None
    said = words_beside(TakenBack(first, ARBITER, (), 0), "en", ["Alice", "Bob", "Celia"])
    assert not {"Alice", "Bob", "Celia"} & {*said.replace(":", "").split()}
    play = running_play(decisions=3)
    play.note(TakenBack(first, ARBITER, (0,), 0))
    assert why(play) == ("wrong_takeback", "consent")
