"""What is said of a decision depends on nothing that its seat could not know (``benchmarks.review peek`` for 300)."""

from __future__ import annotations

import pytest

from elekt_core.review.mining import known, question
from elekt_core.review.subject import asked
from tests.sampling import sample

from .subjects import GAMES, TINY, WEIGHTED, all_judges, exchanged, subject

DECISIONS = sample(2, 60)


@pytest.mark.parametrize(("name", "ruleset", "seats"), sample([GAMES[0], *GAMES[2::3]], GAMES))
def test_other_hidden_cards_lead_to_the_same_analysis(name: str, ruleset: str, seats: int) -> None:
    one = subject(name, ruleset, seats, DECISIONS)
    seen = set()
    for number in range(sample(2, 1), len(one.batches), sample(3, 1)):
        question = asked(one, number)
        if question is None or not question.is_choice:
            continue
        other = exchanged(one, number, question.seat, number, number)
        assert other is not None
        assert all_judges(other, number, TINY) == all_judges(one, number, TINY)
        seen.add(question.seat)
    assert seen


def test_the_weights_of_worlds_depend_on_what_the_seat_saw_alone() -> None:
    one = subject("elekt", "", 2, sample(10, 40))
    compared = 0
    for number in range(2, len(one.batches)):
        question = asked(one, number)
        if question is None or not question.is_choice or len(question.window) < 2:
            continue
        first = number - len(question.window)
        others = (exchanged(one, number, question.seat, first, deal) for deal in range(40))
        other = next((found for found in others if found is not None), None)
        if other is None:
            continue
        found = all_judges(one, number, WEIGHTED)
        assert all_judges(other, number, WEIGHTED) == found
        compared += found[0]["weighted"]
        if compared == sample(1, 10):
            break
    assert compared


def test_what_a_seat_remembers_is_what_it_was_told() -> None:
    """From the second round on of Elekt; an exercise of the same decision knows as much."""
    one, remembering = subject("elekt", "", 2, 60), 0
    for number in range(2, len(one.batches), 3):
        found = asked(one, number)
        if found is None or found.dealt_from == found.view:
            continue
        remembering += 1
        other = exchanged(one, number, found.seat, number, number)
        assert other is not None
        again = asked(other, number)
        assert again is not None
        assert again.dealt_from == found.dealt_from
        exercise = {"seat": found.seat, "number": number, "best": one.game.encode_decision(found.played)}
        alone = question(one.game, known(one, number, found.seat), exercise)
        assert (alone.view, alone.dealt_from) == (found.view, found.dealt_from)
    assert remembering
