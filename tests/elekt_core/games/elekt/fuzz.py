"""One random game of Elekt, and everything that must hold of any game. The suite plays some hundreds of them,
``python -m benchmarks.fuzz_elekt`` tens of thousands.

Of each game: it ends; E24.4 holds after every event; ``decide`` leaves its state alone, and ``advance`` leads to the
same events and position; one viewer's position folded from redacted events is the view of the position, with the same
options; the record is read again as it was written, and every check of ``verify`` passes, which folds it, compares the
hash of every position and makes every decision anew.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from elekt_core.bots import derive, stream_name
from elekt_core.chance import NotedChance, SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo, Setup, Viewer
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.decisions import KINDS
from elekt_core.games.elekt.state import State
from elekt_core.kit.notation import kind_of
from elekt_core.record.match import Batch, Play, state_hash
from elekt_core.record.record import record_of_play
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record

from .invariants import check_step

DECISIONS_AT_MOST = 2000
"""A game has about a hundred."""


SOLO_ONLY = frozenset(
    {
        "houses_lose",
        "houses_choice",
        "gambit_prepared",
        "masters_dealt",
        "houses_hand_shuffled",
        "houses_chose",
        "houses_units_passed_over",
        "houses_turn_lost",
        "seal_gained",
        "seals_converted",
        "seals_lost",
        "token_stolen",
        "houses_privilege_drawn",
    }
)
"""Decisions and events of E21."""

NOT_WITH_THESE_CARDS = frozenset({"position_set", "houses_position_set", "basic_set_chosen", "ability_lapsed"})
"""Events of matches that begin in a position, or are played with a list of cards of one's own."""


@dataclass
class Coverage:
    """How often everything occurred that can occur."""

    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    """Card -> how often its ability was used, or (one that works all the time) in force when symbols were counted."""
    elsewhere: frozenset[str] = SOLO_ONLY | NOT_WITH_THESE_CARDS
    """What cannot occur in these games."""

    def add(self, other: Coverage) -> None:
        self.games += other.games
        for name in ("reasons", "decisions", "events", "cards"):
            getattr(self, name).update(getattr(other, name))

    def missing(self) -> list[str]:
        """Everything that did not occur."""
        cards = {card.id for card in game.cards.cards}
        wanted: dict[str, tuple[Collection[str], Counter[str]]] = {
            "decision": (KINDS, self.decisions),
            "event": (e.KINDS, self.events),
            "card": (cards, self.cards),
        }
        return [
            f"{what} {name}"
            for what, (names, seen) in wanted.items()
            for name in sorted(names)
            if not seen[name] and name not in self.elsewhere
        ]

    def note(self, event: Any, state: State) -> None:
        """Count an event that was just folded into ``state``."""
        self.events[kind_of(type(event))] += 1
        if isinstance(event, e.AbilityUsed):
            self.cards[_card(event.card)] += 1
        elif isinstance(event, e.ConfrontationScored):
            mask = state.active[event.zone] & _STATIC
            self.cards.update(_card(card) for card in range(mask.bit_length()) if mask >> card & 1)


def _card(number: int) -> str:
    return game.cards.printed[number].id


_STATIC = sum(1 << card for card, ability in enumerate(game.tables.abilities) if ability.trigger == "static")


def prove_game(seed: int, seats: int, coverage: Coverage) -> None:
    """Play and prove one game; raises AssertionError (or whatever broke), naming nothing: the caller knows the seed."""
    draw = random.Random(f"elekt {seed} {seats}")
    ruleset = draw.choice(["elekt-1e-r2", "elekt-2e-r2", "elekt-2e-r2", "elekt-2e-r2"])
    options = {"heat_starting": draw.choice([1, 2, 2, 3])}
    concede = draw.choice([0.0] * 9 + [0.02])
    setup = Setup(game.name, ruleset, seats, options)
    viewer = draw.choice([None, *map(SeatNo, range(seats))])
    prove(setup, seed, viewer, lambda state, number: any_decision(state, draw, concede), coverage)


Choose = Callable[[State, int], Decision]
"""From the position and the number of the decision: what to decide."""


def prove(setup: Setup, seed: int, viewer: Viewer, choose: Choose, coverage: Coverage) -> Play[State]:
    """Play and prove one game of any ruleset."""
    play = Play.begin(game, setup, SeededChance(derive("fuzz", setup.seats, seed)))
    watcher = _Watcher(play, viewer, coverage)
    while awaiting := game.awaiting(play.state):
        decision = choose(play.state, len(play.batches))
        coverage.decisions[decision.kind] += 1
        watcher.check_options(awaiting[0].seat)
        before = play.state.copy()
        noted = NotedChance(play.chance)
        events = game.decide(play.state, decision, noted)
        assert play.state == before, f"decide changed the state: {decision}"
        assert game.advance(before, decision, play.chance) == events, f"advance differs from decide: {decision}"
        watcher.see(events)
        assert before == play.state, f"advance leads elsewhere: {decision}"
        play.batches.append(Batch(events, state_hash(game, play.state), decision, draws=tuple(noted.draws)))
        assert len(play.batches) < DECISIONS_AT_MOST, "the game does not end"
    outcome = game.outcome(play.state)
    assert outcome is not None
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1
    _prove_record(play, seed)
    return play


def any_decision(state: State, draw: random.Random, concede: float) -> Decision:
    if concede and state.ended is None and draw.random() < concede:
        able = [seat for seat in range(state.game.seats) if not state.gave_up(seat)]
        return Decision(SeatNo(draw.choice(able)), CONCEDE)
    options = game.options(state)
    return options[draw.randrange(len(options))]


class _Watcher:
    """Folds everything twice: as it is, and as one viewer may know it."""

    def __init__(self, play: Play[State], viewer: Viewer, coverage: Coverage) -> None:
        self.play, self.viewer, self.coverage = play, viewer, coverage
        play.state = game.initial()
        self.seen = game.view(play.state, viewer)
        self.see(play.batches[0].events)

    def see(self, batch: tuple[Any, ...]) -> None:
        state = self.play.state
        for event in batch:
            game.evolve(state, event)
            game.evolve(self.seen, game.redact(event, self.viewer))
            check_step(event, state)
            self.coverage.note(event, state)
        assert self.seen == game.view(state, self.viewer), f"view of {self.viewer} after {batch}"

    def check_options(self, asked: SeatNo) -> None:
        """They depend on nothing that the seat cannot know."""
        if asked == self.viewer:
            assert list(game.options(self.play.state, asked)) == list(game.options(self.seen, asked))


def _prove_record(play: Play[State], seed: int) -> None:
    record = record_of_play(play, stream_name(game.name, seed, play.state.seats))
    again = parse_record(format_record(record))
    assert again == record, "the record is not read as it was written"
    result = verify_record(again)
    # It folds to the positions whose hashes live play stored, and every decision made anew leads to the same events.
    assert all(check.status == "ok" for check in result.checks), str(result.flaw)
