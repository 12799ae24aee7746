"""The course of one match: from a decision to its facts, the next position and the hash of that.

Live play, simulations, replays and tests all go this way. Nothing here remembers anything but ``Play``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Any, Generic

from ..chance import Chance
from ..contract import Decision, Event, Game, Notation, Presentation, Rules, S, Setup
from ..errors import CoreError


@dataclass(frozen=True, slots=True)
class Batch:
    """What one decision led to. The first batch of a match has a setup instead of a decision."""

    events: tuple[Event, ...]
    state_hash: str
    decision: Decision | None = None
    setup: Setup | None = None


def state_hash(game: Notation[S], state: S) -> str:
    """SHA-256 (hex) of the whole position. Secret while the match goes on: hidden cards can be guessed from it."""
    return sha256(game.fingerprint(state)).hexdigest()


def start(game: Game[S], setup: Setup, chance: Chance) -> tuple[S, Batch]:
    """A new match: its position after the first batch, and that batch. Raises BadSetup, UnknownGame."""
    game.ruleset(setup.ruleset)
    events = game.start(setup, chance)
    state = fold(game, game.initial(), events)
    return state, Batch(events, state_hash(game, state), setup=setup)


def apply(game: Game[S], state: S, decision: Decision, chance: Chance) -> Batch:
    """Decide, and fold what follows into ``state``. Raises IllegalDecision and its kinds; then nothing was changed."""
    events = game.decide(state, decision, chance)
    fold(game, state, events)
    return Batch(events, state_hash(game, state), decision)


def as_offered(game: Game[S], state: S, decision: Decision) -> Decision:
    """The option that says the same, where the order of what it lists does not matter (``Game.any_order``).

    Decisions come from people's programs: a set of cards may be named in any order, and is recorded in the game's own.
    Whatever no option says, and what is offered as it is, stays as it is; nothing is judged.
    """
    if type(game).any_order is Game.any_order:  # every order says something of its own
        return decision
    options = game.options(state, decision.seat)
    if decision in options:
        return decision
    asked = _settled(game, decision)
    same = (one for one in options if one.kind == decision.kind and _settled(game, one) == asked)
    return next(same, decision)


def _settled(game: Presentation[S], decision: Decision) -> list[str]:
    """The path of parts with neighbours of any order in one order."""
    path: list[str] = []
    for free, neighbours in groupby(game.parts(decision), game.any_order):
        parts = list(neighbours)
        path += sorted(parts) if free else parts
    return path


def fold(game: Rules[S], state: S, events: Iterable[Event]) -> S:
    """``state`` itself, with the events folded in."""
    evolve = game.evolve
    for event in events:
        evolve(state, event)
    return state


@dataclass(slots=True)
class Play(Generic[S]):
    """A match in memory, with everything that led to its position."""

    game: Game[S]
    chance: Chance
    state: S
    batches: list[Batch] = field(default_factory=list)

    @classmethod
    def begin(cls, game: Game[S], setup: Setup, chance: Chance) -> Play[S]:
        """Raises BadSetup."""
        state, batch = start(game, setup, chance)
        return cls(game, chance, state, [batch])

    @property
    def setup(self) -> Setup:
        setup = self.batches[0].setup
        assert setup is not None
        return setup

    @property
    def events(self) -> list[Event]:
        return [event for batch in self.batches for event in batch.events]

    def decide(self, decision: Decision) -> Batch:
        """Raises IllegalDecision and its kinds; then nothing was changed."""
        batch = apply(self.game, self.state, decision, self.chance)
        self.batches.append(batch)
        return batch


def encode_setup(setup: Setup) -> dict[str, Any]:
    """The setup as it stands in records."""
    return {
        "game": setup.game,
        "ruleset": setup.ruleset,
        "seats": setup.seats,
        "options": dict(setup.options),
    }


def decode_setup(data: Any) -> Setup:
    """Inverse of ``encode_setup``. Raises CoreError (``bad_setup_field``) that names the field."""
    if not isinstance(data, dict):
        raise CoreError("bad_setup_field", field="setup")
    for name, kind in (("game", str), ("ruleset", str), ("seats", int), ("options", dict)):
        if type(data.get(name)) is not kind:
            raise CoreError("bad_setup_field", field=name)
    return Setup(data["game"], data["ruleset"], data["seats"], data["options"])
