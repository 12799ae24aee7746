"""The steps that carry the course of a game: ``(step, seat, argument, ...)``, small and flat, never a hidden card
in them.

The driver in ``play`` takes the last step from the agenda, runs its handler, and goes on until somebody must decide.
"""

from __future__ import annotations

from typing import Any, Final

from .course import BASE

START_ROUND = 0
RECRUIT = 1
DRAW = 2
CHOOSE_KEPT = 3
TURN = 4
ABILITY = 6
DO = 7
CONFRONT_ZONE = 8
CONFRONT = 9
TIE = 10
WON = 11
EFFECT = 12
EXTEND = 13
DESIGNATE = 14
SAVE = 15
SAVED = 17
SCEPTRE = 18
GATHER = 19
GATHERED = 20
ROUND_OVER = 21
DISCARD = 22
ASSIGN = 23
CONFRONT_PHASE = 24
END_PHASE = 25
DIRECTION = 26
HOUSES_LOSE = 27
HOUSES_CHOICE = 28
HOUSES_SEAL = 29

FIELDS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    START_ROUND: ("start_round", ()),
    RECRUIT: ("recruit", ("index",)),
    DRAW: ("draw", ("number",)),
    CHOOSE_KEPT: ("choose_kept", ()),
    ASSIGN: ("assignment_phase", ()),
    TURN: ("turn", ("ended",)),
    ABILITY: ("ability", ("card", "zone", "unit", "by", "with", "seats")),
    DO: ("do", ("card", "zone", "unit", "by", "with", "seats", "index", "targets")),
    CONFRONT_PHASE: ("confrontation_phase", ()),
    CONFRONT_ZONE: ("zone", ("zone",)),
    CONFRONT: ("confrontations", ("zone", "attributes")),
    TIE: ("tie", ("zone", "attribute", "seats", "cards")),
    WON: ("won", ("zone", "attribute", "how")),
    EFFECT: ("effect", ("zone", "attribute", "cards")),
    EXTEND: ("extend", ("zone", "attribute", "cards", "done", "placed", "unit", "with")),
    DESIGNATE: ("designate", ("unit", "zone", "rank", "savable")),
    SAVE: ("save", ("number", "unit", "zone", "cards")),
    SAVED: ("saved", ("unit", "zone", "cards")),
    DISCARD: ("discard", ("number",)),
    END_PHASE: ("end_phase", ()),
    SCEPTRE: ("sceptre", ()),
    GATHER: ("gather", ("index",)),
    GATHERED: ("gathered", ("number",)),
    ROUND_OVER: ("round_over", ()),
    DIRECTION: ("direction", ()),
    HOUSES_LOSE: ("houses_lose", ()),
    HOUSES_CHOICE: ("houses_choice", ("card", "zone", "unit", "by", "with", "seats", "alternatives")),
    HOUSES_SEAL: ("houses_seal", ("card", "zone", "changed")),
}
"""Step -> its word in a record, and the names of its arguments after the seat."""

BASE.fields.update(FIELDS)

WORDS: Final = {word: step for step, (word, _) in FIELDS.items()}

Args = tuple[Any, ...]
