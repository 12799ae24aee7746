"""Objections that wait for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from players import queries as players
from players.ratings.rulings import is_entitled
from tournaments.cache import cache
from tournaments.decisions import results
from tournaments.formats.contract import RoundNo
from tournaments.models import Objection, Officer, Tournament
from tournaments.state import Role, TableRef

from .decisions import why_not_rule

LISTED = 200


@dataclass(frozen=True, slots=True)
class OpenObjection:
    """An open objection of ``name`` to a result; those with one ``objection`` are made and answered together."""

    tournament: UUID
    title: str
    stage: str
    round: int
    table: int
    name: str
    mine: Annotated[bool, "It is yours; otherwise you may rule on it."]
    objection: UUID | None = None


def open_objections(player: UUID) -> list[OpenObjection]:
    """The objections of ``player``, and those on which they may rule."""
    mine = players.profiles(player)
    runs = Officer.objects.filter(
        tournament=OuterRef("tournament"), player=player, role__in=(Role.OWNER.value, Role.ARBITER.value)
    )
    wanted = Q() if is_entitled(player) else Q(player__in=mine) | Q(Exists(runs))
    rows = list(Objection.objects.filter(wanted).order_by("id")[:LISTED])
    names = players.names(row.player for row in rows)
    ids = {row.tournament_id for row in rows}
    titles = dict(Tournament.objects.filter(id__in=ids).values_list("id", "title"))
    return [
        OpenObjection(
            row.tournament_id,
            titles.get(row.tournament_id, ""),
            row.stage,
            row.round,
            row.number,
            names.get(row.player, "?"),
            row.player in mine,
            row.remark,
        )
        for row in rows
        if row.player in mine or _may_rule(row, player)
    ]


def together(found: Sequence[OpenObjection]) -> list[tuple[OpenObjection, int]]:
    """Each objection at the first of its results, and how many more there are."""
    seen: dict[object, tuple[OpenObjection, int]] = {}
    for one in found:
        key = one.objection or one
        first, more = seen.get(key, (one, -1))
        seen[key] = first, more + 1
    return list(seen.values())


def _may_rule(row: Objection, player: UUID) -> bool:
    state = cache.state(row.tournament_id)
    table = results.table_at(state, TableRef(row.stage, RoundNo(row.round), row.number))
    return not why_not_rule(state, table, player)
