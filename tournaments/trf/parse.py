"""Reads line by line: valid parts are kept, and every flaw is reported with its line."""

from __future__ import annotations

import re
from collections.abc import Callable

from tournaments.formats.contract import EntrantNo
from tournaments.tie_breaks import known

from . import records
from .document import Flaw, Header, Line, Parsed, Person
from .draft import Draft, stage_of
from .player import Broken, read_player

KNOWN = re.compile(r"[01]\d2|2[0-2]2|352|362|001|013|2[456]0|299|3[0-3]0|80[12]")
"""Records by numbers. Those of letters are extensions (XXR, BBW) or national ratings (a federation's code)."""
TEAMS = re.compile(r"013|3[1-3]0|352|362|80[12]")
DIRECTIVE = re.compile(r"### (order|scores) (\d{1,3}):(.*)")
SEEDING = re.compile(r"### seeding:(.*)")


def parse(text: str) -> Parsed:
    """Accepts any text; what could not be used is in ``flaws``, by line."""
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
    stage = stage_of(draft)
    header = Header(
        {code: tuple(texts) for code, texts in draft.fields.items()},
        draft.rounds,
        draft.colour,
        tuple(draft.accelerations),
        tuple(draft.forbidden),
        tuple(draft.teams),
    )
    people: dict[EntrantNo, Person] = {no: draft.players[no].person for no in sorted(draft.players)}
    return Parsed(stage, header, people, tuple(sorted(draft.flaws, key=lambda flaw: flaw.line)), lines)


def decode(content: bytes) -> str:
    """A file's text: UTF-8, or else Latin-1, which many programs still write."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def format_trf(parsed: Parsed) -> str:
    """Every line unchanged: ``format_trf(parse(text)) == text``."""
    return "".join(line.text for line in parsed.lines)


def _read(draft: Draft, line: Line, at: int) -> None:
    code = line.code
    if code.strip() == "" or line.text.startswith(" "):
        return
    if code == "###":
        _read_comment(draft, line)
    elif code == "001":
        _read_player(draft, line, at)
    elif TEAMS.fullmatch(code):
        draft.teams.append(line.text.rstrip())
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
    """Our own comments carry what the format has no place for."""
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
    found = {code: known(code) for code in codes}
    draft.tie_breaks = [one.code for code in codes if (one := found[code]) is not None]
    if unknown := [code for code in codes if found[code] is None]:
        raise Broken("unknown_tie_breaks", {"codes": unknown})


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
