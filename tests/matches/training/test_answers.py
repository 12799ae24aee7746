"""Answers: the first one counts, what is missed comes again by Leitner's boxes, and ratings follow Elo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from elekt_core.contract import SeatNo
from matches.models import Answer, Exercise, Objection, Repetition
from matches.training import boards, judging, queries, rating, schedule, services
from matches.training.shapes import Wanted
from players.models import Player
from web.errors import BadRequest, Conflict, NotAllowed, NotFound
from web.limits import Limit, TooMany

from ..factories import account, person, started

pytestmark = pytest.mark.django_db
Add = Callable[..., Exercise]


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[date], None]:
    """Let it be that day."""
    return lambda day: monkeypatch.setattr(
        "django.utils.timezone.now", lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    )


def best(exercise: Exercise) -> dict[str, Any]:
    return {"seat": exercise.seat, **exercise.best}


def wrong(exercise: Exercise) -> dict[str, Any]:
    return {"seat": exercise.seat, **exercise.choices[0][0]}


def answer(exercise: Exercise, by: UUID, decision: dict[str, Any] | None) -> Answer:
    return services.answer(exercise_id=exercise.id, decision=decision, by=by)


def test_the_best_choice_solves_it_and_gains_what_elo_says(add: Add) -> None:
    exercise, bob = add(rating=1_400_000), account("Bob")
    given = answer(exercise, bob, best(exercise))
    assert (given.right, given.loss, given.rated) == (True, 0, True)
    # Elo: 1 / (1 + 10 ** (-100 / 400)) = 0.640065 is expected of 1500 against 1400; K of a newcomer is 88.
    assert given.gain == pytest.approx(88_000 * (1 - 0.640065), abs=60)
    assert rating.standing(bob).value == 1_500_000 + given.gain
    assert not Repetition.objects.exists()


def test_only_the_first_answer_counts_also_after_looking(exercise: Exercise) -> None:
    bob = account("Bob")
    first = answer(exercise, bob, wrong(exercise))
    assert (first.right, first.loss >= 1000) == (False, True)
    again = answer(exercise, bob, best(exercise))
    assert again.pk == first.pk
    assert Answer.objects.count() == 1
    assert rating.standing(bob).value == 1_500_000 + first.gain < 1_500_000


def test_giving_up_is_a_miss(exercise: Exercise) -> None:
    bob = account("Bob")
    given = answer(exercise, bob, None)
    assert (given.right, given.decision, given.gain < 0) == (False, None, True)
    assert queries.explanation(exercise_id=exercise.id, player=bob).gave_up


@pytest.mark.parametrize(
    "sent", [{"kind": "none"}, {}, {"seat": 7}, {"kind": 3}, {"kind": "annihilate_unit", "unit": []}]
)
def test_what_is_no_choice_is_refused_and_counts_for_nothing(exercise: Exercise, sent: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        answer(exercise, account("Bob"), sent)
    assert not Answer.objects.exists()


def test_a_choice_that_nobody_had_looked_at_is_judged(add: Add) -> None:
    for number in range(20):
        exercise = add(number)
        game, view = boards.game_of(exercise), boards.view_of(exercise)
        known = [exercise.best, *(choice for choice, _, _ in exercise.choices)]
        others = [
            one for one in game.options(view, SeatNo(exercise.seat)) if dict(game.encode_decision(one)) not in known
        ]
        if others:
            judged = judging.judge(exercise, others[0])
            assert (judged.by_both, judged.right) == (False, judged.compared.is_as_good)
            assert sum(value for _, value in judged.compared.terms) in (0, -judged.compared.loss)
            return
    pytest.fail("every exercise has three choices at most")


def test_what_is_missed_comes_again_by_five_boxes(exercise: Exercise, on: Callable[[date], None]) -> None:
    """Leitner: on after each success, back to the first after a miss, and out of the last one."""
    bob, day = account("Bob"), date(2026, 11, 23)
    on(day)
    answer(exercise, bob, wrong(exercise))
    for right, days in [(True, 1), (True, 3), (False, 7), *((True, days) for days in (1, 3, 7, 14, 30))]:
        assert Repetition.objects.get().due_on == day + timedelta(days=days)
        on(day + timedelta(days=days - 1))
        assert services.latest(exercise, bob) is not None, "not due yet"
        on(day := day + timedelta(days=days))
        assert services.latest(exercise, bob) is None
        assert queries.next_for(player=bob, wanted=Wanted()) == exercise.id
        answer(exercise, bob, best(exercise) if right else wrong(exercise))
    assert not Repetition.objects.exists()
    assert Answer.objects.filter(rated=True).count() == 1
    assert schedule.DAYS == (1, 3, 7, 14, 30)


def test_newcomers_and_guests_do_not_move_an_exercise(add: Add) -> None:
    exercise, guest, bob, alice = add(), person("Guest"), account("Bob"), account("Alice")
    for player, others in ((guest, 15), (bob, 14), (alice, 15)):
        for _ in range(others):
            Answer.objects.create(
                player=player, exercise=add(1), first=True, right=True, loss=0, error=0, rated=True,
                at=datetime(2026, 1, 1, tzinfo=UTC),
            )  # fmt: skip
        answer(exercise, player, best(exercise))
        exercise.refresh_from_db()
        assert exercise.rated_answers == (player == alice)
    assert exercise.rating < rating.begin(missed=exercise.missed)


def test_an_exercise_out_of_ones_own_match_is_not_rated(add: Add) -> None:
    table = started("Alice", "Bob")
    bob = table.players[1]
    assert bob
    given = answer(add(source=table.match), bob, None)
    assert (given.rated, given.gain) == (False, 0)


def test_a_flood_of_answers_is_refused(add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "ANSWERED_OFTEN", Limit("test of answers", 2, 600))
    bob = account("Bob")
    for number in range(2):
        answer(add(number), bob, None)
    with pytest.raises(TooMany):
        answer(add(2), bob, None)


def test_merged_profiles_keep_each_answer_once_and_erased_ones_none(add: Add) -> None:
    one, two, bob, guest = add(0), add(1), account("Bob"), person("Guest")
    kept = answer(one, bob, best(one))
    answer(one, guest, None), answer(two, guest, None)
    services.merged(bob, guest)
    assert set(Answer.objects.values_list("player", "exercise", "right")) == {
        (bob, one.id, kept.right),
        (bob, two.id, False),
    }
    assert Repetition.objects.get().player == bob
    services.forget(bob)
    assert not Answer.objects.exists()
    assert not Repetition.objects.exists()


def test_whoever_has_not_answered_is_told_nothing(exercise: Exercise) -> None:
    for player in (account("Bob"), None):
        with pytest.raises(Conflict):
            queries.explanation(exercise_id=exercise.id, player=player)


def test_the_daily_exercise_is_one_for_everybody_and_another_tomorrow(add: Add, on: Callable[[date], None]) -> None:
    there, seen = {add(n).id for n in range(3)}, []
    for day in (1, 2, 3):
        on(date(2026, 11, day))
        found = queries.daily()
        assert found is not None
        add(4)  # what is added later changes nothing
        assert queries.daily() == found
        seen.append(found.id)
    assert len(set(seen)) == 3
    Exercise.objects.filter(id=seen[-1]).update(withdrawn=True)
    other = queries.daily()
    assert other is not None
    assert other.id != seen[-1]
    assert there


def test_objecting_withdraws_the_exercises_of_a_match(add: Add) -> None:
    table = started("Alice", "Bob")
    alice, bob = table.players
    assert alice
    assert bob
    exercise, other = add(source=table.match), add()
    with pytest.raises(NotAllowed):
        services.object_to(match_id=table.match, by=account("Charlie"), objects=True)
    services.object_to(match_id=table.match, by=alice, objects=True)
    with pytest.raises(NotFound):
        services.exercise_of(exercise.id)
    assert [line.id for line in queries.listed(player=bob, wanted=Wanted()).exercises] == [other.id]
    services.object_to(match_id=table.match, by=bob, objects=True)
    services.object_to(match_id=table.match, by=alice, objects=False)
    with pytest.raises(NotFound):
        services.exercise_of(exercise.id)
    services.object_to(match_id=table.match, by=bob, objects=False)
    assert services.exercise_of(exercise.id) == exercise


def test_what_was_added_while_somebody_objected_is_not_used(add: Add) -> None:
    table = started("Alice", "Bob")
    assert table.players[0]
    exercise = add(source=table.match)
    assert queries.daily() == exercise
    Objection.objects.create(player=table.players[0], match=table.match)
    with pytest.raises(NotFound):
        services.exercise_of(exercise.id)
    other = add(1)
    assert [line.id for line in queries.listed(player=None, wanted=Wanted()).exercises] == [other.id]
    assert queries.daily() == other


def test_matches_of_a_merged_profile_are_ones_own(add: Add) -> None:
    table, alice = started("Ala", "Bob"), account("Alice")
    exercise = add(source=table.match)
    assert table.players[0]
    Player.objects.filter(id=table.players[0]).update(merged_into=alice)
    assert services.has_played(alice, exercise)
    services.object_to(match_id=table.match, by=alice, objects=True)
    assert services.objects(table.match, alice)


def test_next_comes_what_is_as_hard_as_one_is_good(add: Add) -> None:
    near = [add(n, rating=1_500_000).id for n in range(queries.NEAR)]
    add(20, rating=2_400_000)
    guest = Player.objects.create_user(None, name="Guest").id
    assert queries.next_for(player=guest, wanted=Wanted()) in near
    assert queries.next_for(player=guest, wanted=Wanted(difficulty="hard")) not in near
    assert queries.next_for(player=guest, wanted=Wanted(game="enclave")) is None
