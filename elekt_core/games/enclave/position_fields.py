"""The fields for setting up a position of Enclave by hand (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from ...kit.positions import Cards, Choice, Field, Flag, Number, PositionFields, Section, Values, Words
from . import events as e
from .cards import ACTIONS, BOARD, CARDS, DECKS, ITEMS, LOCATIONS, PRINTED, SLOTS, TREE, Card
from .position import NUMBERED, PLACES, RESTS
from .position_words import TEXTS
from .words.phrases_en import ENGLISH
from .words.phrases_pl import POLISH

SEATS: Final = "seats"
HAND: Final = "hand"
UPGRADES: Final = "upgrades"
NUMBERS: Final = ("physical", "psychic", "money", "knowledge", "points", "tree_tokens")
TOKENS: Final = ("preparation", "synchron", "extra")
FLAGS: Final = ("removal", "tyllo", "conceded")


class EnclavePositions(PositionFields):
    ignores = frozenset(("turn_order", "tree", *(f"tree_{level}" for level in NUMBERED)))

    def empty(self, seats: int) -> dict[str, Any]:
        hands = [[_id(CARDS.names[card]) for card in CARDS.starters[seat]] for seat in range(seats)]
        return {"turn": 1, "phase": "planning", "players": [{"hand": hand} for hand in hands]}

    def card_of(self, entry: str) -> str:
        return _id(entry)

    def copies(self, card: str) -> int:
        return sum(_id(name) == card for name in CARDS.names)

    def offers(self, seats: int, language: str) -> Mapping[str, Sequence[tuple[str, Values]]]:
        names = (POLISH if language == "pl" else ENGLISH).deck_names
        return {
            SEATS: [("", _players(seats, language))],
            HAND: [(names[word], _named(deck, ITEMS, language)) for deck, word in enumerate(DECKS)],
            UPGRADES: [(names[word], _named(deck, SLOTS, language)) for deck, word in enumerate(DECKS)],
            **{word: [(names[word], _named(deck, (), language))] for deck, word in enumerate(DECKS)},
        }

    def sections(self, seats: int, language: str) -> Sequence[Section]:
        says, phrases = TEXTS[language], POLISH if language == "pl" else ENGLISH
        who = _players(seats, language)
        levels = tuple(says["level"].format(n=number) for number in NUMBERED)
        orders: Values = tuple((list(some), _listed(some)) for some in permutations(range(seats)))
        phases: Values = tuple((word, phrases.phases[word]) for word in e.PHASES)
        rests: Values = tuple((word, says[f"rest_{word}"]) for word in RESTS)
        moment = (
            Number("turn", says["turn"], "1"),
            Choice("phase", says["phase"], phrases.phases["planning"], phases),
            Number("round", says["round"], "1"),
            Choice("order", says["order"], _listed(range(seats)), orders),
            Choice("next_order", says["next_order"], says["the_same"], orders),
            *(
                Number(f"initiative.{word}", says["initiative"].format(place=phrases.locations[word]), str(n))
                for n, word in enumerate(LOCATIONS, 1)
            ),
        )
        where = (*(phrases.locations[word] for word in LOCATIONS), *levels)
        markers = (
            Cards(f"markers.{word}", label, says["nobody"], SEATS) for word, label in zip(PLACES, where, strict=True)
        )
        rows = (
            Cards(f"rows.{word}", _capital(phrases.deck_names[word]), says["full"], word, filled=True)
            for word in DECKS[:3]
        )
        piles = [
            Cards(f"{place}.{word}", says[place].format(deck=phrases.deck_names[word]), says["nothing"], word)
            for word in DECKS
            for place in ("piles", "discards")
        ]
        rest = (
            Choice(f"rest.{word}", says["rest"].format(deck=phrases.deck_names[word]), says["rest_pile"], rests)
            for word in DECKS
        )
        return (
            Section("moment", says["moment"], moment),
            *(Section(f"players.{n}", "", _player(f"players.{n}.", says, language), n) for n in range(seats)),
            Section("markers", says["markers"], tuple(markers), folded=True),
            Section("rows", says["rows"], tuple(rows), folded=True),
            Section("tree", says["tree"], _tree(seats, who, says, levels, language), folded=True),
            Section("piles", says["all_piles"], (*rest, *piles), folded=True),
        )


def _player(base: str, says: Mapping[str, str], language: str) -> tuple[Field, ...]:
    phrases = POLISH if language == "pl" else ENGLISH
    when: Values = (("now", says["now"]), ("next", says["next"]))
    actions: Values = tuple((word, phrases.locations[word]) for word in ACTIONS)
    return (
        *(Number(f"{base}{key}", says[key], "0") for key in NUMBERS),
        *(Choice(f"{base}{key}", says[key], says["no_token"], when) for key in TOKENS),
        *(Flag(f"{base}{key}", says[key]) for key in FLAGS),
        Words(f"{base}played", says["played"], "", actions),
        Cards(f"{base}hand", says["hand"], says["starters"], HAND, filled=True),
        Cards(f"{base}upgrades", says["upgrades"], says["nothing"], UPGRADES),
    )


def _tree(seats: int, who: Values, says: Mapping[str, str], levels: Sequence[str], language: str) -> tuple[Field, ...]:
    fields: list[Field] = []
    for level, (word, name) in enumerate(zip(NUMBERED, levels, strict=True), 1):
        cards = [card for card in CARDS.groups[TREE] if PRINTED[card].level == level]
        there: Values = tuple((CARDS.names[card], PRINTED[card].names[language]) for card in cards)
        usual = PRINTED[CARDS.ids[BOARD.first_game[level - 1]]].names[language]
        fields += [
            Choice(f"tree.{word}", name, usual, there),
            Number(f"limits.{word}", says["limit"].format(level=name), str(BOARD.start_limit[seats])),
            Choice(f"owners.{word}", says["owner"].format(level=name), says["nobody"], who),
        ]
    return tuple(fields)


def _named(deck: int, kinds: Sequence[str], language: str) -> Values:
    """The cards of a deck, each once; only those of certain kinds, if any are named."""
    found: dict[str, Card] = {}
    for card in CARDS.groups[deck]:
        if not kinds or PRINTED[card].kind in kinds:
            found.setdefault(PRINTED[card].id, PRINTED[card])
    return tuple((id_, card.names[language]) for id_, card in found.items())


def _players(seats: int, language: str) -> Values:
    return tuple((seat, TEXTS[language]["player"].format(n=seat + 1)) for seat in range(seats))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _id(name: str) -> str:
    return name.partition(".")[0]
