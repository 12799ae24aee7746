"""Elekt in words, Polish and English: card texts, log sentences, questions, labels and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..tables import Tables
from .card_text import LANGUAGES, CardText, card_text
from .narrator import Narrator
from .sentences_en import English
from .sentences_pl import Polish

__all__ = ["LANGUAGES", "CardText", "Narrator", "card_text", "words_for"]


def words_for(tables: Tables, language: str, names: Sequence[str], more: Sequence[type] = ()) -> Narrator:
    """The sentences of ``contract.Words`` in ``"pl"`` or ``"en"``; ``names[seat]`` is the player's name.

    ``more`` are the sentences of expansions.
    """
    kind: Any = {"pl": Polish, "en": English}[language]
    if more:
        kind = type(kind.__name__, (*more, kind), {})
    narrator: Narrator = kind(tables, names)
    return narrator
