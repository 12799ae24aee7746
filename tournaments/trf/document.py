"""What a tournament report file contains beside the stage itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tournaments.formats.contract import EntrantNo, Stage


class Edition(IntEnum):
    TRF16 = 16
    TRF26 = 26


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that could not be used. ``data`` are plain values that fill in the sentence of ``code``."""

    line: int
    """From 1."""
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file as it stands, with its line ending."""

    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    @property
    def value(self) -> str:
        """What follows the code, without the line ending."""
        return self.text[4:].rstrip()


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant's personal data, which a report needs and a stage does not."""

    name: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Record 250: half-points that count for pairing only, in these rounds, for these entrants."""

    points: int
    first_round: int
    last_round: int
    first: EntrantNo
    last: EntrantNo


@dataclass(frozen=True, slots=True)
class Header:
    """``fields`` are the texts of all records of the tournament section by their codes, in order (``012``, ``XXR``)."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: int = 0
    """142 or XXR; 0 where neither is there."""
    initial_colour: str = ""
    """``w`` or ``b`` for the first entrant in round 1 (152 or XXC), ``""`` where it is not said."""
    accelerations: tuple[Acceleration, ...] = ()
    """XXA and 250; one for each entrant and run of rounds with the same points where XXA lists them."""
    forbidden: tuple[tuple[int, int, tuple[EntrantNo, ...]], ...] = ()
    """260 and XXP: first round, last round (0: all), and who must not meet each other."""
    teams: tuple[str, ...] = ()
    """Lines about teams, as they stand: 013, 310 to 330, 352, 362, 801, 802. Nothing here is played in teams."""

    def text(self, code: str) -> str:
        """The text of the first such record, ``""`` if there is none."""
        return next(iter(self.fields.get(code, ())), "")

    @property
    def name(self) -> str:
        return self.text("012")


@dataclass(frozen=True, slots=True)
class Parsed:
    stage: Stage
    header: Header = field(default_factory=Header)
    people: Mapping[EntrantNo, Person] = field(default_factory=dict)
    flaws: tuple[Flaw, ...] = ()
    lines: tuple[Line, ...] = ()
    """All of the file, known or not (teams, national ratings, comments): writing gives everything back."""
