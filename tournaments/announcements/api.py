"""What is said about events, through the API: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request

from web import pictures
from web.api.endpoint import CHANGES, READS, BoundedJson, Endpoint, as_json, operation
from web.decoding import Sent, Unsent, decoded

from . import commands as c
from . import queries, services
from .about import Event, Kind, event
from .queries import Announced

OFTEN = (*CHANGES["POST"], "429")


class PictureJson(BoundedJson):
    longest = as_json(pictures.MAX_BYTES)


class OfEvent(Endpoint):
    kind: ClassVar[Kind]

    def of(self, event_id: UUID) -> Event:
        return event(self.kind, event_id, self.player)


def _said(kind: Kind) -> type[OfEvent]:
    class Said(OfEvent):
        refusals = {**READS, "POST": OFTEN}

        @operation(f"get_{kind}_announcement")
        def get(self, request: Request, event_id: UUID) -> Announced:
            """What is said about the event, as you may read it."""
            return queries.announced(self.of(event_id))

        @operation(f"announce_{kind}", (c.Announce, Sent))
        def post(self, request: Request, event_id: UUID) -> Announced:
            command, sent = decoded(c.Announce, Sent, request.data)
            services.announce(self.of(event_id), command, by=self.me, expected_version=sent.expected_version)
            return queries.announced(self.of(event_id))

    Said.kind = kind
    return Said


def _picture(kind: Kind) -> type[OfEvent]:
    class Picture(OfEvent):
        refusals = {"POST": OFTEN}
        parser_classes = (PictureJson,)

        @operation(f"show_picture_of_{kind}", (c.ShowPicture, Unsent))
        def post(self, request: Request, event_id: UUID) -> Announced:
            command, _unsent = decoded(c.ShowPicture, Unsent, request.data)
            one = self.of(event_id)
            one.check_writes()
            sent = services.decoded(command.picture)
            services.show_picture(one, sent, command.described, by=self.me, instead_of=command.instead_of)
            return queries.announced(one)

    Picture.kind = kind
    return Picture


def _without_picture(kind: Kind) -> type[OfEvent]:
    class WithoutPicture(OfEvent):
        refusals = CHANGES

        @operation(f"remove_picture_of_{kind}", (c.RemovePicture, Unsent))
        def post(self, request: Request, event_id: UUID) -> Announced:
            command, _unsent = decoded(c.RemovePicture, Unsent, request.data)
            one = self.of(event_id)
            services.remove_picture(one, instead_of=command.instead_of)
            return queries.announced(one)

    WithoutPicture.kind = kind
    return WithoutPicture


def _taken_down(kind: Kind) -> type[OfEvent]:
    class TakenDown(OfEvent):
        refusals = CHANGES

        @operation(f"take_down_{kind}_announcement", (c.TakeDown, Sent))
        def post(self, request: Request, event_id: UUID) -> Announced:
            command, sent = decoded(c.TakeDown, Sent, request.data)
            one = self.of(event_id)
            services.take_down(one, expected_version=sent.expected_version, instead_of=command.instead_of)
            return queries.announced(one)

    TakenDown.kind = kind
    return TakenDown


def addresses(one: str, kind: Kind) -> Sequence[URLPattern]:
    """``one`` is the address of an event of this kind, whose id it calls ``event_id``."""
    here = f"{one}announcement/"
    return [
        path(here, _said(kind).as_view(), name=f"{kind}_announcement"),
        path(f"{here}picture/", _picture(kind).as_view(), name=f"{kind}_picture"),
        path(f"{here}picture/remove/", _without_picture(kind).as_view(), name=f"remove_picture_of_{kind}"),
        path(f"{here}remove/", _taken_down(kind).as_view(), name=f"take_down_{kind}"),
    ]
