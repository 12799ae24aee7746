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

from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any, Final

from ...contract import Decision, Json
from ...kit.choices import NOTHING, AnyShape, Choices, OwnShape, Shape, Unreadable, entry
from ...kit.fields import Among, GivenCard, Own
from ...kit.notation import TYPED, UNREADABLE, Notation, Pair, many, word
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
    "all_seen_there": "K11.2",
    "of_others_only": "K11.1",
    "no_fortification_there": "K11.1",
    "no_attack_there": "K11.1",
    "between_others": "K11.6",
    "not_empty_there": "K11.1",
    "of_a_third_player": "K11.1",
    "attacks_another": "K11.1",
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


GivenCards = Annotated[Any, Own("cards")]
OF_CARD: Final = Shape({"card": GivenCard})
WITH_CARDS: Final = Shape({"location": GivenCard}, rest=("cards", GivenCards))


def choices_of(cards: CardSet) -> Choices:
    """Writers and readers for one card set."""
    actions: dict[str, AnyShape] = {
        **dict.fromkeys(ACTIONS, OF_CARD),
        "end_turn": NOTHING,
        "defend": WITH_CARDS,
        "attack": WITH_CARDS,
        "support": Support(cards).shape,
        "buy": Shape({"number": int}),
        "sell": Shape(rest=("cards", GivenCards)),
    }
    shapes: dict[str, AnyShape] = {
        "act": Shape({"action": Annotated[str, Among(ACTIONS)]}, by=actions),
        "pass_cards": Shape(rest=("cards", GivenCards)),
        "take_from": Shape({"player": int}),
        "choose_target": Shape({"unit": int}),
        "react": Shape({"card": GivenCard}, empty={"card": None}),
        "casualties": Shape(rest=("units", Annotated[Any, Own("units")])),
        "concede": NOTHING,
    }
    names = [card.id for card in cards.cards]
    own = {"cards": _list("cards", word(names)), "units": _list("units", TYPED[int])}
    return Choices(Notation({}, names, own), shapes, CODES["malformed"], exact=True)


def _list(field: str, one: Pair) -> Pair:
    """Reads and writes a list; a refusal shows the entry that cannot be read."""
    write, read = one

    def read_one(value: Any) -> Any:
        try:
            return read(value)
        except UNREADABLE as error:
            raise Unreadable(field, value) from error

    return many((write, read_one))


class Support:
    """``(card, targets)``: a target for each effect of the card, in the words of the effect."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        card = word([one.id for one in cards.cards])
        self._card = card
        self._entries: Mapping[str, Pair] = defaultdict(lambda: card, seat=TYPED[int], unit=TYPED[int])
        self.shape = OwnShape(self._write, self._read)

    def _words(self, card: int) -> list[tuple[str, ...]]:
        return [WORDS.get(effect.op, ()) for effect in self._cards.cards[card].effects]

    def _write(self, choice: tuple[Any, ...]) -> Json:
        card, targets = choice
        written = [
            [{word: self._entries[word][0](value)} for word, value in zip(words, target, strict=False)]
            for words, target in zip(self._words(card), targets, strict=True)
        ]
        return {"card": self._card[0](card), "targets": written}

    def _read(self, data: Json) -> tuple[Any, ...]:
        card = entry(data, "card", self._card)
        words, given = self._words(card), data.get("targets")
        if not isinstance(given, list) or len(given) != len(words):
            raise Unreadable("targets", given)
        return card, tuple([self._target(*both) for both in zip(words, given, strict=True)])

    def _target(self, words: tuple[str, ...], given: Any) -> tuple[int, ...]:
        if not isinstance(given, list) or len(given) not in (0, len(words)):
            raise Unreadable("targets", given)
        found = []
        for name, one in zip(words, given, strict=False):
            if not isinstance(one, dict) or list(one) != [name]:
                raise Unreadable("targets", one)
            try:
                found.append(self._entries[name][1](one[name]))
            except UNREADABLE as error:
                raise Unreadable("targets", one[name]) from error
        return tuple(found)


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
                _target_part(cards, word, value)
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


def _target_part(cards: CardSet, word: str, value: int) -> str:
    if word in ("seat", "unit"):
        return f"{word}:{'u' if word == 'unit' else ''}{value}"
    return f"{_PART_OF.get(word, word)}:{cards.cards[value].id}"


_PART_OF: Final = {"card": "pile"}
"""A card that an effect aims at lies in the discard pile."""


def any_order(part: str) -> bool:
    """Cards of the hand, units, and players who pay may be named in any order."""
    return part.startswith(("card:", "unit:", "seat:"))
