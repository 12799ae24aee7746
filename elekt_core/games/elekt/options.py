"""Every legal answer to the open question, in a stable order (E24.2). ``refusals`` says why another is not legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final

from ...kit.choices import Choice
from .abilities import use_choices
from .assignment import assign_choices
from .confrontation import tied_choices
from .course import BASE
from .houses.solo import HOUSES, LOSSES
from .life import victims_of
from .recruitment import recruit_choices
from .round_end import sceptre_choices
from .state import HERALD_OPEN, State
from .tables import Tables
from .vocabulary import DIRECTIONS
from .wins import AttachChoices, annihilate_choices, swap_choices


def herald_choices(s: State) -> list[Choice]:
    """E11.7: one of the losers, or nobody."""
    assert s.ended is not None
    return [(), *((seat,) for seat in range(s.seats) if seat != s.ended.winner)]


CHOICES: Final[dict[str, Callable[[Tables, State], Sequence[Choice]]]] = {
    "set_direction": lambda t, s: [(word,) for word in DIRECTIONS],
    "recruit": recruit_choices,
    "assign_or_pass": lambda t, s: assign_choices(t, s, s.asked),
    "use_instant": use_choices,
    "use_optional": use_choices,
    "tie_winner": tied_choices,
    "attach_tokens": lambda t, s: AttachChoices(t, s, s.asked, s.step[2]),
    "swap_units": lambda t, s: swap_choices(t, s, s.asked, s.step[2]),
    "annihilate_unit": lambda t, s: annihilate_choices(t, s, s.step[2]),
    "choose_victim": lambda t, s: [(u,) for u in victims_of(t, s, s.step)],
    "save_unit": lambda t, s: [("save",), ("let_go",)],
    "discard_from_hand": lambda t, s: list(permutations(s.hands[s.asked], s.step[2])),
    "give_sceptre": sceptre_choices,
    "houses_lose": lambda t, s: [(word,) for word in LOSSES],
    "houses_choice": lambda t, s: list(s.step[8]),
}
"""Question -> the choices of the seat that is asked."""
BASE.choices.update(CHOICES)


def herald_open(s: State) -> bool:
    """The winner may still name a Herald (E11.7); the Houses name none."""
    if s.ended is None or s.herald != HERALD_OPEN:
        return False
    return s.solo is None or s.ended.winner != HOUSES


def choices(t: Tables, s: State) -> Sequence[Choice]:
    """The choices of the open question, worked out once."""
    if s.question:
        if s.offered is None:
            s.offered = t.course.choices[s.question](t, s)
        return s.offered
    return herald_choices(s) if herald_open(s) else []
