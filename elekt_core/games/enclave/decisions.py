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

from collections.abc import Mapping
from typing import Annotated, Any, Final

from ...contract import CONCEDE, Decision, Json
from ...kit.choices import NOTHING, AnyShape, Choices, OwnShape, Shape, Unreadable, entry
from ...kit.fields import Among, GivenCard, Own, Word
from ...kit.notation import TYPED, Notation, Pair, among, word
from .cards import ACTIONS, CARDS, DECKS, LOCATIONS
from .events import NONE

MAY_PASS: Final = ("market", "synchron", "enclave", "use_tree")
NAMES = CARDS.names
ANY_ORDER: Final = ("from", "item", "with_token")
"""Words of parts that come side by side in any order: several cards, several piles."""


def _counts_of(counts: tuple[int, ...]) -> Json:
    return dict(zip(DECKS, counts, strict=True))


def _read_counts(data: Any) -> tuple[int, ...]:
    if not isinstance(data, Mapping) or set(data) != set(DECKS):
        raise TypeError(data)
    if any(type(n) is not int or not 0 <= n <= len(NAMES) for n in data.values()):
        raise ValueError(data)
    return tuple([data[deck] for deck in DECKS])


NUMBER, CARD = TYPED[int], word(NAMES)
WAYS: Final[Mapping[str, Pair]] = {
    "player": NUMBER,
    "source": among(("pile", "discard")),
    "card": CARD,
    "amount": NUMBER,
    "level": NUMBER,
}


def _write_way(c: tuple[Any, ...]) -> Json:
    if not c:
        return {"pass": True}
    return {"use": True, **({c[0]: WAYS[c[0]][0](c[1])} if len(c) > 1 else {})}


def _read_way(data: Json) -> tuple[Any, ...]:
    if "pass" in data:
        if data["pass"] is not True:
            raise Unreadable("pass", data["pass"])
        return ()
    if data.get("use") is not True:
        raise Unreadable("use", data.get("use"))
    way = next((one for one in WAYS if one in data), None)
    return ("use",) if way is None else (way, entry(data, way, WAYS[way]))


OWN: Final[Mapping[str, Pair]] = {
    "counts": (_counts_of, _read_counts),
    "token": (bool, lambda value: int(TYPED[bool][1](value))),
    "bought": word(NAMES, NONE),
}
GivenCards = tuple[GivenCard, ...]
PASS: Final = {"pass": True}
OF_CARD, OF_AMOUNT = Shape({"card": GivenCard}), Shape({"amount": int})
SHAPES: Final[Mapping[str, AnyShape]] = {
    "bid": OF_AMOUNT,
    "place_token": Shape({"number": int, "location": Annotated[int, Word(LOCATIONS)]}),
    "choose_action": Shape({"action": Annotated[int, Word(ACTIONS)]}),
    "choose_level": Shape({"level": int}),
    "oracle_look": Shape(rest=("counts", Annotated[Any, Own("counts")])),
    "put_back": Shape({"top": GivenCards, "bottom": GivenCards}),
    "market": Shape({"operation": Annotated[str, Among(("buy", "discard"))], "card": GivenCard}, empty=PASS),
    "clear_slot": OF_CARD,
    "synchron": Shape({"player": int}, empty=PASS),
    "enclave": Shape(
        {"option": Annotated[str, Among(("board", "blind", "prepare"))]},
        empty=PASS,
        by={"board": OF_CARD, "blind": NOTHING, "prepare": NOTHING},
    ),
    "take_items": Shape(rest=("cards", GivenCards)),
    "use_items": Shape({"cards": GivenCards, "token": Annotated[int, Own("token")]}),
    "tree_token": Shape({"option": Annotated[str, Among(("keep", "knowledge"))]}),
    "prize": Shape({"option": Annotated[str, Among(("sell", "keep"))]}),
    "exchange": OF_AMOUNT,
    "use_tree": OwnShape(_write_way, _read_way),
    "purchase": Shape({"card": Annotated[int, Own("bought")], "rest": GivenCards}),
    "heal": OF_CARD,
    CONCEDE: NOTHING,
}
KINDS: Final = tuple(SHAPES)
CHOICES: Final = Choices(Notation({}, NAMES, OWN), SHAPES, "Z23.1")


def parts(decision: Decision) -> tuple[str, ...]:
    """The decision step by step, prefix-free."""
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
