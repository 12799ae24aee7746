"""People and bots on a ladder: what to call them in the current language, their page, and which profile was kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from .. import queries as players
from ..models import Player
from ..names.bots import bot_name
from .outcome import BOT, person, player_of


@dataclass(frozen=True, slots=True)
class Named:
    """``who`` is the profile that was kept; ``url`` is ``""`` for those without a page: erased people."""

    who: str
    name: str
    url: str
    is_bot: bool = False
    is_guest: bool = False
    is_erased: bool = False


def names(whos: Iterable[str]) -> Mapping[str, str]:
    """By the keys of players and bots (``player:<id>``, ``bot:<name>``)."""
    return {who: one.name for who, one in people(whos).items()}


def people(whos: Iterable[str]) -> Mapping[str, Named]:
    """By their keys on a ladder."""
    ids = {who: player_of(who) for who in dict.fromkeys(whos)}
    rows = Player.objects.select_related("merged_into").in_bulk([id_ for id_ in ids.values() if id_ is not None])
    called = players.names(rows)
    named = {}
    for who, player in ids.items():
        if player is None:
            named[who] = _bot(who)
            continue
        row = rows.get(player)
        row = row and (row.merged_into or row)
        if row is None or row.erased_at is not None:
            named[who] = Named(who, called.get(player, _("Former player")), "", is_erased=True)
        else:
            url = reverse("players:player", args=[row.id])
            named[who] = Named(person(row.id), called[player], url, is_guest=row.is_guest)
    return named


def profiles_now(whos: Iterable[str]) -> list[str]:
    """For merged profiles the one that was kept; in order, one query. Raises Refused (not_a_player)."""
    wanted = list(whos)
    ids = {who: player_of(who) for who in wanted}
    merged = Player.objects.filter(id__in=[id_ for id_ in ids.values() if id_], merged_into__isnull=False)
    kept = {person(row.id): person(row.merged_into_id) for row in merged if row.merged_into_id is not None}
    return [kept.get(who, who) for who in wanted]


def _bot(who: str) -> Named:
    bot = who.removeprefix(BOT)
    return Named(who, bot_name(bot), reverse("players:bot", args=[bot]), is_bot=True)
