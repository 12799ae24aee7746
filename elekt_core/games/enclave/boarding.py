"""Boarding the Enclave: the location (Z13), the boarding itself (Z14) and shared boardings (Z14.14)."""

from __future__ import annotations

from itertools import combinations

from ...kit.choices import Choice
from . import agenda as a
from . import events as e
from .cards import BOARD, DECKS, MISSION, PRINTED, TRAP
from .events import NONE
from .locations import ENCLAVE
from .play import Play, question, takes
from .state import State

# --- the location (Z13) -------------------------------------------------------------------------------------


@takes(a.Enclave)
def _enclave(play: Play, step: a.Enclave) -> None:
    """Z13.10, then each in the order of places, then new missions (Z13.9)."""
    places = step.places
    s = play.state
    holders = [seat for seat in s.order if 0 < s.synchron[seat] < s.turn]
    play.push_in_order(
        [
            *(a.Declare(seat) for seat in holders),
            *(one for seat in places for one in (a.Jump(seat), a.Back(seat, ENCLAVE))),
            a.Refill(MISSION),
        ]
    )


@takes(a.Declare)
def _declare(play: Play, step: a.Declare) -> None:
    play.ask_in_view(step.seat, "synchron", step)


def _partners(s: State, seat: int, step: a.Declare) -> list[Choice]:
    """Z14.14.1."""
    return [(), *((other,) for other in s.places[ENCLAVE] if other != seat)]


def _declared(play: Play, seat: int, step: a.Declare, choice: Choice) -> None:
    """The token goes back after the declaration, or at the end of the phase if the holder declines (Z14.16)."""
    play.emit(e.SynchronDeclared(seat, choice[0] if choice else NONE))
    if choice:
        play.emit(e.SynchronReturned(seat))


def _why_no_partner(s: State, seat: int, step: a.Declare, choice: Choice) -> str:
    return "not_offered" if choice[0] == seat else "no_marker_there"


question("synchron", "Z14.14", _partners, _declared, _why_no_partner)


@takes(a.Jump)
def _jump(play: Play, step: a.Jump) -> None:
    play.ask_in_view(step.seat, "enclave", step)


def _jumps(s: State, seat: int, step: a.Jump) -> list[Choice]:
    """Z13.1, Z13.2; a blind boarding needs a card (Z21.6)."""
    blind: list[Choice] = [("blind",)] if s.piles[MISSION] or s.discards[MISSION] else []
    return [(), *(("board", card) for card in s.rows[MISSION]), *blind, ("prepare",)]


def _why_no_jump(s: State, seat: int, step: a.Jump, choice: Choice) -> str:
    return "no_mission_left" if choice[0] == "blind" else "mission_not_open"


def _jump_so(play: Play, seat: int, step: a.Jump, choice: Choice) -> None:
    s = play.state
    if choice in ((), ("prepare",)):
        if not choice:
            play.emit(e.BoardingPassed(seat))
        else:
            _prepare(play, seat)
        return
    joining = tuple(other for other in s.order if s.partner[other] == seat)
    if choice[0] == "blind":
        play.can_draw(MISSION)
        begin_boarding(play, seat, s.piles[MISSION][0], True, joining)
        play.check_pile(MISSION)
    else:
        begin_boarding(play, seat, choice[1], False, joining)


question("enclave", "Z13.1", _jumps, _jump_so, _why_no_jump)


def _prepare(play: Play, seat: int) -> None:
    """Z13.8."""
    if play.state.preparation[seat]:
        play.emit(e.PreparationReturned(seat))
    play.emit(e.PreparationTaken(seat))


# --- the boarding (Z14.1) -----------------------------------------------------------------------------------


def begin_boarding(play: Play, seat: int, card: int, blind: bool, joining: tuple[int, ...]) -> None:
    """All steps; ``joining`` are the Synchron holders, in turn order (Z14.14.6)."""
    participants = (seat, *joining)
    play.emit(e.BoardingStarted(seat, card, blind, participants))
    play.push_in_order(
        [
            *(a.Items(one) for one in participants),
            a.Reveal(),
            *(a.Protect(one) for one in participants),
            a.Wounds(),
            a.BoardingOver(),
        ]
    )


@takes(a.Items)
def _items(play: Play, step: a.Items) -> None:
    """Ask every player with cards in hand: others see how many there are, but not whether any are such items."""
    if play.state.hands[step.seat]:
        play.ask(step.seat, "take_items", step)
    else:
        play.ask_in_view(step.seat, "take_items", step)


def _loads(s: State, seat: int, step: a.Items) -> list[Choice]:
    """Z14.1, step 2: at most as many as the sarcophagus takes (Z3.8)."""
    items = s.items(seat, "protective")
    return [load for n in range(min(s.sarcophagus[seat], len(items)) + 1) for load in combinations(items, n)]


def _why_no_load(s: State, seat: int, step: a.Items, choice: Choice) -> str:
    items = s.items(seat, "protective")
    if any(card not in items for card in choice):
        return "not_a_protective_item"
    return "sarcophagus_full" if len(choice) > s.sarcophagus[seat] else "not_offered"


def _load(play: Play, seat: int, step: a.Items, choice: Choice) -> None:
    play.emit(e.ItemsTaken(seat, choice))


question("take_items", "Z14.1", _loads, _load, _why_no_load)


@takes(a.Reveal)
def _reveal(play: Play, step: a.Reveal) -> None:
    """Z14.1, step 3: one more trap for each joining holder (Z14.14.3); missing traps do no damage (Z21.6)."""
    s = play.state
    left = PRINTED[s.mission].traps + len(s.participants) - 1
    while play.can_draw(TRAP) and left:
        cards = s.piles[TRAP][:left]
        play.emit(e.TrapsRevealed(cards))
        left -= len(cards)
    if not s.revealed:
        play.emit(e.TrapsRevealed(()))
    play.check_pile(TRAP)


@takes(a.Protect)
def _protect(play: Play, step: a.Protect) -> None:
    play.ask_in_view(step.seat, "use_items", step)


def _uses(s: State, seat: int, step: a.Protect) -> list[Choice]:
    """Z14.1, step 4: ``(items, token)``."""
    items = s.along[seat]
    chosen = [use for n in range(len(items) + 1) for use in combinations(items, n)]
    return [(use, token) for token in range(1 + s.prepared(seat)) for use in chosen]


def _why_no_use(s: State, seat: int, step: a.Protect, choice: Choice) -> str:
    if any(card not in s.along[seat] for card in choice[0]):
        return "not_taken_along"
    return "no_valid_preparation" if choice[1] and not s.prepared(seat) else "not_offered"


def _use(play: Play, seat: int, step: a.Protect, choice: Choice) -> None:
    if choice != ((), 0):
        play.emit(e.ProtectionUsed(seat, choice[0], bool(choice[1])))


question("use_items", "Z14.1", _uses, _use, _why_no_use)


def protection(s: State) -> tuple[int, int]:
    """Z14.5, Z14.14.5: of all participants together, tokens included."""
    used = [card for seat in s.participants for card in s.used[seat]]
    tokens = sum(s.shielded[seat] for seat in s.participants)
    return (
        sum(PRINTED[card].protect[0] for card in used) + tokens * BOARD.preparation[0],
        sum(PRINTED[card].protect[1] for card in used) + tokens * BOARD.preparation[1],
    )


def damage(s: State) -> tuple[int, int]:
    """Z14.4: the fixed trap of the mission and all revealed traps."""
    physical, psychic = PRINTED[s.mission].fixed
    for trap in s.traps:
        physical += PRINTED[trap].damage[0]
        psychic += PRINTED[trap].damage[1]
    return physical, psychic


def wounds_of(s: State, seat: int, kind: int) -> int:
    """Z14.4, Z14.6, Z14.7."""
    total = max(0, damage(s)[kind] + s.critical(seat, kind) - s.super(seat, kind))
    return max(0, total - protection(s)[kind])


def fails(s: State, seat: int, wounds: tuple[int, int]) -> bool:
    """Z14.9-Z14.12, before the wounds are marked."""
    for kind in (0, 1):
        now = s.condition[2 * seat + kind]
        unclamped = now - wounds[kind]
        if s.removal[seat]:
            if unclamped < BOARD.lowest:
                return True
        elif s.critical(seat, kind):
            if wounds[kind]:
                return True
        elif unclamped <= max(BOARD.critical):
            return True
    return False


@takes(a.Wounds)
def _wounds(play: Play, step: a.Wounds) -> None:
    """Z14.1, steps 5 and 6: if the boarding fails for one participant, it fails for all (Z14.14.6)."""
    s = play.state
    wounds = {seat: (wounds_of(s, seat, 0), wounds_of(s, seat, 1)) for seat in s.participants}
    failed = any(fails(s, seat, taken) for seat, taken in wounds.items())
    for seat, taken in wounds.items():
        if any(taken):
            play.emit(e.WoundsTaken(seat, *taken))
    if failed:
        play.emit(e.BoardingFailed(s.participants))
        for seat in s.participants:
            play.gain_knowledge(seat, BOARD.consolation, e.FAILURE)
        return
    play.emit(e.BoardingSucceeded(s.participants))
    play.push_in_order([a.Reward(seat, *reward) for seat in s.participants for reward in PRINTED[s.mission].rewards])


@takes(a.BoardingOver)
def _boarding_over(play: Play, step: a.BoardingOver) -> None:
    play.emit(e.BoardingEnded())
    play.check_piles()


# --- rewards (Z15) ------------------------------------------------------------------------------------------


@takes(a.Reward)
def _reward(play: Play, step: a.Reward) -> None:
    """Z15.2."""
    seat, what, amount = step
    match what:
        case "gain_knowledge":
            play.gain_knowledge(seat, amount, e.OF_MISSION)
        case "gain_money":
            play.gain_money(seat, amount, e.OF_MISSION)
        case "oracle_peek":
            play.push(a.Look(seat, amount))
        case "gain_tree_token":
            play.push_in_order([a.Token(seat)] * amount)
        case _:
            play.push_in_order([a.Prize(seat)] * amount)


REFUND = 2
"""Z15.4."""


@takes(a.Token)
def _token(play: Play, step: a.Token) -> None:
    play.ask_in_view(step.seat, "tree_token", step)


def _token_choices(s: State, seat: int, step: a.Token) -> list[Choice]:
    """Z15.4; without a token in the supply only the Knowledge (Z2.5)."""
    return [("keep",), ("knowledge",)] if s.supply_of_tree_tokens() else [("knowledge",)]


def _why_no_token(s: State, seat: int, step: a.Token, choice: Choice) -> str:
    return "no_tree_token_left"


def _take_token(play: Play, seat: int, step: a.Token, choice: Choice) -> None:
    if choice == ("keep",):
        play.emit(e.TreeTokenKept(seat))
    else:
        play.emit(e.TreeTokenDeclined(seat))
        play.gain_knowledge(seat, REFUND, e.TREE_TOKEN)


question("tree_token", "Z15.4", _token_choices, _take_token, _why_no_token)


@takes(a.Prize)
def _prize(play: Play, step: a.Prize) -> None:
    """Z15.6, Z15.9."""
    seat = step.seat
    deck = DECKS.index("prize")
    if play.can_draw(deck):
        play.emit(e.PrizeDrawn(seat, play.state.piles[deck][0]))
        play.ask_in_view(seat, "prize", step)


def _prize_choices(s: State, seat: int, step: a.Prize) -> list[Choice]:
    return [("sell",), ("keep",)]


def _settle_prize(play: Play, seat: int, step: a.Prize, choice: Choice) -> None:
    """Z15.7, Z15.8."""
    s = play.state
    card = s.pending
    printed = PRINTED[card]
    play.push(a.CheckPiles())
    if choice == ("sell",):
        play.emit(e.PrizeSold(seat, card, printed.value + s.sesame[seat]))
        return
    play.emit(e.PrizeKept(seat, card))
    play.gain_knowledge(seat, printed.knowledge, e.OF_PRIZE)
    if printed.slot >= 0:
        play.push(a.Attach(seat))


question("prize", "Z15.6", _prize_choices, _settle_prize)
