"""A whole list for a roster at once: who is new is written down, who has an account is invited, and the lines of which
nothing came are named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from web import limits
from web.encoding import BESIDE, component
from web.errors import BadRequest

from ..clubs import commands as club_commands
from ..clubs import services as clubs
from . import commands as c
from . import lines, queries, services
from .book import book_of
from .lines import Read


@component("RosterAdded")
@dataclass(frozen=True, slots=True)
class Added:
    written: int
    invited: int
    read: Annotated[Read, BESIDE]


def add(
    club: UUID, text: str, *, by: UUID, accounts: bool, doubles: bool = False, decision_id: UUID | None = None
) -> Added:
    """``accounts``: a name that exactly one account has stands for that account; ``doubles``: a name that somebody
    here has is another person. Raises NotFound, NotAllowed, BadRequest, Conflict, TooMany."""
    services.check_board(club, by)
    limits.ROSTER_LISTS.take(str(by))
    if len(text) > lines.MAX_TEXT:
        raise BadRequest("too_long", most=lines.MAX_TEXT)
    known = queries.accounts_named(lines.names_in(text)) if accounts else {}
    members = clubs.existing(club).members
    book = services.before(book_of(club, hidden=True), by=by, decision_id=decision_id)
    read = lines.read(text, book=book, accounts=known, members=members, also_doubles=doubles)
    if read.accounts:
        limits.ROSTER_INVITATIONS.check(str(club))
    written = 0
    if read.names:
        done = services.change(club, c.WriteDown(read.names), by=by, decision_id=decision_id)
        written = len(read.names) if done.repeated else len(done.people)
    for account in read.accounts:
        clubs.change(club, club_commands.Invite(account), by=by)
        limits.ROSTER_INVITATIONS.count(str(club))
    return Added(written, len(read.accounts), read)


def add_who_came(club: UUID, *, by: UUID) -> int:
    """Put those on the roster who have played at the club's events; returns how many. Raises NotFound, NotAllowed."""
    services.check_board(club, by)
    return services.take_in(club, queries.came(club), homes=queries.homes(club), actor=f"player:{by}")
