"""One card of any game with everything known about it, for the card pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from ..messages import LANGUAGES
from ..rulebook import by_number

Face = TypeVar("Face")
Text = TypeVar("Text")

ORIGINS: Final = {
    "en": {
        "rulebook": "The published rulebook gives its name and effect.",
        "public": "A public page gives its name and effect.",
        "completed": "Part of the card is known; we added the rest.",
        "original": "We made this card: a neutral name, and values balanced against the known ones.",
    },
    "pl": {
        "rulebook": "Nazwę i działanie podaje wydana instrukcja.",
        "public": "Nazwę i działanie podaje publiczna strona.",
        "completed": "Część karty jest znana, resztę uzupełniliśmy.",
        "original": "Tę kartę wymyśliliśmy: ma neutralną nazwę i wartości dobrane do znanych kart.",
    },
}
"""Where a card comes from, by language and by the word in its game's card file (``provenance``)."""


class InSet(NamedTuple):
    """The set that a card is from: a word for addresses, the same in every language, and its name for the reader."""

    word: str
    name: str


def base_set(language: str, edition: str = "") -> InSet:
    """The cards with which a game comes."""
    name = {"en": "Base set", "pl": "Zestaw podstawowy"}[language]
    numbered = {"en": f"Base set, edition {edition}", "pl": f"Zestaw podstawowy, edycja {edition}"}[language]
    return InSet(f"base-{edition}", numbered) if edition else InSet("base", name)


@dataclass(frozen=True, slots=True)
class CardPage(Generic[Face, Text]):
    """``texts`` are the card's words by language, the reader's first, ``rules`` the numbers of the rules that explain
    it.

    ``origin`` says in a sentence where it comes from, ``completed`` which of its parts are not printed.
    """

    face: Face
    copies: int
    texts: tuple[tuple[str, Text], ...]
    provenance: str
    origin: str
    completed: tuple[str, ...]
    rules: tuple[str, ...]
    in_set: InSet


def card_page(
    face: Face,
    language: str,
    words: Callable[[str], Text],
    *,
    copies: int,
    provenance: str,
    rules: Iterable[str],
    origin: str = "",
    completed: Iterable[str] = (),
    in_set: InSet | None = None,
) -> CardPage[Face, Text]:
    """``words`` gives the card's text in a language; ``origin`` replaces the usual sentence if that says too little.
    A card is of the game's base set unless ``in_set`` names another.
    """
    return CardPage(
        face=face,
        copies=copies,
        texts=tuple((other, words(other)) for other in (language, *(x for x in LANGUAGES if x != language))),
        provenance=provenance,
        origin=origin or ORIGINS[language][provenance],
        completed=tuple(completed),
        rules=tuple(sorted(set(rules), key=by_number)),
        in_set=in_set or base_set(language),
    )
