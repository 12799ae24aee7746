"""Records about the whole tournament: rounds, colours, points, byes, penalties, accelerations, forbidden pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from tournaments.formats.contract import Bye, EntrantNo, Penalty, RoundNo, Scoring

from .document import Acceleration, Line
from .player import Broken

BYES = {"H": Bye.HALF, "F": Bye.FULL, "Z": Bye.ZERO, "U": Bye.PAIRING}
LETTER_OF_BYE = {bye: letter for letter, bye in BYES.items()}
BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}
"""bbpPairings' codes for points, and those of TRF26's record 162 for the same."""
XXS = {"W": "W", "D": "D", "L": "L", "PAB": "P", "ZPB": "A", "FL": "A"}
"""JaVaFo's codes for points, as far as 162 knows the same."""


def half_points(text: str) -> int:
    """``1.5`` is 3."""
    if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,4})?", text):
        raise Broken("points_unreadable", {"text": text})
    value = Fraction(text) * 2
    if value.denominator != 1:
        raise Broken("points_not_halves", {"text": text})
    return int(value)


def number(text: str, least: int = 1) -> int:
    """At most four digits: no field of the format has more."""
    stripped = text.strip()
    if not re.fullmatch(r"[0-9]{1,4}", stripped) or int(stripped) < least:
        raise Broken("number_unreadable", {"text": stripped})
    return int(stripped)


def numbers(text: str) -> tuple[EntrantNo, ...]:
    return tuple(EntrantNo(number(one)) for one in text.split())


def rounds(value: str) -> int:
    return number(value)


def initial_colour(code: str, value: str) -> str:
    """``w``, ``b`` or ``""``: XXC also has other values, such as ``rank``."""
    if code == "152":
        if value.strip().upper() not in ("W", "B"):
            raise Broken("colour_unreadable", {"text": value.strip()})
        return value.strip().lower()
    words = value.lower().split()
    return "w" if "white1" in words else "b" if "black1" in words else ""


def points_of(line: Line) -> Mapping[str, int]:
    """The values of record 162, BBW... or XXS: half-points by the letters of 162."""
    if line.code in BBP:
        return {BBP[line.code]: half_points(line.value.strip())}
    if line.code == "XXS":
        named = [one.partition("=") for one in line.value.split()]
        return {XXS[name.upper()]: half_points(text) for name, _, text in named if name.upper() in XXS}
    found = {}
    pieces = re.findall(r"([A-Za-z])\s*([+-]?[\d.]+)", line.value)
    if "".join("".join(piece) for piece in pieces) != "".join(line.value.split()):
        raise Broken("points_unreadable", {"text": line.value.strip()})
    for letter, text in pieces:
        if letter.upper() not in "WDLAPX":
            raise Broken("points_unreadable", {"text": letter})
        found[letter.upper()] = half_points(text)
    return found


def scoring(points: Mapping[str, int]) -> Scoring:
    """Scoring by the letters of 162; missing letters have FIDE's values."""
    win, loss = points.get("W", 2), points.get("L", 0)
    draw, absent = points.get("D", 1), points.get("A", 0)
    byes = {Bye.PAIRING: points.get("P", win), Bye.FULL: win, Bye.HALF: draw, Bye.ZERO: absent}
    plain = Scoring()
    if (win, loss, draw, absent, byes) == (2, 0, 1, 0, plain.byes):
        return plain
    apart = None if 2 * draw == win + loss else draw
    return Scoring(by_place={2: (win, loss)}, byes=byes, forfeit=absent, draw=apart)


def letters(scoring: Scoring) -> Mapping[str, int]:
    """The reverse: the letters from which ``scoring`` would be read, for duels."""
    win, loss = scoring.by_place[2]
    return {
        "W": win,
        "D": scoring.byes.get(Bye.HALF, 1),
        "L": loss,
        "A": scoring.byes.get(Bye.ZERO, 0),
        "P": scoring.byes.get(Bye.PAIRING, win),
    }


def byes(line: Line) -> tuple[Bye, RoundNo, tuple[EntrantNo, ...]]:
    """Record 240."""
    letter = line.text[4:5].upper().replace(" ", "Z")
    if letter not in BYES:
        raise Broken("bye_unreadable", {"text": letter})
    return BYES[letter], RoundNo(number(line.text[6:9])), numbers(line.text[10:])


def penalties(line: Line) -> tuple[Penalty, ...]:
    """Record 299 without a result: points deducted. Raises Broken for points tied to a certain result."""
    if line.text[4:5].strip():
        raise Broken("abnormal_points_not_used", {"text": line.value.strip()})
    points = half_points(line.text[13:17].strip())
    said = line.text[19:22].strip()
    first = RoundNo(max(1, number(said, least=0)) if said else 1)
    return tuple(Penalty(no, first, -points) for no in numbers(line.text[22:]))


def accelerations(line: Line) -> Iterator[Acceleration]:
    """Record 250, or XXA: a player's points round by round."""
    if line.code == "250":
        first, last = number(line.text[14:17]), number(line.text[18:21])
        ends = numbers(line.text[22:31])
        if not ends or last < first:
            raise Broken("acceleration_unreadable", {"text": line.value.strip()})
        yield Acceleration(half_points(line.text[9:13].strip()), first, last, ends[0], ends[-1])
        return
    no = EntrantNo(number(line.text[4:8]))
    text = line.text.rstrip()
    points = [half_points(text[at : at + 4].strip() or "0") for at in range(9, len(text), 5)]
    for at, worth in enumerate(points, 1):
        if worth:
            yield Acceleration(worth, at, at, no, no)


def forbidden(line: Line) -> tuple[int, int, tuple[EntrantNo, ...]]:
    """Record 260, or XXP, which holds for all rounds."""
    if line.code == "XXP":
        return 0, 0, numbers(line.value)
    return number(line.text[4:7]), number(line.text[8:11]), numbers(line.text[11:])
