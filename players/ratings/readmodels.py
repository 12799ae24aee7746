"""The rows of the ratings: written in the transaction that appends, and by the same functions when they are rebuilt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple, assert_never
from uuid import UUID

from . import bulk
from .course import SEAT_BITS, Standing, play
from .events import GameAnnulled, GameCorrected, GameRated, LadderKey, RatingEvent
from .models import Adjustment, Correction, Ladder, RatedGame, Rating, RatingChange
from .rerating import COLUMNS, Rerated, rerate
from .rerating import store as store_lines

GAME_COLUMNS = ("id", "game", "ladder_id", "number", "played_at", "annulled", "source")


class Fact(NamedTuple):
    """An event of a ladder, with its stream and the server's clock."""

    stream: UUID
    at: datetime
    event: RatingEvent


def ladder_of(key: LadderKey, *, lock: bool = False) -> Ladder:
    """The ladder's row; with ``lock`` nobody else adds to the ladder until the transaction ends."""
    ladder, _ = Ladder.objects.get_or_create(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode)
    return Ladder.objects.select_for_update().get(pk=ladder.pk) if lock else ladder


def take(ladder: Ladder, facts: Sequence[Fact]) -> None:
    """Write what follows from the next facts of this ladder, in their order."""
    for number, fact in enumerate(facts, ladder.facts + 1):
        if fact.event.number != number:
            raise ValueError(f"{ladder}: fact {fact.event.number} came where {number} is due")
    for rated, run in groupby(facts, lambda fact: isinstance(fact.event, GameRated)):
        if rated:
            _rate(ladder, list(run))
        else:
            for fact in run:
                _correct(ladder, fact)
    ladder.facts += len(facts)
    ladder.save(update_fields=["facts"])


def ratings_of(ladder: Ladder, whos: Iterable[str], *, create: bool = True) -> dict[str, Rating]:
    """By who they are. Those who are new begin at 1500; without ``create`` they get a row that is not stored."""
    wanted = list(dict.fromkeys(whos))
    found = _found(ladder, wanted)
    missing = [who for who in wanted if who not in found]
    if not create:
        return found | {who: Rating(pk=-number, ladder=ladder, who=who) for number, who in enumerate(missing, 1)}
    if missing:
        Rating.objects.bulk_create([Rating(ladder=ladder, who=who) for who in missing])
        found |= _found(ladder, missing)
    return found


def _found(ladder: Ladder, whos: Sequence[str]) -> dict[str, Rating]:
    return {row.who: row for row in Rating.objects.filter(ladder=ladder, who__in=whos)}


def _standings(ladder: Ladder, whos: Iterable[str]) -> dict[str, Standing]:
    """Where these stand, new or not; without a row as an object, for a rebuild asks again and again."""
    wanted = list(dict.fromkeys(whos))
    rows = Rating.objects.filter(ladder=ladder, who__in=wanted).values_list("who", "id", "value", "games", "line")
    found = {who: Standing(key, value, games, line) for who, key, value, games, line in rows}
    if missing := [who for who in wanted if who not in found]:
        found |= {who: Standing(row.pk, row.value, row.games) for who, row in ratings_of(ladder, missing).items()}
    return found


def _rate(ladder: Ladder, facts: Sequence[Fact]) -> None:
    standings = _standings(ladder, (who for fact in facts for who in _game(fact).seats))
    games, lines = [], []
    for fact in facts:
        event = _game(fact)
        key = ladder.key(event.number)
        at = datetime.fromisoformat(event.played_at)
        games.append((key, fact.stream, ladder.pk, event.number, at, False, event.source))
        lines += play(key, [standings[who] for who in event.seats], event.places)
    bulk.insert(RatedGame, GAME_COLUMNS, games)
    bulk.insert(RatingChange, (*COLUMNS, "previous"), lines)
    moved = [(now, now.last or 0) for now in standings.values()]
    rows_now = [(now.value, now.games, ladder.number(last >> SEAT_BITS), last, now.rating) for now, last in moved]
    bulk.update(Rating, ("value", "games", "last", "line"), rows_now)


def _game(fact: Fact) -> GameRated:
    assert isinstance(fact.event, GameRated)
    return fact.event


def _correct(ladder: Ladder, fact: Fact) -> None:
    event = fact.event
    match event:
        case GameCorrected():
            rows = ratings_of(ladder, event.seats)
            seats, places, annulled = [rows[who] for who in event.seats], event.places, False
        case GameAnnulled():
            seats, places, annulled = [], (), True
        case GameRated():
            raise AssertionError("a game is rated, not corrected")
        case _:
            assert_never(event)
    rated = RatedGame.objects.get(game=event.game)
    done = rerate(ladder, rated, seats, places)
    store_lines(ladder, done)
    rated.annulled, rated.corrected_by = annulled, event.number
    rated.save(update_fields=["annulled", "corrected_by"])
    correction = Correction(id=ladder.key(event.number), rated=rated, annulled=annulled, at=fact.at)
    _publish(ladder, correction, event.number, done)


def _publish(ladder: Ladder, correction: Correction, number: int, done: Rerated) -> None:
    correction.save(force_insert=True)
    before = Rating.objects.filter(ladder=ladder).in_bulk(list(done.standings))
    moved = [
        (before[key], now)
        for key, now in sorted(done.standings.items())
        if (before[key].value, before[key].games) != (now.value, now.games)
    ]
    Adjustment.objects.bulk_create(
        Adjustment(correction=correction, rating=row, before=row.value, after=now.value)
        for row, now in moved
        if row.value != now.value
    )
    bulk.update(Rating, ("value", "games", "last"), [(now.value, now.games, number, now.rating) for _, now in moved])
