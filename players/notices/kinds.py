"""Kinds of notices, which each person switches on or off for each channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """How a notice reaches a person."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", _("On your devices")


class Kind(models.TextChoices):
    """What a notice is about; people choose by these."""

    INVITATION = "invitation", _("Invitations and challenges")
    TURN = "turn", _("Your turn by correspondence")
    CALLED = "called", _("Your table is called")
    PAIRING = "pairing", _("A new pairing")
    MOVED_UP = "moved_up", _("You moved up from a waiting list")
    REMINDER = "reminder", _("Reminders: what begins soon or waits for you")
    DIGEST = "digest", _("The week in one e-mail")


@dataclass(frozen=True, slots=True)
class Usual:
    """How a kind is handled until a person chooses. ``help`` is said beside its switches."""

    mail: bool
    push: bool
    help: str | Promise


USUAL: Final[Mapping[Kind, Usual]] = {
    Kind.INVITATION: Usual(True, True, _("Somebody invites you to a table, a club or an event, or challenges you.")),
    Kind.TURN: Usual(True, True, _("A match with days to think waits for you. Sent a while later by e-mail.")),
    Kind.CALLED: Usual(False, True, _("Your table of an event is called, or an opponent is waiting for you.")),
    Kind.PAIRING: Usual(False, True, _("The pairings of a round were published: against whom, and at which table.")),
    Kind.MOVED_UP: Usual(True, True, _("A place at an event became free and is now yours.")),
    Kind.REMINDER: Usual(True, True, _("What you signed up for begins soon, has to be played soon, or waits for you.")),
    Kind.DIGEST: Usual(False, False, _("On Mondays: what waits for you, and what is coming. By e-mail only.")),
}

CHANNELS_OF: Final[Mapping[Kind, tuple[Channel, ...]]] = {
    kind: (Channel.MAIL,) if kind is Kind.DIGEST else (Channel.MAIL, Channel.PUSH) for kind in Kind
}


def usual(kind: Kind, channel: Channel) -> bool:
    """Whether notices of a kind come by a channel to a person who has chosen nothing."""
    return USUAL[kind].mail if channel is Channel.MAIL else USUAL[kind].push
