"""A player that looks one step ahead with simple values: safe income, boardings that succeed, Knowledge to the Tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elekt_core.chance import Chance
from elekt_core.contract import Decision, Game
from elekt_core.games.enclave.boarding import fails, wounds_of
from elekt_core.games.enclave.cards import ACTIONS, BOARD, LOCATIONS, PRINTED
from elekt_core.games.enclave.events import NONE
from elekt_core.games.enclave.state import State
from elekt_core.games.enclave.tree import USE

EXPECTED_TRAP = (2.4, 2.4)
"""Mean damage of a trap of each kind (the card file)."""
REWARD = {"gain_knowledge": 3.0, "gain_money": 0.5, "gain_tree_token": 6.5, "draw_prize": 4.0, "oracle_peek": 0.2}
WOUND = 0.45
"""What a lost level is worth."""
FIRST_LEVEL = len(LOCATIONS)


class Greedy:
    """Takes the option of the highest value, the first among equals. It uses no chance, so it always plays the same."""

    def choose(self, game: Game[Any], view: State, options: Sequence[Decision], chance: Chance) -> Decision:
        return max(options, key=lambda option: value(view, option))


def value(s: State, decision: Decision) -> float:
    """How good a choice looks."""
    seat, kind, choice = decision
    match kind:
        case "heal":
            return _heal(s, seat, choice[0])
        case "choose_action":
            return _action(s, seat, choice[0])
        case "place_token":
            return _token(choice)
        case "choose_level":
            return float(min(s.knowledge[seat] + 2, s.limits[choice[0] - 1]))
        case "oracle_look":
            return -float(sum(choice))
        case "market":
            return _market(s, seat, choice)
        case "enclave":
            return _jump(s, seat, choice)
        case "take_items":
            return float(sum(sum(PRINTED[card].protect) for card in choice))
        case "use_items":
            return _use(s, seat, choice)
        case "tree_token" | "prize":
            return float(_keeps(s, seat, kind) == (choice == ("keep",)))
        case "exchange":
            return float(choice[0])
        case "use_tree":
            return _tree(s, seat, choice)
        case "clear_slot":
            return -float(sum(PRINTED[choice[0]].upgrade))
    return 0.0


def _heal(s: State, seat: int, card: int) -> float:
    """Counts only healing that is not wasted, and only for a player who needs it."""
    heal, at = PRINTED[card].heal, 2 * seat
    wasted = sum(max(0, heal[kind] - (s.maximum[at + kind] - s.condition[at + kind])) for kind in (0, 1))
    low = min(s.condition[at : at + 2])
    return 1000.0 if low < -1 and wasted == 0 else -1.0


def _action(s: State, seat: int, action: int) -> float:
    word = ACTIONS[action]
    strength = _strength(s, seat)
    last = s.turn == BOARD.turns
    match word:
        case "tree":
            level = min(s.turn, 5) - 1
            return 2.0 + min(s.knowledge[seat], s.limits[level]) + (3.0 if last else 0.0)
        case "enclave":
            return 2.5 + strength
        case "shepherd":
            return 4.0
        case "knife_square":
            return min(s.money[seat], 12) / 4 - len(s.items(seat, "protective")) / 3 - (3.0 if last else 0.0)
        case "office":
            hurt = -min(0, s.condition[2 * seat] + s.condition[2 * seat + 1])
            return min(hurt, s.money[seat]) / 2 - (3.0 if last else 0.0)
    return 0.5


def _strength(s: State, seat: int) -> float:
    """How well the seat would stand a boarding."""
    items = sum(sum(PRINTED[card].protect) for card in s.items(seat, "protective"))
    lowest = min(s.condition[2 * seat : 2 * seat + 2])
    return min(items, 12) / 3 + lowest * 0.6


def _token(choice: tuple[Any, ...]) -> float:
    """Markets first, then the jump."""
    number, location = choice
    wanted = {"knife_square": 1, "office": 2, "shepherd": 3, "oracle": 4, "enclave": 5}
    return -float(abs(number - wanted[LOCATIONS[location]]))


def _market(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    if not choice or choice[0] == "discard":
        return 0.0 if not choice else -1.0
    card = PRINTED[choice[1]]
    worth = sum(card.protect) * 1.1 + sum(card.heal) * 0.9 + sum(card.upgrade) * (5 - s.turn) * 0.8
    if card.slot >= 0 and len(s.attached[2 * seat + card.slot]) == BOARD.slots[card.slot]:
        worth = 0.0
    return float(worth - card.value * 0.8)


def _jump(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    if not choice:
        return 0.0
    if choice[0] == "prepare":
        return 1.2
    if choice[0] == "blind":
        return 0.9
    card = PRINTED[int(choice[1])]
    reward: float = sum(REWARD[op] * amount for op, amount in card.rewards)
    chance = _odds(s, seat, card.traps, card.fixed)
    return float(reward * chance + 3.0 * (1 - chance) - WOUND * card.traps)


def _odds(s: State, seat: int, traps: int, fixed: tuple[int, int]) -> float:
    """A rough probability of success from levels and the best items of each kind."""
    items = sorted((PRINTED[card].protect for card in s.items(seat, "protective")), key=sum, reverse=True)
    taken = items[: s.sarcophagus[seat]]
    odds = 1.0
    for kind in (0, 1):
        protection = max((item[kind] for item in taken), default=0) + s.prepared(seat) * BOARD.preparation[kind]
        room = s.condition[2 * seat + kind] - (max(BOARD.critical) + 1) + protection
        need = fixed[kind] + EXPECTED_TRAP[kind] * traps
        odds *= max(0.1, min(1.0, 0.5 + 0.12 * (room - need)))
    return odds


def _use(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    """Success first, then few wounds and few cards."""
    try_out = s.copy()
    try_out.used[seat], try_out.shielded[seat] = choice[0], choice[1]
    wounds = wounds_of(try_out, seat, 0), wounds_of(try_out, seat, 1)
    reward = sum(REWARD[op] * amount for op, amount in PRINTED[s.mission].rewards)
    spent = 0.4 * sum(sum(PRINTED[card].protect) for card in choice[0]) + 0.2 * float(choice[1])
    return (0.0 if fails(try_out, seat, wounds) else reward) - WOUND * sum(wounds) - spent


def _keeps(s: State, seat: int, kind: str) -> bool:
    if kind == "tree_token":
        return s.tree_tokens[seat] >= 2 or s.turn >= BOARD.turns - 1
    printed = PRINTED[s.pending]
    if printed.kind == "knowledge":
        return True
    if printed.slot >= 0:
        return s.turn <= 3 and len(s.attached[2 * seat + printed.slot]) < BOARD.slots[printed.slot]
    return s.turn < BOARD.turns


def _tree(s: State, seat: int, choice: tuple[Any, ...]) -> float:
    effect = PRINTED[s.tree_cards[s.step.level - 1]].effect
    if not choice:
        return 0.0
    match effect["op"]:
        case "exchange":
            last = s.turn == BOARD.turns
            gives_knowledge = effect["give"] == "knowledge"
            return (-1.0 if gives_knowledge else 1.0) if not last else -1.0
        case "place_bonus":
            return 1.0 if s.turn < BOARD.turns else -1.0
        case "sell_attached_upgrade":
            return 1.0 if s.turn == BOARD.turns else -1.0
        case "offer_purchase":
            return -1.0
        case "boarding":
            angelos = PRINTED[s.tree_cards[s.step.level - 1]]
            return _odds(s, seat, angelos.traps, angelos.fixed) - 0.5
        case "remote_knowledge_exchange":
            return 1.0
    return 1.0 if choice == USE or choice[1] != NONE else 0.0
