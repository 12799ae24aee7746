"""Agreeing to what somebody else has typed, objecting to it, and ruling on that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournaments.state import TableRef

from .fields import Reasoned, Text

Place = Annotated[int, Meta(ge=1)]


@dataclass(frozen=True, slots=True)
class ConfirmEntry:
    """Agree to having been entered by somebody else, and to every result that was typed for it."""


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Agree that a typed result is rated: players for themselves, officers who do not sit there for those who have no
    account."""

    ref: TableRef
    places: Annotated[tuple[Place, ...] | None, Meta(description="Those that you agree to; by seat.")] = None


@dataclass(frozen=True, slots=True)
class ObjectToRating:
    """Somebody of the table says that its typed result is wrong: nobody is rated by it until somebody has ruled."""

    ref: TableRef
    text: Annotated[Text, Meta(description="Read by the table, the officers and who runs the platform.")]


@dataclass(frozen=True, slots=True)
class WithdrawObjection:
    ref: TableRef


@dataclass(frozen=True, slots=True)
class RuleObjections(Reasoned):
    """Answer what is open at a table, or rule anew."""

    ref: TableRef
    upheld: Annotated[bool, Meta(description="true: the result is not rated; false: it is.")]
