"""The live streams of somebody who waits, and of the two parties of a challenge: for nobody else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from web import languages
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience, Kind, Place, Players

from . import challenge_queries, queries
from .challenge_queries import ChallengeShown
from .forms import OfferForm
from .models import Challenge, Seek
from .presence import KIND
from .queries import SeekShown


def address(seek: SeekShown, player: UUID) -> str:
    return sse.address(_audience(KIND, seek.id, player), seek.version, Listener(player))


def _audience(kind: str, stream: UUID, player: UUID) -> Audience:
    zone = timezone.get_current_timezone_name()  # both kinds tell times
    return Audience(kind, stream, str(player), languages.current(), "html", zone)


def frames(seek_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    seek = queries.seek(seek_id, player=UUID(viewer), now=timezone.now())
    found: dict[str, str] = {
        "seek": render_to_string("matches/seeking/_waiting.html", {"seek": seek, "csrf_token": ""})
    }
    if seek.is_seated:
        found["go"] = place_of(seek)
    return found


def place_of(seek: SeekShown) -> str:
    """Where the match is, or the table."""
    return reverse("matches:match", args=[seek.match]) if seek.match else reverse("matches:table", args=[seek.table])


def may_hear(asking: Mapping[Place, Players]) -> Mapping[Place, Players]:
    seeking = set(Seek.objects.filter(id__in={seek for seek, _ in asking}).values_list("id", "player"))
    return _own(asking, seeking)


def _own(asking: Mapping[Place, Players], parties: Collection[tuple[UUID, UUID]]) -> Mapping[Place, Players]:
    """Those who ask from their own place, where they are a party."""
    return {
        place: {one for one in players if one is not None and str(one) == place[1] and (place[0], one) in parties}
        for place, players in asking.items()
    }


CHALLENGE = "challenge"


def challenge_address(shown: ChallengeShown, player: UUID) -> str:
    return sse.address(_audience(CHALLENGE, shown.id, player), shown.version, Listener(player))


def challenge_frames(challenge_id: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    shown = challenge_queries.challenge(challenge_id, player=UUID(viewer))
    context = {"challenge": shown, "form": counter_form(shown), "csrf_token": ""}
    found: dict[str, str] = {"seek": render_to_string("matches/seeking/_challenge.html", context)}
    if shown.match:
        found["go"] = reverse("matches:match", args=[shown.match])
    return found


def counter_form(shown: ChallengeShown) -> OfferForm:
    """The form of a counter-offer, filled in with what is offered."""
    return OfferForm(initial={"seats": shown.seats, "control": shown.control, "rated": shown.rated})


def may_hear_challenge(asking: Mapping[Place, Players]) -> Mapping[Place, Players]:
    rows = Challenge.objects.filter(id__in={challenge for challenge, _ in asking})
    pairs = rows.values_list("id", "challenger", "challenged")
    return _own(asking, {(id_, party) for id_, *both in pairs for party in both})


SEEKS = Kind(KIND, Seek, frames, may_hear, patched=False)
"""Sent whole each time: the time that somebody has waited does not follow from the version."""
CHALLENGES = Kind(CHALLENGE, Challenge, challenge_frames, may_hear_challenge, patched=False)
