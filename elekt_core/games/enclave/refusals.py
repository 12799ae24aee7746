"""Why a decision is refused: the rule behind each code, and choices that a seat may look for but cannot make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any, Final

from ...contract import Decision, Refusal, SeatNo
from ...kit.choices import Choice
from . import decisions
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS, PRINTED
from .healing import HEAL, heals, why_not_heal
from .planning import LEVELS, free_tokens
from .play import QUESTIONS, WHY
from .state import State
from .tree import lacking_ways

CODES: Final = {
    "game_over": "Z20.4",
    "not_your_turn": "Z23.1",
    "another_question": "Z23.1",
    "already_conceded": "Z23.2",
    "malformed": "Z23.1",
    "not_offered": "Z23.1",
    "bid_named": "Z5.4",
    "bid_out_of_bounds": "Z5.4.2",
    "token_taken": "Z7.2",
    "location_has_token": "Z7.2",
    "action_played": "Z8.2",
    "level_too_far": "Z8.7.1",
    "no_such_level": "Z8.7",
    "look_too_many": "Z11.5",
    "pile_too_small": "Z11.7",
    "put_back_all": "Z11.5",
    "another_pile": "Z11.5",
    "another_slot": "Z4.3",
    "money_lacking": "Z12.5",
    "not_in_row": "Z12.2",
    "not_in_offer": "Z18.3.3",
    "no_mission_left": "Z21.6",
    "mission_not_open": "Z13.1",
    "not_a_protective_item": "Z16.2",
    "sarcophagus_full": "Z14.1",
    "not_taken_along": "Z14.1",
    "protects_in_boarding": "Z16.2",
    "no_marker_there": "Z14.14",
    "no_valid_preparation": "Z13.6",
    "no_tree_token_left": "Z2.5",
    "knowledge_lacking": "Z17.3",
    "tree_limit": "Z17.3",
    "tree_card_not_usable": "Z18.1",
    "empty_hand": "Z18.2",
    "no_cards_there": "Z18.3.3",
    "prospector_upgrades_only": "Z18.5",
    "healing_items_only": "Z18.15.1",
    "this_level": "Z18.16",
    "marker_gone": "Z17.5",
    "not_a_healing_item": "Z16.2",
    "heal_in_boarding": "Z16.3",
    "heals_nothing": "Z16.5",
}
"""Code of a refusal -> the rule that is cited."""


def reason(s: State, seat: int, kind: str, choice: tuple[Any, ...]) -> str:
    """The code for a choice of the right kind that is not legal; never raises, whatever the choice holds."""
    if not choice:
        return "not_offered"
    try:
        return why_not_heal(s, seat, choice) if kind == HEAL else WHY[kind](s, seat, s.step, choice)
    except (IndexError, TypeError, ValueError):
        return "not_offered"


def named(kind: str, choice: tuple[Any, ...]) -> dict[str, str]:
    """The card that a refused choice is about, where there is one."""
    at = {"market": 1, "purchase": 0, HEAL: 0}.get(kind, -1)
    if not 0 <= at < len(choice) or type(choice[at]) is not int or not 0 <= choice[at] < len(CARDS.names):
        return {}
    return {"card": CARDS.names[choice[at]]}


def refusals(s: State, seat: int) -> Iterator[Refusal]:
    """What the open question of the seat does not allow; items in hand that may not or need not be used now."""
    asked = s.question if seat in s.waiting else ""
    if asked == "market":
        yield from _in_rows(s, seat)
    elif asked == "oracle_look":
        yield from _in_piles(s)
    elif asked == "put_back":
        for card in (card for cards in s.looked for card in cards if card not in s.looked[s.step.deck]):
            yield Refusal((f"top:{CARDS.names[card]}",), "another_pile", CODES["another_pile"], {})
    elif asked == "purchase":
        for card in (card for card in s.offer if PRINTED[card].value > s.money[seat]):
            data = {"card": CARDS.names[card]}
            yield Refusal((f"offered:{CARDS.names[card]}",), "money_lacking", CODES["money_lacking"], data)
    elif asked in LOOKED_FOR:
        offered = QUESTIONS[asked].choices(None, s, seat, s.step)
        for choice in LOOKED_FOR[asked](s, seat):
            if choice not in offered:
                yield _refusal(seat, asked, choice, reason(s, seat, asked, choice))
    if asked in ("take_items", "use_items"):
        items = {card for choice in QUESTIONS[asked].choices(None, s, seat, s.step) for card in _items(asked, choice)}
        code = "not_taken_along" if asked == "use_items" else "sarcophagus_full"
    else:
        items, code = set(), "protects_in_boarding"
    for card in s.items(seat, "protective"):
        if card not in items:
            yield Refusal((f"item:{CARDS.names[card]}",), code, CODES[code], {"card": CARDS.names[card]})
    usable = heals(s, seat)
    for card in s.items(seat, "healing"):
        if (card,) not in usable:
            code = why_not_heal(s, seat, (card,))
            yield Refusal(decisions.parts(_heal(seat, card)), code, CODES[code], {"card": CARDS.names[card]})


def _refusal(seat: int, kind: str, choice: Choice, code: str) -> Refusal:
    return Refusal(decisions.parts(Decision(SeatNo(seat), kind, choice)), code, CODES[code], named(kind, choice))


def _in_rows(s: State, seat: int) -> Iterator[Refusal]:
    """Cards of this market that cost too much, and those of the other rows."""
    offered = QUESTIONS["market"].choices(None, s, seat, s.step)
    here = [choice[1] for choice in offered if choice and choice[0] == "discard"]
    for card in here:
        if ("buy", card) not in offered:
            data = {"card": CARDS.names[card], "cost": PRINTED[card].value, "money": s.money[seat]}
            yield Refusal((f"offered:{CARDS.names[card]}", "buy"), "money_lacking", CODES["money_lacking"], data)
    for card in (card for row in s.rows for card in row if card not in here):
        name = CARDS.names[card]
        yield Refusal((f"offered:{name}",), "not_in_row", CODES["not_in_row"], {"card": name})


def _in_piles(s: State) -> Iterator[Refusal]:
    """Of each pile one card more than it has, or than may be looked at."""
    for deck, pile in zip(DECKS, s.piles, strict=True):
        most = min(len(pile), s.step.amount)
        code = "look_too_many" if most == s.step.amount else "pile_too_small"
        yield Refusal((f"from:{deck}",) * (most + 1), code, CODES[code], {})


def _items(kind: str, choice: Choice) -> Choice:
    return choice[0] if kind == "use_items" else choice


LOOKED_FOR: Final[dict[str, Callable[[State, int], Iterator[Choice]]]] = {
    "bid": lambda s, seat: ((amount,) for amount in s.bids if amount > 0),
    "place_token": lambda s, seat: product(free_tokens(s), range(len(LOCATIONS))),
    "choose_action": lambda s, seat: ((action,) for action in range(len(ACTIONS))),
    "choose_level": lambda s, seat: ((level,) for level in range(1, LEVELS + 1)),
    "synchron": lambda s, seat: ((other,) for other in range(s.seats) if other != seat),
    "enclave": lambda s, seat: chain((("blind",),), (("board", card) for row in s.rows for card in row)),
    "take_items": lambda s, seat: iter([tuple(s.items(seat, "protective"))]),
    "use_items": lambda s, seat: iter([((), 1)] if s.preparation[seat] else []),
    "clear_slot": lambda s, seat: ((card,) for of_slot in s.attached[2 * seat : 2 * seat + 2] for card in of_slot),
    "exchange": lambda s, seat: iter([(min(s.knowledge[seat], s.limits[s.step.level - 1]) + 1,)]),
    "use_tree": lambda s, seat: iter(lacking_ways(s, s.step)),
}
"""By question what lies on the table and may be looked for as an answer."""


def _heal(seat: int, card: int) -> Any:
    return (seat, HEAL, (card,))
