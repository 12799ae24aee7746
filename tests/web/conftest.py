"""Live streams and sentences are tested with tables of the toy games, as matches are."""

from __future__ import annotations

from tests.matches.conftest import high_card, sent

__all__ = ["high_card", "sent"]
