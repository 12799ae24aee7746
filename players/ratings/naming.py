"""What to call those who stand on a ladder, in the current language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from .. import queries as players
from .outcome import BOT, player_of


def bot_name(bot: str) -> str:
    known = {"random": _("Random bot"), "greedy": _("Greedy bot")}
    return known.get(bot) or _("Bot %(name)s") % {"name": bot}


def names(whos: Iterable[str]) -> Mapping[str, str]:
    """By who they are (``player:<id>``, ``bot:<name>``)."""
    ids = {who: player_of(who) for who in dict.fromkeys(whos)}
    known = players.names(player for player in ids.values() if player is not None)
    return {
        who: bot_name(who.removeprefix(BOT)) if player is None else known.get(player, _("Former player"))
        for who, player in ids.items()
    }
