"""Duel: one person against a bank that the rules play, as small as can be. The smallest example of an automaton.

Both hold three cards; the person plays one, the bank answers, the higher card takes the trick. The bank plays its
lowest card at the easy level and its highest at the hard one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from elekt_core import errors
from elekt_core.chance import Chance
from elekt_core.contract import CONCEDE, AutomatonResult, Decision, Event, Outcome, SeatNo, Setup, Words
from elekt_core.ruleset import Option, Ruleset, Value

from . import toy
from .toy import (
    CARDS,
    HAND,
    CardPlayed,
    CardsDrawn,
    DeckShuffled,
    GameCreated,
    GameEnded,
    HighCard,
    RoundStarted,
    Table,
    TrickWon,
    Turn,
)

LEVELS = ("easy", "hard")
PERSON, BANK = 0, 1


class LevelAgreed(NamedTuple):
    level: str


class Duel(HighCard):
    name = "duel"
    rulesets = (
        Ruleset(
            "duel-1",
            range(1, 2),
            (Option("level", LEVELS, "easy"), Option("stakes", (1, 2), 1)),
            automata=("bank",),
        ),
    )
    event_kinds = {**HighCard.event_kinds, "level_agreed": LevelAgreed}

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        agreed = self.ruleset(setup.ruleset).agreed(setup.seats, setup.options)
        deck = tuple(chance.permutation(0, CARDS))
        hands = [CardsDrawn(side, deck[side * HAND : side * HAND + HAND]) for side in (PERSON, BANK)]
        return (
            GameCreated(2, chance.commitment()),
            LevelAgreed(agreed["level"]),
            DeckShuffled(deck),
            *hands,
            RoundStarted(1),
            Turn(PERSON),
        )

    def decide(self, state: Table, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        if state.end:
            raise errors.MatchOver("match_over")
        if decision.kind == CONCEDE:
            return (GameEnded(tuple(state.won), PERSON, chance.reveal()),)
        if decision.seat != PERSON or decision.kind != "play":
            raise errors.NotYourTurn("not_your_turn", seat=decision.seat)
        (card,) = decision.choice
        if card not in state.hands[PERSON]:
            raise errors.IllegalDecision("not_in_hand", "T1", card=card)
        answer = (min, max)[state.numbers[3]](state.hands[BANK])
        best = PERSON if card > answer else BANK
        won = tuple(count + (side == best) for side, count in enumerate(state.won))
        played = (CardPlayed(PERSON, card), CardPlayed(BANK, answer), TrickWon(best))
        if sum(won) == HAND:
            return (*played, GameEnded(won, -1, chance.reveal()))
        return (*played, RoundStarted(state.numbers[2] + 1), Turn(PERSON))

    def evolve(self, state: Table, event: Event) -> None:
        if isinstance(event, LevelAgreed):
            state.numbers.append(LEVELS.index(event.level))
        else:
            super().evolve(state, event)

    def outcome(self, state: Table) -> Outcome | None:
        if state.end is None:
            return None
        mine, bank = state.end.scores
        won = state.end.conceded < 0 and mine > bank
        return Outcome(
            SeatNo(PERSON) if won else None,
            (1 if won else 2,),
            (mine,),
            "tricks" if state.end.conceded < 0 else "forfeit",
            (AutomatonResult("bank", 2 if won else 1, bank),),
        )

    def _automaton(self, side: int) -> str | None:
        return "bank" if side == BANK else None

    def words(self, language: str, names: Sequence[str]) -> Words:
        return _Words((*names, "The bank"))


class _Words(toy._Words):
    def ruleset(self, name: str) -> str:
        return "Duel with the bank"

    def option_value(self, name: str, value: Value) -> str:
        return f"{value} one" if name == "level" else str(value)

    def automaton(self, name: str) -> str:
        return "The bank"


game = Duel()
