"""High Stakes: everybody holds four cards and plays one in turn; the highest takes the trick. Most tricks win."""

from dataclasses import dataclass, field
from typing import NamedTuple

from elekt_core.plain import Card, Chance, Choice, DeckShuffled, Event, PlainGame, PlainState
from elekt_core.ruleset import Ruleset

CardsDealt = NamedTuple("CardsDealt", [("seat", int), ("cards", tuple[int, ...])])  # noqa: UP014
CardPlayed = NamedTuple("CardPlayed", [("seat", int), ("card", int)])  # noqa: UP014
TrickTaken = NamedTuple("TrickTaken", [("seat", int)])  # noqa: UP014


@dataclass
class State(PlainState):
    hands: list[list[int]] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    turn: int = 0


class HighStakes(PlainGame[State]):
    name, state, rulesets = "high_stakes", State, (Ruleset("high-stakes-1", range(2, 5)),)
    events, rule = (CardsDealt, CardPlayed, TrickTaken), "H1"
    known_to_seat, by_seat = {"hands": CardsDealt}, ("tricks",)
    texts = {
        "en": {
            "title": "High Stakes",
            "play?": "Which card?",
            "play": "Play {0}",
            "card_played": "{seat} plays {card}.",
            "trick_taken": "{seat} takes the trick.",
            "hands": "Hand",
        }
    }

    def deal(self, state: State, chance: Chance) -> list[Event]:
        deck = self.shuffled(state, chance, range(16))
        return [deck, *[CardsDealt(seat, deck.cards[seat * 4 : seat * 4 + 4]) for seat in range(state.seats)]]

    def fold(self, state: State, event: Event) -> None:
        match event:
            case DeckShuffled():
                state.hands, state.tricks = [[] for _ in range(state.seats)], [0] * state.seats
            case CardsDealt(seat=seat):
                state.hands[seat] = [*event.cards]
            case CardPlayed(seat=seat, card=card):
                state.hands[seat].remove(card if card in state.hands[seat] else -1)
                state.table, state.turn = [*state.table, card], (seat + 1) % state.seats
            case TrickTaken(seat=seat):
                state.table, state.turn, state.tricks[seat] = [], seat, state.tricks[seat] + 1

    def asked(self, state: State) -> list[tuple[int, str]]:
        return [(state.turn, "play")]

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [(card,) for card in state.hands[seat]]

    def play(self, state: State, seat: int, choice: Choice, chance: Chance) -> list[Event]:
        table = [*state.table, *choice]
        trick = [TrickTaken((seat + 1 + table.index(max(table))) % state.seats)]
        return [CardPlayed(seat, *choice), *(trick if len(table) == state.seats else [])]

    def scores(self, state: State) -> list[int] | None:
        return None if any(state.hands) else state.tricks


game = HighStakes()
