"""What whoever runs the platform asks of ladders and rated games: what it would do, and doing it. What an arbiter
corrects in a tournament goes by that tournament, and the ladder follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..models import Player
from . import commands as c
from . import importing, measures, queries, services
from .appending import Rated, key_of
from .commands import OfGame, OfLadder
from .decide import decide
from .events import LadderKey, twin
from .importing import Report
from .models import RatedGame
from .outcome import person
from .queries import Moved, Told

Command = OfGame | OfLadder


@dataclass(frozen=True, slots=True)
class OnLadder:
    """What it does on one of the game's ladders, the largest change first."""

    ladder: LadderKey
    moved: list[Moved]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a correction would do."""

    ladders: list[OnLadder]


def is_entitled(player: UUID | None) -> bool:
    """Whoever runs the platform (``is_staff``)."""
    return player is not None and Player.objects.filter(id=player, is_staff=True, is_active=True).exists()


def check_entitled(player: UUID | None) -> str:
    """The acting person's key on ladders. Raises Refused (not_entitled)."""
    if player is None or not is_entitled(player):
        raise NotAllowed("not_entitled")
    return person(player)


def game_of(named: UUID) -> RatedGame:
    """By its id, or by that of its match. Raises Refused (unknown_game)."""
    games = RatedGame.objects.select_related("ladder")
    found = games.filter(game=named).first() or games.filter(source=f"match:{named}", ladder__mode="club").first()
    if found is None:
        raise NotFound("unknown_game", game=named)
    return found


def preview(command: OfGame) -> Foreseen:
    """What it would do to each ladder that has the game. Stores nothing. Raises Refused as ``change`` does."""
    rated = _asked_for(command)
    asked = services.settled(rated, command)
    decide(rated.ladder, asked, known=services.known_of(rated))
    told = Told(rated.game, asked.seats, asked.places) if isinstance(asked, c.CorrectGame) else Told(rated.game)
    done = [OnLadder(key_of(rated.ladder), queries.preview_of(rated.ladder, [told]))]
    beside = RatedGame.objects.select_related("ladder").filter(game=twin(rated.game)).first()
    if beside is not None:
        done.append(
            OnLadder(key_of(beside.ladder), queries.preview_of(beside.ladder, [replace(told, game=beside.game)]))
        )
    return Foreseen(done)


def change(
    command: Command,
    *,
    by: UUID | None,
    now: datetime | None = None,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Rated:
    """Carry out a staff member's change. Raises Refused (not_entitled, missing_reason, tournament_s_own, those of
    ``services.change`` and ``measures.change``)."""
    actor = check_entitled(by)
    if isinstance(command, OfLadder):
        return measures.change(command, actor=actor, now=now or timezone.now(), decision_id=decision_id)
    if not (reason := " ".join(command.reason.split())):
        raise BadRequest("missing_reason")
    asked = replace(command, game=_asked_for(command).game, reason=reason)
    return services.change(asked, actor=actor, decision_id=decision_id, expected_version=expected_version)


def take(command: c.ImportText, *, by: UUID | None, decision_id: UUID | None = None) -> Report:
    """Import ratings from elsewhere, for staff. Raises Refused (not_entitled, those of
    ``importing.take``)."""
    return importing.take(command, actor=check_entitled(by), now=timezone.now(), decision_id=decision_id)


def _asked_for(command: OfGame) -> RatedGame:
    rated = game_of(command.game)
    if rated.source.startswith("tournament:"):
        raise Conflict("tournament_s_own", game=rated.game)
    return rated
