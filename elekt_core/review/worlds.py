"""Worlds: whole positions dealt anew as the mover saw and remembered them, each with its own draws for what follows.

World ``n`` of a purpose is always the same one, so options are compared in the same worlds with the same luck. Where
worlds are weighted, they are dealt as the mover saw the table a few choices earlier, and the rivals' choices are made
in them again: what a rival could not have done in a world rules it out, and what a player of middle strength would
hardly have done there makes it count less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final, NamedTuple

from ..contract import Decision, Game
from ..search.candidates import candidates
from ..search.dice import Dice
from ..search.evaluation import Evaluation
from ..search.replies import Replies
from .subject import Asked, Chosen

RIVALS: Final = (4, 2, 1)
"""Of how many choices of rivals account is taken: the first number with which worlds are found."""
TRIES: Final = 40
"""Worlds that are dealt until one fits."""
FITTING: Final = 0.15
"""The share of worlds that has to fit, tried with so many:"""
PROBES: Final = 40
HEAT: Final = 0.09
"""How careless the player of middle strength is: little better than level 2 (``search.levels``)."""
DOUBT: Final = 0.1
"""The share of choices that anybody makes at random."""
LOOKED_AT: Final = 16
"""Options at most that a choice is compared with."""


def dice(seed: bytes, *parts: object) -> Dice:
    """Draws that depend on all arguments."""
    return Dice(b"\0".join([seed, *(str(part).encode() for part in parts)]))


class World(NamedTuple):
    state: Any
    weight: float
    name: tuple[object, ...]


class Worlds:
    """The worlds of one decision."""

    def __init__(self, asked: Asked, evaluation: Evaluation, seed: bytes, *, weighted: bool) -> None:
        self._asked = asked
        self._evaluation = evaluation
        self._seed = seed
        self._window = self._usable_window() if weighted else ()

    @property
    def weighted(self) -> bool:
        """Whether the rivals' choices are taken into account."""
        return bool(self._window)

    def world(self, purpose: str, n: int) -> World:
        name = (self._asked.number, purpose, n)
        dealing = dice(self._seed, *name, "deal")
        for _ in range(TRIES if self._window else 0):
            found = self._dealt_before(self._window, dealing)
            if found is not None:
                return World(found[0], self._likelihood(found[1], dealing), name)
        return World(self._asked.game.redeal(self._asked.dealt_from, dealing), 1.0, name)

    def dice(self, *purpose: object) -> Dice:
        """Draws for what is thought of the decision outside any world."""
        return dice(self._seed, self._asked.number, *purpose)

    def draws(self, world: World) -> Dice:
        """What chance brings from there on: the same for every option."""
        return dice(self._seed, *world.name, "draws")

    def thoughts(self, world: World) -> Dice:
        """Draws for those who think in the world, apart from what happens in it."""
        return dice(self._seed, *world.name, "thoughts")

    # --- rivals' choices ----------------------------------------------------------------------------------------

    def _usable_window(self) -> tuple[Chosen, ...]:
        """The longest stretch of rivals' choices that enough worlds fit."""
        asked, probing = self._asked, self.dice("window")
        tried = 0
        for most in RIVALS:
            window = _last(asked.window, asked.seat, most)
            if not window or len(window) == tried:
                continue
            tried = len(window)
            fitting = sum(self._dealt_before(window, probing) is not None for _ in range(PROBES))
            if fitting >= FITTING * PROBES:
                return window
        return ()

    def _dealt_before(self, window: Sequence[Chosen], dealing: Dice) -> tuple[Any, list[tuple[Any, Decision]]] | None:
        """A world dealt where the window begins and played on to the decision, and the positions in which rivals chose;
        None if it does not fit.
        """
        game, seat = self._asked.game, self._asked.seat
        state = game.redeal(window[0].dealt_from, dealing)
        choices: list[tuple[Any, Decision]] = []
        for chosen in window:
            mover = chosen.decision.seat
            if mover != seat:
                if chosen.decision not in game.options(state, mover):
                    return None
                choices.append((state.copy(), chosen.decision))
            facts = game.advance(state, chosen.decision, dealing)
            if tuple(game.redact(fact, seat) for fact in facts) != chosen.facts:
                return None
        same = game.fingerprint(game.view(state, seat)) == game.fingerprint(self._asked.view)
        return (state, choices) if same else None

    def _likelihood(self, choices: Sequence[tuple[Any, Decision]], thinking: Dice) -> float:
        found = 1.0
        for state, decision in choices:
            found *= likelihood(self._asked.game, self._evaluation, state, decision, thinking)
        return found


def likelihood(game: Game[Any], evaluation: Evaluation, state: Any, decision: Decision, thinking: Dice) -> float:
    """How likely a player of middle strength makes this decision, knowing what its seat knows in this position."""
    view = game.view(state, decision.seat)
    options = game.options(view, decision.seat)
    if len(options) == 1:
        return 1.0
    compared = candidates(game, view, options, thinking, LOOKED_AT)
    if decision not in compared:
        compared.append(decision)
    world = game.redeal(view, thinking)
    replies = Replies(game, evaluation, thinking)
    values = [replies.plain(world, option)[decision.seat] for option in compared]
    best = max(values)
    inclined = [
        game.inclination(view, option) * exp((value - best) / HEAT)
        for option, value in zip(compared, values, strict=True)
    ]
    share = inclined[compared.index(decision)] / (sum(inclined) or 1.0)
    return (1 - DOUBT) * share + DOUBT / len(compared)


def _last(window: Sequence[Chosen], seat: int, most: int) -> tuple[Chosen, ...]:
    """The end of the window that begins with the choice of a rival, with at most so many of them."""
    places = [place for place, chosen in enumerate(window) if chosen.decision.seat != seat]
    return tuple(window[places[-most:][0] :]) if places else ()
