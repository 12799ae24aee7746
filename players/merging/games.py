"""The rated games of a profile, and what happens on the ladders when another profile takes them over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from ledger import store

from ..calibration.models import named
from ..ratings.appending import append, key_of
from ..ratings.elo import shown
from ..ratings.events import GamesTakenOver
from ..ratings.models import Ladder, Rating
from ..ratings.outcome import person
from ..ratings.pages.choosing import title
from ..ratings.pages.played import Played, played
from ..ratings.readmodels import ratings_of
from ..ratings.rerating import rerate, takeovers


@dataclass(frozen=True, slots=True)
class OnLadder:
    """What a merger does on one ladder: ratings in whole points, None where there was none; ``others`` move too."""

    title: str
    games: int
    before: int | None
    gone: int
    after: int
    others: int


def ladders(player: UUID) -> Iterator[tuple[Ladder, Rating, list[Played]]]:
    """Those on which the profile has games as known now, in the order in which ladders are locked."""
    rows = Rating.objects.filter(who=person(player)).select_related("ladder").order_by("ladder")
    for row in rows:
        games = played(row)
        if games:
            yield row.ladder, row, games


def met(keeps: UUID, goes: UUID) -> bool:
    """Whether they have played each other for rating points: then they are two people."""
    other = set(Rating.objects.filter(who=person(keeps)).values_list("id", flat=True))
    return any(one.rating in other for _, _, games in ladders(goes) for game in games for one in game.met)


def preview(keeps: UUID, goes: UUID) -> list[OnLadder]:
    """The effect, ladder by ladder. Stores nothing."""
    return [_on_ladder(ladder, row, games, keeps) for ladder, row, games in ladders(goes)]


def _on_ladder(ladder: Ladder, row: Rating, games: Sequence[Played], keeps: UUID) -> OnLadder:
    who = person(keeps)
    own = ratings_of(ladder, [who], create=False)[who]
    done = rerate(ladder, takeovers(ladder, [game.game for game in games], row, own))
    values = dict(Rating.objects.filter(id__in=list(done.standings)).values_list("id", "value"))
    moved = [key for key, now in done.standings.items() if key in values and values[key] != now.value]
    return OnLadder(
        title(ladder),
        len(games),
        shown(own.value) if own.games else None,
        shown(row.value),
        shown(done.standings[own.pk].value),
        len([key for key in moved if key not in (own.pk, row.pk)]),
    )


def take_over(merger: UUID, keeps: UUID, goes: UUID, actor: str) -> None:
    """Tell the ladders that the games are another's; inside the caller's transaction, after its own append."""
    for ladder, _, games in list(ladders(goes)):
        locked = Ladder.objects.select_for_update().get(pk=ladder.pk)
        _tell(locked, merger, [game.game for game in games], goes, keeps, actor)


def give_back(merger: UUID, keeps: UUID, goes: UUID, actor: str) -> None:
    """Give the same games, as far as they are still the kept profile's, back to the other."""
    for row in Rating.objects.filter(who=person(goes)).select_related("ladder").order_by("ladder"):
        told = store.read(_stream(merger, row.ladder, goes))
        if told:
            games = [UUID(game) for game in told[0].payload["games"]]
            locked = Ladder.objects.select_for_update().get(pk=row.ladder_id)
            _tell(locked, merger, games, keeps, goes, actor)


def _tell(ladder: Ladder, merger: UUID, games: Sequence[UUID], origin: UUID, target: UUID, actor: str) -> None:
    event = GamesTakenOver(key_of(ladder), ladder.facts + 1, tuple(games), person(origin), person(target))
    append(ladder, _stream(merger, ladder, origin), event, None, actor)


def _stream(merger: UUID, ladder: Ladder, origin: UUID) -> UUID:
    return uuid5(merger, f"{named(ladder)} from {origin}")
