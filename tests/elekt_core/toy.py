"""High Card: a game as small as can be that has all a game can have (hidden hands, a shuffle, a draw, a seed, rounds).

Everybody holds three cards; each round everybody plays one, and the highest takes the trick. After the first round the
rest of the deck is shuffled again and everybody draws one. It shows that the kernel is not tied to Elekt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from elekt_core import errors
from elekt_core.chance import Chance
from elekt_core.contract import (
    CONCEDE,
    UNKNOWN,
    Awaiting,
    Decision,
    Event,
    Game,
    Json,
    Outcome,
    SeatNo,
    Setup,
    Viewer,
    Words,
    sees,
)
from elekt_core.kit.position_shape import Position, Side
from elekt_core.ruleset import Option, Ruleset, Value

CARDS, HAND = 16, 3
NOTE = Option("note", ("", "zażółć"), "")
SUIT = Option("suit", (1, 2), 1, offered=False)


class GameCreated(NamedTuple):
    seats: int
    commitment: str


class DeckShuffled(NamedTuple):
    cards: tuple[int, ...]


class CardsDrawn(NamedTuple):
    seat: int
    cards: tuple[int, ...]


class LeaderDrawn(NamedTuple):
    seat: int


class RoundStarted(NamedTuple):
    number: int


class CardPlayed(NamedTuple):
    seat: int
    card: int


class TrickWon(NamedTuple):
    seat: int


class Turn(NamedTuple):
    seat: int


class GameEnded(NamedTuple):
    scores: tuple[int, ...]
    conceded: int
    seed: str


@dataclass
class Table:
    seats: int = 0
    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    trick: list[tuple[int, int]] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=lambda: [0, -1, 0])  # draws made, whose turn, round
    end: GameEnded | None = None

    def copy(self) -> Table:
        hands = [hand[:] for hand in self.hands]
        return Table(self.seats, self.deck[:], hands, self.trick[:], self.won[:], self.numbers[:], self.end)


class HighCard(Game[Table]):
    name = "high-card"
    rulesets: Sequence[Ruleset] = (
        Ruleset("high-card-2", range(2, 5), (NOTE,)),
        Ruleset("high-card-1", range(2, 4), (NOTE, SUIT)),
    )
    event_kinds = {
        "game_created": GameCreated,
        "deck_shuffled": DeckShuffled,
        "cards_drawn": CardsDrawn,
        "leader_drawn": LeaderDrawn,
        "round_started": RoundStarted,
        "card_played": CardPlayed,
        "trick_won": TrickWon,
        "turn": Turn,
        "game_ended": GameEnded,
    }
    event_versions = {"trick_won": 2}
    card_set = "16"

    def initial(self) -> Table:
        return Table()

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        self.ruleset(setup.ruleset).agreed(setup.seats, setup.options)
        deck = tuple(chance.permutation(0, CARDS))
        hands = [CardsDrawn(seat, deck[seat * HAND : seat * HAND + HAND]) for seat in range(setup.seats)]
        leader = chance.pick(1, setup.seats)
        return (
            GameCreated(setup.seats, chance.commitment()),
            DeckShuffled(deck),
            *hands,
            LeaderDrawn(leader),
            RoundStarted(1),
            Turn(leader),
        )

    def decide(self, state: Table, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        if state.end:
            raise errors.MatchOver("match_over")
        if decision.kind == CONCEDE:
            return (GameEnded(tuple(state.won), decision.seat, chance.reveal()),)
        if decision.seat != state.numbers[1] or decision.kind != "play":
            raise errors.NotYourTurn("not_your_turn", seat=decision.seat)
        (card,) = decision.choice
        if card not in state.hands[decision.seat]:
            raise errors.IllegalDecision("not_in_hand", "T1", card=card)
        played = CardPlayed(decision.seat, card)
        if len(state.trick) + 1 < state.seats:
            return (played, Turn((decision.seat + 1) % state.seats))
        best = max([*state.trick, (card, decision.seat)])[1]
        won = tuple(count + (seat == best) for seat, count in enumerate(state.won))
        if sum(won) == HAND + 1:
            return (played, TrickWon(best), GameEnded(won, -1, chance.reveal()))
        drawn: tuple[Event, ...] = ()
        if state.numbers[2] == 1:
            deck = tuple(state.deck[i] for i in chance.permutation(state.numbers[0], len(state.deck)))
            drawn = (DeckShuffled(deck), *(CardsDrawn(seat, deck[seat : seat + 1]) for seat in range(state.seats)))
        return (played, TrickWon(best), *drawn, RoundStarted(state.numbers[2] + 1), Turn(best))

    def evolve(self, state: Table, event: Event) -> None:
        match event:
            case GameCreated(seats=seats):
                state.seats, state.won, state.hands = seats, [0] * seats, [[] for _ in range(seats)]
            case DeckShuffled(cards=cards):
                state.deck = list(cards)
                state.numbers[0] += 1
            case CardsDrawn(seat=seat, cards=cards):
                del state.deck[: len(cards)]
                state.hands[seat] = sorted(state.hands[seat] + list(cards))
            case LeaderDrawn():
                state.numbers[0] += 1
            case RoundStarted(number=number):
                state.numbers[2] = number
            case CardPlayed(seat=seat, card=card):
                hand = state.hands[seat]
                hand.remove(card if card in hand else UNKNOWN)
                state.trick.append((card, seat))
            case TrickWon(seat=seat):
                state.won[seat] += 1
                state.trick = []
            case Turn(seat=seat):
                state.numbers[1] = seat
            case GameEnded():
                state.end = event
                state.numbers[1] = -1

    def awaiting(self, state: Table) -> tuple[Awaiting, ...]:
        seat = state.numbers[1]
        return () if seat < 0 else (Awaiting(SeatNo(seat), "play", "T1", {"trick": [c for c, _ in state.trick]}),)

    def options(self, state: Table, seat: SeatNo | None = None) -> Sequence[Decision]:
        turn = SeatNo(state.numbers[1])
        if turn < 0 or seat not in (None, turn):
            return []
        return [Decision(turn, "play", (card,)) for card in state.hands[turn]]

    def default(self, state: Table, seat: SeatNo) -> Decision:
        return self.options(state, seat)[0]

    def view(self, state: Table, viewer: Viewer) -> Table:
        view = state.copy()
        view.deck = [UNKNOWN] * len(view.deck)
        view.hands = [hand if sees(viewer, seat) else [UNKNOWN] * len(hand) for seat, hand in enumerate(view.hands)]
        return view

    def redeal(self, view: Table, chance: Chance) -> Table:
        s = view.copy()
        seen = {*s.deck, *(card for hand in s.hands for card in hand), *(card for card, _ in s.trick)}
        unseen = [card for card in range(CARDS) if card not in seen]
        drawn = iter([unseen[i] for i in chance.permutation(0, len(unseen))])
        s.hands = [[next(drawn) if card == UNKNOWN else card for card in hand] for hand in s.hands]
        s.deck = [next(drawn) for _ in s.deck]
        return s

    def redact(self, event: Event, viewer: Viewer) -> Event:
        if isinstance(event, DeckShuffled) or (isinstance(event, CardsDrawn) and not sees(viewer, event.seat)):
            return event._replace(cards=(UNKNOWN,) * len(event.cards))
        return event

    def outcome(self, state: Table) -> Outcome | None:
        if state.end is None:
            return None
        points = [-1 if s == state.end.conceded else won for s, won in enumerate(state.end.scores)]
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        winner = SeatNo(ranks.index(1)) if ranks.count(1) == 1 else None
        return Outcome(winner, ranks, state.end.scores, "tricks" if state.end.conceded < 0 else "forfeit")

    def chapter(self, event: Event) -> int:
        return 1 if isinstance(event, RoundStarted) else 0

    def encode_event(self, event: Event) -> Json:
        return {name: _encode(value) for name, value in zip(event._fields, event, strict=True)}  # type: ignore[attr-defined]

    def decode_event(self, kind: str, version: int, payload: Json) -> Event:
        cls: Any = self.event_kinds.get(kind)
        if cls is None or version > self.event_versions.get(kind, 1):
            raise errors.UnknownKind("unknown_kind", kind=kind, version=version)
        if kind == "trick_won" and version == 1:  # version 1 called the seat "winner"
            payload = {"seat": payload.get("winner")}
        if set(payload) != set(cls._fields):
            raise errors.BadRecord("bad_payload", kind=kind)
        return cls(**{name: _decode(value) for name, value in payload.items()})  # type: ignore[no-any-return]

    def encode_decision(self, decision: Decision) -> Json:
        return {"kind": decision.kind} | ({"card": decision.choice[0]} if decision.choice else {})

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        if data.get("kind") == CONCEDE:
            return Decision(seat, CONCEDE)
        if data.get("kind") != "play" or type(data.get("card")) is not int:
            raise errors.MalformedDecision("malformed", field="card")
        return Decision(seat, "play", (data["card"],))

    def describe(self, state: Table) -> Position:
        sides = [
            Side(seat=seat, score=state.won[seat], hand=_encode(tuple(hand)), automaton=self._automaton(seat))
            for seat, hand in enumerate(state.hands)
        ]
        table = [card for card, _ in state.trick]
        return Position(round=state.numbers[2], seats=sides, piles={"deck": _encode(tuple(state.deck)), "table": table})

    def _automaton(self, side: int) -> str | None:
        return None

    def fingerprint(self, state: Table) -> bytes:
        return json.dumps([state.deck, state.hands, state.trick, state.won, state.numbers, state.end]).encode()

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return (f"card:{decision.choice[0]}",)

    def words(self, language: str, names: Sequence[str]) -> Words:
        return _Words(names)


class _Words:
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def title(self) -> str:
        return "High Card"

    def summary(self) -> str:
        return "The highest card takes the trick."

    def event(self, event: Event, after: Any) -> str:
        return f"{self.names[event.seat]} plays {event.card}." if isinstance(event, CardPlayed) else ""

    def pieces(self, event: Event, after: Any) -> tuple[tuple[str, str], ...]:
        text = self.event(event, after)
        return ((text, ""),) if text else ()

    def question(self, awaiting: Awaiting, view: Any) -> str:
        return "Which card?"

    def decision(self, decision: Decision, view: Any) -> str:
        return f"Play {decision.choice[0]}"

    def part(self, part: str, view: Any) -> str:
        return part

    def refusal(self, code: str, rule: str, data: Json) -> str:
        return code

    def ending(self, outcome: Outcome) -> str:
        return f"The end: {outcome.termination}."

    def ruleset(self, name: str) -> str:
        return f"High Card {name[-1]}"

    def introduction(self, ruleset: str) -> str:
        return f"{ruleset} in one sentence."

    def option(self, name: str) -> str:
        return name.capitalize()

    def option_value(self, name: str, value: Value) -> str:
        return str(value)

    def automaton(self, name: str) -> str:
        return name

    def score_name(self) -> str:
        return "Tricks"


def _encode(value: Any) -> Any:
    if isinstance(value, tuple):
        return [None if card == UNKNOWN else card for card in value]
    return value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(UNKNOWN if card is None else card for card in value)
    return value


game = HighCard()
