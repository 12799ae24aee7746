"""The card set and the board's values: read once from ``cards.toml``, checked, and laid out for quick look-ups.

A physical card is a small integer, the same in every game: its place in ``CardSet.names``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ...errors import BadCards

CARD_FILE: Final = Path(__file__).with_name("cards.toml")

DECKS: Final = ("office", "knife_square", "mission", "trap", "prize")
"""The five decks with a pile and a discard pile (Z21.1)."""
OFFICE, KNIFE_SQUARE, MISSION, TRAP, PRIZE = range(5)
TREE: Final = 5
"""Tree cards: the sixth group, without a pile."""
GROUPS: Final = (*DECKS, "tree")

LOCATIONS: Final = ("shepherd", "oracle", "office", "knife_square", "enclave")
"""Z7.1, in the order of the rules and of the action cards."""
ACTIONS: Final = (*LOCATIONS, "tree")
COLOURS: Final = ("red", "blue", "green", "yellow")

ITEMS: Final = ("protective", "healing")
SLOTS: Final = ("prospector_upgrade", "machine_upgrade")
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "office": ("healing", "prospector_upgrade"),
    "knife_square": ("protective", *SLOTS),
    "prize": ("knowledge", *ITEMS, *SLOTS),
}
"""Z12.1, Z15.8: what a deck may hold."""
REWARDS: Final = ("gain_knowledge", "gain_money", "gain_tree_token", "draw_prize", "oracle_peek")
"""Z15.2: rewards are taken in this order."""

Pair = tuple[int, int]
"""Physical, psychic."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card. ``value`` is the cost of a market card, the sale price of a prize."""

    id: str
    names: Mapping[str, str]
    deck: int
    kind: str = ""
    value: int = 0
    protect: Pair = (0, 0)
    heal: Pair = (0, 0)
    damage: Pair = (0, 0)
    upgrade: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Maximum physical, maximum psychic, sesame, sarcophagus (Z4.1)."""
    knowledge: int = 0
    traps: int = 0
    fixed: Pair = (0, 0)
    rewards: tuple[tuple[str, int], ...] = ()
    level: int = 0
    effect: Mapping[str, Any] = field(default_factory=dict)
    """The one effect of a Tree card."""

    @property
    def slot(self) -> int:
        """0 for a prospector upgrade, 1 for a machine upgrade, -1 for anything else."""
        return SLOTS.index(self.kind) if self.kind in SLOTS else -1


@dataclass(frozen=True, slots=True)
class Board:
    """Values that are printed on the board and on tokens."""

    turns: int
    market_row: Mapping[int, int]
    mission_row: Mapping[int, int]
    start_limit: Mapping[int, int]
    first_game: tuple[str, ...]
    money_by_place: tuple[int, ...]
    money_auction: int
    lowest: int
    highest: int
    critical: Mapping[int, int]
    super: Mapping[int, int]
    sesame_most: int
    sarcophagus_start: int
    sarcophagus_most: int
    slots: tuple[int, int]
    shepherd: tuple[Pair, ...]
    """Knowledge, money by place."""
    oracle: int
    consolation: int
    preparation: Pair
    reshuffle_below: int
    tokens_to_win: int
    tree_tokens: int
    sole: int
    tied: int


@dataclass(frozen=True, slots=True)
class CardSet:
    """All cards: ``names[card]`` (``id.copy``, or the id of a single copy), ``printed[card]``, ``groups[deck]``."""

    board: Board
    names: tuple[str, ...]
    printed: tuple[Card, ...]
    groups: tuple[tuple[int, ...], ...]
    starters: tuple[tuple[int, ...], ...]
    """By colour (Z5.6)."""
    not_with_two: tuple[int, ...]
    """Z5.9."""
    pinned: str
    ids: Mapping[str, int]


def parse_cards(text: str) -> CardSet:
    """Raises BadCards that names the table and the key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCards("bad_toml", found=str(error)) from error
    try:
        return _card_set(data, sha256(text.encode()).hexdigest())
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadCards("bad_card_file", found=repr(error)) from error


def _card_set(data: Mapping[str, Any], pinned: str) -> CardSet:
    for table, total in data["totals"].items():
        if (found := sum(row["count"] for row in data[table])) != total:
            raise BadCards("bad_total", where=table, expected=total, found=found)
    names: list[str] = []
    printed: list[Card] = []
    groups: list[list[int]] = [[] for _ in GROUPS]
    starters: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    not_with_two: list[int] = []
    for deck, table in enumerate(GROUPS):
        for row in data[table]:
            card, count = _card(deck, row), row["count"]
            first = len(names)
            names += [row["id"]] if count == 1 else [f"{row['id']}.{copy + 1}" for copy in range(count)]
            printed += [card] * count
            groups[deck] += range(first, first + count)
            if row.get("starter"):
                for copy, colour in enumerate(row["colours"]):
                    starters[colour].append(first + copy)
            not_with_two += range(first, first + row.get("removed_with_two", 0))
    ids = {name: number for number, name in enumerate(names)}
    if len(ids) != len(names) or len({row["id"] for t in GROUPS for row in data[t]}) != sum(
        len(data[t]) for t in GROUPS
    ):
        raise BadCards("double_id")
    if sorted(card.level for card in printed if card.deck == TREE) != [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]:
        raise BadCards("bad_levels", where="tree")
    return CardSet(
        _board(data),
        tuple(names),
        tuple(printed),
        tuple(map(tuple, groups)),
        tuple(tuple(starters[colour]) for colour in COLOURS),
        tuple(not_with_two),
        pinned,
        ids,
    )


def _pair(data: Mapping[str, int]) -> Pair:
    return data.get("physical", 0), data.get("psychic", 0)


def _card(deck: int, row: Mapping[str, Any]) -> Card:
    table, kind = GROUPS[deck], row.get("kind", "")
    if kind not in KINDS.get(table, ("",)):
        raise BadCards("bad_kind", where=row["id"], found=kind)
    effects = {effect["op"]: effect for effect in row.get("effects", ())}
    if len(effects) > 1 or (not effects and table != "mission"):
        raise BadCards("bad_effects", where=row["id"])
    boarding = effects.get("boarding", row)
    upgrade = effects.get("upgrade", {})
    return Card(
        id=row["id"],
        names={"en": row["name_en"], "pl": row["name_pl"]},
        deck=deck,
        kind=kind,
        value=_natural(row.get("cost", row.get("sale_price", 0)), row["id"]),
        protect=_pair(effects.get("protect", {})),
        heal=_pair(effects.get("heal", {})),
        damage=_pair(effects.get("damage", {})),
        upgrade=(*_pair(upgrade), upgrade.get("sesame", 0), upgrade.get("sarcophagus", 0)),
        knowledge=effects.get("gain_knowledge", {}).get("amount", 0),
        traps=boarding.get("traps", 0),
        fixed=_pair(boarding.get("fixed", {})),
        rewards=_rewards(boarding.get("rewards", ()), row["id"]),
        level=row.get("level", 0),
        effect=next(iter(effects.values())) if table == "tree" else {},
    )


def _natural(value: Any, where: str) -> int:
    if type(value) is not int or value < 0:
        raise BadCards("bad_number", where=where, found=value)
    return value


def _rewards(rewards: Sequence[Mapping[str, Any]], where: str) -> tuple[tuple[str, int], ...]:
    """In the order of Z15.2."""
    if unknown := [reward["op"] for reward in rewards if reward["op"] not in REWARDS]:
        raise BadCards("bad_reward", where=where, found=unknown[0])
    found = [(reward["op"], _natural(reward["amount"], where)) for reward in rewards]
    return tuple(sorted(found, key=lambda reward: REWARDS.index(reward[0])))


def _by_number(table: Mapping[str, int]) -> dict[int, int]:
    return {int(key): value for key, value in table.items()}


def _board(data: Mapping[str, Any]) -> Board:
    b, track = data["board"], data["board"]["condition_track"]
    places = b["shepherd"]["effects"][0]["places"]
    return Board(
        turns=data["meta"]["turns"],
        market_row=_by_number(b["rows"]["market"]),
        mission_row=_by_number(b["rows"]["mission"]),
        start_limit=_by_number(b["tree"]["start_limit"]),
        first_game=tuple(b["tree"]["first_game_cards"]),
        money_by_place=tuple(b["money"]["start_random_order"]),
        money_auction=b["money"]["start_auction"],
        lowest=track["min"],
        highest=track["max"],
        critical=_by_number(track["critical"]),
        super=_by_number(track["super"]),
        sesame_most=b["sesame"]["max"],
        sarcophagus_start=b["sarcophagus"]["start"],
        sarcophagus_most=b["sarcophagus"]["max"],
        slots=(b["slots"]["prospector_upgrade"], b["slots"]["machine_upgrade"]),
        shepherd=tuple((place.get("gain_knowledge", 0), place.get("gain_money", 0)) for place in places),
        oracle=b["oracle"]["effects"][0]["amount"],
        consolation=b["boarding"]["failure_effects"][0]["amount"],
        preparation=_pair(b["preparation_token"]["effects"][0]),
        reshuffle_below=b["piles"]["reshuffle_below"],
        tokens_to_win=b["game_end"]["tree_tokens_to_win"],
        tree_tokens=data["tokens"]["tree"],
        sole=b["game_end"]["category_points_sole"],
        tied=b["game_end"]["category_points_tied"],
    )


CARDS: Final = parse_cards(CARD_FILE.read_text(encoding="utf-8"))
"""The one card set there is."""
BOARD: Final = CARDS.board
PRINTED: Final = CARDS.printed
OF_KIND: Final = {kind: frozenset(n for n, card in enumerate(PRINTED) if card.kind == kind) for kind in ITEMS}
"""The cards that are items of each kind."""
