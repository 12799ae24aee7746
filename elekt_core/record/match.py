"""The course of one match: from a decision to its facts, the next position and that position's hash.

Live play, simulations, replays and tests all go this way. Nothing here remembers anything but ``Play``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import accumulate, groupby
from typing import Any, Generic

from ..chance import Chance, Draw, NotedChance
from ..contract import Decision, Event, Game, Notation, Presentation, Rules, S, Setup
from ..errors import CoreError
from .takeback import TakenBack, in_force, line_of


@dataclass(frozen=True, slots=True)
class Batch:
    """The facts of one decision. The first batch of a match has a setup instead of a decision.

    Facts beside the game's (``takeback.BESIDE``) stand behind those of the game, or alone in a batch without either.
    """

    events: tuple[Event, ...]
    state_hash: str
    decision: Decision | None = None
    setup: Setup | None = None
    draws: tuple[Draw, ...] = ()
    """What was drawn for it, in the order of drawing. As secret as what was drawn."""


def state_hash(game: Notation[S], state: S) -> str:
    """SHA-256 (hex) of the whole position. Secret while the match goes on: hidden cards can be guessed from it."""
    return sha256(game.fingerprint(state)).hexdigest()


def start(game: Game[S], setup: Setup, chance: Chance) -> tuple[S, Batch]:
    """A new match: its position after the first batch, and that batch. Raises BadSetup, UnknownGame."""
    game.ruleset(setup.ruleset)
    noted = NotedChance(chance)
    events = game.start(setup, noted)
    state = fold(game, game.initial(), events)
    return state, Batch(events, state_hash(game, state), setup=setup, draws=tuple(noted.draws))


def apply(game: Game[S], state: S, decision: Decision, chance: Chance) -> Batch:
    """Decide, and fold the events into ``state``. Raises IllegalDecision and its kinds; then nothing was changed."""
    noted = NotedChance(chance)
    events = game.decide(state, decision, noted)
    fold(game, state, events)
    return Batch(events, state_hash(game, state), decision, draws=tuple(noted.draws))


def state_after(game: Rules[S], facts: Sequence[Event], upto: int | None = None) -> S:
    """The position after event ``upto`` of a stream, by default after all these facts: the facts in force, folded."""
    return fold(game, game.initial(), in_force(facts, upto))


def as_offered(game: Game[S], state: S, decision: Decision) -> Decision:
    """The equal option, if the order of some parts does not matter (``Game.any_order``).

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
    """The path of parts, with neighbours that may come in any order sorted."""
    path: list[str] = []
    for free, neighbours in groupby(game.parts(decision), game.any_order):
        parts = list(neighbours)
        path += sorted(parts) if free else parts
    return path


def draws_of(state: Any) -> int:
    """How many draws a position has made; 0 for a game that does not count them."""
    return int(getattr(state, "draws", 0))


def fold(game: Rules[S], state: S, events: Iterable[Event]) -> S:
    """Fold the events into ``state`` itself, and return it."""
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

    def decide(self, decision: Decision, beside: Sequence[Event] = ()) -> Batch:
        """Stores facts of clocks ``beside`` those of the game. Raises IllegalDecision; then nothing was changed."""
        batch = apply(self.game, self.state, decision, self.chance)
        if beside:
            batch = replace(batch, events=(*batch.events, *beside))
        self.batches.append(batch)
        return batch

    def note(self, *beside: Event) -> Batch:
        """Add facts of clocks alone: a pause, a fallen flag."""
        batch = Batch(beside, state_hash(self.game, self.state))
        self.batches.append(batch)
        return batch

    def take_back(self, to: int, seat: int, consented: Iterable[int] = (), beside: Sequence[Event] = ()) -> Batch:
        """Go on from the position after event ``to``, as ``seat`` has asked and the others have ``consented``.

        Raises CoreError (``wrong_takeback``); then nothing was changed.
        """
        facts, ends = self.events, list(accumulate(len(batch.events) for batch in self.batches))
        if self.game.outcome(self.state) is not None:  # the seed is public
            raise CoreError("wrong_takeback", why="over")
        state = state_after(self.game, facts, to)
        fact = TakenBack(to, seat, tuple(sorted(consented)), draws_of(state))
        line_of(facts).check(fact, ends, self.setup.seats)
        self.state = state
        return self.note(fact, *beside)


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
