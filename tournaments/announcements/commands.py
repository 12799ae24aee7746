"""What can be asked of the announcement of an event: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from web.decoding import VERBATIM

from .models import MAX_CONTACT, MAX_DESCRIBED, MAX_FEE, MAX_MARK, MAX_PLACE, MAX_TEXT, MAX_ZONE


@dataclass(frozen=True, slots=True)
class Announce:
    """Say what an event is about, where it is, for how much, and whom to ask. Owners only; for an evening the board.

    It replaces all that was said before; an empty text says nothing.
    """

    text: Annotated[str, VERBATIM, Meta(max_length=MAX_TEXT, description="Markdown, without HTML and pictures.")] = ""
    place: Annotated[str, Meta(max_length=MAX_PLACE, description="An address: the page links to a map of it.")] = ""
    zone: Annotated[str, Meta(max_length=MAX_ZONE, description="The place's time zone, as Europe/Warsaw.")] = ""
    fee: Annotated[str, Meta(max_length=MAX_FEE, description="What it costs, with the currency.")] = ""
    contact: Annotated[str, Meta(max_length=MAX_CONTACT, description="Whom to ask, and how.")] = ""
    contact_public: Annotated[
        bool, Meta(description="Everybody sees the contact; otherwise only those who have entered, and organisers.")
    ] = False


InsteadOf = Annotated[
    Annotated[str, Meta(max_length=MAX_MARK)] | None,
    Meta(
        description="The `mark` of the picture that you saw, or `none` if there was none; refused if that has changed."
    ),
]


@dataclass(frozen=True, slots=True)
class ShowPicture:
    """Send a picture for the page of an event, instead of the one there. Its owners only; for an evening the board."""

    picture: Annotated[str, Meta(description="A JPEG, PNG or WebP in base64, at most 6 MB and 25 megapixels.")]
    described: Annotated[
        str, Meta(max_length=MAX_DESCRIBED, description="What it shows, for people who cannot see it.")
    ] = ""
    instead_of: InsteadOf = None


@dataclass(frozen=True, slots=True)
class RemovePicture:
    """Remove the picture. Its owners, for an evening the board; and administrators of the platform."""

    instead_of: InsteadOf = None


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Remove everything that was said about the event, with its picture: owners and administrators of the platform."""

    instead_of: InsteadOf = None
