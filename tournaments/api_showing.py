"""Tournaments as the API shows them: plain values out of states and queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from web.explain import explain

from . import stages, tie_breaks
from .consent.standing import is_asked, standing
from .corrections import Choice, Moved, Preview
from .events import KINDS
from .formats.contract import Pairing, Proposal, Reason, Result, Standing
from .pages import writing
from .queries import Asked, Change
from .rating import PreviewLine
from .settings import StagePlan
from .state import Round, Stage, State, Table


def tournament(asked: Asked) -> dict[str, Any]:
    state = asked.state
    return {
        "id": state.id,
        "version": state.version,
        "title": state.title,
        "game": state.game,
        "ruleset": state.ruleset,
        "status": state.status,
        "settings": asdict(state.settings),
        "my_role": asked.role,
        "my_number": None if asked.entry is None else asked.entry.no,
        "hash": stages.digest(state),
        "entrants": [
            {
                "no": no,
                "name": asked.names[no],
                "player": entry.player,
                "bot": entry.bot,
                "rating": entry.rating,
                "division": entry.division,
                "checked_in": entry.checked_in,
                "withdrawn": entry.withdrawn,
                "confirmed": entry.own,
            }
            for no, entry in state.entries.items()
        ],
        "stages": [_stage(asked, plan) for plan in state.planned],
    }


def _stage(asked: Asked, plan: StagePlan) -> dict[str, Any]:
    key = plan.key
    stage: Stage | None = asked.state.stages.get(key)
    return {
        "key": key,
        "plan": plan.plan,
        "window_minutes": plan.window_minutes,
        "begun": stage is not None,
        "over": stage is not None and (stage.closed or stages.is_over(asked.state, key)),
        "ends": None if stage is None else stages.window(stage),
        "seed": "" if stage is None else stage.seed,
        "entrants": [] if stage is None else stage.entrants,
        "rounds": [] if stage is None else [_round(asked.state, one) for one in stage.rounds],
    }


def _round(state: State, one: Round) -> dict[str, Any]:
    return {
        "round": one.no,
        "tables": [_table(state, table) for table in one.tables.values()],
        "byes": {str(no): bye.value for no, bye in one.byes.items()},
    }


def _table(state: State, table: Table) -> dict[str, Any]:
    return {
        "table": table.no,
        "slot": table.pairing.slot,
        "seats": table.pairing.seats,
        "progress": table.progress,
        "result": result(table.pairing.result),
        "source": table.source,
        "corrected": table.corrected,
        "here": sorted(table.here),
        "missed": sorted(table.missed),
        "lost": sorted(table.lost),
        "calls": [{"at": call.at, "seats": sorted(call.seats), "last": call.last} for call in table.called],
        "opened": [game.opened for game in table.games.values() if game.opened],
        "rating": rating(state, table),
    }


def rating(state: State, table: Table) -> dict[str, Any] | None:
    """None where no result was typed, or the event is not rated."""
    stands = standing(table) if is_asked(state, table) else None
    if stands is None:
        return None
    missing = table.consent.missing if table.consent is not None else ()
    return {"stands": stands, "unconfirmed": missing, "objecting": sorted(table.objections.open)}


def result(came: Result | None) -> dict[str, Any] | None:
    if came is None:
        return None
    return {"places": came.places, "scores": came.scores, "forfeited": sorted(came.forfeited)}


def standings(asked: Asked, key: str) -> list[dict[str, Any]]:
    stage = stages.stage_of(asked.state, key)
    breaks = [tie_breaks.find(code) for code in stage.plan.tie_breaks]
    return [_standing(asked, row, breaks) for row in stages.standings(stage)]


def _standing(asked: Asked, row: Standing, breaks: list[tie_breaks.TieBreak]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "no": row.entrant,
        "name": asked.names[row.entrant],
        "half_points": str(row.points),
        "points": writing.points(row.points),
        "tie_breaks": [
            {"code": one.code, "value": str(value), "shown": writing.tie_break(one, value)}
            for one, value in zip(breaks, row.tie_breaks, strict=False)
        ],
    }


def proposal(made: Proposal) -> dict[str, Any]:
    return {
        "pairings": [pairing(one) for one in made.pairings],
        "byes": {str(no): bye.value for no, bye in made.byes.items()},
        "notes": [_reason(note) for note in made.notes],
    }


def pairing(one: Pairing) -> dict[str, Any]:
    return {
        "round": one.round,
        "table": one.table,
        "slot": one.slot,
        "seats": one.seats,
        "reason": None if one.reason is None else _reason(one.reason),
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "data": dict(reason.data)}


def preview(
    shown: Preview, ratings: Sequence[Sequence[PreviewLine]], rating: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """``ratings`` are those of each choice."""
    choices = [
        {
            **told,
            "moved": [_moved(one) for one in choice.moved],
            "ratings": lines,
            "breaches": [_reason(one) for one in choice.breaches],
        }
        for choice, told, lines in zip(shown.choices, _choices(shown.choices), ratings, strict=True)
    ]
    return {
        "moved": choices[0]["moved"],
        "ratings": choices[0]["ratings"],
        "rating": rating,
        "at_odds": [pairing(one) for one in shown.at_odds],
        "unseated": shown.unseated,
        "choices": choices,
        "later": shown.later
        and {
            "stages": [
                {
                    "stage": one.key,
                    "out": one.out,
                    "into": one.into,
                    "reordered": one.reordered,
                    "border": one.border,
                }
                for one in shown.later.stages
            ],
            "choices": _choices(shown.later.choices),
        },
    }


def _moved(moved: Moved) -> dict[str, Any]:
    return {
        "no": moved.entrant,
        "rank_before": moved.before and moved.before.rank,
        "rank": moved.after and moved.after.rank,
        "half_points_before": None if moved.before is None else str(moved.before.points),
        "half_points": None if moved.after is None else str(moved.after.points),
    }


def _choices(choices: Sequence[Choice]) -> list[dict[str, Any]]:
    return [
        {
            "name": choice.name,
            "open": choice.is_open,
            "worked_out": choice.worked_out,
            "refused": "" if choice.refused is None else explain(choice.refused).sentence,
            "changed": [pairing(one) for one in choice.changed],
            "removed": [pairing(one) for one in choice.removed],
            "byes": [{"no": one.entrant, "before": one.before, "after": one.after} for one in choice.byes],
            "kept": choice.kept,
        }
        for choice in choices
    ]


def change(one: Change) -> dict[str, Any]:
    return {
        "first": one.first,
        "last": one.last,
        "at": one.at,
        "actor": one.actor,
        "events": [{"kind": event.kind, **event.payload} for event in KINDS.encoded(one.events)],
        "said": list(one.said.values()),
        "hash": one.hash,
        "undone": one.undone,
    }
