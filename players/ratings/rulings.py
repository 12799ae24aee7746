"""Corrections of rated games by who runs the platform: what they would do, and doing them. What an arbiter corrects in
a tournament goes by that tournament, and the ladder follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..models import Player
from . import queries, services
from .appending import Rated
from .events import twin
from .models import Ladder, RatedGame, Rating
from .outcome import check_seats, person, places_of
from .queries import Moved, Told
from .rerating import known_lines, published_lines

ANNUL, CORRECT, UNDO = "annul", "correct", "undo"
WHATS = (CORRECT, ANNUL, UNDO)


@dataclass(frozen=True, slots=True)
class Asked:
    """What shall become of a game. ``seats`` are those who really played, or nobody where they stay as they are."""

    game: UUID
    what: str
    places: Sequence[int] = ()
    winner: int | None = None
    seats: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class OnLadder:
    """What it does on one of the game's ladders, the largest change first."""

    ladder: Ladder
    moved: list[Moved]


def is_entitled(player: UUID | None) -> bool:
    """Whoever runs the platform (``is_staff``)."""
    return player is not None and Player.objects.filter(id=player, is_staff=True, is_active=True).exists()


def check_entitled(player: UUID | None) -> None:
    """Raises Refused (not_entitled)."""
    if not is_entitled(player):
        raise NotAllowed("not_entitled")


def game_of(named: UUID) -> RatedGame:
    """By its id, or by that of the match that was played. Raises Refused (unknown_game)."""
    games = RatedGame.objects.select_related("ladder")
    found = games.filter(game=named).first() or games.filter(source=f"match:{named}", ladder__mode="club").first()
    if found is None:
        raise NotFound("unknown_game", game=named)
    return found


def preview(asked: Asked) -> list[OnLadder]:
    """What it would do to each ladder on which the game stands. Stores nothing. Raises Refused as ``make``."""
    rated = _asked_for(asked)
    told = _told(rated, asked)
    if told.seats:
        services.check_correction(rated, told.seats, told.places)
    elif rated.annulled:
        raise Conflict("game_annulled", game=rated.game)
    done = [OnLadder(rated.ladder, queries.preview_of(rated.ladder, [told]))]
    beside = RatedGame.objects.select_related("ladder").filter(game=twin(rated.game)).first()
    if beside is not None:
        told = Told(beside.game, told.seats, told.places)
        done.append(OnLadder(beside.ladder, queries.preview_of(beside.ladder, [told])))
    return done


def make(asked: Asked, *, player: UUID, reason: str, decision_id: UUID, expected_version: int | None = None) -> Rated:
    """Do it. Sent twice with one ``decision_id``, it counts once. ``expected_version`` is as for ``services.correct``.

    Raises Refused (not_entitled, missing_reason, tournament_s_own, stale_version, those of ``services.correct``,
    ``annul`` and ``undo``).
    """
    check_entitled(player)
    reason = " ".join(reason.split())
    if not reason:
        raise BadRequest("missing_reason")
    rated = _asked_for(asked)
    how = {
        "game": rated.game,
        "actor": person(player),
        "decision_id": decision_id,
        "reason": reason,
        "expected_version": expected_version,
    }
    match asked.what:
        case "annul":
            return services.annul(**how)  # type: ignore[arg-type]
        case "undo":
            return services.undo(**how)  # type: ignore[arg-type]
        case _:
            seats = asked.seats or seats_of(rated)
            return services.correct(seats=seats, places=asked.places, winner=asked.winner, **how)  # type: ignore[arg-type]


def seats_of(rated: RatedGame) -> list[str]:
    """Who played it, as far as is known: who was said to, where it is annulled."""
    lines = known_lines(rated) or published_lines(rated)
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    return [whos[line.rating].who for line in lines]


def _asked_for(asked: Asked) -> RatedGame:
    if asked.what not in WHATS:
        raise BadRequest("unknown_ruling", what=str(asked.what)[:40], known=", ".join(WHATS))
    rated = game_of(asked.game)
    if rated.source.startswith("tournament:"):
        raise Conflict("tournament_s_own", game=rated.game)
    return rated


def _told(rated: RatedGame, asked: Asked) -> Told:
    if asked.what == ANNUL:
        return Told(rated.game)
    if asked.what == UNDO:
        before = services.before_last_correction(rated)
        return Told(rated.game, *(before or ()))
    seats = asked.seats or seats_of(rated)
    check_seats(seats)
    return Told(rated.game, tuple(seats), places_of(len(seats), asked.places, asked.winner))
