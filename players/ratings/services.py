"""Every change to ratings. Call these inside your own transaction, after your own appends: then a result and what it
does to the ratings are stored together, or neither is.

Each locks its ladder until the transaction ends, so what takes long comes before it, and one transaction should touch
one ladder. Each either does the whole, or raises ``RatingRefused`` and has changed nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from ledger import store

from ..models import Player
from .errors import RatingRefused
from .events import KINDS, MODES, GameAnnulled, GameCorrected, GameRated, LadderKey, RatingEvent, correction_stream
from .models import Ladder, RatedGame, Rating
from .outcome import check_seats, places_of, player_of
from .readmodels import Fact, ladder_of, take
from .rerating import known_lines, published_lines

SOURCE = re.compile(r"([a-z]+:[0-9a-f-]{36})?")


@dataclass(frozen=True, slots=True)
class Rated:
    """The fact stands in its ladder as ``number``. ``repeated``: it did before, and nothing was added now."""

    number: int
    repeated: bool = False


def record(
    *,
    game: UUID,
    ladder: LadderKey,
    seats: Sequence[str],
    places: Sequence[int] = (),
    winner: int | None = None,
    played_at: datetime,
    actor: str,
    source: str = "",
    decision_id: UUID | None = None,
) -> Rated:
    """Rate a game that is over. ``game`` is an id that follows from whatever was played, such as ``uuid5(match, ...)``;
    ``source`` says where that was, ``match:<id>`` or ``tournament:<id>``.

    ``seats`` are ``outcome.person(id)`` or ``outcome.bot(name)``; for the result see ``outcome.places_of``. The same
    game with the same result may be recorded any number of times.
    Raises RatingRefused (wrong_number_of_players, player_twice, not_a_player, unknown_player, no_outcome, unknown_mode,
    already_rated).
    """
    if ladder.mode not in MODES:
        raise RatingRefused("unknown_mode", mode=ladder.mode, known=", ".join(MODES))
    assert SOURCE.fullmatch(source), source
    check_seats(seats)
    result = tuple(seats), places_of(len(seats), places, winner)
    _check_known(seats)
    with transaction.atomic():
        row = ladder_of(ladder, lock=True)
        if (rated := RatedGame.objects.filter(game=game).first()) is not None:
            return _again(rated, ladder, result)
        event = GameRated(ladder, row.facts + 1, *result, played_at.astimezone(UTC).isoformat(), source)
        return _append(row, game, event, decision_id, actor)


def correct(
    *,
    game: UUID,
    seats: Sequence[str],
    places: Sequence[int] = (),
    winner: int | None = None,
    actor: str,
    decision_id: UUID,
) -> Rated:
    """The game went otherwise, or others played it; it counts again if it was annulled. Later games are rated anew.

    Sent twice with one ``decision_id``, it counts once. Raises RatingRefused (those of ``record``; unknown_game,
    other_number_of_players, same_result).
    """
    check_seats(seats)
    result = tuple(seats), places_of(len(seats), places, winner)
    _check_known(seats)
    with transaction.atomic():
        ladder = _locked(game)
        if earlier := _earlier(game, decision_id, actor):
            return earlier
        rated = RatedGame.objects.get(game=game)
        check_correction(rated, *result)
        event = GameCorrected(key_of(ladder), ladder.facts + 1, game, *result)
        return _append(ladder, correction_stream(game, decision_id), event, decision_id, actor)


def annul(*, game: UUID, actor: str, decision_id: UUID) -> Rated:
    """The game does not count. Later games are rated anew. Raises RatingRefused (unknown_game, game_annulled)."""
    with transaction.atomic():
        ladder = _locked(game)
        if earlier := _earlier(game, decision_id, actor):
            return earlier
        if RatedGame.objects.get(game=game).annulled:
            raise RatingRefused("game_annulled", game=game)
        event = GameAnnulled(key_of(ladder), ladder.facts + 1, game)
        return _append(ladder, correction_stream(game, decision_id), event, decision_id, actor)


def check_correction(rated: RatedGame, seats: Sequence[str], places: Sequence[int]) -> None:
    """Raises RatingRefused (other_number_of_players, same_result)."""
    if len(seats) != (players := len(published_lines(rated))):
        raise RatingRefused("other_number_of_players", game=rated.game, players=players)
    if _result(rated) == (tuple(seats), tuple(places)):
        raise RatingRefused("same_result", game=rated.game)


def key_of(ladder: Ladder) -> LadderKey:
    return LadderKey(ladder.game, ladder.ruleset, ladder.speed, ladder.mode)


def _append(ladder: Ladder, stream: UUID, event: RatingEvent, decision_id: UUID | None, actor: str) -> Rated:
    done = store.append(stream, 0, KINDS.encoded([event]), decision_id=decision_id, actor=actor)
    assert not done.repeated, "a fact that stands in the ledger has its rows"
    take(ladder, [Fact(stream, done.at, event)])
    return Rated(event.number)


def _again(rated: RatedGame, ladder: LadderKey, result: tuple[tuple[str, ...], tuple[int, ...]]) -> Rated:
    """The game is there: as it was recorded first, whatever was corrected since."""
    (stored,) = store.read(rated.game)
    first = KINDS.read(stored)
    assert isinstance(first, GameRated)
    if (first.ladder, first.seats, first.places) != (ladder, *result):
        raise RatingRefused("already_rated", game=rated.game)
    return Rated(rated.number, repeated=True)


def _earlier(game: UUID, decision_id: UUID, actor: str) -> Rated | None:
    """Raises the ledger's DecisionTaken if it was another's."""
    stream = correction_stream(game, decision_id)
    if store.find(stream, decision_id, actor=actor) is None:
        return None
    return Rated(KINDS.read(store.read(stream)[0]).number, repeated=True)


def _locked(game: UUID) -> Ladder:
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None:
        raise RatingRefused("unknown_game", game=game)
    return Ladder.objects.select_for_update().get(pk=rated.ladder_id)


def _result(rated: RatedGame) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Who played and what came of it, as known now; None if it is annulled."""
    lines = known_lines(rated)
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    return (tuple(whos[line.rating].who for line in lines), tuple(line.place for line in lines)) if lines else None


def _check_known(seats: Sequence[str]) -> None:
    players = {player: who for who in seats if (player := player_of(who)) is not None}
    known = set(Player.objects.filter(id__in=players).values_list("id", flat=True))
    for player, who in players.items():
        if player not in known:
            raise RatingRefused("unknown_player", who=who)
