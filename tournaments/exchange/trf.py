"""Report files (TRF16, TRF26) of duels: a stage as a report, and a report as a tournament. See docs/exchange.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from uuid import UUID, uuid4

from players.models import NAME_LENGTH
from tournaments import plans, stages
from tournaments.decisions.field import MAX_RATING
from tournaments.decisions.rounds import begun
from tournaments.formats.contract import Bye, Entrant, EntrantNo, Plan, RoundNo
from tournaments.formats.contract import Round as StageRound
from tournaments.formats.contract import Stage as PlainStage
from tournaments.formats.dutch import DUTCH, acceleration
from tournaments.opening import titled
from tournaments.queries import Asked, plain_names
from tournaments.services import Changed
from tournaments.settings import Settings, StagePlan
from tournaments.state import Entry, Progress, Round, Stage, State, Status, Table
from tournaments.trf import Edition, Flaw, Header, Parsed, Person, compose, format_trf, parse, with_stage
from tournaments.trf.document import Acceleration
from web.errors import BadRequest, Conflict

from . import importing, queries

KEY = "main"
MAX_LENGTH = 4 * 1024 * 1024
"""Characters: ten thousand players and 30 rounds."""
MAX_LINES = 50_000
"""Many times what six thousand players take. Each is looked at, and may be told of as a flaw."""


def report(asked: Asked, key: str, edition: Edition) -> str:
    """The stage as it stands, with the names as they were written. Raises NotFound, Conflict (not a stage of duels)."""
    begun(asked.state, key)
    stage = stages.stage_of(asked.state, key)
    _check_duels(stage)
    fields = {"012": (asked.state.title,), "062": (str(len(stage.entrants)),)}
    if starts := asked.state.settings.starts:
        fields["042"] = (starts[:10].replace("-", "/"),)
    names = plain_names(asked.state)
    people = {entrant.no: Person(names[entrant.no]) for entrant in stage.entrants}
    kept = queries.report_of(asked.state.id)
    header = Header(
        fields, accelerations=tuple(_accelerations(stage)), teams=() if kept is None else parse(kept).header.teams
    )
    try:
        return compose(stage, header, people, edition)
    except ValueError as error:
        raise Conflict("no_report", stage=key) from error


def _accelerations(stage: PlainStage) -> Iterator[Acceleration]:
    """The points that the plan adds for pairing, one entry per entrant and run of rounds with the same points."""
    if stage.plan.format != DUTCH.name:
        return
    rounds = DUTCH.rounds(stage.plan, len(stage.entrants))
    extra = acceleration.virtual(stage, rounds)
    for no in sorted(entrant.no for entrant in stage.entrants):
        for points, run in groupby(range(1, rounds + 1), key=partial(extra, no)):
            numbers = list(run)
            if points:
                yield Acceleration(int(points), numbers[0], numbers[-1], no, no)


def _check_duels(stage: PlainStage) -> None:
    """Raises Conflict for larger tables, or an entrant twice in one round."""
    for one in stage.rounds:
        seated = Counter(no for pairing in one.pairings for no in pairing.seats)
        if any(len(pairing.seats) != 2 for pairing in one.pairings) or max(seated.values(), default=0) > 1:
            raise Conflict("no_report")


def has_report(asked: Asked, key: str) -> bool:
    """Whether the stage can be written as a report: one of duels, with a table played or paired."""
    stage = stages.stage_of(asked.state, key)
    try:
        _check_duels(stage)
    except Conflict:
        return False
    return stage.plan.seats == 2 and bool(stage.rounds)


def kept_report(asked: Asked, key: str) -> str:
    """The report that the tournament was imported from, line by line, with the current games and points.

    It may say more of people than a page does (births, FIDE's numbers): for officers. Raises NotFound, Conflict.
    """
    begun(asked.state, key)
    kept = queries.report_of(asked.state.id)
    if kept is None:
        raise Conflict("no_kept_report")
    return format_trf(with_stage(parse(kept), stages.stage_of(asked.state, key)))


def bring_in(
    text: str, *, owner: UUID, game: str, title: str = "", decision_id: UUID | None = None
) -> tuple[Changed, tuple[Flaw, ...]]:
    """A tournament from a report, and the flaws of its lines. Raises BadRequest, Conflict if nothing can be used."""
    if len(text) > MAX_LENGTH:
        raise BadRequest("too_long", most=MAX_LENGTH)
    if text.count("\n") + text.count("\r") > MAX_LINES:
        raise BadRequest("report_has_too_many_lines", most=MAX_LINES)
    parsed = parse(text)
    if not parsed.people:
        raise BadRequest("no_players_in_report", line=parsed.flaws[0].line)
    told, names, flaws = tournament_of(parsed, game, title)
    done = importing.bring_in(told, names, owner=owner, decision_id=decision_id, report=text)
    return done, (*parsed.flaws, *flaws)


def tournament_of(parsed: Parsed, game: str, title: str = "") -> tuple[State, importing.Names, tuple[Flaw, ...]]:
    """The tournament in the report, the names, and what the names lost."""
    stage = parsed.stage
    plan = StagePlan(KEY, plans.plain(_plan(stage, parsed.header)))
    rounds = tuple(_round(one) for one in stage.rounds)
    numbers = tuple(entrant.no for entrant in stage.entrants)
    names, flaws = _names(parsed)
    title = title or " ".join(parsed.header.name.split())[:120]
    told = State(
        uuid4(),
        title=titled(title if title and title.isprintable() else "TRF"),
        game=game,
        settings=Settings(online=False, open_entry=False),
        planned=(plan,),
        stages={KEY: Stage(plan, numbers, bytes(32).hex(), rounds, penalties=stage.penalties)},
        entries={entrant.no: _entry(entrant) for entrant in sorted(stage.entrants, key=lambda one: one.no)},
        order=numbers,
        byes={KEY: {no: byes for no, byes in _asked_for(stage).items() if byes}},
        status=Status.RUNNING,
    )
    return told, names, flaws


def _asked_for(stage: PlainStage) -> Mapping[RoundNo, Mapping[EntrantNo, Bye]]:
    """Byes in the coming round, and players missing from the last one: a report does not say who has left."""
    last = {one.no: {no: bye for no, bye in one.byes.items() if bye is Bye.ZERO} for one in stage.rounds[-1:]}
    return {**last, RoundNo(len(stage.rounds) + 1): stage.absent}


def _plan(stage: PlainStage, header: Header) -> Plan:
    """A Swiss without a number of rounds ends with its last one."""
    settings = dict(stage.plan.settings)
    rounds = stage.plan.rounds
    if stage.plan.format == "dutch":
        rounds = max(rounds, len(stage.rounds), 1)
        if header.initial_colour:
            settings["initial_colour"] = {"w": "white", "b": "black"}[header.initial_colour]
        if header.accelerations:
            settings["accelerations"] = [list(astuple(one)) for one in header.accelerations]
    else:
        rounds = 0
    return replace(stage.plan, rounds=rounds, settings=settings)


def _round(one: StageRound) -> Round:
    return Round(
        one.no, {pairing.table: Table(pairing, Progress.DONE, source="arbiter") for pairing in one.pairings}, one.byes
    )


def _entry(entrant: Entrant) -> Entry:
    return Entry(entrant.no, None, "", min(entrant.rating, MAX_RATING), entrant.title, "", _EVER)


_EVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When they entered is not told."""


def _names(parsed: Parsed) -> tuple[dict[EntrantNo, str], tuple[Flaw, ...]]:
    """Names have at most ``NAME_LENGTH`` characters here, one more in a report. Nameless lines get their number."""
    names: dict[EntrantNo, str] = {}
    flaws: list[Flaw] = []
    lines = {line.text[4:8].strip(): at for at, line in enumerate(parsed.lines, 1) if line.code == "001"}
    for no, person in parsed.people.items():
        name = "".join(letter for letter in person.name if letter.isprintable())
        names[no] = " ".join(name.split())[:NAME_LENGTH].strip() or str(no)
        if names[no] != person.name:
            flaws.append(Flaw(lines.get(str(no), 0), "name_changed", {"entrant": no, "name": names[no]}))
    return names, tuple(flaws)
