"""Elector Counts in words, Polish and English: card texts, log sentences, questions, labels and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import CardSet
from .card_text import card_text, name_of
from .narrator import Narrator
from .sentences_en import English
from .sentences_pl import Polish

__all__ = ["Narrator", "card_text", "name_of", "words_for"]


def words_for(cards: CardSet, language: str, names: Sequence[str]) -> Narrator:
    """The sentences of ``contract.Words`` in ``"pl"`` or ``"en"``; ``names[seat]`` is how a player is called."""
    kinds: dict[str, type[Narrator]] = {"pl": Polish, "en": English}
    return kinds[language](cards, names)
