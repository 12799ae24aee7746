"""Elekt in words, Polish and English: card texts, log sentences, questions, labels and refusals."""

from __future__ import annotations

from .card_text import LANGUAGES, CardText, card_text

__all__ = ["LANGUAGES", "CardText", "card_text"]
