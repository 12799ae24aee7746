"""The card set compiled for play: flat tables and bit masks, made once.

``1 << card`` marks a card in a mask. Whatever could react, or is in force, is found by one ``and`` of a mask made
here with the masks that the state keeps (``State.active`` per Zone, ``State.held``), so nothing ever scans the
table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

from ...contract import UNKNOWN
from . import vocabulary as voc
from .cards import Ability, Card, CardSet
from .course import BASE, Course
from .readings import R2, Reading

ALPHABET: Final = " aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
"""Polish collation, a space before any letter (E3.6)."""


NO_BOUND: Final = 2**31


class Filter:
    """Which Units are meant (C1.29): ``printed`` masks those that qualify by what is printed on the card; ``symbol`` is
    an attribute of which the Unit must have a symbol, printed or token (NONE: any Unit), ``token`` demands any token.
    """

    __slots__ = ("printed", "symbol", "token")

    def __init__(self, words: Mapping[str, Any], cards: CardSet) -> None:
        self.symbol = voc.ATTRIBUTES.index(words["symbol"]) if "symbol" in words else voc.NONE
        self.token: bool = words.get("token", False)
        self.printed = sum(1 << unit for unit in cards.groups["unit"] if _qualifies(cards.printed[unit], words))


def _qualifies(card: Card, words: Mapping[str, Any]) -> bool:
    printed = {"type": card.type, "kind": card.kind, "ability": card.ability.kind}
    if any(words.get(word, value) != value for word, value in printed.items()):
        return False
    return card.ability.cost >= int(words.get("min_cost", 0))


def make_filter(words: Mapping[str, Any] | None, cards: CardSet) -> Filter | None:
    """A filter as written in the card file, ready for play."""
    return None if words is None else Filter(words, cards)


BY_POSITION: Final = ("highest_court", "lowest_court")


class Op:
    """One effect of a compiled ability. Fields that its primitive does not have are empty."""

    __slots__ = (
        "amount", "attribute", "choices", "filter", "kinds", "minimum", "mode", "must_differ", "name", "other",
        "params", "player", "savable", "sets", "source", "target", "to", "what", "who", "winner", "zone",
    )  # fmt: skip

    def __init__(self, name: str, params: Mapping[str, Any]) -> None:
        self.name = name
        self.params = params
        attribute = params.get("attribute", "")
        self.attribute: int = voc.ATTRIBUTES.index(attribute) if attribute in voc.ATTRIBUTES else voc.NONE
        """NONE: to be chosen."""
        self.target: str = params.get("target") or params.get("a") or params.get("from") or ""
        self.other: str = params.get("b") or ""
        self.to: str = params.get("to") or ""
        self.source: int = voc.NONE
        self.player: str = params.get("player") or ""
        self.amount: int = params.get("amount", params.get("count", params.get("set", params.get("add", 0))))
        self.sets: bool = "set" in params
        self.minimum: int = params.get("minimum", -99)
        self.what: str = params.get("what") or params.get("action") or ""
        self.who: str = params.get("who") or "all"
        self.mode: str = params.get("mode") or ""
        self.zone: str = params.get("zone") or "this"
        self.winner: str = params.get("winner") or ""
        self.savable: bool = params.get("savable", True)
        self.must_differ: bool = params.get("must_differ", False)
        self.filter: Filter | None = None
        self.kinds: tuple[str, ...] = tuple(params.get("kinds", ("mission", "influence", "privilege")))
        self.choices: tuple[int, ...] = tuple(voc.ATTRIBUTES.index(a) for a in params.get("choices", voc.ATTRIBUTES))
        if name == "count_as":
            self.source = voc.ATTRIBUTES.index(params["from"])
            self.target, self.attribute = params["target"], voc.ATTRIBUTES.index(params["to"])
        elif name == "protect":
            self.target = params["target"]
        elif name == "forbid":
            self.target = "all" if self.who == "all" else "own"


class Compiled:
    """An ability ready for play."""

    __slots__ = (
        "attributes", "by_opponent", "condition", "cost", "everywhere", "filter", "instant", "needs_actor", "ops",
        "optional", "per_game", "per_round", "places", "rank", "removes_self", "trigger", "unconditional", "who",
        "zone",
    )  # fmt: skip

    def __init__(self, ability: Ability, rank: int) -> None:
        self.rank = rank
        self.trigger = ability.trigger
        self.instant = ability.kind == "instant"
        self.cost = ability.cost
        self.removes_self = ability.extra_cost == "remove_self"
        self.optional = ability.optional
        self.per_round = ability.frequency == "once_per_round"
        self.per_game = ability.frequency == "once_per_game"
        self.who = ability.who
        self.by_opponent = ability.by == "opponent"
        self.attributes = ability.attributes or (0, 1, 2, 3)
        self.filter: Filter | None = None
        self.condition = ability.condition
        self.unconditional = not (self.per_round or self.per_game or self.condition or self.removes_self)
        self.unconditional = self.unconditional and self.trigger != "on_save_decision"
        """Whether nothing but its cost can keep it from being used."""
        self.everywhere = ability.zone == "any"
        self.zone = voc.NONE if ability.zone in ("this", "any") else voc.ZONES.index(ability.zone)
        self.ops = tuple(op for effect in ability.effects for op in _single(effect.op, effect.params))
        self.places = any(op.name == "place" for op in self.ops)
        """Whether it lays Units of the hand on the table."""
        self.needs_actor = ability.optional or ability.cost > 0 or any(op.winner not in BY_POSITION for op in self.ops)
        """Whether a Mission or Influence leaves anything to a player, beside naming the winner of a tie itself."""


def _single(name: str, params: Mapping[str, Any]) -> list[Op]:
    """An effect on several tokens or cards becomes that many effects in a row, on the same Unit (C1.61)."""
    count = params.get("count", 1)
    if name not in ("attach", "detach", "recover_from_discard") or count < 2:
        return [Op(name, params)]
    first = {**params, "count": 1}
    fixed = params.get("target") in ("this", "subject", "same", None)
    return [Op(name, first)] + [Op(name, first if fixed else {**first, "target": "same"})] * (count - 1)


class Tables:
    """Everything that play must look up about cards, by card id.

    ``listens[trigger]`` masks the cards that react to it, ``statics[key]`` those in force all the time: the key is
    the primitive (``add_symbols``), with its mode or number (``confrontation:first``, ``modify:zone_limit``), or
    ``ban:`` and the barred action.
    ``listens_to_wins`` masks, by attribute and Zone, the cards that react to a win in any way.
    ``wide`` masks the cards whose ability works beyond their own Zone (C1.5).
    """

    __slots__ = (
        "abilities", "all_units", "assigning", "bans_assigning", "basic", "basics", "bounded", "by_name", "cards",
        "changes_assigning", "counting", "course", "ends_turns", "groups", "instant_costs", "kinds", "laid", "limits",
        "listens", "listens_to_wins", "most_rounds", "most_uses", "names", "plans_zones", "power_is_extra",
        "privileges", "ranks", "reading", "skips_power", "statics", "symbols", "titles", "types", "units", "wide",
    )  # fmt: skip

    def __init__(self, cards: CardSet, course: Course = BASE, reading: Reading = R2) -> None:
        self.course = course
        self.reading = reading
        self.cards = cards
        self.names = cards.names
        self.bounded = cards.bounded
        self.most_uses = voc.MAX_USES if cards.bounded else NO_BOUND
        self.most_rounds = voc.MAX_ROUNDS if cards.bounded else NO_BOUND
        self.units = len(cards.groups["unit"])
        printed = cards.printed
        ranks = [voc.RANKS.get(card.group, voc.RULES_RANK) for card in printed]
        ready = {card.id: Compiled(card.ability, voc.RANKS.get(card.group, voc.RULES_RANK)) for card in cards.cards}
        for card in cards.cards:
            ability = ready[card.id]
            ability.filter = make_filter(card.ability.filter, cards)
            ability.unconditional = ability.unconditional and ability.filter is None
            for op in ability.ops:
                op.filter = make_filter(op.params.get("filter"), cards)
        self.abilities: Final = tuple(ready[card.id] for card in printed)
        self.ranks: Final = tuple(ranks)
        self.symbols: Final = tuple(n for card in printed for n in card.symbols)
        self.titles: Final = tuple(len(card.titles) for card in printed)
        self.basic: Final = tuple(card.kind == "basic" for card in printed)
        self.types: Final = tuple(card.type for card in printed)
        self.kinds: Final = tuple(card.kind for card in printed)
        self.groups: Final = tuple(card.group for card in printed)
        self.basics: Final = tuple(cards.basics(seat) for seat in range(4))
        self.laid = tuple(n for n, card in enumerate(printed) if card.group not in voc.GROUPS)
        """Cards of expansions that belong to nobody: they change the plain rules, and rank with them (E16.2)."""
        self.privileges = sum(1 << card for card in cards.groups["privilege"])
        self.by_name: Final = tuple(polish_key(card.name_pl) if card.group == "unit" else () for card in printed)
        self.listens: dict[str, list[int]] = {trigger: [0, 0, 0, 0] for trigger in voc.TRIGGERS}
        self.statics: defaultdict[str, Static] = defaultdict(Static)
        self.all_units = (1 << self.units) - 1
        self.assigning = {full: self._assigning(full) for full in product((False, True), repeat=len(voc.ZONES))}
        """Which Zones are full -> by Unit, the choices to assign it to one of the others. The last entry is that of
        UNKNOWN, -1: a hand that is not known."""
        self.wide = 0
        self.listens_to_wins: Final = [[0, 0, 0, 0] for _ in voc.ATTRIBUTES]
        for number, compiled in enumerate(self.abilities):
            self._index(number, compiled, printed[number].ability.zone)
        of_power = {
            op.mode
            for ability in ready.values()
            for op in ability.ops
            if op.name == "confrontation" and voc.POWER in (op.attribute, *_chosen_among(op))
        }
        self.power_is_extra = "extra" in of_power
        """Whether a card can be acquired before the confrontation phase (E8.16)."""
        self.skips_power = "skip" in of_power
        """Whether a card can stay on its board beyond its round, because nobody could acquire it (E9.19)."""
        self.bans_assigning = self.statics["ban:assign"].reach[voc.NONE]
        self.counting = tuple(self._counting(attribute) for attribute in range(4))
        self.ends_turns = self.listens["own_assignment_turn_end"][voc.NONE]
        self.instant_costs = self.statics["modify:instant_cost"].reach[voc.NONE]
        self.limits = self.statics["modify:zone_limit"].reach
        self.changes_assigning = self.bans_assigning | self.limits[voc.NONE]
        self.plans_zones = [
            first | skip
            for first, skip in zip(
                self.statics["confrontation:first"].reach, self.statics["confrontation:skip"].reach, strict=True
            )
        ]

    def _assigning(self, full: Sequence[bool]) -> list[tuple[tuple[int, int], ...]]:
        zones = [zone for zone, is_full in enumerate(full) if not is_full]
        return [tuple((unit, zone) for zone in zones) for unit in (*range(self.units), UNKNOWN)]

    def _counting(self, attribute: int) -> list[int]:
        """Per Zone a mask of the cards that can change how many symbols of this attribute a Unit has (E8.5)."""
        added, also = self.statics["add_symbols"], self.statics["count_as"]
        ends_here = {c for c, ops in also.ops.items() if any(op.attribute == attribute for op in ops)}
        ends_here |= {c for c, ops in added.ops.items() if any(op.attribute == attribute for op in ops)}
        here = sum(1 << card for card in ends_here)
        return [(x | y) & here for x, y in zip(added.reach, also.reach, strict=True)]

    def _index(self, card: int, ability: Compiled, zone: str) -> None:
        bit = 1 << card
        if zone != "this" and ability.rank != voc.PRIVILEGE_RANK:
            self.wide |= bit
        zones = _reach(ability)
        if ability.trigger != "static":
            for z in zones:
                self.listens[ability.trigger][z] |= bit
            if ability.trigger in voc.WIN_TRIGGERS:
                for attribute, z in product(ability.attributes, zones):
                    self.listens_to_wins[attribute][z] |= bit
            return
        for op in ability.ops:
            for key in static_keys(op):
                static = self.statics[key]
                for z in zones:
                    static.reach[z] |= bit
                static.ops[card] = (*static.ops.get(card, ()), op)


def _chosen_among(op: Op) -> tuple[int, ...]:
    return op.choices if op.attribute == voc.NONE else ()


class TablesByRuleset(dict[str, Tables]):
    """The tables of each ruleset, made on first use."""

    def __init__(self, make: Callable[[str], Tables]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, ruleset: str) -> Tables:
        made = self[ruleset] = self._make(ruleset)
        return made


class Static:
    """The static effects under one key: the Zones in which each card can matter (a mask for each Zone, one for all),
    and its effects.
    """

    __slots__ = ("ops", "reach")

    def __init__(self) -> None:
        self.reach = [0, 0, 0, 0]
        self.ops: dict[int, tuple[Op, ...]] = {}


def _reach(ability: Compiled) -> tuple[int, ...]:
    """The Zones in which an ability can matter, and NONE for "in all" (E15.1, C1.5)."""
    if ability.zone != voc.NONE:
        return (ability.zone, voc.NONE)
    if ability.condition is not None and "zone" in ability.condition:  # nothing elsewhere (C1.30)
        return (voc.ZONES.index(ability.condition["zone"]), voc.NONE)
    if ability.rank == voc.MISSION_RANK and not ability.everywhere:
        return (voc.MISSIONS, voc.NONE)
    if ability.rank == voc.INFLUENCE_RANK and not ability.everywhere:
        return (voc.INFLUENCES, voc.NONE)
    return (voc.MISSIONS, voc.INFLUENCES, voc.COURT, voc.NONE)


def static_keys(op: Op) -> tuple[str, ...]:
    """The keys under which a static effect is found."""
    match op.name:
        case "protect":
            return tuple(f"ban:{action}" for action in op.params["from"])
        case "forbid":
            return (f"ban:{op.what}",)
        case "modify":
            return (f"modify:{op.what}",)
        case "confrontation":
            return (f"confrontation:{op.mode}",)
        case name:
            return (name,)


def polish_key(name: str) -> tuple[int, ...]:
    """Sorts names as a Polish dictionary does, ignoring case (E3.6)."""
    return tuple(
        ALPHABET.find(letter) if letter in ALPHABET else len(ALPHABET) + ord(letter) for letter in name.lower()
    )
