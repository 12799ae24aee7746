"""The words in which cards are written (elekt-cards.md C1): what a card file may say, and what it means.

A card file is checked against these tables, so a misspelt word is an error that names its place,
never an ability that silently does nothing.
"""

from __future__ import annotations

from typing import Final

NONE: Final = -1
"""No card, no seat, no Zone: the empty value of an integer field."""

ZONES: Final = ("missions", "influences", "court")
"""E1.1, left to right; a Zone is an index into this."""
MISSIONS, INFLUENCES, COURT = 0, 1, 2

ATTRIBUTES: Final = ("occultism", "cunning", "violence", "power")
"""E1.9 in the order of the confrontations (E8.1); an attribute is an index into this."""
OCCULTISM, CUNNING, VIOLENCE, POWER = 0, 1, 2, 3

DECKS: Final = ("missions", "influences", "privileges", "elite")
"""Decks by number; the first three belong to the Zone of the same number."""
ELITE_DECK: Final = 3

PHASES: Final = ("recruitment", "assignment", "confrontation", "round_end")
"""E5.1."""
RECRUITMENT, ASSIGNMENT, CONFRONTATION, ROUND_END = 0, 1, 2, 3

CLOCKWISE, COUNTER_CLOCKWISE = 1, -1
DIRECTIONS: Final = {"clockwise": CLOCKWISE, "counter_clockwise": COUNTER_CLOCKWISE}
"""E3.2, E3.4."""

GROUPS: Final = ("unit", "mission", "influence", "privilege")
"""Sections of a card file."""

PRIVILEGE_RANK, UNIT_RANK, MISSION_RANK, INFLUENCE_RANK, RULES_RANK = range(5)
"""Classes of abilities in their priority (E16.1); the plain rules rank below all cards (E16.2)."""
RANKS: Final = {"privilege": PRIVILEGE_RANK, "unit": UNIT_RANK, "mission": MISSION_RANK, "influence": INFLUENCE_RANK}

UNIT_KINDS: Final = ("basic", "elite")
UNIT_TYPES: Final = ("spectre", "cultist", "none")
_FIELDS: Final = ("id", "name_en", "name_pl", "provenance", "known", "completed", "copies", "set", "ability")
CARD_FIELDS: Final = {
    "unit": (*_FIELDS, "kind", "type", "symbols"),
    "mission": (*_FIELDS, "titles"),
    "influence": (*_FIELDS, "titles"),
    "privilege": _FIELDS,
}
"""What an entry of each section may say."""
ABILITY_FIELDS: Final = (
    "kind", "trigger", "cost", "extra_cost", "optional", "frequency", "who", "by", "zone", "attributes", "filter",
    "condition", "effects", "text",
)  # fmt: skip
"""C1.1 to C1.7; ``text`` is a note for readers of the file, play goes by the rest."""

ABILITY_KINDS: Final = {
    "unit": ("instant", "permanent"),
    "mission": ("rule",),
    "influence": ("rule",),
    "privilege": ("privilege",),
}
"""C1.1 by section."""
FREQUENCIES: Final = ("unlimited", "once_per_round", "once_per_game")
"""C1.4."""
EXTRA_COSTS: Final = ("remove_self",)
"""C1.2."""
ABILITY_ZONES: Final = ("this", "any", *ZONES)
"""C1.5."""

TRIGGERS: Final = (
    "static",
    "on_assign_self",
    "on_assign",
    "win_replace",
    "win_extend",
    "win_after",
    "after_win_swap",
    "on_tie",
    "on_annihilation_target",
    "on_save_decision",
    "on_saved",
    "on_annihilated",
    "on_swap_in",
    "on_acquire_self",
    "recruit",
    "assignment_phase_start",
    "confrontation_phase_start",
    "own_assignment_turn_end",
    "heat_gathering",
)
"""C1.8 to C1.25."""
WIN_TRIGGERS: Final = ("win_replace", "win_extend", "win_after", "after_win_swap")
WITH_ATTRIBUTES: Final = (*WIN_TRIGGERS, "on_tie")
"""Triggers that happen in a confrontation of some attributes."""

TRIGGER_WHO: Final = ("any", "own", "other_own", "other", "this", "winner")
"""Whose Unit, or whose win, the trigger is about (C1.10, C1.12, C1.19)."""
BY: Final = ("opponent",)
"""C1.26."""

UNIT_SELECTORS: Final = (
    "this",
    "own",
    "other_own",
    "other",
    "any",
    "all",
    "subject",
    "same",
    "swapped",
    "own_other_zone",
    "own_any_zone",
    "any_zone_unit",
    "hand_unit",
    "unit_of_annihilator",
)
"""C1.27."""

CHOSEN_SELECTORS: Final = frozenset(
    {
        "own",
        "other_own",
        "other",
        "any",
        "swapped",
        "own_other_zone",
        "own_any_zone",
        "any_zone_unit",
        "hand_unit",
        "unit_of_annihilator",
    }
)
"""Selectors that leave a choice to the acting player; the others name their Units."""

PLAYER_SELECTORS: Final = (
    "controller",
    "assigner",
    "acquirer",
    "winner",
    "annihilator",
    "choose_opponent",
    "choose_opponent_in_zone",
    "each_opponent",
    "each_opponent_in_zone",
)
"""C1.28."""

FILTER_WORDS: Final = ("type", "kind", "symbol", "token", "ability", "min_cost")
"""C1.29."""
CONDITION_WORDS: Final = ("zone", "other_own_units", "other_units", "type", "min")
"""C1.30."""

ACTIONS: Final = (
    "attach",
    "detach",
    "save",
    "assign",
    "annihilate",
    "swap",
    "move",
    "place",
    "return",
    "discard",
    "suppress",
)
"""What `forbid` and `protect` can bar (C1.48, C1.54)."""

NUMBERS: Final = ("zone_limit", "save_cost", "instant_cost", "recruit_draw", "heat_gather")
"""What `modify` can change (C1.55)."""

OPS: Final[dict[str, tuple[frozenset[str], frozenset[str]]]] = {
    op: (frozenset(required.split()), frozenset(optional.split()))
    for op, required, optional in (
        ("attach", "attribute target", "count must_differ filter"),
        ("detach", "attribute target", "count filter"),
        ("move_token", "attribute from to", "filter"),
        ("swap", "a b", ""),
        ("move", "target to", "filter"),
        ("place", "target to", "filter"),
        ("return_to_hand", "target to", "filter"),
        ("annihilate", "target", "savable filter"),
        ("discard_unit", "target", "filter"),
        ("discard_from_hand", "player count", "choice"),
        ("gain_heat", "player amount", ""),
        ("lose_heat", "player amount", ""),
        ("take_heat", "player amount", ""),
        ("count_as", "from to target", "filter"),
        ("add_symbols", "attribute amount target", "filter"),
        ("suppress_ability", "target", "filter"),
        ("protect", "target from", "filter"),
        ("choose_annihilation_target", "target", "savable"),
        ("stay_after_save", "target", ""),
        ("free_tokens", "attribute", ""),
        ("confrontation", "mode attribute", "zone choices"),
        ("tie_break", "winner", ""),
        ("forbid", "action", "who filter"),
        ("modify", "what", "set add who filter minimum zone"),
        ("draw_units", "player count", ""),
        ("recover_from_discard", "player count", ""),
        ("peek_hand", "player", ""),
        ("exchange", "what partner", "kinds give take"),
    )
}
"""C1.32 to C1.59: effect primitive -> (parameters it needs, parameters it may have)."""

STATIC_OPS: Final = frozenset(
    {"count_as", "add_symbols", "protect", "free_tokens", "forbid", "modify", "confrontation"}
)
"""Primitives that work all the time (trigger `static`)."""

WORDS_OF: Final[dict[str, tuple[str, ...]]] = {
    "target": UNIT_SELECTORS,
    "a": UNIT_SELECTORS,
    "b": UNIT_SELECTORS,
    "player": PLAYER_SELECTORS,
    "winner": ("controller", "choose_tied", "highest_court", "lowest_court"),
    "action": ACTIONS,
    "what": (*NUMBERS, "acquired_card", "hand_card"),
    "mode": ("first", "skip", "extra"),
    "who": ("all", "own", "controller"),
    "partner": ("opponent",),
    "choice": ("owner",),
    "give": ("choose",),
    "take": ("random",),
    "zone": (*ZONES, "this", "choose"),
}
"""Effect parameter -> the words it may hold, where they are the same for every primitive (else ``OWN_WORDS``)."""

STATIC_SELECTORS: Final = ("this", "own", "other_own", "other", "all")
"""Units that something in force all the time can concern (C1.27)."""
OWN_SELECTORS: Final = ("this", "own", "other_own", "subject", "same", "own_other_zone", "own_any_zone")
"""Units of the acting player: what a swap exchanges (E9.6, E18.8)."""
NAMED_PLAYERS: Final = (
    "controller", "assigner", "acquirer", "winner", "annihilator", "each_opponent", "each_opponent_in_zone",
)  # fmt: skip
"""Players that leave no choice (C1.28)."""
OTHER_PLAYERS: Final = tuple(player for player in PLAYER_SELECTORS if player != "controller")
ANY: Final = "any"
"""C1.31."""

OWN_WORDS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    **{(op, "attribute"): (*ATTRIBUTES, ANY) for op in ("attach", "detach", "move_token")},
    **{(op, "attribute"): ATTRIBUTES for op in ("add_symbols", "free_tokens")},
    ("confrontation", "attribute"): (*ATTRIBUTES, "choose"),
    **{(op, "target"): STATIC_SELECTORS for op in ("count_as", "add_symbols", "protect")},
    ("count_as", "from"): ATTRIBUTES,
    ("count_as", "to"): ATTRIBUTES,
    ("protect", "from"): ACTIONS,
    ("move_token", "from"): UNIT_SELECTORS,
    ("move_token", "to"): UNIT_SELECTORS,
    ("swap", "a"): OWN_SELECTORS,
    ("swap", "b"): OWN_SELECTORS,
    **{(op, "to"): ("this_zone", *ZONES) for op in ("move", "place")},
    ("place", "target"): ("hand_unit",),
    ("return_to_hand", "to"): ("owner", "controller"),
    ("choose_annihilation_target", "target"): ("own",),
    ("stay_after_save", "target"): ("subject",),
    ("modify", "what"): NUMBERS,
    ("exchange", "what"): ("acquired_card", "hand_card"),
    ("exchange", "kinds"): ("mission", "influence", "privilege"),
    ("confrontation", "choices"): ATTRIBUTES,
    ("confrontation", "zone"): (*ZONES, "this", "choose"),
    ("modify", "zone"): ZONES,
    ("draw_units", "player"): NAMED_PLAYERS,
    ("recover_from_discard", "player"): ("controller",),
    **{(op, "player"): OTHER_PLAYERS for op in ("take_heat", "peek_hand")},
}
"""(primitive, parameter) -> the words it may hold there."""

LISTS: Final = frozenset({("protect", "from"), ("exchange", "kinds"), ("confrontation", "choices")})
"""Parameters that hold a list of words."""
FLAGS: Final = frozenset({"must_differ", "savable"})
"""Parameters that hold true or false."""

FILTERS: Final[dict[str, tuple[str, ...]]] = {
    "type": UNIT_TYPES,
    "kind": UNIT_KINDS,
    "symbol": ATTRIBUTES,
    "ability": ("instant", "permanent"),
}
"""C1.29: the words of a filter; ``token`` is true, ``min_cost`` a number."""
CONDITIONS: Final[dict[str, tuple[str, ...]]] = {"zone": ZONES, "other_units": ("all",), "type": UNIT_TYPES}
"""C1.30: the words of a condition; ``other_own_units`` and ``min`` are numbers."""

PROVENANCES: Final = ("rulebook", "public", "completed", "original")
"""Where a card comes from: all of it printed, all of it said in public, printed with gaps that were filled (``known``,
``completed``), or somebody's own."""

RANGES: Final[dict[str, tuple[int, int]]] = {
    "copies": (1, 9),
    "symbols": (0, 9),
    "cost": (0, 9),
    "count": (1, 3),
    "amount": (1, 9),
    "add_symbols.amount": (-9, 9),
    "set": (0, 9),
    "add": (-9, 9),
    "minimum": (0, 9),
    "min_cost": (1, 9),
    "other_own_units": (1, 9),
    "min": (0, 9),
    "tokens": (0, 20),
    "heat.tokens": (0, 99),
    "heat.limit": (1, 3),
    "heat.starting": (1, 3),
    "titles_to_win": (1, 20),
    "zone_limit": (1, 6),
    "assignments_per_round": (1, 9),
    "privileges_per_game": (1, 20),
}
"""What each number in a card file may be: least, most. Heat ends at 3 (E12.2); a count is chosen card by card."""

BASIC_COPIES: Final = 4
"""E1.6: every seat of four has one of each Basic kind."""
MIN_ELITES: Final = 4
"""E3.5: as many are drawn at once, and their names must differ."""
MAX_CARDS: Final = 300
MAX_WAYS: Final = 5000
"""So many choices at most may one use of an ability offer, or nobody could look through them."""
MAX_USES: Final = 100
"""With a club's own cards: so many abilities are used in one round at most, then the others are passed over until it
ends. Cards could feed each other without end, of which E16.7 says nothing."""
MAX_ROUNDS: Final = 30
"""With a club's own cards: after so many rounds the game ends as by the last Privilege (E11.2)."""
MAX_TITLES: Final = 5
MAX_EFFECTS: Final = 12
"""Of one ability: each is carried out with every use."""
NAME_LENGTH: Final = 60
