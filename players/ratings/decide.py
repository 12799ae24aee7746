"""The fact that follows from a command on a ladder: pure. What is known of the game was looked up beforehand, and who
played has the profile that was kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import assert_never
from uuid import UUID

from web.errors import Conflict, NotFound

from . import commands as c
from .appending import key_of
from .commands import OfLadder
from .events import (
    FIDE,
    GameAnnulled,
    GameCorrected,
    ImportUndone,
    LadderKey,
    LadderRuled,
    RatingEvent,
    RatingsImported,
    Rules,
)
from .models import Ladder

Result = tuple[tuple[str, ...], tuple[int, ...]]
"""Who sat where, and their places."""
Decided = c.CorrectGame | c.AnnulGame | OfLadder


@dataclass(frozen=True, slots=True)
class Known:
    """A rated game as known now: its ``result``, None if it is annulled, and how many played it."""

    game: UUID
    result: Result | None
    players: int
    suspended: bool


def decide(
    ladder: Ladder,
    command: Decided,
    *,
    known: Known | None = None,
    month: str = "",
    imports: Collection[int] = (),
) -> RatingEvent:
    """``month`` is the current one, ``imports`` are the numbers of the imports in force. Raises Refused."""
    key, number = key_of(ladder), ladder.facts + 1
    match command:
        case c.CorrectGame(game, seats, places, _, reason):
            assert known is not None
            check_correction(known, (seats, places))
            return GameCorrected(key, number, game, seats, places, reason)
        case c.AnnulGame(game, reason, suspended):
            assert known is not None
            if not differs(known, suspended):
                raise Conflict("game_annulled", game=game)
            return GameAnnulled(key, number, game, reason, suspended)
        case c.SetRules(_, rules, seen):
            has = Rules(**ladder.rules)
            begins = month if ladder.mode == FIDE or rules.season or rules.decay else ""
            if has == rules and (ladder.month != "") == (begins != ""):
                raise Conflict("same_rules", ladder=said(key))
            if seen is not None and seen != has:
                raise Conflict("people.stale_version", expected=asdict(seen), actual=asdict(has))
            return LadderRuled(key, number, rules, begins)
        case c.ImportRatings(_, entries, reason):
            if ladder.mode == FIDE and not ladder.month:
                raise Conflict("ladder_not_open", ladder=said(key))
            return RatingsImported(key, number, entries, reason)
        case c.UndoImport(_, imported, reason):
            if imported not in imports:
                raise NotFound("unknown_import", number=imported, ladder=said(key))
            return ImportUndone(key, number, imported, reason)
        case _:
            assert_never(command)


def check_correction(known: Known, result: Result) -> None:
    """Raises Conflict (other_number_of_players, same_result)."""
    if len(result[0]) != known.players:
        raise Conflict("other_number_of_players", game=known.game, players=known.players)
    if known.result == result:
        raise Conflict("same_result", game=known.game)


def differs(known: Known, suspended: bool) -> bool:
    """Whether it still counts, or is left out for another reason than the new one."""
    return known.result is not None or known.suspended is not suspended


def said(ladder: LadderKey) -> str:
    return " ".join(filter(None, (ladder.game, ladder.ruleset, ladder.speed, ladder.mode)))
