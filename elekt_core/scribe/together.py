"""The record of a game as several seats know it together, each of which has told its own hand on its own phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..bots import derive
from ..chance import SeededChance
from ..contract import Game, SeatNo, Setup
from ..errors import CoreError
from ..kit.position_shape import cards_by_name
from ..record.facts import decode_fact, is_beside
from ..record.replay import UNFOLDABLE
from .copies import Pair, called_otherwise
from .joining import as_spectators_see
from .session import Entry, Session
from .words import face_of
from .worlds import World

MAX_RENAMED = 50
"""So many cards are called otherwise at most."""


def joined(game: Game[Any], setup: Setup, told: Mapping[SeatNo, Sequence[Entry]], seed: str = "") -> Session:
    """The game as several seats know it together; ``told`` has the same entries as each of them knows them. A copy of a
    card that two have seen and called otherwise gets one name, that of the phone on which it goes on longest.

    Raises CoreError (``scribe_at_odds``: ``entry`` is the first of which two tell what cannot be together).
    """
    known: dict[SeatNo, Sequence[Entry]] = dict(told)
    session, apart = _tried(game, setup, known, seed)
    for _ in range(MAX_RENAMED):
        if apart is None:
            return session
        for seat in dict.fromkeys((apart.seat, *known)) if apart.copies else ():
            entries = called_otherwise(game, known[seat], apart.copies, apart.entry - 1)
            session, further = _tried(game, setup, {**known, seat: entries}, seed)
            if further is None or further.entry > apart.entry:
                known[seat], apart = entries, further
                break
        else:
            break
    raise CoreError("scribe_at_odds", entry=apart.entry if apart else 0) from apart


def _tried(
    game: Game[Any], setup: Setup, told: Mapping[SeatNo, Sequence[Entry]], seed: str
) -> tuple[Session, Differing | None]:
    """The session as far as it goes, and why it goes no further."""
    session = Session(game, setup, frozenset(told), seed)
    spectator = Session(game, setup, None, seed)
    for number, known in enumerate(zip(*told.values(), strict=True), 1):
        try:
            by_seat = dict(zip(told, known, strict=True))
            session._add(_merged(game, by_seat))
            spectator._add(known[0]._replace(facts=as_spectators_see(game, known[0].facts), meta=None))
            if known[0].is_shown:
                session._agreeing(World(SeededChance(derive("joined", seed, number))))
            elif not known[0].is_coarse and _too_many(game, session.view, spectator.view):
                raise Differing
        except UNFOLDABLE as error:
            apart = error if isinstance(error, Differing) else Differing()
            apart.entry = number
            return session, apart
    return session, None


def _merged(game: Game[Any], by_seat: Mapping[SeatNo, Entry]) -> Entry:
    """Raises Differing."""
    first = next(iter(by_seat.values()))
    if is_beside(first.facts[0]):
        return first
    payloads = [game.encode_event(fact) for fact in first.facts]
    for seat, entry in by_seat.items():
        if [*map(type, entry.facts)] != [*map(type, first.facts)]:
            raise Differing
        try:
            payloads = [_both(*two) for two in zip(payloads, map(game.encode_event, entry.facts), strict=True)]
        except Differing as error:
            error.seat = seat
            raise
    kinds = [game.kind_of(fact) for fact in first.facts]
    versions = [game.event_versions.get(kind, 1) for kind in kinds]
    facts = [decode_fact(game, *told) for told in zip(kinds, versions, payloads, strict=True)]
    decider = next((entry for entry in by_seat.values() if entry.meta is not None), first)
    return Entry((), tuple(facts), decider.meta, first.seat)


def _both(one: Any, other: Any) -> Any:
    """Two payloads in one: what is hidden in the one is as the other has it."""
    if one == other or other is None:
        return one
    if one is None:
        return other
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        return {key: _both(value, other[key]) for key, value in one.items()}
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return [_both(mine, theirs) for mine, theirs in zip(one, other, strict=True)]
    if isinstance(one, str) and isinstance(other, str) and face_of(one) == face_of(other):
        raise Differing((one, other))
    raise Differing


class Differing(ValueError):
    """Two seats saw another card in one place, or called it by another of its ``copies``: then ``seat`` did."""

    def __init__(self, *copies: Pair) -> None:
        self.copies = copies
        self.seat = SeatNo(-1)
        self.entry = 0


def _too_many(game: Game[Any], view: Any, public: Any) -> bool:
    """Whether a card lies in more places than there are copies of it. Nobody at a table can tell copies apart: two
    phones may have called theirs the same."""
    whole = game.redeal(public, SeededChance(derive("joined")))
    return bool(_lying(game, view) - _lying(game, whole))


def _lying(game: Game[Any], view: Any) -> Counter[str]:
    return Counter(map(face_of, cards_by_name(game.describe(view))))
