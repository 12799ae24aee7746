"""What is said, in words: a title and a sentence for each message, filled in with names and times alone.

A message never holds a card, a hand or a decision: ``MAY_NAME`` is all that one can be filled in with. What ends in
``_at`` is a moment (``datetime``), told in the reader's own time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from string import Formatter
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .kinds import Kind

MAY_NAME: Final = frozenset(
    {"who", "event", "club", "game", "round", "table", "opponents", "place", "begins_at", "ends_at"}
)
MAX_VALUE: Final = 200


@dataclass(frozen=True, slots=True)
class Message:
    """``name`` is stored with what waits to be sent. ``mail_after``, ``push_after``: it waits so long, and is not sent
    if the notice is taken back by then. ``lasts``: what could not be delivered so long is dropped."""

    name: str
    kind: Kind
    title: str | Promise
    text: str | Promise
    button: str | Promise
    lasts: timedelta = timedelta(days=2)
    mail_after: timedelta = timedelta()
    push_after: timedelta = timedelta()

    @property
    def named(self) -> frozenset[str]:
        """What it is filled in with."""
        both = Formatter().parse(str(self.title)), Formatter().parse(str(self.text))
        return frozenset(field for parts in both for _text, field, _spec, _conversion in parts if field)


CHALLENGE = Message(
    "challenge",
    Kind.INVITATION,
    _("{who} challenges you"),
    _("{who} wants to play {game} with you."),
    _("See the challenge"),
)
INVITED_TO_TABLE = Message(
    "invited_to_table",
    Kind.INVITATION,
    _("{who} invites you to a table"),
    _("{who} has opened a table of {game} and invites you."),
    _("See the table"),
)
INVITED_TO_CLUB = Message(
    "invited_to_club",
    Kind.INVITATION,
    _("{club} invites you"),
    _("The club {club} invites you to become a member."),
    _("See the club"),
)
INVITED_TO_EVENT = Message(
    "invited_to_event",
    Kind.INVITATION,
    _("You are entered: {event}"),
    _("Somebody has entered you in {event}. See there whether that is right."),
    _("See the event"),
)
YOUR_TURN = Message(
    "your_turn",
    Kind.TURN,
    _("Your turn: {game}"),
    _("Your match of {game} with {opponents} waits for you."),
    _("Open the match"),
    lasts=timedelta(days=3),
    mail_after=timedelta(minutes=10),
    push_after=timedelta(seconds=30),
)
CALLED = Message(
    "called",
    Kind.CALLED,
    _("You are called: {event}"),
    _("Your table is called in {event}: {table}."),
    _("Open the event"),
    lasts=timedelta(minutes=20),
)
PAIRING = Message(
    "pairing",
    Kind.PAIRING,
    _("{event}: round {round} is paired"),
    _("You play against {opponents}, table {table}."),
    _("See the pairings"),
    lasts=timedelta(hours=6),
)
MOVED_UP = Message(
    "moved_up",
    Kind.MOVED_UP,
    _("You have a place: {event}"),
    _("A place became free, and you moved up from the waiting list of {event}."),
    _("See the event"),
)
REMINDER = Message(
    "reminder",
    Kind.REMINDER,
    _("{event} begins soon"),
    _("{event} begins at {begins_at}."),
    _("See the event"),
    lasts=timedelta(hours=12),
)
REMINDER_AT_PLACE = Message(
    "reminder_at_place",
    Kind.REMINDER,
    _("{event} begins soon"),
    _("{event} begins at {begins_at}, {place}."),
    _("See the event"),
    lasts=timedelta(hours=12),
)
REMINDER_OF_EVENING = Message(
    "reminder_of_evening",
    Kind.REMINDER,
    _("{club}: an evening begins soon"),
    _("The evening of {club} begins at {begins_at}."),
    _("See the evening"),
    lasts=timedelta(hours=12),
)
REMINDER_OF_EVENING_AT_PLACE = Message(
    "reminder_of_evening_at_place",
    Kind.REMINDER,
    _("{club}: an evening begins soon"),
    _("The evening of {club} begins at {begins_at}, {place}."),
    _("See the evening"),
    lasts=timedelta(hours=12),
)
PLAY_BY = Message(
    "play_by",
    Kind.REMINDER,
    _("{event}: play by {ends_at}"),
    _("Your table against {opponents} in {event} is to be played by {ends_at}."),
    _("See the table"),
    lasts=timedelta(hours=12),
)
WAITS_FOR_YOU = Message(
    "waits_for_you",
    Kind.REMINDER,
    _("{event} waits for you"),
    _("Something in {event} goes on only when you have done it; its page says what."),
    _("See what is next"),
)
DIGEST = Message(
    "digest",
    Kind.DIGEST,
    _("Your week"),
    _("What waits for you, and what is coming:"),
    _("Open the home page"),
    lasts=timedelta(days=2),
)

ALL: Final = (
    CHALLENGE,
    INVITED_TO_TABLE,
    INVITED_TO_CLUB,
    INVITED_TO_EVENT,
    YOUR_TURN,
    CALLED,
    PAIRING,
    MOVED_UP,
    REMINDER,
    REMINDER_AT_PLACE,
    REMINDER_OF_EVENING,
    REMINDER_OF_EVENING_AT_PLACE,
    PLAY_BY,
    WAITS_FOR_YOU,
    DIGEST,
)
BY_NAME: Final[Mapping[str, Message]] = {message.name: message for message in ALL}


def stored(message: Message, about: Mapping[str, str | int | datetime]) -> dict[str, str]:
    """What a message is filled in with, as it is kept until it is sent. Raises ValueError if it is something else."""
    if message.named != about.keys():
        raise ValueError(f"{message.name} is filled in with {sorted(message.named)}, not {sorted(about)}")
    return {name: value.isoformat() if isinstance(value, datetime) else _plain(value) for name, value in about.items()}


def _plain(value: str | int) -> str:
    """One line without anything invisible: it stands in a subject."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(value)).split())[:MAX_VALUE]


@dataclass(frozen=True, slots=True)
class Said:
    """A message in one person's language and time zone."""

    title: str
    text: str
    button: str


def said(message: Message, about: Mapping[str, str], zone: str) -> Said:
    """The message in the language that is active."""
    filled = {name: _moment(value, zone) if name.endswith("_at") else value for name, value in about.items()}
    title, text = str(message.title).format(**filled), str(message.text).format(**filled)
    return Said(title, text, str(message.button))


def _moment(value: str, zone: str) -> str:
    at = timezone.localtime(datetime.fromisoformat(value), ZoneInfo(zone))
    return date_format(at, "SHORT_DATETIME_FORMAT")
