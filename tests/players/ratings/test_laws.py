"""Random histories of games, corrections, annulments, imports and months that pass: what is written step by step is
what a rebuild writes, and what is known now is what only the truth would give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import projections
from players.ratings import commands as c
from players.ratings import measures, queries, services
from players.ratings.elo import START
from players.ratings.events import FIDE, Imported, Rules
from players.ratings.models import Ladder, PeriodEnd, Rating
from players.ratings.one_game import Standing, play
from players.ratings.outcome import bot, places_of
from players.ratings.replaying import start_of
from players.ratings.rerating import replay
from tests.sampling import sample
from web.errors import Refused

from .factories import ARBITER, LADDER, annulled, corrected, imported, people, played, result, ruled

PLAYERS = 6
Step = tuple[str, int, list[int], list[int]]


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """What happens, to which of the games so far, who sits where, and their places (one 1 and 0s: only the winner)."""
    act = draw(st.sampled_from(["play", "play", "play", "correct", "annul"]))
    seats = draw(st.permutations(range(PLAYERS)))[: draw(st.integers(2, 4))]
    first = draw(st.integers(0, len(seats) - 1))
    if draw(st.integers(0, 3)) == 0:
        return act, draw(st.integers(0, 30)), list(seats), [int(seat == first) for seat in range(len(seats))]
    places = draw(st.lists(st.integers(1, len(seats)), min_size=len(seats), max_size=len(seats)))
    places[first] = 1
    return act, draw(st.integers(0, 30)), list(seats), places


@dataclass
class History:
    """The games as they are known to have been, in their order; None for those that do not count."""

    whos: list[str]
    games: list[UUID] = field(default_factory=list)
    truth: list[tuple[list[str], list[int]] | None] = field(default_factory=list)

    def take(self, step: Step) -> None:
        act, which, numbers, places = step
        seats = [self.whos[number] for number in numbers]
        if act == "play" or not self.games:
            self.games.append(played(seats, places))
            self.truth.append((seats, places))
            return
        which %= len(self.games)
        try:
            if act == "annul":
                annulled(self.games[which])
                self.truth[which] = None
            else:
                corrected(self.games[which], seats, places)
                self.truth[which] = (seats, places)
        except Refused as refused:
            assert refused.code in {"game_annulled", "same_result", "other_number_of_players"}  # noqa: PT017

    def from_nothing(self) -> dict[str, tuple[int, int]]:
        standings = {who: Standing(number, START, 0) for number, who in enumerate(self.whos)}
        for game in self.truth:
            if game is not None:
                seats, places = game
                play(0, [standings[who] for who in seats], places_of(len(seats), **result(places)))
        return {who: (now.value, now.games) for who, now in standings.items() if now.games}


@pytest.mark.django_db
@settings(max_examples=sample(6, 300))
@given(st.lists(steps(), min_size=1, max_size=14))
def test_a_rebuild_gives_what_was_written_step_by_step(history: list[Step]) -> None:
    with transaction.atomic():
        told = History([*people(PLAYERS - 1), bot("greedy")])
        for step in history:
            told.take(step)
        known = {rung.who: (rung.value, rung.games) for rung in queries.ladder(LADDER)}
        assert known == told.from_nothing()
        for who in told.whos:
            _check_published(who, known.get(who, (START, 0))[0])
        done = projections.rebuild(projections.named("ratings"), compare=True)
        assert (done.differences, done.parked) == ([], 0)
        transaction.set_rollback(True)


def _check_published(who: str, now: int) -> None:
    """What was published of somebody has no gap, and ends where they stand."""
    value = START
    for entry in queries.history(LADDER, who):
        assert entry.before == value
        value = entry.after
    assert value == now


# --- with what moves ratings beside games, on both kinds of ladders ------------------------------------------------

BESIDE = replace(LADDER, mode=FIDE)
ACTS = ["play", "play", "play", "correct", "annul", "undo", "import", "undo import", "month"]
Act = tuple[str, int, int, int, int]


@st.composite
def acts(draw: st.DrawFn) -> Act:
    """What happens, to which game or import, who plays whom, and who wins (2: nobody)."""
    one, two = draw(st.permutations(range(PLAYERS)))[:2]
    return draw(st.sampled_from(ACTS)), draw(st.integers(0, 30)), one, two, draw(st.integers(0, 2))


@dataclass
class Year:
    """Duels over some months, on a ladder with all rules and on the one in FIDE mode beside it.

    ``truth`` is in order: a game that is known to have been, an import, or a month that began; None what was not."""

    whos: list[str]
    month: int = 0
    games: list[tuple[UUID, int]] = field(default_factory=list)
    imports: list[tuple[int, int, int]] = field(default_factory=list)
    truth: list[tuple[str, Any] | None] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        return datetime(2026 + self.month // 12, 1 + self.month % 12, 2, tzinfo=UTC)

    def take(self, act: Act) -> None:
        what, which, one, two, won = act
        seats, places = [self.whos[one], self.whos[two]], [(1, 2), (2, 1), (1, 1)][won]
        try:
            if what == "month":
                self.month += 1
                measures.follow_calendar(self.now)
                self.truth.append(("month", None))
            elif what == "import":
                entry = Imported(seats[0], 1400 + 10 * which, 7 * which)
                numbers = [imported(entry, ladder=ladder, at=self.now) for ladder in (LADDER, BESIDE)]
                self.imports.append((len(self.truth), *numbers))  # type: ignore[arg-type]
                self.truth.append(("import", entry))
            elif what == "undo import" and self.imports:
                place, *numbers = self.imports[which % len(self.imports)]
                for ladder, number in zip((LADDER, BESIDE), numbers, strict=True):
                    measures.change(c.UndoImport(ladder, number, ""), actor=ARBITER, now=self.now, decision_id=uuid4())
                self.truth[place] = None
            elif what == "play" or not self.games:
                self.games.append((played(seats, places, at=self.now), len(self.truth)))
                self.truth.append(("game", (seats, places)))
            else:
                self._change(what, *self.games[which % len(self.games)], seats, places)
        except Refused as refused:
            assert refused.code in {"game_annulled", "same_result", "unknown_import", "not_corrected"}  # noqa: PT017

    def _change(self, what: str, game: UUID, place: int, seats: list[str], places: Sequence[int]) -> None:
        if what == "annul":
            annulled(game)
            self.truth[place] = None
        elif what == "correct":
            corrected(game, seats, places)
            self.truth[place] = ("game", (seats, places))
        else:
            services.change(c.UndoCorrection(game), actor=ARBITER)
            known = [one.known for one in queries.explain(game)]
            if known[0] is None:
                self.truth[place] = None
            else:
                self.truth[place] = ("game", ([one.who for one in known if one], [one.place for one in known if one]))

    def from_nothing(self) -> dict[str, tuple[int, int]]:
        """What the truth gives on the club's ladder, by its stated rules: a quarter's season keeps 60 %, and who has
        not played since the month before the last one loses 5 points."""
        standings = {who: Standing(number, START, 0) for number, who in enumerate(self.whos)}
        seen: dict[str, int] = {}
        month = 0
        for fact in self.truth:
            match fact:
                case ("game", (seats, places)):
                    play(0, [standings[who] for who in seats], places)
                    seen |= dict.fromkeys(seats, month)
                case ("import", entry):
                    standings[entry.who].value, standings[entry.who].games = entry.rating * 1000, entry.games
                    seen[entry.who] = month
                case ("month", _):
                    month += 1
                    for who, now in standings.items():
                        if month % 3 == 0:
                            now.value = START + round(Fraction(6, 10) * (now.value - START))
                        if now.value > START and seen[who] < month - 1:
                            now.value = max(START, now.value - 5000)
        return {who: (now.value, now.games) for who, now in standings.items() if now.games}


@pytest.mark.django_db
@settings(max_examples=sample(3, 100))
@given(st.lists(acts(), min_size=1, max_size=16))
def test_imports_seasons_decay_and_periods_are_rebuilt_and_follow_from_the_truth(history: list[Act]) -> None:
    with transaction.atomic():
        told = Year(people(PLAYERS))
        ruled(Rules(season=3, keep=60, idle=1, decay=5), at=told.now)
        ruled(ladder=BESIDE, at=told.now)
        imported(*(Imported(who, 1800 + 20 * n, 9 * n) for n, who in enumerate(told.whos[:4])), ladder=BESIDE)
        for act in history:
            told.take(act)
        for key in (LADDER, BESIDE):
            row = Ladder.objects.get(mode=key.mode)
            stored = {rating.pk: (rating.value, rating.games) for rating in Rating.objects.filter(ladder=row)}
            known = {pk: (now.value, now.games) for pk, now in replay(row).standings.items()}
            assert {pk: stands for pk, stands in stored.items() if stands != (start_of(key.mode), 0)} == {
                pk: stands for pk, stands in known.items() if stands != (start_of(key.mode), 0)
            }
        club = Rating.objects.filter(ladder__mode="club", games__gt=0).values_list("who", "value", "games")
        assert {who: (value, games) for who, value, games in club} == told.from_nothing()
        done = projections.rebuild(projections.named("ratings"), compare=True)
        assert (done.differences, done.parked) == ([], 0)
        _check_lists(Ladder.objects.get(mode=FIDE))
        transaction.set_rollback(True)


def _check_lists(row: Ladder) -> None:
    """Each list goes on from the one before it, and is what comes of the ladder's first fact on."""
    months = queries.periods(row)
    went_on = [(queries.period(row, month), queries.rating_list(row, month)) for month in months]
    stored = dict(PeriodEnd.objects.values_list("pk", "players"))
    PeriodEnd.objects.all().delete()
    assert [(queries.period(row, month), queries.rating_list(row, month)) for month in months] == went_on
    ends = {key: {who: [*one] for who, one in end.items()} for key, end in replay(row).ends.items()}
    assert json.loads(json.dumps(ends)) == {str(key): end for key, end in stored.items()}
