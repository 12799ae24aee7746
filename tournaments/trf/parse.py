"""Reading: line by line, the valid part is kept and every flaw is named with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats.contract import (
    BadPlan,
    Bye,
    Entrant,
    EntrantNo,
    Penalty,
    Plan,
    Round,
    RoundNo,
    Stage,
)
from tournaments.scoring import History
from tournaments.tie_breaks import find

from . import records
from .document import Acceleration, Flaw, Header, Line, Parsed, Person
from .player import Broken, Cell, PlayerLine, points_text, read_player
from .rounds import Wrong, last_round, round_of

KNOWN = re.compile(r"[01]\d2|2[0-2]2|352|362|001|013|2[456]0|299|3[0-3]0|80[12]")
"""Records by numbers. Those of letters are extensions (XXR, BBW) or national ratings (a federation's code)."""
DIRECTIVE = re.compile(r"### (order|scores) (\d{1,3}):(.*)")
SEEDING = re.compile(r"### seeding:(.*)")


@dataclass(slots=True)
class Draft:
    """What has been read so far."""

    players: dict[EntrantNo, PlayerLine] = field(default_factory=dict)
    at: dict[EntrantNo, int] = field(default_factory=dict)
    """The line of each player."""
    fields: dict[str, list[str]] = field(default_factory=dict)
    rounds: int = 0
    colour: str = ""
    points: dict[str, int] = field(default_factory=dict)
    byes: list[tuple[Bye, RoundNo, tuple[EntrantNo, ...]]] = field(default_factory=list)
    absent: list[EntrantNo] = field(default_factory=list)
    penalties: list[tuple[int, Penalty]] = field(default_factory=list)
    accelerations: list[Acceleration] = field(default_factory=list)
    forbidden: list[tuple[int, int, tuple[EntrantNo, ...]]] = field(default_factory=list)
    tie_breaks: list[str] = field(default_factory=list)
    order: dict[int, tuple[int, ...]] = field(default_factory=dict)
    scores: dict[int, Mapping[int, tuple[int, int]]] = field(default_factory=dict)
    seeding: tuple[EntrantNo, ...] = ()
    flaws: list[Flaw] = field(default_factory=list)


def parse(text: str) -> Parsed:
    """Any text at all; what could not be used is in ``flaws``, by line."""
    lines = tuple(Line(one) for one in re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text))
    draft = Draft()
    for at, line in enumerate(lines, 1):
        plain = Line(line.text.lstrip("\ufeff").rstrip("\r\n"))
        try:
            _read(draft, plain, at)
        except Broken as error:
            draft.flaws.append(Flaw(at, error.code, {"record": plain.code, **error.data}))
    if not draft.players:
        draft.flaws.append(Flaw(1, "no_players"))
    stage = _stage(draft)
    header = Header(
        {code: tuple(texts) for code, texts in draft.fields.items()},
        draft.rounds,
        draft.colour,
        tuple(draft.accelerations),
        tuple(draft.forbidden),
    )
    people: dict[EntrantNo, Person] = {no: draft.players[no].person for no in sorted(draft.players)}
    return Parsed(stage, header, people, tuple(sorted(draft.flaws, key=lambda flaw: flaw.line)), lines)


def decode(content: bytes) -> str:
    """A file's text: UTF-8, or else Latin-1, in which many programs still write."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def format_trf(parsed: Parsed) -> str:
    """Every line as it is: ``format_trf(parse(text)) == text``."""
    return "".join(line.text for line in parsed.lines)


# --- one line ----------------------------------------------------------------------------------------------------


def _read(draft: Draft, line: Line, at: int) -> None:
    code = line.code
    if code.strip() == "" or line.text.startswith(" "):
        return
    if code == "###":
        _read_comment(draft, line)
    elif code == "001":
        _read_player(draft, line, at)
    elif reader := _READERS.get(code):
        _keep(draft, line)
        reader(draft, line)
    elif code == "299":
        draft.penalties += [(at, penalty) for penalty in records.penalties(line)]
    elif code in ("202", "212"):
        _keep(draft, line)
        _read_tie_breaks(draft, line)
    elif KNOWN.fullmatch(code) or re.fullmatch(r"[A-Z]{3}", code):
        _keep(draft, line)
    else:
        raise Broken("unknown_record", {"text": line.text[:40]})


def _keep(draft: Draft, line: Line) -> None:
    if line.code[2:] == "2" or line.code[:2] in ("XX", "BB"):
        draft.fields.setdefault(line.code, []).append(line.value)


def _read_player(draft: Draft, line: Line, at: int) -> None:
    player = read_player(line.text)
    no = EntrantNo(player.number)
    if no in draft.players:
        raise Broken("starting_number_twice", {"entrant": no, "first": draft.at[no]})
    draft.players[no] = player
    draft.at[no] = at
    draft.flaws += [Flaw(at, one.code, {"record": "001", "entrant": no, **one.data}) for one in player.broken]


def _read_comment(draft: Draft, line: Line) -> None:
    """Comments of our own carry what the format has no place for."""
    if found := DIRECTIVE.fullmatch(line.text.rstrip()):
        if found[1] == "order":
            draft.order[int(found[2])] = records.numbers(found[3])
        else:
            draft.scores[int(found[2])] = dict(_scores(one) for one in found[3].split())
    elif found := SEEDING.fullmatch(line.text.rstrip()):
        draft.seeding = records.numbers(found[1])


def _scores(text: str) -> tuple[int, tuple[int, int]]:
    found = re.fullmatch(r"(\d{1,4})=(-?\d{1,6}):(-?\d{1,6})", text)
    if found is None:
        raise Broken("scores_unreadable", {"text": text})
    return int(found[1]), (int(found[2]), int(found[3]))


def _read_rounds(draft: Draft, line: Line) -> None:
    draft.rounds = records.rounds(line.value)


def _read_colour(draft: Draft, line: Line) -> None:
    draft.colour = records.initial_colour(line.code, line.value) or draft.colour


def _read_points(draft: Draft, line: Line) -> None:
    draft.points.update(records.points_of(line))


def _read_tie_breaks(draft: Draft, line: Line) -> None:
    codes = [code for code in re.split(r"[,\s]+", line.value) if code and code != "PTS"]
    unknown = [code for code in codes if not _is_known(code)]
    draft.tie_breaks = [find(code).code for code in codes if code not in unknown]
    if unknown:
        raise Broken("unknown_tie_breaks", {"codes": unknown})


def _is_known(code: str) -> bool:
    try:
        find(code)
    except BadPlan:
        return False
    return True


_READERS: dict[str, Callable[[Draft, Line], None]] = {
    "142": _read_rounds,
    "XXR": _read_rounds,
    "152": _read_colour,
    "XXC": _read_colour,
    "162": _read_points,
    **dict.fromkeys([*records.BBP, "XXS"], _read_points),
    "240": lambda draft, line: draft.byes.append(records.byes(line)),
    "250": lambda draft, line: draft.accelerations.extend(records.accelerations(line)),
    "XXA": lambda draft, line: draft.accelerations.extend(records.accelerations(line)),
    "260": lambda draft, line: draft.forbidden.append(records.forbidden(line)),
    "XXP": lambda draft, line: draft.forbidden.append(records.forbidden(line)),
    "XXZ": lambda draft, line: draft.absent.extend(records.numbers(line.value.replace(",", " "))),
}


# --- the stage ---------------------------------------------------------------------------------------------------


def _stage(draft: Draft) -> Stage:
    numbers = sorted(draft.players)
    cells = {no: list(draft.players[no].cells) for no in numbers}
    last = last_round(cells)
    absent = _requests(draft, cells, last)
    wrong: list[Wrong] = []
    rounds = [round_of(cells, RoundNo(no), draft.order.get(no, ()), wrong) for no in range(1, last + 1)]
    draft.flaws += [Flaw(draft.at[one.entrant], one.code, {"entrant": one.entrant, **one.data}) for one in wrong]
    seeded = draft.seeding if sorted(draft.seeding) == numbers else tuple(numbers)
    stage = Stage(
        Plan(
            _format(draft),
            rounds=draft.rounds,
            scoring=records.scoring(draft.points),
            tie_breaks=tuple(draft.tie_breaks),
        ),
        tuple(Entrant(no, draft.players[no].rating, draft.players[no].title) for no in seeded),
        tuple(with_scores(one, draft.scores.get(one.no, {})) for one in rounds),
        absent,
        tuple(_penalties(draft)),
    )
    _compare_points(draft, stage)
    return stage


def _requests(draft: Draft, cells: dict[EntrantNo, list[Cell | None]], last: int) -> dict[EntrantNo, Bye]:
    """Who is not to be paired in the coming round; byes of earlier rounds (240) go into their empty cells."""
    asked = {no: Bye.ZERO for no in draft.absent if no in cells}
    for bye, number, who in draft.byes:
        for no in who:
            if no in cells and number == last + 1:
                asked[no] = bye
            elif no in cells and number <= last:
                own = cells[no]
                own += [None] * (number - len(own))
                own[number - 1] = own[number - 1] or Cell(0, "-", records.LETTER_OF_BYE[bye])
    for no, own in cells.items():
        if len(own) > last and (cell := own[last]) is not None:
            asked[no] = records.BYES[cell.result]
        if len(own) > last + 1:
            draft.flaws.append(Flaw(draft.at[no], "round_too_far", {"entrant": no, "round": len(own)}))
    return {no: asked[no] for no in cells if no in asked}


def with_scores(one: Round, scores: Mapping[int, tuple[int, int]]) -> Round:
    """``scores`` by White."""
    if not scores:
        return one
    return replace(
        one,
        pairings=tuple(
            replace(pairing, result=replace(pairing.result, scores=scores[pairing.seats[0]]))
            if pairing.result is not None and pairing.seats[0] in scores
            else pairing
            for pairing in one.pairings
        ),
    )


def _penalties(draft: Draft) -> list[Penalty]:
    found = []
    for at, penalty in draft.penalties:
        if penalty.entrant in draft.players:
            found.append(penalty)
        else:
            draft.flaws.append(Flaw(at, "unknown_entrant", {"entrant": penalty.entrant}))
    return found


def _format(draft: Draft) -> str:
    said = " ".join([*draft.fields.get("192", []), *draft.fields.get("092", [])]).upper()
    return "round_robin" if re.search(r"ROUND[\s_-]*ROBIN|BERGER|\bRR\b", said) else "dutch"


def _compare_points(draft: Draft, stage: Stage) -> None:
    """The points that a line claims are not used; where they are others than its games give, that is a flaw."""
    for no, points in History(stage).points.items():
        said = draft.players[no].points
        try:
            if said and records.half_points(said) != points:
                data = {"entrant": no, "said": said, "counted": points_text(points)}
                draft.flaws.append(Flaw(draft.at[no], "points_differ", data))
        except Broken as error:
            draft.flaws.append(Flaw(draft.at[no], error.code, {"record": "001", "entrant": no, **error.data}))
