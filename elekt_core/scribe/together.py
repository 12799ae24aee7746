"""The record of a game as several seats know it together, each of which has told its own hand on its own phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from ..bots import derive
from ..chance import SeededChance
from ..contract import Event, Game, SeatNo, Setup
from ..errors import CoreError
from ..kit.position_shape import cards_by_name
from ..record.facts import decode_fact, is_beside
from ..record.replay import UNFOLDABLE
from .session import Entry, Session
from .words import face_of
from .worlds import World


def joined(game: Game[Any], setup: Setup, told: Mapping[SeatNo, Sequence[Entry]], seed: str = "") -> Session:
    """The game as several seats know it together; ``told`` has the same entries as each of them knows them.

    Raises CoreError (``scribe_at_odds``: ``entry`` is the first of which two tell what cannot be together).
    """
    session = Session(game, setup, frozenset(told), seed)
    spectator = Session(game, setup, None, seed)
    for number, known in enumerate(zip(*told.values(), strict=True), 1):
        try:
            by_seat = dict(zip(told, known, strict=True))
            session._add(_merged(game, by_seat))
            spectator._add(known[0]._replace(facts=_public(game, known[0].facts), meta=None))
            if known[0].is_shown:
                session._agreeing(World(SeededChance(derive("joined", seed, number))))
            elif not known[0].is_coarse and _too_many(game, session.view, spectator.view):
                raise Differing
        except UNFOLDABLE as error:
            raise CoreError("scribe_at_odds", entry=number) from error
    return session


def _merged(game: Game[Any], by_seat: Mapping[SeatNo, Entry]) -> Entry:
    """Raises Differing."""
    first = next(iter(by_seat.values()))
    if is_beside(first.facts[0]):
        return first
    for entry in by_seat.values():
        if [*map(type, entry.facts)] != [*map(type, first.facts)]:
            raise Differing
    facts = []
    for same in zip(*(entry.facts for entry in by_seat.values()), strict=True):
        kind, version = game.kind_of(same[0]), game.event_versions.get(game.kind_of(same[0]), 1)
        facts.append(decode_fact(game, kind, version, reduce(_both, (game.encode_event(fact) for fact in same))))
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
    raise Differing


def _public(game: Game[Any], facts: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(fact if is_beside(fact) else game.redact(fact, None) for fact in facts)


class Differing(ValueError):
    """Two seats saw another card in one place."""


def _too_many(game: Game[Any], view: Any, public: Any) -> bool:
    """Whether a card lies in more places than there are copies of it. Nobody at a table can tell copies apart: two
    phones may have called theirs the same."""
    whole = game.redeal(public, SeededChance(derive("joined")))
    return bool(_lying(game, view) - _lying(game, whole))


def _lying(game: Game[Any], view: Any) -> Counter[str]:
    return Counter(map(face_of, cards_by_name(game.describe(view))))
