"""Tie-breaks: FIDE C.07 (edition of March 2026), percentages and places, all also defined for tables of 3-4.

``docs/tie-breaks.md`` says what each is. ``find("BH-C1")`` gives one; ``standings.py`` ranks by them.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from tournaments.formats.contract import BadPlan, EntrantNo, HalfPoints, Plan, Reason

from .families import ALIASES, EVERYDAY, FAMILIES, Family, Unit
from .field import Field
from .modifiers import Modifiers, modify, split
from .parts import Explained, Part, PartKind

__all__ = [
    "MAX_TIE_BREAKS",
    "Explained",
    "Field",
    "Part",
    "PartKind",
    "TieBreak",
    "Unit",
    "check_tie_breaks",
    "find",
    "known",
    "names",
]

MAX_CODE = 40
"""Characters of a code: twice as many as the longest that means something."""
MAX_TIE_BREAKS = 20
"""Of one plan."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    code: str
    """As everybody writes it: ``BH-C1``."""
    family: Family
    modifiers: Modifiers

    def value(self, field: Field, no: EntrantNo) -> HalfPoints:
        """A value in the family's unit: half-points, a number, a rating or a share of 1."""
        return self.family.tally(field, no, self.modifiers).value()

    def explained(self, field: Field, no: EntrantNo) -> Explained:
        return self.family.tally(field, no, self.modifiers).explained()

    @property
    def lowest_first(self) -> bool:
        return self.family.lowest_first != self.modifiers.reverse


def find(code: str) -> TieBreak:
    """Raises BadPlan, naming the nearest existing tie-break."""
    if len(code) > MAX_CODE:
        raise BadPlan("tie_breaks", Reason("tie_break_too_long", {"most": MAX_CODE}))
    found = known(code)
    if found is None:
        raise _unknown(code)
    return found


def known(code: str) -> TieBreak | None:
    """None if there is no such tie-break."""
    if len(code) > MAX_CODE:
        return None
    first, rest = split(code)
    family = FAMILIES.get(ALIASES.get(first, first))
    if family is None:
        return None
    modifiers = Modifiers()
    for text in rest:
        changed = modify(modifiers, text, family.modifiers)
        if changed is None:
            return None
        modifiers = changed
    return TieBreak("-".join([family.code, *rest]), family, modifiers)


def names() -> list[str]:
    """The abbreviations to offer in a list, each followed by those with a modifier."""
    return [
        name
        for family in FAMILIES.values()
        for name in (family.code, *(f"{family.code}-{one}" for one in EVERYDAY if one[0] in family.modifiers))
    ]


def check_tie_breaks(plan: Plan) -> None:
    """Raises BadPlan if the plan names too many tie-breaks, an unknown one, or the same one twice."""
    if len(plan.tie_breaks) > MAX_TIE_BREAKS:
        raise BadPlan("tie_breaks", Reason("too_many_tie_breaks", {"most": MAX_TIE_BREAKS}))
    found = [find(code).code for code in plan.tie_breaks]
    twice = next((code for code in found if found.count(code) > 1), None)
    if twice is not None:
        raise BadPlan("tie_breaks", Reason("tie_break_twice", {"code": twice}))


def _unknown(code: str) -> BadPlan:
    first, rest = split(code)
    meant = "-".join([ALIASES.get(first, first), *rest])
    nearest = max(names(), key=lambda name: (SequenceMatcher(None, name, meant).ratio(), name[:1] == meant[:1]))
    return BadPlan("tie_breaks", Reason("unknown_tie_break", {"code": code, "nearest": nearest}))
