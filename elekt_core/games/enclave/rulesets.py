"""The rulesets of Enclave. ``State.first_rules`` tells which of them applies where they differ.

``enclave-r1`` answered every question with one answer by itself, so that being asked, or not, told what a hand lacks;
and whoever had looked at a card of a pile forgot it when another looked at it and put it back.
"""

from __future__ import annotations

from typing import Final

SECOND: Final = "enclave-r2"
FIRST: Final = "enclave-r1"
