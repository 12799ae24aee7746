"""The decisions (K23): the shape of each ``choice``, its JSON, and its path of parts.

============== ============================== ==================================================================
kind           choice                         parts
============== ============================== ==================================================================
act            see ``legal``                  card:id ... attack location:id (below)
pass_cards     (card, card, card)             card:id card:id card:id
take_from      (seat,)                        seat:1
choose_target  (unit,)                        unit:u17
react          (card,), or () for none        card:id / pass
casualties     (unit, ...)                    unit:u17 unit:u18 done
concede        ()                             concede
============== ============================== ==================================================================

The path of an action begins with the cards of the hand that it takes, as a hand does at the table; then comes what is
done with them: ``card:id ... defend location:id``, ``card:id support target ...``, ``card:id [card:id] sell``,
``card:id location``, ``card:id reserve``. Without a card of the hand it is ``end_turn``, ``buy number:2`` or
``kept:id`` (take it from the reserve). A target is ``location:id``, ``to:id``, ``unit:u17``, ``seat:1``, or ``pile:id``
for a card of the discard pile.

Cards are numbers of the card set, units numbers of ``state.Unit`` (with a ``u`` before them in a part).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...contract import Decision, Json, SeatNo
from ...errors import MalformedDecision
from .cards import CardSet
from .legal import ACTIONS
from .support import WORDS

KINDS: Final = ("act", "pass_cards", "take_from", "choose_target", "react", "casualties", "concede")
"""Every kind of decision; ``concede`` is legal at any time and never listed among the options."""

CODES: Final = {
    "game_over": "K20.4",
    "not_your_turn": "K6.5",
    "another_question": "K5.5",
    "already_conceded": "K23.2",
    "malformed": "K23.1",
    "not_in_hand": "K6.2",
    "not_location": "K8.1",
    "not_defender": "K9.1",
    "not_attacker": "K10.1",
    "not_support": "K11.1",
    "no_unit": "K10.1",
    "not_your_location": "K9.1",
    "same_name": "K9.2",
    "two_garrisons": "K9.3",
    "not_on_the_table": "K10.1",
    "own_location": "K10.3",
    "attacked_by_another": "K10.3",
    "not_allied": "K10.2",
    "no_siege_token": "K10.9",
    "order_of_hand": "K15.10",
    "three_cards": "K7.1",
    "too_few_to_pass": "K7.4",
    "must_act": "K19.5",
    "reaction_only": "K11.3",
    "no_effect": "K11.2",
    "bad_target": "K11.1",
    "too_few_shillings": "K13.1",
    "too_few_cards": "K13.2",
    "sell_one_or_two": "K14.1",
    "no_reserve_now": "K12.5",
    "reserve_full": "K12.1",
    "not_in_reserve": "K12.3",
    "pass_three": "K18.1",
    "no_shillings_there": "K5.4",
    "not_a_target": "K15.4",
    "no_reaction": "K16.6",
    "other_casualties": "K16.9",
}
"""Code of a refusal -> the rule that is cited. Data: ``card``, ``location`` (ids), ``seat``, and numbers by name."""

NOT_OFFERED: Final = {
    "pass_cards": "pass_three",
    "take_from": "no_shillings_there",
    "choose_target": "not_a_target",
    "react": "no_reaction",
    "casualties": "other_casualties",
}
"""Question -> the code for an answer that is not among the choices."""


def encode(cards: CardSet, decision: Decision) -> Json:
    """``{"kind": ..., ...}`` without the seat."""
    return {"kind": decision.kind, **_fields(cards, decision)}


def _fields(cards: CardSet, decision: Decision) -> dict[str, Any]:
    names, c = cards.cards, decision.choice
    match decision.kind:
        case "act":
            return {"action": c[0], **_action(cards, c)}
        case "pass_cards":
            return {"cards": [names[card].id for card in c]}
        case "take_from":
            return {"player": c[0]}
        case "choose_target":
            return {"unit": c[0]}
        case "react":
            return {"card": names[c[0]].id if c else None}
        case "casualties":
            return {"units": list(c)}
    return {}


def _action(cards: CardSet, c: tuple[Any, ...]) -> dict[str, Any]:
    names = cards.cards
    match c[0]:
        case "end_turn":
            return {}
        case "defend" | "attack":
            return {"location": names[c[1]].id, "cards": [names[card].id for card in c[2:]]}
        case "support":
            targets = [
                [{word: _name(cards, word, value)} for word, value in zip(WORDS[x.op], target, strict=False)]
                for x, target in zip(names[c[1]].effects, c[2], strict=True)
            ]
            return {"card": names[c[1]].id, "targets": targets}
        case "buy":
            return {"number": c[1]}
        case "sell":
            return {"cards": [names[card].id for card in c[1:]]}
    return {"card": names[c[1]].id}


def _name(cards: CardSet, word: str, value: int) -> int | str:
    return value if word in ("seat", "unit") else cards.cards[value].id


def parts(cards: CardSet, decision: Decision) -> tuple[str, ...]:
    """See ``Game.parts``. Casualties, which may be one or more, end with ``done``."""
    names, c = cards.cards, decision.choice
    match decision.kind:
        case "act":
            return _action_parts(cards, c)
        case "pass_cards":
            return tuple([f"card:{names[card].id}" for card in c])
        case "take_from":
            return (f"seat:{c[0]}",)
        case "choose_target":
            return (f"unit:u{c[0]}",)
        case "react":
            return (f"card:{names[c[0]].id}",) if c else ("pass",)
        case "casualties":
            return (*[f"unit:u{unit}" for unit in c], "done")
    return (decision.kind,)


def _action_parts(cards: CardSet, c: tuple[Any, ...]) -> tuple[str, ...]:
    names = cards.cards
    match c[0]:
        case "end_turn":
            return ("end_turn",)
        case "defend" | "attack":
            return (*[f"card:{names[card].id}" for card in c[2:]], c[0], f"location:{names[c[1]].id}")
        case "support":
            targets = [
                f"{_PART_OF.get(word, word)}:{'u' if word == 'unit' else ''}{_name(cards, word, value)}"
                for effect, target in zip(names[c[1]].effects, c[2], strict=True)
                for word, value in zip(WORDS[effect.op], target, strict=False)
            ]
            return (f"card:{names[c[1]].id}", "support", *targets)
        case "buy":
            return ("buy", f"number:{c[1]}")
        case "sell":
            return (*[f"card:{names[card].id}" for card in c[1:]], "sell")
        case "take":
            return (f"kept:{names[c[1]].id}",)
    return (f"card:{names[c[1]].id}", c[0])


_PART_OF: Final = {"card": "pile"}
"""A card that an effect aims at lies in the discard pile."""


def any_order(part: str) -> bool:
    """Cards of the hand, units, and players who pay may be named in any order."""
    return part.startswith(("card:", "unit:", "seat:"))


class Reader:
    """Reads the JSON of a decision. Raises MalformedDecision that names the field."""

    def __init__(self, cards: CardSet, data: Mapping[str, Any]) -> None:
        self._cards, self._data = cards, data
        self._ids = cards.ids

    def decision(self, seat: SeatNo) -> Decision:
        kind = self._word("kind", KINDS)
        known = {"kind", *(("action",) if kind == "act" else ())}
        choice = self._choice(kind)
        known |= _fields(self._cards, Decision(seat, kind, choice)).keys()
        for field in self._data:
            if field not in known:
                raise _malformed(field, self._data[field])
        return Decision(seat, kind, choice)

    def _choice(self, kind: str) -> tuple[Any, ...]:
        match kind:
            case "act":
                return self._action(self._word("action", ACTIONS))
            case "pass_cards":
                return self._some("cards")
            case "take_from":
                return (self._number("player"),)
            case "choose_target":
                return (self._number("unit"),)
            case "react":
                return () if "card" in self._data and self._data["card"] is None else (self._card("card"),)
            case "casualties":
                return tuple([self._of("units", unit) for unit in self._list("units")])
        return ()

    def _action(self, word: str) -> tuple[Any, ...]:
        match word:
            case "end_turn":
                return (word,)
            case "defend" | "attack":
                return (word, self._card("location"), *self._some("cards"))
            case "support":
                card = self._card("card")
                return (word, card, self._targets(card))
            case "buy":
                return (word, self._number("number"))
            case "sell":
                return (word, *self._some("cards"))
        return (word, self._card("card"))

    def _targets(self, card: int) -> tuple[tuple[int, ...], ...]:
        """One for each effect; a card without effects has none."""
        effects, given = self._cards.cards[card].effects, self._list("targets")
        if len(given) != len(effects):
            raise _malformed("targets", given)
        return tuple([self._target(WORDS.get(x.op, ()), target) for x, target in zip(effects, given, strict=True)])

    def _target(self, words: tuple[str, ...], given: Any) -> tuple[int, ...]:
        if not isinstance(given, list) or len(given) not in (0, len(words)):
            raise _malformed("targets", given)
        found = []
        for word, entry in zip(words, given, strict=False):
            if not isinstance(entry, dict) or list(entry) != [word]:
                raise _malformed("targets", entry)
            value = entry[word]
            known = type(value) is int if word in ("seat", "unit") else isinstance(value, str) and value in self._ids
            if not known:
                raise _malformed("targets", value)
            found.append(value if word in ("seat", "unit") else self._ids[value])
        return tuple(found)

    def _word(self, field: str, known: tuple[str, ...]) -> str:
        value = self._data.get(field)
        if not isinstance(value, str) or value not in known:
            raise _malformed(field, value)
        return value

    def _number(self, field: str) -> int:
        return self._of(field, self._data.get(field))

    def _of(self, field: str, value: Any) -> int:
        if type(value) is not int:
            raise _malformed(field, value)
        return value

    def _card(self, field: str) -> int:
        return self._id(field, self._data.get(field))

    def _id(self, field: str, value: Any) -> int:
        if not isinstance(value, str) or value not in self._ids:
            raise _malformed(field, value)
        return self._ids[value]

    def _list(self, field: str) -> list[Any]:
        value = self._data.get(field)
        if not isinstance(value, list):
            raise _malformed(field, value)
        return value

    def _some(self, field: str) -> tuple[int, ...]:
        return tuple([self._id(field, name) for name in self._list(field)])


def _malformed(field: str, value: Any) -> MalformedDecision:
    return MalformedDecision("malformed", CODES["malformed"], field=field, value=str(value)[:80])
