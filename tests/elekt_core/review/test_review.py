"""A review is whole numbers that add up, is made again to the same byte, and works for every game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.errors import CoreError
from elekt_core.record.match import Play
from elekt_core.record.record import record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.review import (
    BUDGETS,
    Subject,
    exercises,
    line_from,
    part,
    play_line,
    report,
    subject_of,
    work,
    world,
)
from elekt_core.review.parts import reviewed
from elekt_core.review.subject import asked
from tests.elekt_core.builders import finished_record, running_play
from tests.elekt_core.toy import game as toy
from tests.sampling import sample

from .subjects import GAMES, ID, SEED, TINY, all_judges, play_of, recorded, subject

pytestmark = pytest.mark.usefixtures("toy_installed")


DECISIONS = sample(3, 40)
OF_HANDS = [
    one
    for one in GAMES
    if one[0] in sample(("elekt", "high-card"), {name for name, *_ in GAMES} - {"duel"}) and one[2] != sample(2, 0)
]
"""Those in which somebody has one: usually of the small games and, of the same rules, the one with more seats. Each of
them is judged in ``test_every_game_gets_a_review_that_adds_up``; what seats see of it is shown by tests of views."""


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "tiny", TINY)


def parts_of(one: Subject) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for id_ in work(one, "tiny"):
        made[id_] = part(one, id_, made, "tiny", SEED)
    return made


@cache
def parts_of_beginning(name: str, ruleset: str, seats: int, decisions: int) -> dict[str, Any]:
    """Made once for all tests, none of which changes them."""
    return parts_of(subject(name, ruleset, seats, decisions))


def no_floats(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(name, str) and no_floats(one) for name, one in value.items())
    if isinstance(value, list):
        return all(map(no_floats, value))
    return value is None or type(value) in (int, str, bool)


@pytest.mark.parametrize(("name", "ruleset", "seats"), GAMES)
def test_every_game_gets_a_review_that_adds_up(name: str, ruleset: str, seats: int) -> None:
    one = subject(name, ruleset, seats, DECISIONS)
    made = parts_of_beginning(name, ruleset, seats, DECISIONS)
    found = report(one, made, "tiny")
    assert no_floats([*made.values(), found])
    for seat in range(seats):
        summed = sum(found[what]["seats"][seat] for what in ("luck", "skill", "revealed"))
        assert found["final"][seat] - found["initial"][seat] == summed
        for what in ("luck", "skill", "revealed"):
            assert found[what]["seats"][seat] == sum(row["seats"][seat] for row in found[what]["by_phase"])
        assert [at for at, _ in found["curves"]["seats"][seat]] == list(one.ends)
    assert len(found["decisions"]) == len(one.batches) - 1
    for decision in found["decisions"]:
        assert decision["loss"] >= 0
        if decision["loss"]:
            assert sum(value for _, value in decision["terms"]) == -decision["loss"]
        if not decision["only"]:
            assert 0 <= decision["chance"] <= 10_000
            assert decision["best"][0]["line"][0]["decision"] == decision["best"][0]["decision"]
    assert exercises(found) == [*exercises(found)]


def test_a_review_made_again_is_the_same_to_the_byte() -> None:
    begun = ("elekt", "", 2, DECISIONS)
    one, again = subject(*begun), recorded(play_of(*begun))
    made = parts_of_beginning(*begun)
    anew = {  # by somebody who took up the work in the middle
        id_: part(again, id_, made, "tiny", SEED) for id_ in reversed(work(again, "tiny"))
    }
    assert json.dumps(report(again, anew, "tiny")) == json.dumps(report(one, made, "tiny"))
    first = subject("elekt", "", 2, 1)
    assert json.dumps(reviewed(first, "tiny", b"another")) != json.dumps(reviewed(first, "tiny", SEED))


def test_what_was_taken_back_is_not_reviewed() -> None:
    play, straight = running_play(3), running_play(1)
    to = sum(len(batch.events) for batch in play.batches[:2])
    play.take_back(to, 0, [1, 2])
    for one in (play, straight):
        one.decide(toy.options(one.state)[-1])
    found = recorded(play)
    assert [batch.events for batch in found.batches] == [batch.events for batch in straight.batches]
    assert [batch.decision for batch in found.batches] == [batch.decision for batch in straight.batches]
    assert found.ends[1] == to
    assert found.ends[2] == len(play.events)


def test_who_saw_cards_in_an_undone_branch_is_named() -> None:
    play = running_play(1, seats=2)
    to = len(play.events)
    play.decide(toy.options(play.state)[0])  # the trick ends, and both draw a card from the new deck
    play.take_back(to, 1, [0])
    play.decide(toy.options(play.state)[1])
    found = recorded(play)
    assert found.batches[-1].decision is not None
    if found.taught:  # only where the game's types say where its cards lie
        assert found.taught == {(2, 1)}


def test_giving_up_and_what_follows_the_end_are_not_judged() -> None:
    play: Play[Any] = running_play(2)
    play.decide(Decision(SeatNo(1), CONCEDE))
    found = reviewed(recorded(play), "tiny", SEED)
    last = found["decisions"][-1]
    assert (last["only"], last["loss"], last["mark"]) == (True, 0, None)
    assert found["final"][1] == 0


def test_a_shown_line_is_played_in_its_world() -> None:
    one = subject("elekt", "", 2, 4)
    game, at = one.game, one.ends[2]
    shown = all_judges(one, 3, TINY)[2]
    decision = one.batches[3].decision
    assert decision is not None
    state = world(one, at, shown["world"], SEED, "tiny")
    views = [game.view(position, decision.seat) for position in (state, one.states[2])]
    assert game.fingerprint(views[0]) == game.fingerprint(views[1])
    for line in shown["lines"]:
        steps = play_line(one, at, shown["world"], SEED, "tiny", line)
        assert [dict(game.encode_decision(step[0])) for step in steps] == [told["decision"] for told in line]
        assert len(steps) > 1
    assert steps[0][0] == decision


def test_an_option_whose_line_is_not_told_is_played_on_as_the_second_judge_plays_the_others() -> None:
    one = subject("elekt", "", 2, 4)
    game, at = one.game, one.ends[2]
    shown = all_judges(one, 3, TINY)[2]
    for line in shown["lines"][:2]:
        assert line_from(one, at, shown["world"], SEED, "tiny", line[0]["decision"]) == line, "it is the same play"
    question = asked(one, 3)
    assert question is not None
    for option in question.options:
        line = line_from(one, at, 0, SEED, "tiny", game.encode_decision(option))
        assert play_line(one, at, 0, SEED, "tiny", line)[0][0] == option


def test_what_was_no_option_has_no_line() -> None:
    one = subject("elekt", "", 2, 4)
    other = one.game.encode_decision(Decision(SeatNo(0), "give_sceptre", (0, "clockwise")))
    with pytest.raises(CoreError, match="no_such_position"):
        line_from(one, one.ends[2], 0, SEED, "tiny", other)


def test_bad_input_is_named() -> None:
    one = subject("high-card", "", 3, 4)
    for wrong in (
        lambda: work(one, "endless"),
        lambda: part(one, "scan:99", {}, "tiny", SEED),
        lambda: part(one, "guess:1", {}, "tiny", SEED),
        lambda: part(one, "confirm:1", {}, "tiny", SEED),
        lambda: world(one, 10**6, 0, SEED, "tiny"),
        lambda: line_from(one, 10**6, 0, SEED, "tiny", {}),
    ):
        with pytest.raises(CoreError):
            wrong()


@pytest.mark.parametrize(("name", "ruleset", "seats"), OF_HANDS)
def test_of_a_match_that_its_seats_saw_each_choice_is_judged_as_of_an_open_one(
    name: str, ruleset: str, seats: int
) -> None:
    play = play_of(name, ruleset, seats, DECISIONS)
    record, opened = record_of_play(play, ID), recorded(play)
    whole = report(opened, parts_of_beginning(name, ruleset, seats, DECISIONS), "tiny")
    everybody = frozenset(map(SeatNo, range(seats))) if seats > 1 else SeatNo(0)
    together = subject_of(redacted_record(record, everybody, play.game))
    found = report(together, parts_of(together), "tiny")
    assert {**found, "curves": whole["curves"]} == whole
    assert found["curves"]["seats"] == whole["curves"]["seats"]
    assert len(found["curves"]["open"]) == len(together.batches)
    if seats > 1:
        alone = subject_of(redacted_record(record, SeatNo(1), play.game))
        own = report(alone, parts_of(alone), "tiny")
        assert own["decisions"] == [one for one in whole["decisions"] if one["seat"] == 1]
        assert own["accuracy"] == [whole["accuracy"][1]]
        assert own["curves"]["seats"] == [[], whole["curves"]["seats"][1], *[[]] * (seats - 2)]
        assert own["curves"]["open"] == []
        assert own["luck"] is None


def test_what_a_spectator_saw_is_not_reviewed() -> None:
    with pytest.raises(CoreError, match="needs_a_seat"):
        subject_of(redacted_record(finished_record(), None, toy))
