"""Who is invited to a table, by what was typed and ticked: names are not unique, so they become people here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from players import queries as players
from players.queries import Found

NAMES_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Naming:
    """``chosen`` are certain; ``candidates`` share a name, and some of them may be meant; ``problems`` say what to do.

    ``text`` is what stays in the field: names that nobody has.
    """

    chosen: tuple[Found, ...] = ()
    candidates: tuple[Found, ...] = ()
    text: str = ""
    problems: tuple[str, ...] = ()

    @property
    def ids(self) -> list[UUID]:
        return [found.id for found in self.chosen]


def read(data: Mapping[str, object], me: UUID | None) -> Naming:
    """Read the fields ``invited`` (ids that are ticked) and ``names`` (typed, separated by commas or lines)."""
    ticked = data.getlist("invited") if isinstance(data, QueryDict) else []
    chosen = {found.id: found for found in players.found(_ids(ticked)) if found.id != me}
    candidates: dict[UUID, Found] = {}
    unknown, problems = [], []
    for name in _names(str(data.get("names", ""))):
        found = [one for one in players.called(name) if one.id != me]
        if len(found) == 1:
            chosen[found[0].id] = found[0]
        elif not found:
            unknown.append(name)
            problems.append(_nobody(name))
        elif not any(one.id in chosen for one in found):
            candidates |= {one.id: one for one in found}
            problems.append(_("Several players are called “%(name)s”. Tick the one you mean.") % {"name": name})
    return Naming(tuple(chosen.values()), tuple(candidates.values()), ", ".join(unknown), tuple(problems))


def _names(text: str) -> list[str]:
    """Each name once, with white space normalised as in stored names."""
    split = text.replace("\n", ",").replace(";", ",").split(",")
    return list(dict.fromkeys(" ".join(name.split()) for name in split if name.strip()))[:NAMES_AT_ONCE]


def _nobody(name: str) -> str:
    near = players.nearest(name)
    if near:
        return _("Nobody else here is called “%(name)s”. Did you mean “%(near)s”?") % {"name": name, "near": near}
    return _("Nobody else here is called “%(name)s”.") % {"name": name}


def _ids(texts: Iterable[object]) -> list[UUID]:
    ids = []
    for text in texts:
        try:
            ids.append(UUID(str(text)))
        except ValueError:
            continue  # nobody has such an id
    return ids
