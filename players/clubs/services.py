"""Every change to a club comes in here. Each does the whole of what was asked, or raises and has changed nothing.

Whoever joins has an account and has said so: an officer invites or admits, but puts nobody into a club.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from ledger import store
from ledger.changing import Folds, Kept
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..errors import of_ledger
from ..models import Player
from ..names.alike import are_alike
from . import events as e
from .events import KINDS, ClubEvent
from .models import LONGEST_ABOUT, ClubCandidate, ClubMember, ClubText
from .models import Club as Row
from .projection import save
from .state import Club, Role

LONGEST_NAME = 80
MOST_MEMBERS = 2000
MOST_OWNED = 20
Decide = Callable[[Club], Sequence[ClubEvent]]


@dataclass(frozen=True, slots=True)
class Changed:
    club: UUID
    version: int
    repeated: bool = False


# --- the club ---------------------------------------------------------------------------------------------


def found(
    *,
    owner: UUID,
    name: str,
    place: str = "",
    about: str = "",
    open_entry: bool = False,
    listed: bool = True,
    decision_id: UUID | None = None,
) -> Changed:
    """Raises BadRequest, NotAllowed (a guest), Refused (too_many_clubs, club_called_so)."""
    _needs_account(owner)
    founded = e.ClubFounded(_text(name, "name"), _text(place, "place", least=0), owner, open_entry, listed)
    text = _about(about)
    club_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"club of {owner}")

    def decide(state: Club) -> Sequence[ClubEvent]:
        if state.version:
            return []
        if ClubMember.objects.filter(player=owner, role=Role.OWNER, club__closed=False).count() >= MOST_OWNED:
            raise Conflict("too_many_clubs", most=MOST_OWNED)
        _check_unlike_others(club_id, founded.name, founded.place)
        return [founded]

    return _change(club_id, owner, decide, about=text, new=True)


def change(
    *, club_id: UUID, by: UUID, name: str, place: str, about: str, open_entry: bool, listed: bool, **how: Any
) -> Changed:
    """What it says about itself is no event, but another text is a change of the club. Raises NotFound, NotAllowed,
    BadRequest, Refused (club_called_so, stale_version)."""
    changed = e.ClubChanged(_text(name, "name"), _text(place, "place", least=0), open_entry, listed)
    text = _about(about)

    def decide(state: Club) -> Sequence[ClubEvent]:
        _check_right(state, by, Role.OWNER)
        same = (state.name, state.place, state.open_entry, state.listed, about_of(club_id))
        if same[:2] != (changed.name, changed.place):
            _check_unlike_others(club_id, changed.name, changed.place)
        return [] if same == (changed.name, changed.place, open_entry, listed, text) else [changed]

    return _change(club_id, by, decide, about=text, **how)


def close(*, club_id: UUID, by: UUID, **how: Any) -> Changed:
    """Nobody joins any more, and no list shows it. Raises NotFound, NotAllowed."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        _check_right(state, by, Role.OWNER)
        return [e.ClubClosed()]

    return _change(club_id, by, decide, **how)


# --- members ----------------------------------------------------------------------------------------------


def join(*, club_id: UUID, player: UUID, **how: Any) -> Changed:
    """Come in where the club is open or has invited them, else ask. Raises NotFound, NotAllowed, Refused."""
    _needs_account(player)

    def decide(state: Club) -> Sequence[ClubEvent]:
        if player in state.members or player in state.asking:
            return []
        if state.open_entry or player in state.invited:
            return [_joined(state, player)]
        return [e.ClubEntryAsked(player)]

    return _change(club_id, player, decide, **how)


def invite(*, club_id: UUID, by: UUID, player: UUID, **how: Any) -> Changed:
    """Who has asked to come in is in. Raises NotFound, NotAllowed, Refused (already_in_club)."""
    _needs_account(player)

    def decide(state: Club) -> Sequence[ClubEvent]:
        _check_right(state, by, Role.OFFICER)
        if player in state.members:
            raise Conflict("already_in_club", player=str(player))
        if player in state.asking:
            return [_joined(state, player)]
        return [] if player in state.invited else [e.ClubMemberInvited(player)]

    return _change(club_id, by, decide, **how)


def admit(*, club_id: UUID, by: UUID, player: UUID, **how: Any) -> Changed:
    """Raises NotFound, NotAllowed, Refused (nobody_asks)."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        _check_right(state, by, Role.OFFICER)
        if player in state.members:
            return []
        if player not in state.asking:
            raise Conflict("nobody_asks", player=str(player))
        return [_joined(state, player)]

    return _change(club_id, by, decide, **how)


def drop(*, club_id: UUID, by: UUID, player: UUID, **how: Any) -> Changed:
    """Decline or take back an invitation or a request: the player themselves, or an officer. Raises NotFound,
    NotAllowed."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        if by != player:
            _check_right(state, by, Role.OFFICER)
        waits = player in state.invited or player in state.asking
        return [e.ClubEntryDropped(player)] if waits else []

    return _change(club_id, by, decide, **how)


def leave(*, club_id: UUID, by: UUID, player: UUID, **how: Any) -> Changed:
    """Members themselves; an officer sends members away, an owner officers too. The last one in it closes the club.
    Raises NotFound, NotAllowed, Refused (not_in_club, last_owner)."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        role = state.role_of(player)
        if by != player:
            _check_right(state, by, Role.OFFICER if role is Role.MEMBER else Role.OWNER)
        if role is None:
            raise Conflict("not_in_club", player=str(player))
        if len(state.members) == 1:
            return [e.ClubMemberLeft(player), e.ClubClosed()]
        _check_owned(state, player)
        return [e.ClubMemberLeft(player)]

    return _change(club_id, by, decide, closed=True, **how)


def grant(*, club_id: UUID, by: UUID, player: UUID, role: Role, **how: Any) -> Changed:
    """Raises NotFound, NotAllowed, Refused (not_in_club, last_owner)."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        _check_right(state, by, Role.OWNER)
        held = state.role_of(player)
        if held is None:
            raise Conflict("not_in_club", player=str(player))
        if held is role:
            return []
        if held is Role.OWNER:
            _check_owned(state, player)
        return [e.ClubRoleGranted(player, role.value)]

    return _change(club_id, by, decide, **how)


def hide(*, club_id: UUID, player: UUID, hidden: bool, **how: Any) -> Changed:
    """Let only the club know that one is in it, or everybody. Raises NotFound, Refused (not_in_club)."""

    def decide(state: Club) -> Sequence[ClubEvent]:
        member = state.members.get(player)
        if member is None:
            raise Conflict("not_in_club", player=str(player))
        return [] if member.hidden is hidden else [e.ClubMembershipHidden(player, hidden)]

    return _change(club_id, player, decide, **how)


def forget(player: UUID) -> None:
    """Take somebody who is about to be erased out of every club. Where nobody else owns it, the longest-serving of its
    officers does then, or of its members; where nobody is left it is closed."""
    clubs = set(ClubMember.objects.filter(player=player).values_list("club_id", flat=True))
    clubs |= set(ClubCandidate.objects.filter(player=player).values_list("club_id", flat=True))
    for club_id in sorted(clubs):
        _change(club_id, player, lambda state: _without(state, player), closed=True)


def _without(state: Club, player: UUID) -> Sequence[ClubEvent]:
    if player not in state.members:
        return [e.ClubEntryDropped(player)] if player in (*state.invited, *state.asking) else []
    others = [other for other in state.members if other != player]
    if not others:
        return [e.ClubMemberLeft(player)] + ([] if state.closed else [e.ClubClosed()])
    if state.owners() != [player]:
        return [e.ClubMemberLeft(player)]
    heir = min(others, key=lambda other: (state.members[other].role is not Role.OFFICER, state.members[other].since))
    return [e.ClubRoleGranted(heir, Role.OWNER.value), e.ClubMemberLeft(player)]


# --- how all of them work ---------------------------------------------------------------------------------


def existing(club_id: UUID) -> Club:
    """Raises NotFound."""
    state = CLUBS.load(club_id)
    _check_there(state)
    return state


def about_of(club_id: UUID) -> str:
    """What it says about itself."""
    row = ClubText.objects.filter(club=club_id).first()
    return "" if row is None else row.about


def check_owner(*, club_id: UUID, by: UUID) -> None:
    """Raises NotFound, NotAllowed."""
    _check_right(existing(club_id), by, Role.OWNER)


def _joined(state: Club, player: UUID) -> ClubEvent:
    if len(state.members) >= MOST_MEMBERS:
        raise Conflict("club_full", most=MOST_MEMBERS)
    return e.ClubMemberJoined(player)


def _check_right(state: Club, by: UUID, need: Role) -> None:
    held = state.role_of(by)
    if held is not Role.OWNER and (held is not Role.OFFICER or need is Role.OWNER):
        raise NotAllowed("needs_club_role", role=need.value)


def _check_owned(state: Club, without: UUID) -> None:
    if state.owners() == [without]:
        raise Conflict("clubs.last_owner")


def _needs_account(player: UUID) -> None:
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise NotFound("unknown_person", player=str(player))
    if found.is_guest:
        raise NotAllowed("needs_account")


def _check_unlike_others(club_id: UUID, name: str, place: str) -> None:
    """Clubs of one name are told apart by their places. Nobody learns here of a club that does not list itself. Raises
    Refused."""
    others = Row.objects.filter(listed=True, closed=False).exclude(id=club_id).values_list("name", "place")
    for other, where in others.iterator():
        if are_alike(name, other) and are_alike(place, where):
            raise Conflict("club_called_so", name=other)


def _text(text: str, field: str, least: int = 2) -> str:
    text = " ".join(text.split())
    if not least <= len(text) <= LONGEST_NAME or not (text.isprintable() or not text):
        raise BadRequest("bad_field", field=field)
    return text


def _about(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if len(text) > LONGEST_ABOUT or not all(line.isprintable() for line in text.split("\n")):
        raise BadRequest("bad_field", field="about")
    return text


class Clubs(Folds[Club, ClubEvent]):
    kinds = KINDS
    new = Club
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Club, Sequence[ClubEvent]]) -> None:
        save(kept.state)


CLUBS = Clubs()


def _change(
    club_id: UUID,
    by: UUID,
    decide: Decide,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    about: str | None = None,
    new: bool = False,
    closed: bool = False,
) -> Changed:
    """``closed``: what may be done to a closed club, too."""

    def checked(state: Club) -> Sequence[ClubEvent]:
        if state.closed and not closed:
            raise Conflict("club_closed")
        return decide(state)

    def keep_about(kept: Kept[Club, Sequence[ClubEvent]]) -> None:
        assert about is not None
        ClubText.objects.update_or_create(club=kept.state.id, defaults={"about": about})

    done = CLUBS.change(
        club_id,
        checked,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if new else _check_there,
        also=None if about is None else keep_about,
    )
    return Changed(club_id, done.version, repeated=not done.batch)


def _check_there(state: Club) -> None:
    if not state.version:
        raise NotFound("unknown_club", club=str(state.id))
