"""The calibration follows the ledger's feed. Each fact of a ladder only says which game to look at: what is counted is
what the ratings know of it, so the order in which facts come does not matter, and nothing counts twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import Projection

from ..ratings.elo import PROVISIONAL
from ..ratings.events import KINDS, GameAnnulled, GameCorrected, GameRated, GamesTakenOver
from ..ratings.models import RatedGame, Rating, RatingChange, RevisedChange
from ..ratings.naming import profiles_now
from ..ratings.one_game import SEAT_BITS
from ..ratings.periods import UNRATED
from .judging import judge
from .models import Judged, JudgedBin, JudgedGame, named

AT_ONCE = 200
"""Games looked at together."""
Key = tuple[str, int, bool]
"""Ladder, size, settled."""
BinKey = tuple[str, int, bool, int, int]
"""The same, and place and bin."""


class Calibration(Projection):
    name = "calibration"
    models = (JudgedGame, Judged, JudgedBin)
    kinds = frozenset({"game_rated", "game_corrected", "game_annulled", "games_taken_over"})

    def apply(self, events: Sequence[StoredEvent]) -> None:
        touched: dict[UUID, None] = {}
        for stored in events:
            event = KINDS.read(stored)
            match event:
                case GameRated():
                    touched[stored.stream] = None
                case GameCorrected() | GameAnnulled():
                    touched[event.game] = None
                case GamesTakenOver():
                    touched |= dict.fromkeys(event.games)
        games = list(touched)
        for first in range(0, len(games), AT_ONCE):
            count(games[first : first + AT_ONCE])


def count(games: Collection[UUID]) -> None:
    """Count these games by their results as known now."""
    rows = list(RatedGame.objects.filter(game__in=games).select_related("ladder"))
    keys = [row.pk << SEAT_BITS | seat for row in rows for seat in range(1 << SEAT_BITS)]
    lines: dict[int, list[RatingChange]] = defaultdict(list)
    for line in RatingChange.objects.filter(id__in=keys).order_by("id"):
        lines[line.game_key].append(line)
    revised = RevisedChange.objects.filter(id__in=keys).in_bulk()
    people = _people([line for some in lines.values() for line in some], revised)
    counted = dict(JudgedGame.objects.filter(game__in=games).values_list("game", "places"))
    tally = _Tally()
    for row in rows:
        known = "" if row.annulled else _places(lines[row.pk], revised, people)
        before = counted.get(row.game, "")
        if known != before:
            tally.add(row, lines[row.pk], before, -1)
            tally.add(row, lines[row.pk], known, 1)
            counted[row.game] = known
            tally.games[row.game] = known
    tally.store()


def _people(lines: Sequence[RatingChange], revised: Mapping[int, RevisedChange]) -> Mapping[int, str]:
    """The person behind each rating: merged profiles are one person."""
    ids = {line.rating_id for line in (*lines, *revised.values())}
    whos = dict(Rating.objects.filter(id__in=ids).values_list("id", "who"))
    return dict(zip(whos, profiles_now(whos.values()), strict=True))


def _places(lines: Sequence[RatingChange], revised: Mapping[int, RevisedChange], people: Mapping[int, str]) -> str:
    """As known now; empty if the players differ from those for whom the prediction was made."""
    now = [revised.get(line.pk, line) for line in lines]
    if any(people[line.rating_id] != people[known.rating_id] for line, known in zip(lines, now, strict=True)):
        return ""
    return " ".join(str(known.place) for known in now)


class _Tally:
    """The changes that some games make to the counts."""

    def __init__(self) -> None:
        self.games: dict[UUID, str] = {}
        self._groups: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0])
        self._bins: dict[BinKey, list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, row: RatedGame, lines: Sequence[RatingChange], places: str, sign: int) -> None:
        if not places:
            return
        values = [line.before for line in lines]
        if UNRATED in values:  # in FIDE mode who is new is not predicted
            return
        found = judge(values, [int(place) for place in places.split()], row.ladder.mode)
        key = (named(row.ladder), len(lines), all(line.games >= PROVISIONAL for line in lines))
        _add(self._groups[key], (sign, sign * found.log_loss, sign * found.brier))
        for one in found.statements:
            _add(self._bins[(*key, one.place, one.bin)], (sign, sign * one.predicted, sign * one.came))

    def store(self) -> None:
        """Save the changes, and remove rows that count nothing any more."""
        JudgedGame.objects.filter(game__in=self.games).delete()
        JudgedGame.objects.bulk_create(
            JudgedGame(game=game, places=places) for game, places in self.games.items() if places
        )
        ladders = {key[0] for key in self._groups}
        groups = {(row.ladder, row.size, row.settled): row for row in Judged.objects.filter(ladder__in=ladders)}
        for key, sums in self._groups.items():
            group = groups.get(key) or Judged(ladder=key[0], size=key[1], settled=key[2])
            group.games, group.log_loss, group.brier = _sum((group.games, group.log_loss, group.brier), sums)
            group.save()
        bins = {
            (row.ladder, row.size, row.settled, row.place, row.bin): row
            for row in JudgedBin.objects.filter(ladder__in=ladders)
        }
        for at, sums in self._bins.items():
            one = bins.get(at) or JudgedBin(ladder=at[0], size=at[1], settled=at[2], place=at[3], bin=at[4])
            one.count, one.predicted, one.came = _sum((one.count, one.predicted, one.came), sums)
            one.save()
        Judged.objects.filter(games=0).delete()
        JudgedBin.objects.filter(count=0).delete()


def _sum(old: Sequence[int], more: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(old, more, strict=True)]


def _add(sums: list[int], more: Sequence[int]) -> None:
    sums[:] = _sum(sums, more)
