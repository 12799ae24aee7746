"""The decisions of Enclave (Z23.1): the shape of each ``choice``, as JSON and as a path of parts.

The empty choice passes, declines or takes nothing; it is ``{"kind": ..., "pass": true}``, and the part ``pass``.

================ ============================================================ ===================================
kind             choice                                                       JSON
================ ============================================================ ===================================
bid              (amount,)                                                    amount
place_token      (number, location)                                           number, location
choose_action    (action,)                                                    action
choose_level     (level,)                                                     level
oracle_look      how many cards from each of the five piles                   counts
put_back         (top cards, bottom cards), each from the upper one           top, bottom
market           ("buy", card) or ("discard", card), or ()                    operation, card
clear_slot       (card,)                                                      card
synchron         (partner,), or ()                                            player
enclave          ("board", card), ("blind",), ("prepare",), or ()             option, card
take_items       (card, ...)                                                  cards
use_items        ((card, ...), 1 with the preparation token)                  cards, token
tree_token       ("keep",) or ("knowledge",)                                  option
prize            ("sell",) or ("keep",)                                       option
exchange         (amount,)                                                    amount
use_tree         ("use",), ("player", seat), ("source", "pile"),              use, and player, source, card,
                 ("card", card), ("amount", n), ("level", n), or ()           amount or level
purchase         (card or NONE, the rest from the top)                        card, rest
heal             (card,)                                                      card
concede          ()
================ ============================================================ ===================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...contract import CONCEDE, Decision, Json, SeatNo
from ...errors import MalformedDecision
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS
from .events import NONE

KINDS: Final = (
    "bid",
    "place_token",
    "choose_action",
    "choose_level",
    "oracle_look",
    "put_back",
    "market",
    "clear_slot",
    "synchron",
    "enclave",
    "take_items",
    "use_items",
    "tree_token",
    "prize",
    "exchange",
    "use_tree",
    "purchase",
    "heal",
    CONCEDE,
)
MAY_PASS: Final = ("market", "synchron", "enclave", "use_tree")
NAMES = CARDS.names
WAYS: Final = ("player", "source", "card", "amount", "level")
ANY_ORDER: Final = ("from", "item", "with_token")
"""Words of parts that come side by side in any order: several cards, several piles."""


def encode(decision: Decision) -> Json:
    """``{"kind": ..., ...}`` without the seat."""
    return {"kind": decision.kind, **_choice(decision.kind, decision.choice)}


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _choice(kind: str, c: tuple[Any, ...]) -> dict[str, Any]:
    if not c and kind in MAY_PASS:
        return {"pass": True}
    match kind:
        case "bid" | "exchange":
            return {"amount": c[0]}
        case "place_token":
            return {"number": c[0], "location": LOCATIONS[c[1]]}
        case "choose_action":
            return {"action": ACTIONS[c[0]]}
        case "choose_level":
            return {"level": c[0]}
        case "oracle_look":
            return {"counts": dict(zip(DECKS, c, strict=True))}
        case "put_back":
            return {"top": _names(c[0]), "bottom": _names(c[1])}
        case "market":
            return {"operation": c[0], "card": NAMES[c[1]]}
        case "clear_slot" | "heal":
            return {"card": NAMES[c[0]]}
        case "synchron":
            return {"player": c[0]}
        case "enclave":
            return {"option": c[0], **({"card": NAMES[c[1]]} if c[0] == "board" else {})}
        case "take_items":
            return {"cards": _names(c)}
        case "use_items":
            return {"cards": _names(c[0]), "token": bool(c[1])}
        case "tree_token" | "prize":
            return {"option": c[0]}
        case "use_tree":
            return {"use": True, **({c[0]: NAMES[c[1]] if c[0] == "card" else c[1]} if len(c) > 1 else {})}
        case "purchase":
            return {"card": None if c[0] == NONE else NAMES[c[0]], "rest": _names(c[1])}
        case _:
            return {}


def decode(seat: SeatNo, data: Json) -> Decision:
    """Raises MalformedDecision that names the field."""
    if not isinstance(data, Mapping):
        raise MalformedDecision("malformed", "Z23.1", field="", value=str(data)[:80])
    reader = Reader(data)
    kind = reader.word("kind", KINDS)
    return Decision(seat, kind, reader.choice(kind))


class Reader:
    """Reads a decision; every error names the field."""

    def __init__(self, data: Json) -> None:
        self.data = data

    def bad(self, field: str) -> MalformedDecision:
        return MalformedDecision("malformed", "Z23.1", field=field, value=str(self.data.get(field))[:80])

    def word(self, field: str, words: Sequence[str]) -> str:
        value = self.data.get(field)
        if not isinstance(value, str) or value not in words:
            raise self.bad(field)
        return value

    def number(self, field: str) -> int:
        value = self.data.get(field)
        if type(value) is not int:
            raise self.bad(field)
        return value

    def flag(self, field: str) -> bool:
        value = self.data.get(field)
        if type(value) is not bool:
            raise self.bad(field)
        return value

    def card(self, field: str) -> int:
        return CARDS.ids[self.word(field, NAMES)]

    def cards(self, field: str) -> tuple[int, ...]:
        value = self.data.get(field)
        if not isinstance(value, list) or any(not isinstance(n, str) or n not in CARDS.ids for n in value):
            raise self.bad(field)
        return tuple(CARDS.ids[name] for name in value)

    def counts(self) -> tuple[int, ...]:
        value = self.data.get("counts")
        if (
            not isinstance(value, Mapping)
            or set(value) != set(DECKS)
            or any(type(n) is not int or not 0 <= n <= len(NAMES) for n in value.values())
        ):
            raise self.bad("counts")
        return tuple(value[deck] for deck in DECKS)

    def choice(self, kind: str) -> tuple[Any, ...]:
        if kind in MAY_PASS and "pass" in self.data:
            if self.flag("pass"):
                return ()
            raise self.bad("pass")
        match kind:
            case "bid" | "exchange":
                return (self.number("amount"),)
            case "place_token":
                return (self.number("number"), LOCATIONS.index(self.word("location", LOCATIONS)))
            case "choose_action":
                return (ACTIONS.index(self.word("action", ACTIONS)),)
            case "choose_level":
                return (self.number("level"),)
            case "oracle_look":
                return self.counts()
            case "put_back":
                return (self.cards("top"), self.cards("bottom"))
            case "market":
                return (self.word("operation", ("buy", "discard")), self.card("card"))
            case "clear_slot" | "heal":
                return (self.card("card"),)
            case "synchron":
                return (self.number("player"),)
            case "enclave":
                option = self.word("option", ("board", "blind", "prepare"))
                return (option, self.card("card")) if option == "board" else (option,)
            case "take_items":
                return self.cards("cards")
            case "use_items":
                return (self.cards("cards"), int(self.flag("token")))
            case "tree_token":
                return (self.word("option", ("keep", "knowledge")),)
            case "prize":
                return (self.word("option", ("sell", "keep")),)
            case "use_tree":
                return self.way()
            case "purchase":
                bought = NONE if "card" in self.data and self.data["card"] is None else self.card("card")
                return (bought, self.cards("rest"))
            case _:
                return ()

    def way(self) -> tuple[Any, ...]:
        if not self.flag("use"):
            raise self.bad("use")
        found = [word for word in WAYS if word in self.data]
        if not found:
            return ("use",)
        field = found[0]
        if field == "card":
            return (field, self.card(field))
        return (field, self.word(field, ("pile", "discard")) if field == "source" else self.number(field))


def parts(decision: Decision) -> tuple[str, ...]:
    """Step by step, prefix-free."""
    _, kind, c = decision
    if not c and kind in MAY_PASS:
        return ("pass",)
    match kind:
        case "bid" | "exchange":
            return (f"amount:{c[0]}",)
        case "place_token":
            return (f"token:{c[0]}", f"location:{LOCATIONS[c[1]]}")
        case "choose_action":
            return (f"action:{ACTIONS[c[0]]}",)
        case "choose_level":
            return (f"level:{c[0]}",)
        case "oracle_look":
            return (*(f"from:{deck}" for deck, count in zip(DECKS, c, strict=True) for _ in range(count)), "done")
        case "put_back":
            return (*(f"top:{NAMES[card]}" for card in c[0]), *(f"bottom:{NAMES[card]}" for card in c[1]))
        case "market":
            return (f"offered:{NAMES[c[1]]}", c[0])
        case "clear_slot":
            return (f"remove:{NAMES[c[0]]}",)
        case "heal":
            return (f"heal:{NAMES[c[0]]}",)
        case "synchron":
            return (f"player:{c[0]}",)
        case "enclave":
            return (f"board:{NAMES[c[1]]}",) if c[0] == "board" else (c[0],)
        case "take_items":
            return (*(f"item:{NAMES[card]}" for card in c), "done")
        case "use_items":
            return (*(f"item:{NAMES[card]}" for card in c[0]), *(("with_token",) if c[1] else ()), "done")
        case "tree_token" | "prize":
            return (c[0],)
        case "use_tree":
            return (f"{c[0]}:{NAMES[c[1]] if c[0] == 'card' else c[1]}",) if len(c) > 1 else ("use",)
        case "purchase":
            first = "buy_nothing" if c[0] == NONE else f"offered:{NAMES[c[0]]}"
            return (first, *(f"top:{NAMES[card]}" for card in c[1]))
        case _:
            return (CONCEDE,)
