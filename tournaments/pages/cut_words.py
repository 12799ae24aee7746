"""Players who are level on the last place that advances, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import cut
from tournaments.queries import Asked

from . import words, writing


def ties(asked: Asked, key: str) -> list[str]:
    """What has to be decided before the stage can begin; after that, who was level, and how it was decided."""
    plan = asked.state.plan(key)
    return [] if plan is None else [_told(asked, key, one) for one in cut.ties(asked.state, plan)]


def _told(asked: Asked, key: str, one: cut.Tie) -> str:
    said = {"names": writing.joined([asked.names[no] for no in one.entrants]), "n": one.places, "rank": one.rank}
    told = (_("Group %(group)s: ") % {"group": one.group} if one.group else "") + ngettext(
        "%(names)s share place %(rank)s, level in every tie-break, and %(n)s of them advances.",
        "%(names)s share place %(rank)s, level in every tie-break, and %(n)s of them advance.",
        one.places,
    ) % said
    begun = asked.state.stages.get(key)
    if begun is None:
        return told
    advanced = [no for no in one.entrants if no in begun.entrants]
    if not advanced:
        return told
    by = (
        _("Advanced as the better seed: %(names)s.")
        if set(advanced) == set(one.first)
        else _("The organiser decided: %(names)s.")
    )
    return f"{told} {by % {'names': words.listed(asked.names[no] for no in advanced)}}"
