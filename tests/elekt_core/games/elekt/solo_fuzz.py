"""One solo game, and everything that must hold of it: what ``fuzz`` proves of any game, and E21.

The suite plays a few, ``python -m benchmarks.fuzz_solo`` tens of thousands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from elekt_core.bots import bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.houses.reasons import REASONS
from elekt_core.games.elekt.houses.setup import MASTERS
from elekt_core.games.elekt.redeal import redeal
from elekt_core.games.elekt.state import State
from elekt_core.search.greedy import Greedy

from .fuzz import DECISIONS_AT_MOST, NOT_WITH_THESE_CARDS, Coverage, any_decision, prove
from .invariants import check_step

PLAYER = SeatNo(0)
GREEDY = Greedy()

NOT_ALONE = frozenset(
    {
        "set_direction",
        "first_player_drawn",
        "tie_winner",
        "choose_victim",
        "unit_taken",
        "body_thief",
        "serpent_mouthed_liar",
        "deck_reshuffled",
        "no_privilege_left",
    }
)
"""What does not occur, or need not, with one player (E21.8, E21.10), or only in games longer than these."""


@dataclass
class SoloCoverage(Coverage):
    """What occurred in solo games, and how they ended."""

    elsewhere: frozenset[str] = NOT_ALONE | NOT_WITH_THESE_CARDS
    won: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    titles: Counter[tuple[int, int]] = field(default_factory=Counter)
    reasons_given: Counter[str] = field(default_factory=Counter)

    def add(self, other: Coverage) -> None:
        super().add(other)
        assert isinstance(other, SoloCoverage)
        self.won += other.won
        for name in ("rounds", "titles", "reasons_given"):
            getattr(self, name).update(getattr(other, name))

    def missing(self) -> list[str]:
        return super().missing() + [
            f"reason {why}" for why in REASONS if not self.reasons_given[why] and why not in self.elsewhere
        ]

    def note(self, event: Any, state: State) -> None:
        super().note(event, state)
        if isinstance(event, e.HousesChose):
            self.reasons_given[event.why] += 1


def setup(level: str) -> Setup:
    return Setup(game.name, "elekt-solo-r2", 1, {"level": level})


def players(seed: int, level: str) -> dict[str, Callable[[State, int], Decision]]:
    """Who decides: anything at all, or the greedy bot, which is given a view."""
    draw = random.Random(f"solo {seed} {level}")
    concede = draw.choice([0.0] * 19 + [0.02])
    bots = derive("solo bots", seed)

    def greedy(state: State, number: int) -> Decision:
        seen = game.view(state, PLAYER)
        return GREEDY.choose(game, seen, game.options(seen, PLAYER), bot_chance(bots, number))

    return {"random": lambda state, number: any_decision(state, draw, concede), "greedy": greedy}


def prove_solo(seed: int, level: str, player: str, coverage: SoloCoverage) -> None:
    """Play one game and prove it in every way; raises AssertionError (or whatever broke)."""
    choose = players(seed, level)[player]

    def watched(state: State, number: int) -> Decision:
        nothing_hidden_shows(state, number)
        return choose(state, number)

    play = prove(setup(level), seed, PLAYER if seed % 4 else None, watched, coverage)
    _note_end(play.state, level, coverage)


def play_solo(seed: int, level: str, player: str, coverage: SoloCoverage) -> None:
    """Play one game, looking at the invariants after every event, and at nothing else: the same game as above."""
    choose = players(seed, level)[player]
    chance, state = SeededChance(derive("fuzz", 1, seed)), game.initial()
    batch, number = game.start(setup(level), chance), 0
    while True:
        number += 1
        for event in batch:
            game.evolve(state, event)
            check_step(event, state)
            coverage.note(event, state)
        if not game.awaiting(state):
            break
        decision = choose(state, number)
        coverage.decisions[decision.kind] += 1
        batch = game.decide(state, decision, chance)
        assert number < DECISIONS_AT_MOST, "the game does not end"
    outcome = game.outcome(state)
    assert outcome is not None
    coverage.reasons[outcome.termination] += 1
    coverage.games += 1
    _note_end(state, level, coverage)


def _note_end(state: State, level: str, coverage: SoloCoverage) -> None:
    outcome = game.outcome(state)
    assert outcome is not None
    (houses,) = outcome.automata
    assert sorted((*outcome.ranks, houses.rank)) == [1, 2]
    assert outcome.winner == (PLAYER if outcome.ranks == (1,) else None)
    assert state.titles == (*outcome.scores, houses.score)
    assert state.round <= privileges(level), "E5.2"
    coverage.won += outcome.winner == PLAYER
    coverage.rounds[state.round] += 1
    coverage.titles[(state.titles[0], state.titles[1])] += 1


def privileges(level: str) -> int:
    """E21.5."""
    masters = ("easy", "medium", "hard").index(level) + 1
    assert len(MASTERS) == 3
    return 12 - masters


def nothing_hidden_shows(state: State, number: int) -> None:
    """With any other hidden cards the player sees the same, and may decide the same."""
    seen = game.view(state, PLAYER)
    other = redeal(game.tables, seen, SeededChance(number.to_bytes(4, "big")))
    assert game.view(other, PLAYER) == seen
    assert list(game.options(other)) == list(game.options(state))
    assert game.encode_state(game.view(other, PLAYER)) == game.encode_state(seen)
