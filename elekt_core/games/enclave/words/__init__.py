"""Enclave in words, Polish and English: card texts, log sentences, questions, labels and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from .card_text import card_text
from .narrator import Narrator, Phrases
from .phrases_en import ENGLISH
from .phrases_pl import POLISH

__all__ = ["LANGUAGES", "Narrator", "card_text", "phase_name", "words_for"]

LANGUAGES: dict[str, Phrases] = {"pl": POLISH, "en": ENGLISH}


def words_for(language: str, names: Sequence[str]) -> Narrator:
    """The sentences of ``contract.Words`` in ``"pl"`` or ``"en"``; ``names[seat]`` is the player's name."""
    return Narrator(LANGUAGES[language], names)


def phase_name(phase: str, language: str) -> str:
    return LANGUAGES[language].phases.get(phase, "")
