"""Ladders in FIDE mode: duels wait for the end of their month, and are rated together then, as B.02 says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from ledger import projections
from players.ratings import commands as c
from players.ratings import fide, measures, queries, services
from players.ratings.events import FIDE, Imported, Rules, twin
from players.ratings.models import Adjustment, Correction, Ladder, RatedGame, Rating, RevisedChange
from players.ratings.outcome import person
from players.ratings.rerating import replay
from web.errors import Refused

from .factories import ARBITER, LADDER, annulled, corrected, foreseen, imported, people, played, ruled
from .test_rulings import account

pytestmark = pytest.mark.django_db
PERIODS = replace(LADDER, mode=FIDE)


def day(month: int, number: int = 15, year: int = 2026) -> datetime:
    return datetime(year, month, number, 12, tzinfo=UTC)


def points() -> dict[str, int]:
    return {row.who: row.value // 1000 for row in Rating.objects.filter(ladder__mode=FIDE)}


def opened(*ratings: int, games: int = 100) -> list[str]:
    """A ladder that is open since January, with so many players who have these ratings (0: none)."""
    ruled(ladder=PERIODS, at=day(1, 1))
    seats = people(len(ratings))
    entries = [Imported(who, own, games) for who, own in zip(seats, ratings, strict=True) if own]
    imported(*entries, ladder=PERIODS, at=day(1, 1))
    return seats


def month_ends(month: int) -> None:
    measures.follow_calendar(day(month + 1, 1))


def same_after_a_rebuild() -> None:
    done = projections.rebuild(projections.named("ratings"), compare=True)
    assert (done.differences, done.parked) == ([], 0)


def test_a_suspended_duel_is_out_on_both_of_its_ladders() -> None:
    alice, bob = opened(1800, 1800)
    game = played([alice, bob])
    services.change(c.AnnulGame(game, suspended=True), actor="player:arbiter")
    assert [row.suspended for row in RatedGame.objects.order_by("id")] == [True, True]
    services.change(c.AnnulGame(game), actor="player:arbiter")
    assert [(row.annulled, row.suspended) for row in RatedGame.objects.order_by("id")] == [(True, False)] * 2
    assert projections.rebuild(projections.named("ratings"), compare=True).differences == []


def test_duels_are_rated_together_at_the_end_of_the_month() -> None:
    """8.3.2: 1800 beats 1800, draws with 1900 and loses to 1650 with K 20: -1.20, published as -1."""
    alice, bob, charlie, dora = opened(1800, 1800, 1900, 1650)
    played([alice, bob], at=day(1))
    played([alice, charlie], [1, 1], at=day(1))
    played([dora, alice], at=day(1))
    assert points()[alice] == 1800
    month_ends(1)
    assert points() == {alice: 1799, bob: 1790, charlie: 1897, dora: 1664}
    line = Adjustment.objects.get(correction__kind="period_closed", rating__who=alice)
    assert (line.before, line.after, line.games) == (1_800_000, 1_799_000, 3)
    assert (line.k, line.expected, line.scored) == (20, 50 + 36 + 70, 150)
    same_after_a_rebuild()


def test_the_first_game_of_a_month_ends_the_one_before() -> None:
    alice, bob = opened(1800, 1800)
    played([alice, bob], at=day(1))
    played([alice, bob], at=day(2))
    assert points() == {alice: 1810, bob: 1790}
    closed = Correction.objects.filter(kind="period_closed").order_by("id")
    assert [row.data["month"] for row in closed] == ["2026-01"]
    assert len(replay(Ladder.objects.get(mode=FIDE)).lines) == 2, "it goes on from the list of January"
    month_ends(2)
    assert [row.data["month"] for row in closed.all()] == ["2026-01", "2026-02"]
    assert points()[alice] == fide.rate(1810, 20, [fide.Game(1790, 2)]).rating


def test_the_club_ladder_has_the_same_game_and_tables_of_three_are_its_alone() -> None:
    alice, bob, charlie = opened(1800, 1800, 1800)
    game = played([alice, bob], at=day(1))
    played([alice, bob, charlie], at=day(1))
    assert RatedGame.objects.get(game=twin(game)).ladder.mode == FIDE
    assert Ladder.objects.get(mode=FIDE).facts == 3  # its rules, the import, and the duel
    assert RatedGame.objects.filter(ladder__mode="club").count() == 2


def test_a_ladder_that_was_not_opened_has_nothing() -> None:
    alice, bob = people(2)
    played([alice, bob])
    assert not Ladder.objects.filter(mode=FIDE).exists()
    for code, act in (
        ("ladder_not_open", lambda: played([alice, bob], ladder=PERIODS)),
        ("ladder_not_open", lambda: imported(Imported(alice, 1800, 5), ladder=PERIODS)),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == code


def test_a_first_rating_comes_of_five_games_pooled_over_months() -> None:
    """7.1.4, and the example of FIDE's list of December 2025: five games, three points, 9507 in sum: 1922."""
    alice, *others = opened(0, 1902, 1901, 1901, 1901, 1902)
    for opponent in others[:3]:
        played([alice, opponent], at=day(1))
    month_ends(1)
    assert points()[alice] == 0
    for opponent in others[3:]:
        played([opponent, alice], at=day(2))
    month_ends(2)
    # the ratings of those whom Alice has met changed in January only where she was rated: not at all
    assert points()[alice] == 1922
    lines = Adjustment.objects.filter(rating__who=alice, correction__kind="period_closed").order_by("correction")
    assert [(line.before, line.after, line.games, line.k) for line in lines] == [(0, 0, 3, 0), (0, 1_922_000, 2, 0)]
    same_after_a_rebuild()


def test_games_with_who_is_unrated_do_not_count() -> None:
    alice, bob = opened(1800, 0)
    played([bob, alice], at=day(1))
    month_ends(1)
    assert points() == {alice: 1800, bob: 0}


def test_who_drops_below_the_floor_is_unrated_again() -> None:
    alice, bob = opened(1400, 1400, games=5)
    played([bob, alice], at=day(1))
    month_ends(1)
    assert points() == {alice: 0, bob: 1420}


@pytest.mark.parametrize(
    ("entry", "k"),
    [
        ({"rating": 1800, "games": 29}, 40),
        ({"rating": 1800, "games": 30}, 20),
        ({"rating": 2400, "games": 30}, 10),
        ({"rating": 2300, "games": 30, "highest": 2410}, 10),
        ({"rating": 2299, "games": 30, "young_until": 2026}, 40),
        ({"rating": 2299, "games": 30, "young_until": 2025}, 20),
        ({"rating": 2300, "games": 30, "young_until": 2026}, 20),
    ],
    ids=["new", "30 games", "2400", "was 2400", "young", "young no more", "young and 2300"],
)
def test_k_is_that_of_8_3_3(entry: dict[str, Any], k: int) -> None:
    ruled(ladder=PERIODS, at=day(1, 1))
    alice, bob = people(2)
    imported(replace(Imported(alice, 0, 0), **entry), Imported(bob, 1800, 100), ladder=PERIODS, at=day(1, 1))
    played([alice, bob], at=day(1))
    month_ends(1)
    assert Adjustment.objects.get(correction__kind="period_closed", rating__who=alice).k == k


def test_a_corrected_duel_changes_its_period_and_those_after_it() -> None:
    alice, bob = opened(1800, 1800)
    game = played([alice, bob], at=day(1))
    played([alice, bob], at=day(2))
    month_ends(2)
    before = points()
    moved = {move.who: move.after // 1000 for move in foreseen(twin(game))}
    annulled(game)
    assert points() == {alice: 1810, bob: 1790} != before
    assert moved == {who: own for who, own in points().items() if own != before[who]}
    then, now = queries.period(Ladder.objects.get(mode=FIDE), "2026-01")
    assert {one.who: one.after // 1000 for one in then} == {alice: 1810, bob: 1790}
    assert now == []
    revised = RevisedChange.objects.filter(rating__ladder__mode=FIDE)
    assert [line.before for line in revised] == [1_800_000, 1_800_000]  # the second duel, against other ratings
    services.change(c.UndoCorrection(game), actor=ARBITER)
    assert points() == before
    assert not RevisedChange.objects.exists()
    same_after_a_rebuild()


def test_a_list_stays_as_it_was_published() -> None:
    ruled(ladder=PERIODS, at=day(1, 1))
    alice, bob = (person(account(name).pk) for name in ("Alice", "Bob"))
    (guest,) = people(1)
    imported(*(Imported(who, 1800, 100) for who in (alice, bob, guest)), ladder=PERIODS, at=day(1, 1))
    game = played([alice, bob], at=day(1))
    month_ends(1)
    corrected(game, [bob, alice], [1, 2])
    row = Ladder.objects.get(mode=FIDE)
    listed = {one.who: one for one in queries.rating_list(row, "2026-01")}
    assert set(listed) == {alice, bob}
    assert (listed[alice].value, listed[alice].known) == (1_810_000, 1_790_000)
    assert (listed[bob].value, listed[bob].known) == (1_790_000, 1_810_000)
    assert (listed[alice].rank, listed[alice].games, listed[alice].change) == (1, 1, 10_000)


def test_an_import_takes_the_place_of_what_was_played_before_it() -> None:
    alice, bob = opened(1800, 1800)
    played([alice, bob], at=day(1))
    imported(Imported(alice, 2000, 50), ladder=PERIODS, at=day(1, 20))
    month_ends(1)
    assert points() == {alice: 2000, bob: 1790}


@pytest.mark.parametrize("rules", [Rules(season=12, keep=50), Rules(idle=3, decay=10)], ids=["season", "decay"])
def test_seasons_and_decay_are_not_for_fide(rules: Rules) -> None:
    with pytest.raises(Refused) as refused:
        ruled(rules, ladder=PERIODS)
    assert refused.value.code == "bad_rules"
    assert not Ladder.objects.exists()


def test_a_game_that_is_sent_twice_counts_once_on_both() -> None:
    alice, bob = opened(1800, 1800)
    game = UUID(int=5)
    for _ in range(2):
        played([alice, bob], game=game, at=day(1))
    assert RatedGame.objects.count() == 2


# --- pages ------------------------------------------------------------------------------------------------


def test_the_page_of_a_list_shows_what_was_published_and_what_is_known(client: Client) -> None:
    ruled(ladder=PERIODS, at=day(1, 1))
    alice, bob, charlie = (person(account(name).pk) for name in ("Alice", "Bob", "Charlie"))
    entries = [Imported(alice, 1800, 100), Imported(bob, 1800, 100)]
    imported(*entries, ladder=PERIODS, at=day(1, 1))
    game = played([alice, bob], at=day(1))
    played([alice, charlie], at=day(1))
    on = "elekt~2.1~rapid~fide"
    client = Client(headers={"accept-language": "en"})
    assert "No month has ended yet" in client.get(reverse("players:rating_lists"), {"on": on}).content.decode()
    month_ends(1)
    page = client.get(reverse("players:rating_lists"), {"on": on}).content.decode()
    assert "1 game: K 20 × (scored 1.0 − expected 0.50)" in page
    assert "After corrections" not in page
    annulled(game)
    page = client.get(reverse("players:rating_lists"), {"on": on, "month": "2026-01"}).content.decode()
    assert "Something has been corrected since" in page
    assert page.index("<strong>1810</strong>") < page.index("<strong>1800</strong>")
    assert client.get(reverse("players:rating_lists"), {"on": on, "month": "2020-01"}).status_code == 404
    ladder = client.get(reverse("players:ladder"), {"on": on}).content.decode()
    assert "Charlie" not in ladder
    assert "provisional" not in ladder
    assert "B.02" in ladder
    charlies = client.get(reverse("players:player", args=[charlie.removeprefix("player:")]), {"on": on})
    assert "unrated" in charlies.content.decode()
    why = client.get(reverse("players:rated_game", args=[twin(game)])).content.decode()
    assert "Scored 1.0, expected 0.50; rated with its whole month." in why


def test_head_to_head_there_is_no_chance_against_who_is_unrated(client: Client) -> None:
    """8.1.2: 100 points are 64 %. Only games between rated players have an expectation (8.3.2)."""
    alice, bob, charlie = opened(1900, 1800, 0)
    played([alice, bob], at=day(1))
    played([alice, charlie], at=day(1))
    on = "elekt~2.1~rapid~fide"
    rated = client.get(reverse("players:head_to_head", args=[alice, bob]), {"on": on})
    assert rated.context["both"].chance == 64
    unrated = client.get(reverse("players:head_to_head", args=[alice, charlie]), {"on": on, "lang": "en"})
    assert unrated.context["both"].chance is None
    assert "–" in unrated.content.decode()
