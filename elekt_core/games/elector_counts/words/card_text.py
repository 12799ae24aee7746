"""The text of a card, generated from its data, so that text and behaviour cannot disagree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..cards import START, SUPPORT, Card, CardSet, Effect

Phrases = dict[str, Callable[[Effect], str]]


def name_of(card: Card, language: str) -> str:
    return card.name_pl if language == "pl" else card.name_en


TYPE_LINES: Final = {
    "en": {"attacker": "Attacker", "defender": "Defender", "support": "Support", "location": "Location"},
    "pl": {"attacker": "Atakujący", "defender": "Obrońca", "support": "Wsparcie", "location": "Lokacja"},
}
STARTING: Final = {"en": "Starting location", "pl": "Lokacja Startowa"}


def type_line(card: Card, language: str) -> str:
    """``Attacker, strength 3``; ``Location, 3 shillings, 2 points``."""
    kind = STARTING[language] if card.kind == START else TYPE_LINES[language].get(card.kind, "")
    if card.strength:
        return f"{kind}, {'siła' if language == 'pl' else 'strength'} {card.strength}"
    if card.points:
        n = card.points
        if language == "pl":
            return f"{kind}, {shillings_pl(card.shillings)}, {n} {plural_pl(n, 'punkt', 'punkty', 'punktów')}"
        return f"{kind}, {shillings_en(card.shillings)}, {n} point{'' if n == 1 else 's'}"
    return kind


def shillings_pl(n: int) -> str:
    """In the accusative: 1 szyling, 2 szylingi, 5 szylingów."""
    return f"{n} {plural_pl(n, 'szyling', 'szylingi', 'szylingów')}"


def plural_pl(n: int, one: str, few: str, many: str) -> str:
    if n == 1:
        return one
    return few if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else many


def shillings_en(n: int) -> str:
    return f"{n} shilling{'' if n == 1 else 's'}"


TYPES: Final = {
    "pl": {"attacker": "Atakującego", "defender": "Obrońcę", "support": "Wsparcie", "location": "Lokację"},
    "en": {"attacker": "an attacker", "defender": "a defender", "support": "a support card", "location": "a location"},
}

EFFECTS: Final[dict[str, Phrases]] = {
    "en": {
        "gain_shillings": lambda x: f"Take {shillings_en(x.amount)}.",
        "take_shillings": lambda x: (
            f"Take {shillings_en(x.amount)} from each other player."
            if x.word == "each_other"
            else f"Choose two other players and take {shillings_en(x.amount)} from each."
        ),
        "look_face_down": lambda x: "Choose a location and look at all face-down cards there.",
        "discard_attacker": lambda x: "Choose an attacker at one of your locations and discard it.",
        "redraw_hand": lambda x: "Discard your hand and draw the same number of cards.",
        "reserve_limit": lambda x: f"Stays in play: your reserve can hold {x.amount} more.",
        "conflict_strength": lambda x: f"In a conflict during your turn, your side has {x.amount} more strength.",
        "remove_fortification": lambda x: "Return a Fortification token of another player to its owner.",
        "recover_from_discard": lambda x: f"Take {TYPES['en'][x.word]} from the discard pile into your hand.",
        "take_over_attack": lambda x: "Take over another player’s attack on a third player’s location.",
        "move_attack": lambda x: (
            "Move an attack with its Siege token to an empty location of a player who is neither the attacker nor the "
            "player attacked."
        ),
    },
    "pl": {
        "gain_shillings": lambda x: f"Weź {shillings_pl(x.amount)}.",
        "take_shillings": lambda x: (
            f"Weź {shillings_pl(x.amount)} od każdego innego gracza."
            if x.word == "each_other"
            else f"Weź po {shillings_pl(x.amount)} od dwóch wybranych innych graczy."
        ),
        "look_face_down": lambda x: "Wybierz lokację i obejrzyj wszystkie zakryte karty przy niej.",
        "discard_attacker": lambda x: "Wybierz Atakującego przy jednej ze swoich lokacji i odrzuć go.",
        "redraw_hand": lambda x: "Odrzuć rękę i dobierz tyle samo kart.",
        "reserve_limit": lambda x: f"Pozostaje w grze: twoja Rezerwa mieści o {x.amount} więcej.",
        "conflict_strength": lambda x: f"W konflikcie w twojej turze twoja strona ma o {x.amount} więcej siły.",
        "remove_fortification": lambda x: "Zwróć właścicielowi żeton Fortyfikacji innego gracza.",
        "recover_from_discard": lambda x: f"Weź na rękę {TYPES['pl'][x.word]} ze stosu kart odrzuconych.",
        "take_over_attack": lambda x: "Przejmij atak innego gracza na lokację trzeciego gracza.",
        "move_attack": lambda x: (
            "Przenieś atak wraz z żetonem Oblężenia na pustą lokację gracza, który nie jest ani atakującym, ani "
            "atakowanym."
        ),
    },
}
"""The phrase of each effect by language (a test compares them with ``cards.OPS``)."""

KEYWORDS: Final = {
    "en": {
        "counter": "COUNTER",
        "assassinate": "ASSASSINATE",
        "gain": "GAIN",
        "steal": "STEAL",
        "retreat": "RETREAT",
        "ally": "ALLY",
    },
    "pl": {
        "counter": "KONTRA",
        "assassinate": "ZABÓJSTWO",
        "gain": "POZYSKAJ",
        "steal": "KRADZIEŻ",
        "retreat": "ODWRÓT",
        "ally": "SOJUSZNIK",
    },
}


def card_text(cards: CardSet, card: Card, language: str) -> str:
    """Keywords in the order of K15.1, or effects; ``""`` for a card without any."""
    if card.kind == SUPPORT:
        return " ".join(EFFECTS[language][effect.op](effect) for effect in card.effects)
    return " · ".join(text for _, text in keywords(cards, card, language))


def keywords(cards: CardSet, card: Card, language: str) -> tuple[tuple[str, str], ...]:
    """Each keyword of a unit with its text (``("gain", "GAIN 2")``), in the order of K15.1."""
    words, found = KEYWORDS[language], []
    for word, named in (("counter", card.counters), ("assassinate", card.assassinates)):
        if named:
            fitting = ", ".join(name_of(cards.cards[n], language) for n in sorted(named))
            found.append((word, f"{words[word]}: {fitting}"))
    found += [(word, f"{words[word]} {n}") for word, n in (("gain", card.gains), ("steal", card.steals)) if n]
    if card.retreats:
        found.append(("retreat", words["retreat"]))
    if card.ally:
        english, polish = cards.groups[card.ally]
        found.append(("ally", f"{words['ally']}: {polish if language == 'pl' else english}"))
    return tuple(found)
