"""Hints for who is learning: what level 6 would do at a question, and why, from that seat's view alone.

Only in matches that are not rated, belong to no event, and in which all others are bots. Who asks waits in the lane of
the bots' thoughts, and what is thought for them is charged to their match like these.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import structlog
from django.db.models import F
from django.utils import timezone

from elekt_core.bots import bot_chance
from elekt_core.contract import SeatNo
from elekt_core.record.record import encode_meta_decision
from elekt_core.registry import is_playable
from elekt_core.review.advice import LEVEL, Advice, advise
from elekt_core.review.words import reasons_of, signed
from elekt_core.search.levels import NAMES
from web import languages, limits
from web.errors import Conflict

from ..games import game_of
from ..learning import queries as learning
from ..models import Match
from ..play import warm_rows
from ..play.shapes import MatchShown, Position
from ..play.timeline import timelines
from . import budget, queue
from .models import Hint

IN_A_MATCH = 150
ASKED_OFTEN = limits.Limit("hints of a player", 60, 600)
TRIES = 3
"""Where so many thinkers have died over a hint, there is none."""
MATTERS = 50
"""Hundredths of a point; below, the next best choice is called as good."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class HintShown:
    """``state``: ``offered``, ``waiting``, ``there`` or ``failed``. ``decision`` is what is advised, as programs send
    it, and ``path`` its parts."""

    state: str
    choice: str = ""
    chance: int = 0
    gain: str = ""
    """In points, above ``other``; ``""`` where that is as good."""
    other: str = ""
    reasons: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    decision: Mapping[str, Any] | None = None


OFFERED = HintShown("offered")


def who() -> str:
    """The name of the level that gives hints."""
    return NAMES[languages.current()][LEVEL - 1]


# --- asking ---------------------------------------------------------------------------------------------------


def are_given(match: MatchShown) -> bool:
    """Whether somebody alone with bots plays here for nothing."""
    if match.rated or match.automata or match.late or match.my_seat is None or learning.lesson_held(match):
        return False
    people = [seat for seat in match.seats if not seat.bot]
    if len(people) == len(match.seats) or not (match.practice or all(seat.mine for seat in people)):
        return False
    warm = warm_rows.get(match.id)
    return warm is not None and not warm.is_arbited


def may_ask(here: Position) -> bool:
    """Whether there is a question of the seat looked from, with something to choose."""
    choosing = here.is_head and here.is_mine and len(here.options) > 1 and not here.match.is_over
    return choosing and isinstance(here.perspective, int) and are_given(here.match)


def ask(here: Position, *, by: UUID) -> None:
    """Raises Conflict, TooMany. Asking again at the same question does nothing."""
    if not may_ask(here):
        raise Conflict("no_hints_here", match=str(here.match.id))
    assert isinstance(here.perspective, int)
    asked = Hint.objects.filter(match=here.match.id)
    if asked.filter(seat=here.perspective, version=here.at).exists():
        return
    if asked.count() >= IN_A_MATCH:
        raise Conflict("too_many_hints", most=IN_A_MATCH)
    ASKED_OFTEN.take(str(by))
    asked.filter(answer="").delete()  # nobody waits for what was asked before
    now = timezone.now()
    Hint.objects.get_or_create(match=here.match.id, seat=here.perspective, version=here.at, defaults={"asked_at": now})


def shown(here: Position) -> HintShown | None:
    """The hint at this question, or that one can be had. None where there is none to be had."""
    if not may_ask(here):
        return None
    assert isinstance(here.perspective, int)
    row = Hint.objects.filter(match=here.match.id, seat=here.perspective, version=here.at).first()
    if row is None:
        return OFFERED
    if not row.answer:
        return HintShown("failed" if row.tries > TRIES else "waiting")
    return _told(here, here.perspective, json.loads(row.answer))


def taken(match: MatchShown) -> list[tuple[str, int]]:
    """Who has taken hints in a match, and how many."""
    if match.rated or not any(seat.bot for seat in match.seats):
        return []
    seats = Hint.objects.filter(match=match.id).exclude(answer="").values_list("seat", flat=True)
    return [(match.names[seat], number) for seat, number in sorted(Counter(seats).items())]


def _told(here: Position, perspective: Any, answer: Mapping[str, Any]) -> HintShown:
    game, language = here.game, languages.current()
    if not answer:
        return HintShown("failed")
    words, seat = game.words(language, here.match.names), SeatNo(perspective)
    best, other = (game.decode_decision(seat, answer[name]) for name in ("best", "other"))
    return HintShown(
        "there",
        choice=words.decision(best, here.view),
        chance=round(answer["chance"] / 100),
        gain=signed(answer["gain"], language) if answer["gain"] >= MATTERS else "",
        other=words.decision(other, here.view),
        reasons=tuple(reasons_of(answer["terms"], game, language)) if answer["gain"] >= MATTERS else (),
        path=tuple(game.parts(best)),
        decision=encode_meta_decision(game, best),
    )


# --- thinking -------------------------------------------------------------------------------------------------


def is_waiting() -> bool:
    return bool(_waiting(timezone.now()))


def take(thinker: str) -> Hint | None:
    """The next hint, now ``thinker``'s; None if none waits, or only of matches that must still wait (``budget``)."""
    now = timezone.now()
    for hint in _waiting(now):
        if Hint.objects.filter(queue.free(now), id=hint.id).update(thinker=thinker, seen_at=now, tries=F("tries") + 1):
            if hint.tries < TRIES:
                return hint
            log.error("no hint: its thinkers die", match=str(hint.match), version=hint.version)
            store(hint, thinker, {})
    return None


def hold(hint: Hint, thinker: str) -> bool:
    """The thinker is still at it. False if another has taken it up, or nobody waits for it any more."""
    return bool(Hint.objects.filter(id=hint.id, thinker=thinker).update(seen_at=timezone.now())) and _is_asked(hint)


def think(hint: Hint) -> Any:
    """A function without arguments that computes the answer and asks nothing of the database; None if nobody waits."""
    row = Match.objects.select_related("table").filter(id=hint.match).first()
    if row is None or not _is_asked(hint):
        return None
    timeline = timelines.get(hint.match, lambda: game_of(row))
    timeline.catch_up()
    game, seat = timeline.game, SeatNo(hint.seat)
    view = game.view(timeline.state(hint.version), seat)

    def compute() -> Mapping[str, Any]:
        found = advise(game, view, game.options(view, seat), bot_chance(_seed(hint), hint.version))
        return _written(game, found)

    return compute


def store(hint: Hint, thinker: str, answer: Mapping[str, Any]) -> None:
    Hint.objects.filter(id=hint.id, thinker=thinker).update(answer=json.dumps(answer), thinker="", seen_at=None)


def drop(hint: Hint, thinker: str) -> None:
    Hint.objects.filter(id=hint.id, thinker=thinker, answer="").delete()


def _written(game: Any, found: Advice) -> Mapping[str, Any]:
    return {
        "best": dict(game.encode_decision(found.best)),
        "other": dict(game.encode_decision(found.other)),
        "chance": found.chance,
        "gain": found.gain,
        "terms": [list(term) for term in found.terms],
    }


def _seed(hint: Hint) -> bytes:
    """It has nothing to do with the match's own seed, nor with the draws of its bots."""
    return sha256(b"hint " + hint.match.bytes + bytes([hint.seat])).digest()


def _is_asked(hint: Hint) -> bool:
    return Match.objects.filter(id=hint.match, version=hint.version, ended_at__isnull=True).exists()


def _waiting(now: datetime) -> list[Hint]:
    rows = list(Hint.objects.filter(queue.free(now), answer="").order_by("asked_at", "id")[:1000])
    used = budget.debts({row.match for row in rows}, now)
    games = dict(Match.objects.filter(id__in={row.match for row in rows}).values_list("id", "game"))
    ready = [row for row in rows if used.get(row.match, 0) < budget.FREE]
    return [row for row in ready if is_playable(games.get(row.match, ""))]
