"""What the desk shows beside what everybody sees: the next step, forms for results, proposals and previews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from matches.explain import explain
from tournaments import stages, tie_breaks
from tournaments.corrections import Moved, Preview
from tournaments.decisions import rounds
from tournaments.formats.contract import EntrantNo, Pairing, Proposal, Reason, Standing
from tournaments.pages import shapes as shown
from tournaments.pages import writing
from tournaments.pages.shapes import RoundShown
from tournaments.queries import Asked
from tournaments.state import Stage, Status, Table


class Step(StrEnum):
    """What the organiser would do next."""

    ENTER = "enter"
    START = "start"
    PAIR = "pair"
    WAIT = "wait"  # for results
    CLOSE = "close"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class NextStep:
    """``stage`` is the one concerned, ``missing`` how many results are waited for, ``round`` the one that comes."""

    step: Step
    stage: str = ""
    missing: int = 0
    round: int = 0


def next_step(asked: Asked, key: str) -> NextStep:
    state = asked.state
    if state.status not in (Status.OPEN, Status.RUNNING):
        return NextStep(Step.DONE)
    stage = state.stages.get(key)
    if stage is not None and not stage.closed and not rounds.is_stage_over(state, key):
        missing = len(rounds.unfinished(stage))
        by_rounds = stages.format_in(stage).by_rounds
        if missing and (by_rounds or stage.rounds):
            return NextStep(Step.WAIT, key, missing, len(stage.rounds))
        return NextStep(Step.PAIR, key, round=len(stage.rounds) + 1)
    following = rounds.next_stage(state)
    if following is not None:
        enough = len(state.entries) >= 2
        return NextStep(Step.START if enough else Step.ENTER, following)
    return NextStep(Step.CLOSE)


def round_at_desk(asked: Asked, stage: Stage | None, wanted: str) -> RoundShown | None:
    """The round that was asked for, else the first with a result missing, else the last."""
    if stage is None or not stage.rounds:
        return None
    if wanted.isascii() and wanted.isdigit() and (one := stage.round(int(wanted[:6]))) is not None:
        return shown.round_shown(asked, stage, one)
    running = next((one for one in stage.rounds if not one.is_done), stage.rounds[-1])
    return shown.round_shown(asked, stage, running)


@dataclass(frozen=True, slots=True)
class SeatField:
    seat: int
    name: str
    place: int | None
    score: int | None
    missing: bool


def result_form(asked: Asked, table: Table) -> list[SeatField]:
    """The fields of a table's result, filled with what stands."""
    result = table.pairing.result
    return [
        SeatField(
            seat,
            asked.names[no],
            None if result is None else result.places[seat],
            result.scores[seat] if result is not None and result.scores else None,
            result is not None and seat in result.forfeited,
        )
        for seat, no in enumerate(table.pairing.seats)
    ]


@dataclass(frozen=True, slots=True)
class ProposedTable:
    no: int
    slot: str
    seats: tuple[tuple[EntrantNo, str, str], ...]
    """Number, name and points so far."""
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class ProposalShown:
    round: int
    tables: tuple[ProposedTable, ...]
    byes: tuple[tuple[EntrantNo, str, str, Reason | None], ...]
    notes: tuple[Reason, ...]


def proposal_shown(asked: Asked, key: str, proposal: Proposal) -> ProposalShown:
    made = stages.stage_of(asked.state, key)
    points = {row.entrant: writing.points(row.points) for row in stages.standings(made)}
    return ProposalShown(
        max((pairing.round for pairing in proposal.pairings), default=len(made.rounds) + 1),
        tuple(
            ProposedTable(
                one.table,
                one.slot,
                tuple((no, asked.names[no], points.get(no, "")) for no in one.seats),
                one.reason,
            )
            for one in proposal.pairings
        ),
        tuple((no, asked.names[no], bye.value, proposal.bye_reasons.get(no)) for no, bye in proposal.byes.items()),
        proposal.notes,
    )


@dataclass(frozen=True, slots=True)
class MovedShown:
    name: str
    before: str
    after: str
    points_before: str
    points_after: str
    tie_breaks: tuple[tuple[str, str, str], ...]
    """Code, before and after, of those that change."""


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    name: str
    open: bool
    refused: str
    changed: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewShown:
    version: int
    moved: tuple[MovedShown, ...]
    at_odds: tuple[str, ...]
    choices: tuple[ChoiceShown, ...]


def preview_shown(asked: Asked, preview: Preview) -> PreviewShown:
    plan = stages.stage_of(asked.state, preview.stage).plan
    breaks = [tie_breaks.find(code) for code in plan.tie_breaks]
    return PreviewShown(
        asked.state.version,
        tuple(_moved(asked, one, breaks) for one in preview.moved),
        tuple(_line(asked, one) for one in preview.at_odds),
        tuple(
            ChoiceShown(
                choice.name,
                choice.is_open,
                "" if choice.refused is None else explain(choice.refused).sentence,
                tuple(_line(asked, one) for one in choice.changed),
                tuple(_line(asked, one) for one in choice.removed),
            )
            for choice in preview.choices
        ),
    )


def _moved(asked: Asked, moved: Moved, breaks: Sequence[tie_breaks.TieBreak]) -> MovedShown:
    before, after = moved.before, moved.after
    old, new = (_values(one, breaks) for one in (before, after))
    return MovedShown(
        asked.names[moved.entrant],
        "" if before is None else str(before.rank),
        "" if after is None else str(after.rank),
        "" if before is None else writing.points(before.points),
        "" if after is None else writing.points(after.points),
        tuple((code, old.get(code, ""), value) for code, value in new.items() if old.get(code) != value),
    )


def _values(row: Standing | None, breaks: Sequence[tie_breaks.TieBreak]) -> dict[str, str]:
    if row is None:
        return {}
    return {one.code: writing.tie_break(one, value) for one, value in zip(breaks, row.tie_breaks, strict=False)}


def _line(asked: Asked, pairing: Pairing) -> str:
    return f"{pairing.round}.{pairing.table}: {writing.joined([asked.names[no] for no in pairing.seats])}"
