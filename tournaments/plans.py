"""Stage plans: plain JSON (events, forms, API, files) to the objects that formats use, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, cast

from msgspec import ValidationError, convert, json

from .formats.contract import EDITION, BadPlan, Format, Plan, Reason, Scoring
from .formats.registry import format_of
from .scoring import check_scoring
from .settings import MAX_STAGES, StagePlan
from .tie_breaks import check_tie_breaks

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
FIELDS = (9, 16, 32, 128, 1024)
"""Sizes that are tried where nobody knows the field yet."""


def read(plain: Mapping[str, Any]) -> Plan:
    """Raises BadPlan, which names the field."""
    _known("", plain, Plan)
    if "format" not in plain:
        raise BadPlan("format", Reason("unknown_format", {"format": ""}))
    if isinstance(scoring := plain.get("scoring"), Mapping):
        _known("scoring.", scoring, Scoring)
    try:
        return convert(dict(plain), Plan, str_keys=True)
    except ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        raise BadPlan(path.strip("`.") or "plan", Reason("wrong_value", {"message": message})) from error


def plain(plan: Plan) -> dict[str, Any]:
    """JSON that ``read`` turns into the same plan: lists, not tuples, as it comes back from an event. The first edition
    is not written, as in the events that were stored before there was a second."""
    told = cast(dict[str, Any], json.decode(json.encode(plan)))
    if plan.edition == 1:
        del told["edition"]
    return told


def of_now(stage: StagePlan) -> StagePlan:
    """A plan that is new and names no edition has the current one."""
    return replace(stage, plan={"edition": EDITION, **stage.plan})


def check(plan: Plan, entrants: int | None = None) -> None:
    """Raises BadPlan if it cannot be played; with ``entrants``, also if that many cannot play it."""
    if not 2 <= plan.least <= plan.seats <= 4:
        raise BadPlan("seats", Reason("wrong_table_size", {"seats": plan.seats, "least": plan.least}))
    if not 1 <= plan.edition <= EDITION:
        raise BadPlan("edition", Reason("out_of_range", {"least": 1, "most": EDITION}))
    check_scoring(plan)
    check_tie_breaks(plan)
    try:
        found = format_of(plan.format)
    except KeyError:
        raise BadPlan("format", Reason("unknown_format", {"format": plan.format})) from None
    if entrants is None:
        _check_some_field(found, plan)
    else:
        found.check(plan, entrants)


def check_stages(stages: Sequence[StagePlan]) -> None:
    """Each stage can be played, and takes its entrants from an earlier one. Raises BadPlan."""
    known: set[str] = set()
    if not stages:
        raise BadPlan("stages", Reason("no_stages"))
    if len(stages) > MAX_STAGES:
        raise BadPlan("stages", Reason("too_many_stages", {"most": MAX_STAGES}))
    for stage in stages:
        if not KEY.fullmatch(stage.key) or stage.key in known:
            raise BadPlan("key", Reason("stage_key_taken", {"key": stage.key}))
        if stage.source.stage and stage.source.stage not in known:
            raise BadPlan("source", Reason("unknown_stage", {"stage": stage.source.stage}))
        if stage.source.stage and stage.source.best < 1:
            raise BadPlan("source", Reason("nobody_goes_on", {"stage": stage.key}))
        check(read(stage.plan), stage.source.best if stage.source.stage and not stage.source.rest else None)
        known.add(stage.key)


def _known(prefix: str, plain: Mapping[str, Any], cls: type[Any]) -> None:
    names = {field.name for field in fields(cls)}
    for key in plain:
        if key not in names:
            raise BadPlan(f"{prefix}{key}", Reason("unknown_setting", {"setting": key}))


def _check_some_field(found: Format, plan: Plan) -> None:
    """Whether some field can play the plan, before anybody has entered. Raises BadPlan with an error that holds for
    every field.
    """
    refused: list[BadPlan] = []
    for entrants in (plan.seats * 4, *FIELDS):
        try:
            found.check(plan, entrants)
        except BadPlan as bad:
            refused.append(bad)
        else:
            return
    if telling := [bad for bad in refused if bad.field != "entrants"]:
        raise telling[0]
