"""What Enclave says of itself to bots and reviews: features of a position, and what a sensible player does.

``docs/bots.md`` says how it is used. Victory points are the measure: Knowledge is a point that still has to be carried
to the Tree (Z17.3), and what lies ahead in the turn is counted as soon as its marker lies there (Z8.3).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from ...contract import UNKNOWN, Decision
from ...hints import Features
from . import agenda as a
from .boarding import damage, fails, protection
from .cards import BOARD, LOCATIONS, MISSION, PRINTED
from .ending import bonus_points, counts
from .events import NONE
from .healing import HEAL, healed
from .locations import ENCLAVE, KNIFE_SQUARE, OFFICE, ORACLE, SHEPHERD
from .planning import TO_THE_TREE
from .state import State

NAMES: Final = (
    "points",
    "bonus_points",
    "knowledge",
    "tree_tokens",
    "tokens_to_victory",
    "money",
    "conditions",
    "worst_condition",
    "maximum",
    "protection",
    "healing",
    "sesame",
    "sarcophagus",
    "tokens_for_later",
    "shepherd_ahead",
    "oracle_ahead",
    "markets_ahead",
    "boarding_ahead",
    "wounds_ahead",
    "rewards_ahead",
    "tree_ahead",
)
TRAP: Final = 2.4
"""Mean damage of a trap, of each kind (the card file)."""
SAFE: Final = max(BOARD.critical) + 1
"""The lowest level that is not critical (Z3.4)."""
WORTH: Final = {
    "gain_knowledge": 1.0,
    "gain_money": 0.15,
    "gain_tree_token": 2.4,
    "draw_prize": 1.2,
    "oracle_peek": 0.1,
}
"""Of a reward, in points (Z15.2)."""
OF_UNKNOWN: Final = 2.0
"""What a card in a hand that is not seen protects from, on average; some of them heal instead."""


@cache
def weights() -> str:
    return Path(__file__).with_name("weights.toml").read_text(encoding="utf-8")


def features(s: State) -> list[Features]:
    """By seat. ``..._ahead`` is what a seat may expect where its markers lie, and of the boarding under way."""
    seats = range(s.seats)
    bonus = [0.0] * s.seats
    if s.turn > 1:  # the categories are counted at the end only (Z20.5)
        for numbers in counts(s):
            for seat, points in enumerate(bonus_points(numbers)):
                bonus[seat] += points * s.turn / BOARD.turns
    rows = [_holdings(s, seat, bonus[seat]) + _ahead(s, seat) for seat in seats]
    return [dict(zip(NAMES, row, strict=True)) for row in rows]


def _holdings(s: State, seat: int, bonus: float) -> list[float]:
    physical, psychic = s.condition[2 * seat : 2 * seat + 2]
    left = 1 - (s.turn - 1) / BOARD.turns
    protects, heals = 0.0, 0.0
    for card in s.hands[seat]:
        if card == UNKNOWN:
            protects += OF_UNKNOWN
        else:
            protects += sum(PRINTED[card].protect)
            heals += sum(PRINTED[card].heal)
    tokens = s.tree_tokens[seat]
    later = (s.preparation[seat] > 0) + (s.synchron[seat] > 0) + 2 * (s.extra[seat] >= s.turn > 0) + s.removal[seat]
    return [
        s.score[seat],
        bonus,
        s.knowledge[seat] if _visits_the_tree(s, seat) else 0,
        tokens,
        (tokens / BOARD.tokens_to_win) ** 3 if tokens < BOARD.tokens_to_win else 4.0,  # Z20.1
        min(s.money[seat], 20) * left,
        (physical + psychic) * left,
        min(0, 1 + min(physical, psychic)) * left,
        sum(s.maximum[2 * seat : 2 * seat + 2]) * left,
        min(protects, 24) * left,
        min(heals, 12) * left,
        s.sesame[seat] * left,
        (s.sarcophagus[seat] - BOARD.sarcophagus_start) * left,
        later * left,
    ]


def _visits_the_tree(s: State, seat: int) -> bool:
    """Whether Knowledge can still become points (Z17.3)."""
    if s.turn < BOARD.turns or any(seat in there for there in s.places[len(LOCATIONS) :]):
        return True
    return s.phase < 2 and not s.played[seat] >> TO_THE_TREE & 1


def _ahead(s: State, seat: int) -> list[float]:
    """What the markers that lie, and an action that is sealed, will bring."""
    places, sealed = s.places, s.committed[seat]
    shepherd = oracle = markets = boarding = wounds = 0.0
    if seat in places[SHEPHERD]:
        knowledge, money = BOARD.shepherd[places[SHEPHERD].index(seat)]  # Z10.3
        shepherd = knowledge * WORTH["gain_knowledge"] + money * WORTH["gain_money"]
    elif sealed == SHEPHERD:
        shepherd = 1.5
    if sealed == ORACLE or seat in places[ORACLE]:
        oracle = 1.0
    for market in (OFFICE, KNIFE_SQUARE):
        if sealed == market or seat in places[market]:
            markets += _market(s, seat, market)
    if s.mission != NONE and seat in s.participants:
        if _undecided(s):
            boarding, wounds = _boarding(s, seat, s.mission)
    elif sealed == ENCLAVE or seat in places[ENCLAVE]:
        for card in s.rows[MISSION]:
            brings, hurts = _boarding(s, seat, card)
            if brings - hurts / 4 > boarding - wounds / 4:
                boarding, wounds = brings, hurts
    return [shepherd, oracle, markets, boarding, wounds, _rewards(s, seat), _tree(s, seat)]


def _market(s: State, seat: int, market: int) -> float:
    """How much there is to buy, and need of it (Z12)."""
    money = s.money[seat]
    if market == KNIFE_SQUARE:
        return min(money, 10) / 5
    hurt = -min(0, s.condition[2 * seat]) - min(0, s.condition[2 * seat + 1])
    return min(money, 8, 2 * hurt + 1) / 5


def _undecided(s: State) -> bool:
    return any(type(step) is a.Wounds for step in s.agenda)


def _boarding(s: State, seat: int, mission: int) -> tuple[float, float]:
    """What a boarding is likely to bring in points, and how many wounds (Z14)."""
    printed = PRINTED[mission]
    reward = sum(WORTH[op] * amount for op, amount in printed.rewards)
    odds, wounds = 1.0, 0.0
    revealed = s.revealed and s.mission == mission
    dealt = damage(s) if revealed else None
    items = s.along[seat] if s.mission == mission and s.along[seat] else s.hands[seat]
    for kind in (0, 1):
        protects = sorted([OF_UNKNOWN if card == UNKNOWN else PRINTED[card].protect[kind] for card in items])
        guard = sum(protects[-(s.sarcophagus[seat] + 1) // 2 :])  # room is shared by both kinds (Z3.8)
        guard += BOARD.preparation[kind] * s.prepared(seat)
        hurt = dealt[kind] if dealt is not None else printed.fixed[kind] + TRAP * printed.traps
        hurt += s.critical(seat, kind) - s.super(seat, kind)
        wounds += max(0.0, hurt - guard)
        room = max(0, s.condition[2 * seat + kind] - SAFE) + guard - hurt
        odds *= min(1.0, max(0.05, 0.5 + 0.14 * room))
    return reward * odds + BOARD.consolation * (1 - odds), wounds


def _rewards(s: State, seat: int) -> float:
    """What was won and is still to be taken (Z15)."""
    worth = 0.0
    for step in (s.step, *s.agenda):
        kind = type(step)
        if kind is a.Reward and step.seat == seat:
            worth += WORTH[step.what] * step.amount
        elif kind is a.Token and step.seat == seat:
            worth += WORTH["gain_tree_token"]
        elif kind is a.Prize and step.seat == seat:
            worth += WORTH["draw_prize"]
    return worth


def _tree(s: State, seat: int) -> float:
    """How many points an exchange will bring (Z17.3), more for the last of a marker (Z17.5)."""
    visited = [level for level in range(len(s.limits)) if seat in s.places[len(LOCATIONS) + level]]
    if visited:
        limit = s.limits[visited[0]]
    elif s.committed[seat] == TO_THE_TREE:
        limit = s.limits[s.turn - 1] if s.turn <= len(s.limits) else max(s.limits)  # Z8.7
    else:
        return 0.0
    knowledge = s.knowledge[seat] + (seat in s.places[SHEPHERD]) + (seat in s.places[ENCLAVE])
    return 0.5 + min(knowledge, limit) + (0 < limit <= knowledge)


# --- what a sensible player does --------------------------------------------------------------------------------

NEVER: Final = 0.02
SELDOM: Final = 0.1
OFTEN: Final = 0.5
ORDER: Final = {KNIFE_SQUARE: 1, OFFICE: 2, SHEPHERD: 3, ORACLE: 4, ENCLAVE: 5}
"""The initiative token that suits a location (Z7.1): first one buys, then one jumps."""


def inclination(s: State, decision: Decision) -> float:
    seat, kind, choice = decision
    known = RULES.get(kind)
    return known(s, seat, choice) if known else 1.0


def _heal(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Healing that is needed and not wasted (Z16.4)."""
    needed = min(s.condition[2 * seat : 2 * seat + 2]) < -1
    return 1.0 if needed and healed(s, seat, choice[0]) == PRINTED[choice[0]].heal else NEVER


def _action(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    action = choice[0]
    if action == TO_THE_TREE:
        return 1.0 if s.knowledge[seat] or s.turn > 1 else SELDOM
    if action in (OFFICE, KNIFE_SQUARE):
        return max(SELDOM, min(1.0, _market(s, seat, action)))
    return OFTEN if action == ORACLE else 1.0


def _level(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Where the most Knowledge can be exchanged (Z17.3)."""
    least = min(s.knowledge[seat] + 1, max(s.limits))
    return 1.0 if s.limits[choice[0] - 1] >= least else SELDOM


def _look(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """One card of a pile at most: there is little to be gained from more."""
    return 1.0 if not any(choice) else SELDOM if max(choice) == 1 else NEVER


def _operation(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    if not choice:
        return 0.3
    what, card = choice
    if what == "discard":
        return NEVER
    printed = PRINTED[card]
    if printed.slot >= 0:
        full = len(s.attached[2 * seat + printed.slot]) == BOARD.slots[printed.slot]
        return SELDOM if full or s.turn >= BOARD.turns - 1 else 1.0
    if printed.kind == "healing":
        return 1.0 if min(s.condition[2 * seat : 2 * seat + 2]) < 0 else SELDOM
    return 1.0 if s.turn < BOARD.turns or seat in s.places[ENCLAVE] else SELDOM


def _jump(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    if not choice:
        return SELDOM
    if choice[0] != "board":
        return 0.3
    brings, wounds = _boarding(s, seat, choice[1])
    return min(1.0, max(SELDOM, (brings - wounds / 5) / 3))


def _load(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """As many as there is room for: what is not used comes back (Z14.1)."""
    return 1.0 if len(choice) == min(s.sarcophagus[seat], len(s.items(seat, "protective"))) else NEVER


def _protect(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Success if it can be had, by cards that each keep off a wound; none for a boarding that is lost (Z14.9)."""
    cards, token = choice
    given = [PRINTED[card].protect for card in cards] + [BOARD.preparation] * token
    dealt, others = damage(s), protection(s)
    needs = [dealt[kind] + s.critical(seat, kind) - s.super(seat, kind) - others[kind] for kind in (0, 1)]
    sums = [sum(one[kind] for one in given) for kind in (0, 1)]
    wounds = max(0, needs[0] - sums[0]), max(0, needs[1] - sums[1])
    if fails(s, seat, wounds):
        return OFTEN if not given else NEVER
    idle = any(all(one[kind] <= max(0, sums[kind] - max(0, needs[kind])) for kind in (0, 1)) for one in given)
    return NEVER if idle else 1.0


def _keeps_token(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Tokens are for those who collect them (Z20.1), and for the end (Z20.5)."""
    collects = s.tree_tokens[seat] >= 1 or s.turn >= BOARD.turns - 1
    return 1.0 if collects == (choice[0] == "keep") else OFTEN


def _keeps_prize(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    printed = PRINTED[s.pending]
    if printed.slot >= 0:
        keeps = s.turn <= 3 and len(s.attached[2 * seat + printed.slot]) < BOARD.slots[printed.slot]
    else:
        keeps = printed.kind == "knowledge" or s.turn < BOARD.turns
    return 1.0 if keeps == (choice[0] == "keep") else 0.3


def _exchange(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """All that can be (Z17.3)."""
    return 1.0 if choice[0] == min(s.knowledge[seat], s.limits[s.step.level - 1]) else NEVER


def _clear(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    occupied = s.attached[2 * seat + PRINTED[s.pending].slot]
    least = min(sum(PRINTED[card].upgrade) for card in occupied)
    return 1.0 if sum(PRINTED[choice[0]].upgrade) == least else SELDOM


RULES: Final[dict[str, Callable[[State, int, tuple[Any, ...]], float]]] = {
    HEAL: _heal,
    "bid": lambda s, seat, choice: 1 / (1 + choice[0]),
    "place_token": lambda s, seat, choice: (1.0, 0.2)[ORDER[choice[1]] != choice[0]],
    "choose_action": _action,
    "choose_level": _level,
    "oracle_look": _look,
    "put_back": lambda s, seat, choice: 0.3 if choice[1] else 1.0,
    "market": _operation,
    "clear_slot": _clear,
    "enclave": _jump,
    "take_items": _load,
    "use_items": _protect,
    "tree_token": _keeps_token,
    "prize": _keeps_prize,
    "exchange": _exchange,
    "use_tree": lambda s, seat, choice: 1.0 if choice else OFTEN,
}
"""By kind of decision; all options of another kind are as likely."""
