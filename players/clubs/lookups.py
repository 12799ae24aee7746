"""What a command in a club needs to know from elsewhere: its texts as they are kept, who has an account, which other
clubs there are."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..models import Player
from ..names.alike import are_alike
from . import commands as c
from .commands import MIN_NAME, Command
from .models import MAX_ABOUT, MAX_NAME, ClubMember, ClubText
from .models import Club as Row
from .state import Club, Role

MAX_OWNED = 20


def look_up(command: Command, by: UUID) -> Command:
    """With its texts as they are kept; refused for what is wrong whatever the club. Raises BadRequest, NotFound,
    NotAllowed (a guest)."""
    match command:
        case c.FoundClub() | c.ChangeClub():
            if isinstance(command, c.FoundClub):
                _check_account(by)
            name, place = _line(command.name, "name", MIN_NAME), _line(command.place, "place", 0)
            return replace(command, name=name, place=place, about=_about(command.about))
        case c.Join():
            _check_account(by)
        case c.Invite(player):
            _check_account(player)
        case _:
            pass
    return command


def check_others(state: Club, command: Command, by: UUID) -> None:
    """Check it against other clubs. Raises Conflict (too_many_clubs, club_called_so)."""
    match command:
        case c.FoundClub(name, place) if not state.version:
            if ClubMember.objects.filter(player=by, role=Role.OWNER, club__closed=False).count() >= MAX_OWNED:
                raise Conflict("too_many_clubs", most=MAX_OWNED)
            _check_unlike_others(state.id, name, place)
        case c.ChangeClub(name, place) if (name, place) != (state.name, state.place):
            _check_unlike_others(state.id, name, place)
        case _:
            pass


def about_of(club_id: UUID) -> str:
    """The club's text about itself."""
    row = ClubText.objects.filter(club=club_id).first()
    return "" if row is None else row.about


def _check_account(player: UUID) -> None:
    found = Player.objects.filter(id=player, is_active=True).first()
    if found is None:
        raise NotFound("unknown_person", player=str(player))
    if found.is_guest:
        raise NotAllowed("needs_account")


def _check_unlike_others(club_id: UUID, name: str, place: str) -> None:
    """Clubs with the same name are told apart by their places. This reveals nothing about unlisted clubs."""
    others = Row.objects.filter(listed=True, closed=False).exclude(id=club_id).values_list("name", "place")
    for other, where in others.iterator():
        if are_alike(name, other) and are_alike(place, where):
            raise Conflict("club_called_so", name=other)


def _line(text: str, field: str, least: int) -> str:
    text = " ".join(text.split())
    if not least <= len(text) <= MAX_NAME or not (text.isprintable() or not text):
        raise BadRequest("bad_field", field=field)
    return text


def _about(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MAX_ABOUT or not all(line.isprintable() for line in text.split("\n")):
        raise BadRequest("bad_field", field="about")
    return text
