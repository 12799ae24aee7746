"""Writes a stage of duels as a report, and updates a report from a stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.breaches import breaches, new
from tournaments.formats.contract import Bye, EntrantNo, Pairing, Reason, Result, Round, Scoring, Stage
from tournaments.scoring import bye_points, draw_points
from tournaments.standings import standings
from tournaments.tie_breaks.modifiers import split

from . import records
from .document import Acceleration, Edition, Header, Line, Parsed, Person
from .player import Cell, PlayerLine, points_text, read_player, with_rounds, write_player
from .rounds import RESULTS

LETTERS = {result: said for said, result in reversed(RESULTS.items()) if result is not None}
"""What White and Black have in their lines, by places and forfeits."""
OURS = records.BBP.keys() | {
    *("142", "152", "162", "202", "212", "240", "250", "260", "XXR", "XXC", "XXS", "XXA", "XXP", "XXZ"),
}
"""Records of the header that are written from what they mean."""


def compose(
    stage: Stage,
    header: Header | None = None,
    people: Mapping[EntrantNo, Person] | None = None,
    edition: Edition = Edition.TRF26,
) -> str:
    """A whole report. Raises ValueError if the stage has tables larger than duels, or points that TRF cannot express.

    What the format has no place for stands in comments: the order of tables where it is not that of the entrants'
    numbers, the games' own scores, and the seeding where it is not that of the numbers. Slots, reasons, settings
    and the seed are not written.
    """
    header = header or Header()
    lines = [
        *(f"{code} {text}" for code, texts in header.fields.items() if code not in OURS for text in texts),
        *_planned(stage, header, edition),
        *_accelerations(header.accelerations, edition),
        *_forbidden(header, edition),
        *_players(stage, people or {}),
        *_penalties(stage),
        *header.teams,
        *_comments(stage),
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def with_stage(parsed: Parsed, stage: Stage) -> Parsed:
    """The same report with the games, points and ranks of ``stage``; lines with the same meaning stay as they are.

    Entrants that the report does not have are left out. Comments about tables and scores are kept as they are; one is
    added for each repeat and second bye that is new.
    """
    cells = cells_of(stage)
    rows = {row.entrant: row for row in standings(stage)}
    lines = []
    for line in parsed.lines:
        text = line.text
        no = _player_of(text)
        if no in rows:
            body = text.rstrip("\r\n")
            points = points_text(rows[no].points)
            if read_player(body).cells != cells[no] or body[80:84].strip() != points:
                text = with_rounds(body, points, rows[no].rank, cells[no]) + text[len(body) :]
        lines.append(Line(text))
    known = {line.text.rstrip() for line in lines}
    if added := [text for text in _told(new(parsed.stage, stage)) if text not in known]:
        if lines and not lines[-1].text.endswith("\n"):
            lines[-1] = Line(lines[-1].text + "\n")
        lines += [Line(f"{text}\n") for text in added]
    return replace(parsed, stage=stage, lines=tuple(lines))


def cells_of(stage: Stage) -> dict[EntrantNo, tuple[Cell | None, ...]]:
    """Everybody's rounds, and requested byes in the coming one."""
    cells: dict[EntrantNo, list[Cell | None]] = {entrant.no: [] for entrant in stage.entrants}
    for one in stage.rounds:
        for pairing in one.pairings:
            for no, cell in zip(pairing.seats, _pair(pairing), strict=True):
                cells[no].append(cell)
        for no, own in cells.items():
            if len(own) < one.no:
                own.append(Cell(0, "-", records.LETTER_OF_BYE[one.byes.get(no, Bye.ZERO)]))
    for no, bye in stage.absent.items():
        cells[no].append(Cell(0, "-", records.LETTER_OF_BYE[bye]))
    return {no: tuple(own) for no, own in cells.items()}


def _pair(pairing: Pairing) -> tuple[Cell, Cell]:
    if len(pairing.seats) != 2:
        raise ValueError(f"round {pairing.round}, table {pairing.table}: not a duel")
    white, black = pairing.seats
    said = (" ", " ") if pairing.result is None else LETTERS[_plain(pairing.result)]
    return Cell(black, "w", said[0]), Cell(white, "b", said[1])


def _plain(result: Result) -> Result:
    """A result as reports state it: the player who appeared is first; if neither did, nobody is."""
    if result.is_lost_by_all:
        return Result(result.places)
    first, second = result.places
    if result.forfeited:
        first, second = (0 in result.forfeited, 1 in result.forfeited)
    places = (1, 2) if first < second else (2, 1) if second < first else (1, 1)
    return Result(places, forfeited=result.forfeited)


def _players(stage: Stage, people: Mapping[EntrantNo, Person]) -> Iterator[str]:
    cells = cells_of(stage)
    entrants = {entrant.no: entrant for entrant in stage.entrants}
    rows = {row.entrant: row for row in standings(stage)}
    for no in sorted(entrants):
        entrant = entrants[no]
        points = points_text(rows[no].points)
        person = people.get(no, Person())
        yield write_player(
            PlayerLine(no, person, entrant.title, entrant.rating, points, cells[no]),
            rows[no].rank,
        )


def _player_of(text: str) -> EntrantNo | None:
    number = text[4:8].strip()
    return EntrantNo(int(number)) if text.startswith("001") and number.isascii() and number.isdigit() else None


def _planned(stage: Stage, header: Header, edition: Edition) -> Iterator[str]:
    new = edition is Edition.TRF26
    if stage.plan.format == "round_robin" and not header.fields.keys() & {"092", "192"}:
        yield "192 CUSTOM_ROUNDROBIN" if new else "092 Round Robin"
    if rounds := stage.plan.rounds or header.rounds:
        yield f"{'142' if new else 'XXR'} {rounds}"
    if header.initial_colour:
        long = {"w": "white1", "b": "black1"}[header.initial_colour]
        yield f"152 {header.initial_colour.upper()}" if new else f"XXC {long}"
    yield from _points(stage.plan.scoring, new)
    if stage.plan.tie_breaks:
        yield f"202 {','.join(_fide(code) for code in stage.plan.tie_breaks)}"


def _fide(code: str) -> str:
    """``BH/C1``, as FIDE writes it."""
    first, rest = split(code)
    return "/".join([first, *rest])


def _points(scoring: Scoring, new: bool) -> Iterator[str]:
    values = records.letters(scoring)
    read = records.scoring(values)
    if _worth(read) != _worth(scoring):
        raise ValueError("a report knows one worth for each of win, draw, loss, absence and the pairing's bye")
    if read == Scoring():
        return
    if new:
        yield "162  " + "    ".join(f"{letter}{points_text(points):>4}" for letter, points in values.items())
    else:
        names = {"W": "BBW", "D": "BBD", "L": "BBL", "A": "BBZ", "P": "BBU"}
        yield from (f"{names[letter]} {points_text(points):>4}" for letter, points in values.items())


def _worth(scoring: Scoring) -> tuple[object, ...]:
    """What matters to duels."""
    byes = [bye_points(scoring, bye) for bye in Bye]
    return scoring.by_place[2], draw_points(scoring, 2), byes, scoring.forfeit, scoring.for_each_score


def _accelerations(accelerations: Sequence[Acceleration], edition: Edition) -> Iterator[str]:
    if edition is Edition.TRF26:
        for one in accelerations:
            points = points_text(one.points)
            yield f"250      {points:>4} {one.first_round:>3} {one.last_round:>3} {one.first:>4} {one.last:>4}"
        return
    by_entrant: dict[int, dict[int, int]] = {}
    for one in accelerations:
        for no in range(one.first, one.last + 1):
            rounds = range(one.first_round, one.last_round + 1)
            by_entrant.setdefault(no, {}).update(dict.fromkeys(rounds, one.points))
    for no, points_in in sorted(by_entrant.items()):
        texts = [points_text(points_in.get(number, 0)) for number in range(1, max(points_in) + 1)]
        yield f"XXA {no:>4} " + " ".join(f"{text:>4}" for text in texts)


def _forbidden(header: Header, edition: Edition) -> Iterator[str]:
    for first, last, who in header.forbidden:
        numbers = " ".join(f"{no:>4}" for no in who)
        yield f"260 {first:>3} {last:>3} {numbers}" if first else f"XXP {numbers}"


def _penalties(stage: Stage) -> Iterator[str]:
    for one in stage.penalties:
        yield f"299          {points_text(-one.points):>4}  {one.round:>3} {one.entrant:>4}"


def _comments(stage: Stage) -> Iterator[str]:
    numbers = [entrant.no for entrant in stage.entrants]
    if numbers != sorted(numbers):
        yield "### seeding: " + " ".join(str(no) for no in numbers)
    for one in stage.rounds:
        if [min(pairing.seats) for pairing in one.pairings] != sorted(min(pairing.seats) for pairing in one.pairings):
            yield f"### order {one.no}: " + " ".join(str(pairing.seats[0]) for pairing in one.pairings)
        if scores := list(_scores(one)):
            yield f"### scores {one.no}: " + " ".join(scores)
    yield from _told(breaches(stage))


def _told(found: Sequence[Reason]) -> Iterator[str]:
    """Breaches of the pairing rules, as comments for people who check the report."""
    for one in found:
        if one.code == "breach_repeat":
            yield "### round {round}: {entrant} and {other} meet again after round {before}, by the arbiter".format(
                **one.data
            )
        else:
            yield "### round {round}: {entrant} has a second bye after round {before}, by the arbiter".format(
                **one.data
            )


def _scores(one: Round) -> Iterator[str]:
    for pairing in one.pairings:
        if pairing.result is not None and pairing.result.scores:
            yield f"{pairing.seats[0]}={pairing.result.scores[0]}:{pairing.result.scores[1]}"
