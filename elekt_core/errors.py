"""Everything the core can refuse, as exceptions with a stable code, a rule number and data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class CoreError(Exception):
    """Base of all errors of the core.

    ``code`` is a stable word for programs and for translation, ``rule`` the number of the rule that
    forbids (``"E7.4"``, ``""`` where no rule of a game is concerned), ``data`` what the sentence needs:
    plain JSON values that the addressee may see.
    """

    def __init__(self, code: str, rule: str = "", **data: Any) -> None:
        self.code = code
        self.rule = rule
        self.data: Mapping[str, Any] = data
        details = ", ".join(f"{key}={value}" for key, value in data.items())
        super().__init__(" ".join(part for part in (code, f"[{rule}]" if rule else "", details) if part))


class IllegalDecision(CoreError):
    """The decision may not be made in this state; nothing was changed."""


class NotYourTurn(IllegalDecision):
    """Another seat, or another question, is awaited."""


class MatchOver(IllegalDecision):
    """The game has ended; nothing but its closing ceremony can follow."""


class MalformedDecision(IllegalDecision):
    """The decision cannot even be read: an unknown kind, card, seat or a missing field, named in ``data``."""


class BadSetup(CoreError):
    """A game cannot be started like this: seats, ruleset or options are unknown to the game."""


class UnknownGame(CoreError):
    """No installed game, or no ruleset of it, has this name."""


class GameQuarantined(UnknownGame):
    """The game is installed and cannot be loaded; ``registry.quarantined`` says why, for the server's operator."""


class ListFlaw(Protocol):
    """An error in a card list: its line, its table and field, and what is wrong."""

    @property
    def line(self) -> int: ...
    @property
    def where(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def code(self) -> str: ...

    def text(self, language: str) -> str:
        """A sentence without the place."""


class BadCards(CoreError):
    """A card list cannot be played with; ``flaws`` are all that is wrong in it, in the order of the text."""

    def __init__(self, code: str, rule: str = "", flaws: Sequence[ListFlaw] = (), **data: Any) -> None:
        super().__init__(code, rule, **data)
        self.flaws = tuple(flaws)


class BadRecord(CoreError):
    """A record cannot be read or does not prove what it claims; ``data`` has the ``line`` if known."""


class UnknownKind(BadRecord):
    """An event kind, or a version of it, that this program does not know (a newer program wrote it)."""
