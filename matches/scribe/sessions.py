"""The core's session of a recorded game, and how its entries are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elekt_core.contract import SeatNo, Setup
from elekt_core.record.facts import decode_fact
from elekt_core.record.record import encode_entry
from elekt_core.registry import get_game
from elekt_core.scribe import Entry, Session

from .events import ScribeEntered, ScribeFold


def session_of(fold: ScribeFold) -> Session:
    """As it stands after the entries in force. Raises UnknownGame, BadSetup."""
    game = get_game(fold.game)
    setup = Setup(fold.game, fold.ruleset, fold.seats, dict(fold.options))
    viewer = None if fold.viewer is None else SeatNo(fold.viewer)
    return Session(game, setup, viewer, str(fold.id), [_entry(game, one) for one in fold.entries])


def stored(session: Session, entry: Entry) -> ScribeEntered:
    written = [encode_entry(session.game, fact, 0) for fact in entry.facts]
    facts = tuple({"kind": one.kind, "version": one.version, "payload": one.payload} for one in written)
    outcome = session.game.outcome(session.view)
    return ScribeEntered(
        entry.picks, facts, None if entry.meta is None else dict(entry.meta), outcome.ranks if outcome else ()
    )


def _entry(game: Any, one: ScribeEntered) -> Entry:
    facts = tuple(decode_fact(game, fact["kind"], fact["version"], fact["payload"]) for fact in one.facts)
    meta = None if one.decision is None else one.decision
    return Entry(tuple(one.picks), facts, meta)


def names_of(fold: ScribeFold, typed: Sequence[str]) -> list[str]:
    """What the seats are called: what was typed, or their letters."""
    return [name or "ABCD"[seat] for seat, name in enumerate([*typed, *[""] * fold.seats][: fold.seats])]
