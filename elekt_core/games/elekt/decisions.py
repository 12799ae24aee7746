"""The decisions of Elekt (E24.2): the shape of each ``choice``, and its path of parts.

==================== ==================================================== ==========================================
kind                 choice                                               parts
==================== ==================================================== ==========================================
set_direction        ("clockwise",) or ("counter_clockwise",)             direction:clockwise
recruit              ("keep_first",) "keep_second" "keep_third" "redraw"  keep_first
assign_or_pass       (unit, zone), or () to pass                          unit:acolyte.0 zone:missions / pass
use_instant          ("use", target, ...), or () to decline               use unit:symbiont token:power / decline
use_optional         the same                                             the same
tie_winner           (seat,)                                              seat:1
attach_tokens        ((attribute, unit), ...), up to two, or ()           token:power unit:symbiont done / done
swap_units           (unit here, unit elsewhere), or () to decline        unit:nameless.0 with:acolyte.0 / decline
annihilate_unit      (unit,), or () to decline                            unit:symbiont / decline
choose_victim        (unit,)                                              unit:symbiont
save_unit            ("save",) or ("let_go",)                             save
discard_from_hand    (unit, ...) in the order of discarding               unit:acolyte.0 unit:nameless.0
give_sceptre         (seat, "clockwise" or "counter_clockwise")           seat:1 direction:clockwise
houses_lose          ("heat",) or ("seals",)                              heat
houses_choice        (target, ...)                                        unit:acolyte.0 token:violence
name_herald          (seat,), or () for nobody                            seat:1 / none
concede              ()                                                   concede
==================== ==================================================== ==========================================

Units and cards are ids, Zones and attributes indices. A **target** is a pair ``(word, value)``: what a card asks
for, in the order in which its effects ask (TARGETS). With two tokens, ``attach_tokens`` needs no closing ``done``.

An ability that is not optional but leaves a choice of targets is asked as ``use_optional`` too, without "decline".
"""

from __future__ import annotations

from typing import Final

from .course import BASE

KINDS: Final = (
    "set_direction",
    "recruit",
    "assign_or_pass",
    "use_instant",
    "use_optional",
    "tie_winner",
    "attach_tokens",
    "swap_units",
    "annihilate_unit",
    "choose_victim",
    "save_unit",
    "discard_from_hand",
    "give_sceptre",
    "houses_lose",
    "houses_choice",
    "name_herald",
    "concede",
)
"""Every kind of decision; ``concede`` is legal at any time and never listed among the options."""

TARGETS: Final = {
    "unit": "card",
    "from": "card",
    "with": "card",
    "hand": "card",
    "pile": "card",
    "give": "card",
    "take": "card",
    "token": "attribute",
    "attribute": "attribute",
    "player": "seat",
    "zone": "zone",
}
"""Word of a target -> what its value is.

``unit`` a Unit in a Zone that the effect is about, ``from`` the Unit that loses a token, ``with`` the second Unit
of a swap, ``hand`` a Unit in the own hand, ``pile`` one in the discard pile, ``give`` and ``take`` what is
exchanged, ``token`` which token, ``attribute`` which confrontation, ``player`` an opponent, ``zone`` a Zone.
"""

BASE.target_words.update(TARGETS)

KEEP: Final = ("keep_first", "keep_second", "keep_third", "keep_fourth", "keep_fifth", "keep_sixth")
"""E6.1 (a): which of the drawn Units is kept (more than two only if a card says so)."""
REDRAW: Final = "redraw"
"""E6.1 (b)."""

CODES: Final = {
    "game_over": "E11.1",
    "not_your_turn": "E24.2",
    "another_question": "E24.2",
    "already_conceded": "E11.8",
    "malformed": "E24.2",
    "not_offered": "E24.2",
    "unit_not_in_hand": "E7.1",
    "zone_full": "E7.4",
    "assignment_forbidden": "C1.54",
    "no_token_left": "E9.2",
    "tokens_must_differ": "E9.1",
    "attaching_forbidden": "C1.54",
    "unit_not_here": "E15.1",
    "units_elsewhere": "E15.1",
    "not_your_unit": "E9.6",
    "same_zone": "E9.6",
    "ability_elsewhere": "E15.1",
    "ability_other_zones": "C1.27",
    "ability_own_units": "C1.27",
    "ability_another_unit": "E15.2",
    "ability_swaps_zones": "E18.8",
    "no_token_there": "E18.6",
    "unit_barred": "E16.2",
    "from_hand_only": "E7.1",
    "not_assigning": "E7.1",
    "not_a_target": "E15.9",
    "swap_forbidden": "C1.48",
    "unit_protected": "E14.11",
    "unit_not_swappable": "E9.7",
    "not_a_loser": "E11.7",
    "not_tied": "E8.18",
    "saving_forbidden": "C1.54",
    "heat_lacking": "E12.6",
}
"""Code of a refusal -> the rule that is cited. Data: ``unit``, ``card`` (names), ``zone``, ``attribute`` (words),
``seat``,
``limit``, ``cost``, ``heat`` (numbers), as far as they apply."""
