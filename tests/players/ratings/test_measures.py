"""What moves ratings and is no game: imports, seasons, decay. Off unless a ladder's rules say so."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from ledger import projections
from players.ratings import commands as c
from players.ratings import measures, queries
from players.ratings.elo import START
from players.ratings.events import Imported, Rules
from players.ratings.models import Adjustment, Correction, Ladder, Rating, RatingChange
from players.ratings.outcome import bot, person
from players.ratings.replaying import drawn_in
from web.errors import Refused

from .factories import ARBITER, LADDER, NOON, annulled, foreseen, imported, people, played, ruled

pytestmark = pytest.mark.django_db


def values() -> dict[str, int]:
    return dict(Rating.objects.values_list("who", "value"))


def month(number: int, year: int = 2027) -> datetime:
    return datetime(year, number, 1, 3, tzinfo=UTC)


def same_after_a_rebuild() -> None:
    done = projections.rebuild(projections.named("ratings"), compare=True)
    assert (done.differences, done.parked) == ([], 0)


def test_an_imported_rating_stands_and_is_played_on_from() -> None:
    alice, bob = people(2)
    imported(Imported(alice, 1700, 80, "2026-01-31"))
    assert Rating.objects.get(who=alice).games == 80
    assert not Rating.objects.get(who=alice).is_provisional
    played([alice, bob])
    gain = values()[alice] - 1_700_000
    assert 0 < gain < 20_000 * 0.25
    entry = queries.history(LADDER, alice)[0]
    assert (entry.kind, entry.game, entry.before, entry.after) == ("ratings_imported", None, START, 1_700_000)
    same_after_a_rebuild()


def test_an_import_that_is_undone_was_never_there() -> None:
    alice, bob, charlie = people(3)
    first = played([alice, bob])
    number = imported(Imported(alice, 1900, 80), Imported(charlie, 1200, 3))
    played([alice, bob])
    measures.change(c.UndoImport(LADDER, number, ""), actor=ARBITER, now=NOON, decision_id=uuid4())
    now = values()
    assert now[charlie] == START
    assert charlie not in {rung.who for rung in queries.ladder(LADDER)}
    annulled(first)
    imported(Imported(alice, 1500, 0))
    same_after_a_rebuild()
    with pytest.raises(Refused) as refused:
        measures.change(c.UndoImport(LADDER, number, ""), actor=ARBITER, now=NOON, decision_id=uuid4())
    assert refused.value.code == "unknown_import"


def test_a_game_before_an_import_changes_nothing_for_who_was_brought_in() -> None:
    alice, bob = people(2)
    game = played([alice, bob])
    imported(Imported(alice, 1900, 80))
    annulled(game)
    assert values() == {alice: 1_900_000, bob: START}
    same_after_a_rebuild()


def test_an_import_that_is_sent_twice_counts_once() -> None:
    (alice,) = people(1)
    decision, asked = uuid4(), c.ImportRatings(LADDER, (Imported(alice, 1700, 5),))
    for _ in range(2):
        measures.change(asked, actor=ARBITER, now=NOON, decision_id=decision)
    assert Ladder.objects.get().facts == 1
    with pytest.raises(Refused, match="decision_id_taken"):
        measures.change(asked, actor="player:outsider", now=NOON, decision_id=decision)


@pytest.mark.parametrize(
    ("code", "entries"),
    [
        ("nothing_to_import", []),
        ("not_a_player", [Imported("Alice", 1500, 5)]),
        ("unknown_player", [Imported(person(UUID(int=9)), 1500, 5)]),
        ("player_twice", [Imported(bot("greedy"), 1500, 5), Imported(bot("greedy"), 1600, 5)]),
        ("bad_number", [Imported(bot("greedy"), 99, 5)]),
        ("bad_number", [Imported(bot("greedy"), 4001, 5)]),
        ("bad_number", [Imported(bot("greedy"), 1500, -1)]),
        ("bad_number", [Imported(bot("greedy"), True, 5)]),
        ("bad_number", [Imported(bot("greedy"), 1500, 5, highest=1499)]),
        ("bad_day", [Imported(bot("greedy"), 1500, 5, "2026-02-30")]),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_an_import_that_cannot_be_is_refused_by_name_and_changes_nothing(code: str, entries: list[Imported]) -> None:
    with pytest.raises(Refused) as refused:
        imported(*entries)
    assert refused.value.code == code
    assert not Ladder.objects.exists()


def test_without_rules_neither_time_nor_seasons_move_anybody() -> None:
    alice, bob = people(2)
    played([alice, bob])
    before = values()
    assert measures.follow_calendar(month(1, 2040)) == 0
    played([alice, bob], at=month(1, 2040))
    assert Ladder.objects.get().facts == 2
    assert values() != before


def test_a_season_draws_everybody_in_by_what_the_rules_say() -> None:
    alice, bob = people(2)
    ruled(Rules(season=12, keep=50))
    played([alice, bob])
    assert measures.follow_calendar(month(12, 2026)) == 0
    assert measures.follow_calendar(month(1)) == 1
    assert values() == {alice: START + 22_000, bob: START - 22_000}
    assert measures.follow_calendar(month(12)) == 0
    played([alice, bob], at=month(2, 2028))  # the calendar has not been looked at since: the game does
    assert [row.data["month"] for row in Correction.objects.filter(kind="season_begun").order_by("id")] == [
        "2027-01",
        "2028-01",
    ]
    assert RatingChange.objects.order_by("id").last() is not None
    assert {line.before for line in RatingChange.objects.filter(id__gt=0).order_by("-id")[:2]} == {1511_000, 1489_000}
    same_after_a_rebuild()


def test_what_a_season_keeps_is_rounded_alike_above_and_below() -> None:
    assert [drawn_in(START + apart, 50) - START for apart in (3, -3, 2, -2, 0)] == [2, -2, 1, -1, 0]
    assert drawn_in(START + 12_345, 100) == START + 12_345
    assert drawn_in(START - 12_345, 0) == START


def test_who_does_not_play_loses_points_each_month_and_nobody_falls_below_the_start() -> None:
    alice, bob, charlie, dora = people(4)
    ruled(Rules(idle=2, decay=20))
    played([alice, bob])  # in November
    assert measures.follow_calendar(month(1)) == 2
    assert values() == {alice: START + 44_000, bob: START - 44_000}
    played([charlie, dora], at=month(1))
    measures.follow_calendar(month(2))  # neither in December nor in January
    assert values()[alice] == START + 24_000
    assert values()[charlie] == START + 44_000
    measures.follow_calendar(month(3))
    assert (values()[alice], values()[bob]) == (START + 4_000, START - 44_000)
    measures.follow_calendar(month(4))
    assert (values()[alice], values()[bob]) == (START, START - 44_000)
    same_after_a_rebuild()


def test_a_correction_before_a_season_goes_through_it() -> None:
    alice, bob = people(2)
    ruled(Rules(season=1, keep=50))
    game = played([alice, bob])
    played([alice, bob], at=month(1))
    moved = {move.who: move.after for move in foreseen(game)}
    annulled(game)
    assert values() == {alice: START + 44_000, bob: START - 44_000} == moved
    assert Adjustment.objects.filter(correction__kind="season_begun").count() == 2 * 2
    same_after_a_rebuild()


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("bad_number", Rules(season=13)),
        ("bad_number", Rules(season=-1)),
        ("bad_rules", Rules(season=5)),
        ("bad_number", Rules(season=12, keep=101)),
        ("bad_rules", Rules(idle=3)),
        ("bad_rules", Rules(decay=3)),
        ("same_rules", Rules()),
    ],
    ids=["13 months", "-1 months", "5 months", "101 %", "no points", "no months", "the same"],
)
def test_rules_that_cannot_be_are_refused_by_name(code: str, rules: Rules) -> None:
    with pytest.raises(Refused) as refused:
        ruled(rules)
    assert refused.value.code == code


def test_rules_can_be_taken_back() -> None:
    alice, bob = people(2)
    ruled(Rules(season=1, keep=0))
    played([alice, bob])
    ruled(Rules())
    assert measures.follow_calendar(month(6)) == 0
    assert values()[alice] == START + 44_000
