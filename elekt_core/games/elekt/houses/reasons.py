"""Why the Houses do what they do: a word for the record, and the rule that says so."""

from __future__ import annotations

from typing import Final

REASONS: Final = {
    "last_zone": "E21.17",
    "first_free_zone": "E21.17",
    "no_memory": "E21.18",
    "zone_forbidden": "E21.19",
    "no_heat": "E21.21",
    "no_seal_left": "E21.22",
    "token_order": "E21.27",
    "fewest_tokens": "E21.27",
    "stolen_order": "E21.28",
    "nothing_to_steal": "E21.28",
    "steal_instead": "E21.29",
    "first_elite": "E21.30",
    "first_basic": "E21.30",
    "nobody_to_annihilate": "E21.30",
    "never_saves": "E21.31",
    "both_effects": "E21.32",
    "no_privilege_left": "E21.33",
    "counts_as_title": "E21.35",
    "takes_sceptre": "E21.37",
    "first_from_left": "E21.40",
    "no_right_unit": "E21.41",
    "top_of_pile": "E21.42",
    "sees_nothing": "E21.42",
    "names_itself": "E21.4",
}
"""Word of ``HousesChose`` -> the rule."""
