"""What the page of a review shows, as templates are given it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .chart import HEIGHT, Chart, Curve
from .lines import Which


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A choice with its chances in percent, or, where it ``is_at_most``, with what they do not exceed; ``behind`` says
    in points, with its standard error, how far behind the best one, ``""`` where that is not known. ``which`` names its
    line of play."""

    text: str
    chance: int
    is_at_most: bool
    behind: str
    which: Which
    is_best: bool
    is_as_good: bool
    is_played: bool


@dataclass(frozen=True, slots=True)
class SampleShown:
    """On how many deals of the hidden cards a loss and its error rest, and what they count for together."""

    deals: int
    worth: int
    is_weighted: bool


@dataclass(frozen=True, slots=True)
class CalculationShown:
    """How much a budget thinks: deals of the hidden cards, and choices."""

    choices: int
    chosen: int
    least: int
    most: int
    confirmed: int
    chart: int
    luck: int
    proved_with: tuple[int, int, int]
    is_weighted: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A decision that both judges call a loss of so many percentage points of chances, or that is proved to be one."""

    at: int
    seat: int
    player: str
    mark: str
    name: str
    sign: str
    played: str
    lost: str
    error: str
    judges: tuple[str, ...]
    spread: str
    is_proved: bool
    hands: int
    why: str
    choices: tuple[ChoiceShown, ...]


@dataclass(frozen=True, slots=True)
class MarkShown(Marked):
    """With what the review's page tells of it, and where it stands in the chart."""

    place: str
    """The round and the phase, in the words of the log's headings."""
    sample: SampleShown
    best_line: tuple[str, ...]
    played_line: tuple[str, ...]
    x: float = 0
    y: int = HEIGHT + 14

    @property
    def is_best_highest(self) -> bool:
        """Whether no other choice has a higher number beside it."""
        return all(choice.chance <= self.choices[0].chance for choice in self.choices)

    @property
    def label(self) -> str:
        said = {"at": self.at, "player": self.player, "name": self.name, "lost": self.lost}
        told = _("Event %(at)s, %(player)s: %(name)s, −%(lost)s points") % said
        return f"{told} ({self.place})" if self.place else told


@dataclass(frozen=True, slots=True)
class AccuracyShown:
    """In percent; None where there was hardly anything to choose."""

    seat: int
    player: str
    value: int | None
    low: int
    high: int
    decisions: int
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseShown:
    """What all phases of one kind brought a seat, in points; ``change`` is the sum of the others."""

    name: str
    luck: str
    revealed: str
    skill: str
    change: str


@dataclass(frozen=True, slots=True)
class AccountShown:
    """How a seat's chances went from the first to the last, in percent and points."""

    seat: int
    player: str
    initial: int
    luck: str
    error: str
    revealed: str
    skill: str
    change: str
    final: int
    phases: tuple[PhaseShown, ...]
    """Empty where the game has but one."""


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """One decision of the seat that was asked for; ``lost`` is ``""`` where nothing better was found. ``choices`` are
    the best ones, and the one played; none where there was but one."""

    at: int
    choice: str
    lost: str
    error: str
    mark: str
    sign: str
    is_only: bool
    is_proved: bool
    hands: int
    sample: SampleShown
    choices: tuple[ChoiceShown, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """The nearest events before and after one: of marks, and of decisions of the ``seat`` that is followed; and the
    marks of the decisions asked for here, as far as a viewpoint knows what was chosen from."""

    mark_before: int | None
    mark_after: int | None
    own_before: int | None
    own_after: int | None
    player: str
    here: tuple[Marked, ...]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """Where a round begins in the chart. ``number`` is ``""`` where there is no room for it."""

    at: int
    x: float
    number: str
    title: str


@dataclass(frozen=True, slots=True)
class Reading:
    """``seat`` is the one whose marks and decisions are shown, None for the marks of all."""

    chart: Chart | None
    curve: Curve
    rounds: tuple[RoundShown, ...]
    seat: int | None
    marks: tuple[MarkShown, ...]
    accuracy: tuple[AccuracyShown, ...]
    unknown: tuple[str, ...]
    """Players whose choices are not judged."""
    accounts: tuple[AccountShown, ...]
    decisions: tuple[DecisionShown, ...]
    calculation: CalculationShown | None

    @property
    def rows(self) -> Iterator[tuple[tuple[str, ...], int, tuple[int, ...]]]:
        """Those of the chart, each with the headings of the rounds that have begun since the one before it."""
        before = -1
        for at, chances in self.chart.rows if self.chart else ():
            yield tuple(one.title for one in self.rounds if before < one.at <= at), at, chances
            before = at

    @property
    def chart_height(self) -> int:
        """With the rows of marks under it."""
        return max((mark.y for mark in self.marks), default=HEIGHT) + 14
