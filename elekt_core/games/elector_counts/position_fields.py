"""The fields for setting up a position of Elector Counts by hand (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...kit.positions import Cards, Choice, Field, Flag, Number, PositionFields, Section, Values
from .cards import ATTACKER, DEFENDER, LOCATION, START, SUPPORT, CardSet
from .position import REST
from .words.card_text import STARTING, TYPE_LINES, name_of

ANY: Final = "any"
TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "moment": "Turn", "piles": "Piles", "player": "Player {n}",
        "turn": "Whose turn", "under_way": "the turn has already begun: nothing is checked or drawn first",
        "end_card_revealed": "the card “End of the Game” was drawn", "end_phase": "the End phase has begun",
        "start": "Starting location", "start_usual": "the next one left", "shillings": "Shillings",
        "hand": "Hand", "reserve": "Reserve", "support": "Support in play", "locations": "Locations",
        "locations_usual": "only the starting location", "defenders": "Defenders", "attackers": "Attackers",
        "by": "Attack by", "fortification": "fortified",
        "face_up": "the attackers lie face up",
        "deck": "Reinforcements, the top card first", "discard": "Discard pile, the top card first",
        "nothing": "none", "rest": "All other cards", "rest_deck": "are shuffled under the Reinforcements",
        "rest_box": "are out of the game",
    },
    "pl": {
        "moment": "Tura", "piles": "Stosy", "player": "Gracz {n}",
        "turn": "Czyja tura", "under_way": "tura już trwa: niczego się przed nią nie sprawdza ani nie dobiera",
        "end_card_revealed": "karta „Koniec gry” została dobrana", "end_phase": "zaczęła się faza „Końca Gry”",
        "start": "Lokacja Startowa", "start_usual": "następna z pozostałych", "shillings": "Szylingi",
        "hand": "Ręka", "reserve": "Rezerwa", "support": "Wsparcie w grze", "locations": "Lokacje",
        "locations_usual": "tylko Lokacja Startowa", "defenders": "Obrońcy", "attackers": "Atakujący",
        "by": "Czyj atak", "fortification": "ufortyfikowana",
        "face_up": "Atakujący leżą odkryci",
        "deck": "Posiłki, od wierzchniej karty", "discard": "Stos kart odrzuconych, od wierzchniej karty",
        "nothing": "brak", "rest": "Wszystkie inne karty", "rest_deck": "są wtasowane pod Posiłki",
        "rest_box": "są poza grą",
    },
}  # fmt: skip


class CountsPositions(PositionFields):
    entry = "location"

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._copies = {card.id: card.count for card in cards.cards}

    def empty(self, seats: int) -> dict[str, Any]:
        return {"turn": 0, "players": [{"hand": []} for _ in range(seats)]}

    def copies(self, card: str) -> int:
        return self._copies.get(card, 0)

    def offers(self, seats: int, language: str) -> Mapping[str, Sequence[tuple[str, Values]]]:
        names = {**TYPE_LINES[language], START: STARTING[language]}
        groups = {kind: (names[kind], self._named(kind, language)) for kind in names}
        return {
            ANY: [groups[kind] for kind in (ATTACKER, DEFENDER, SUPPORT, LOCATION)],
            LOCATION: [groups[LOCATION], groups[START]],
            **{kind: [groups[kind]] for kind in (ATTACKER, DEFENDER, SUPPORT)},
        }

    def _named(self, kind: str, language: str) -> Values:
        cards = [self._cards.cards[number] for number in self._cards.numbers(kind)]
        return tuple((card.id, name_of(card, language)) for card in cards)

    def sections(self, seats: int, language: str) -> Sequence[Section]:
        says = TEXTS[language]
        who: Values = tuple((seat, says["player"].format(n=seat + 1)) for seat in range(seats))
        moment = (
            Choice("turn", says["turn"], who[0][1], who),
            *(Flag(key, says[key]) for key in ("under_way", "end_card_revealed", "end_phase")),
        )
        rest: Values = tuple((word, says[f"rest_{word}"]) for word in REST)
        piles = (
            Choice("rest", says["rest"], says["rest_deck"], rest),
            *(Cards(key, says[key], says["nothing"], ANY) for key in ("deck", "discard")),
        )
        return (
            Section("moment", says["moment"], moment),
            *(Section(f"players.{n}", "", self._player(n, who, says, language), n) for n in range(seats)),
            Section("piles", says["piles"], piles, folded=True),
        )

    def _player(self, seat: int, who: Values, says: Mapping[str, str], language: str) -> tuple[Field, ...]:
        base = f"players.{seat}."
        others: Values = tuple((number, name) for number, name in who if number != seat)
        inside = (
            Cards("defenders", says["defenders"], says["nothing"], DEFENDER),
            Flag("fortification", says["fortification"]),
            Cards("attackers", says["attackers"], says["nothing"], ATTACKER),
            Choice("by", says["by"], others[0][1], others),
            Flag("face_up", says["face_up"]),
        )
        return (
            Choice(f"{base}start", says["start"], says["start_usual"], self._named(START, language)),
            Number(f"{base}shillings", says["shillings"], "0"),
            Cards(f"{base}hand", says["hand"], says["nothing"], ANY),
            Cards(f"{base}reserve", says["reserve"], says["nothing"], ANY),
            Cards(f"{base}support", says["support"], says["nothing"], SUPPORT),
            Cards(f"{base}locations", says["locations"], says["locations_usual"], LOCATION, inside),
        )
