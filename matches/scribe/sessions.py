"""The core's session of a recorded game, as one phone knows it, and how its entries are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from elekt_core.bots import derive
from elekt_core.contract import Event, Game, SeatNo, Setup, Viewer
from elekt_core.errors import CoreError
from elekt_core.record.facts import decode_fact, is_beside
from elekt_core.record.record import encode_entry
from elekt_core.registry import get_game
from elekt_core.scribe import Entry, Other, Session, as_spectators_see

from .events import ALL_HANDS, ScribeEntered, ScribeFold, ScribeToldOwn, Stood


def session_of(fold: ScribeFold, viewer: int | None) -> Session:
    """As a phone knows the game that looks from ``viewer``. It ends before the first entry of which this seat saw
    something that it has not told (``owed``), or that cannot be with what it knows (``at_odds``). Raises UnknownGame,
    BadSetup."""
    game = get_game(fold.game)
    setup = Setup(fold.game, fold.ruleset, fold.seats, dict(fold.options))
    seat = looking_from(viewer, fold.seats)
    session = Session(game, setup, seat, seed_of(fold.id, viewer, fold.viewer))
    for one in fold.stood[: _told(fold, viewer)]:
        try:
            session.hear(_known(game, fold, one, viewer))
        except CoreError:
            break
    return session


def looking_from(viewer: int | None, seats: int) -> Viewer:
    """Of a phone, as the core says it."""
    if viewer == ALL_HANDS:
        return frozenset(map(SeatNo, range(seats)))
    return None if viewer is None else SeatNo(viewer)


def viewer_told(viewer: Viewer) -> int | None:
    """As events say it."""
    return ALL_HANDS if isinstance(viewer, frozenset) else viewer


def owed_by(fold: ScribeFold, viewer: int | None) -> int | None:
    """The number of the first entry, made on another phone, of which this seat has still to tell what it saw."""
    if viewer is None:
        return None
    numbered = enumerate(fold.stood, 1)
    return next((n for n, one in numbered if viewer in one.entered.private and viewer not in one.own), None)


def at_odds(session: Session, fold: ScribeFold, viewer: int | None) -> int | None:
    """The number of the first entry that cannot be with what this phone knows: one of the two is wrong."""
    known = len(session.entries)
    return known + 1 if known < _told(fold, viewer) else None


def _told(fold: ScribeFold, viewer: int | None) -> int:
    """Of so many entries this phone knows all that its seat saw."""
    owed = owed_by(fold, viewer)
    return len(fold.stood) if owed is None else owed - 1


def other_of(fold: ScribeFold, number: int) -> Other:
    """The entry as it is handed to a phone that was not there: as spectators see it."""
    game, one = get_game(fold.game), fold.stood[number - 1].entered
    seat = None if one.seat is None else SeatNo(one.seat)
    return Other(_public(game, fold, _facts(game, one.facts)), tuple(one.picks), seat)


def public_facts(fold: ScribeFold) -> list[Event]:
    """What spectators have seen, entry by entry."""
    game = get_game(fold.game)
    return [fact for one in fold.stood for fact in _public(game, fold, _facts(game, one.entered.facts))]


def stored(
    session: Session, entry: Entry, *, phone: UUID | None = None, private: Sequence[int] | None = None
) -> ScribeEntered:
    ranks, scores = session.result
    return ScribeEntered(
        entry.picks,
        _encoded(session.game, entry.facts),
        None if entry.meta is None else dict(entry.meta),
        ranks,
        phone,
        viewer_told(session.viewer) if phone is not None else None,
        entry.seat,
        entry.private if private is None else tuple(private),
        scores,
    )


def told_own(session: Session, entry: Entry, number: int) -> ScribeToldOwn:
    viewer = viewer_told(session.viewer)
    assert viewer is not None
    meta = None if entry.meta is None else dict(entry.meta)
    return ScribeToldOwn(number, viewer, entry.picks, _encoded(session.game, entry.facts), meta)


def names_of(fold: ScribeFold, typed: Sequence[str]) -> list[str]:
    """What the seats are called: what was typed, or their letters."""
    return [name or "ABCD"[seat] for seat, name in enumerate([*typed, *[""] * fold.seats][: fold.seats])]


def _known(game: Game[Any], fold: ScribeFold, one: Stood, viewer: int | None) -> Entry:
    """The entry as ``viewer`` knows it: no other seat's cards, and no answer that names one."""
    entered = one.entered
    seat = None if entered.seat is None else SeatNo(entered.seat)
    if fold.viewer_of(entered) == viewer:
        return Entry(tuple(entered.picks), _facts(game, entered.facts), entered.decision, seat)
    told = None if viewer is None else one.own.get(viewer)
    if told is not None:
        return Entry(tuple(told.picks), _facts(game, told.facts), told.decision, seat)
    facts = _facts(game, entered.facts)
    if any(map(is_beside, facts)):  # cards that were shown to everybody
        return Entry(tuple(entered.picks), facts)
    return Entry((), _public(game, fold, facts))


def _public(game: Game[Any], fold: ScribeFold, facts: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(facts) if fold.open_hands else as_spectators_see(game, facts)


def _facts(game: Game[Any], told: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    return tuple(decode_fact(game, fact["kind"], fact["version"], fact["payload"]) for fact in told)


def _encoded(game: Game[Any], facts: Sequence[Event]) -> tuple[Mapping[str, Any], ...]:
    written = [encode_entry(game, fact, 0) for fact in facts]
    return tuple({"kind": one.kind, "version": one.version, "payload": one.payload} for one in written)


def seed_of(scribing: UUID, viewer: int | None, scribe: int | None) -> str:
    """Of the session of a phone that looks from ``viewer``, where the scribe's looks from ``scribe``: what is offered
    follows from it. It stands in short notation, and so tells nobody the recording's id."""
    seen = str(scribing) if viewer == scribe else f"{scribing} {viewer}"
    return derive("recording", seen).hex()
