"""Consent to what somebody else has typed in, objections to it, and rulings on those."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from tournaments.state import TableRef

from .fields import Reasoned, Text

Place = Annotated[int, Meta(ge=1)]


@dataclass(frozen=True, slots=True)
class ConfirmEntry:
    """Accept that somebody else entered you: your results typed in here will be rated.

    With that they also agree to every result that was typed for the entry.
    """


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Agree that a result typed in by others is rated: for yourself, or as an officer for players without an account.

    An officer who sits there cannot agree for others.
    """

    ref: TableRef
    places: Annotated[tuple[Place, ...] | None, Meta(description="Those that you agree to; by seat.")] = None


@dataclass(frozen=True, slots=True)
class ObjectToRating:
    """Object to a typed-in result of your table: it is not rated until somebody has ruled. You can have at most three
    open objections; those to results that one organiser typed in count as one."""

    ref: TableRef
    text: Annotated[Text, Meta(description="Read by the table, the officers and who runs the platform.")]


@dataclass(frozen=True, slots=True)
class ObjectToAll:
    """Object to all your typed-in results in a tournament, as one objection: none of them is rated until somebody has
    ruled. Results that are typed in later are not among them."""

    text: Annotated[Text, Meta(description="Read by these tables, the officers and who runs the platform.")]


@dataclass(frozen=True, slots=True)
class WithdrawObjection:
    """Withdraw your objection."""

    ref: TableRef


@dataclass(frozen=True, slots=True)
class WithdrawAll:
    """Withdraw your objection from all results to which it is open."""

    objection: UUID


@dataclass(frozen=True, slots=True)
class RuleObjections(Reasoned):
    """Rule on the objections at a table. For arbiters who did not sit there; where an organiser did, for an
    administrator of the platform, who can also keep a result from being rated if nobody objects.

    An arbiter may also rule anew.
    """

    ref: TableRef
    upheld: Annotated[bool, Meta(description="true: the result is not rated; false: it is.")]


@dataclass(frozen=True, slots=True)
class RuleAll(Reasoned):
    """Rule on an objection for all results to which it is open and on which you may rule. Results to which others
    object, too, are ruled on one by one.
    """

    objection: UUID
    upheld: Annotated[bool, Meta(description="true: the results are not rated; false: they are.")]
