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
    """Agree to having been entered by somebody else: what is typed of you here is rated.

    With that they also agree to every result that was typed for the entry.
    """


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Agree that a typed result is rated: for yourself, or as an officer for those who have no account.

    An officer who sits there cannot agree for others.
    """

    ref: TableRef
    places: Annotated[tuple[Place, ...] | None, Meta(description="Those that you agree to; by seat.")] = None


@dataclass(frozen=True, slots=True)
class ObjectToRating:
    """Object to the typed result of your table: nobody is rated by it until somebody has ruled. At most three of yours
    are open at once."""

    ref: TableRef
    text: Annotated[Text, Meta(description="Read by the table, the officers and who runs the platform.")]


@dataclass(frozen=True, slots=True)
class WithdrawObjection:
    """Take your objection back."""

    ref: TableRef


@dataclass(frozen=True, slots=True)
class RuleObjections(Reasoned):
    """Answer the objections at a table. For arbiters who did not sit there; where an organiser did, for who runs the
    platform.

    An arbiter may also rule anew.
    """

    ref: TableRef
    upheld: Annotated[bool, Meta(description="true: the result is not rated; false: it is.")]
