"""The whole game as it is at the start of an End phase turn; the same situation again ends the game (K19.10)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State


class Situation:
    """Two situations are equal if all cards in all zones, faces, tokens, shillings and the active player are the same.

    What lay where is noted at once; the digest is worked out when somebody asks, for a replay never does.
    """

    __slots__ = ("_digest", "_piles", "_zones")

    def __init__(self, s: State, seat: int) -> None:
        self._piles = (seat, tuple(s.shillings), s.pool, s.deck, s.discard)
        self._zones = (tuple(s.hands), tuple(s.reserves), tuple(s.laid), tuple(s.sites.items()))
        self._digest = ""

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of everything, the cards of a hand and the locations sorted."""
        if not self._digest:
            seat, shillings, pool, deck, discard = self._piles
            *hidden, sites = self._zones
            zones = [[sorted(cards) for cards in zone] for zone in hidden]
            places = sorted(
                (
                    location,
                    site.attacker,
                    site.fort,
                    tuple([(unit.card, unit.face) for unit in site.attackers]),
                    tuple([(unit.card, unit.face) for unit in site.defenders]),
                )
                for location, site in sites
            )
            whole = (seat, zones, places, list(shillings), pool, deck, discard)
            self._digest = sha256(repr(whole).encode()).hexdigest()
        return self._digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self._piles == other._piles and self.digest == other.digest

    __hash__ = None  # type: ignore[assignment]  # nobody looks one up
