"""Effects on players: Heat, hands and acquired cards (C1.41-C1.44, C1.58, C1.59)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import agenda as a
from . import events as e
from .effect_targets import Choice, Pool, each
from .play import Play
from .selectors import Target, Use, players, value_of
from .tables import Op
from .vocabulary import NONE


def _player_targets(use: Use, op: Op, able: Callable[[int], bool]) -> list[Choice]:
    seats = [seat for seat in players(use, op.player) if able(seat)]
    return each("player", seats) if op.player.startswith("choose") else [()] * bool(seats)


def _the_players(use: Use, op: Op, targets: Choice) -> list[int]:
    seat = value_of(targets, "player")
    return players(use, op.player) if seat == NONE else [seat]


def gain_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    s = use.state
    return _player_targets(use, op, lambda seat: s.heat[seat] < s.game.heat_limit and s.heat_pool > 0)


def gain_heat(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for seat in _the_players(use, op, targets):
        play.gain_heat(seat, op.amount)


def lose_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return _player_targets(use, op, lambda seat: use.state.heat[seat] > 0)


def lose_heat(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """E18.2, E17.2: discard as much Heat as there is, up to the amount."""
    for seat in _the_players(use, op, targets):
        if amount := min(op.amount, play.state.heat[seat]):
            play.emit(e.HeatDiscarded(seat, amount))


def take_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    s = use.state
    room = s.heat[use.actor] < s.game.heat_limit
    return _player_targets(use, op, lambda seat: room and s.heat[seat] > 0)


def take_heat(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """E18.3, E12.4: only as many as fit."""
    s = play.state
    for seat in _the_players(use, op, targets):
        if (amount := min(op.amount, s.heat[seat], s.game.heat_limit - s.heat[use.actor])) > 0:
            play.emit(e.HeatTaken(use.actor, seat, amount))


def discard_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return _player_targets(use, op, lambda seat: bool(use.state.hands[seat]))


def discard_from_hand(play: Play, use: Use, op: Op, targets: Choice) -> None:
    play.push_in_order([a.Discard(seat, op.amount) for seat in _the_players(use, op, targets)])


def peek_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return _player_targets(use, op, lambda seat: bool(use.state.hands[seat]))


def peek(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for seat in _the_players(use, op, targets):
        hand = play.state.hands[seat]
        if play.state.solo is not None:  # the order of the Houses' pile is not shown with it (E21.14, E21.42)
            hand = tuple(sorted(hand))
        play.tell(e.HandShown(use.actor, seat, hand))


def exchange_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """C1.59, C4.6.2, C4.6.3: both must have something to give."""
    s, t = use.state, use.tables
    rivals = players(use, "choose_opponent")
    if op.what == "hand_card":
        seats = [seat for seat in rivals if s.hands[seat]]
        return [(("give", unit), ("player", seat)) for unit in s.hands[use.actor] for seat in seats]
    own = [card for card in s.acquired[use.actor] if t.groups[card] in op.kinds]
    theirs = [card for seat in rivals for card in s.acquired[seat] if t.groups[card] in op.kinds]
    return [(("give", x), ("take", y)) for x in own for y in theirs]


def exchange(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    given = value_of(targets, "give")
    if op.what == "hand_card":
        partner = value_of(targets, "player")
        hand = s.hands[partner]
        taken = hand[play.chance.pick(s.draws, len(hand))]
        play.emit(e.CardsExchanged(e.HAND_CARDS, use.actor, given, partner, taken))
        return
    taken = value_of(targets, "take")
    partner = next(seat for seat in s.order if taken in s.acquired[seat])
    play.emit(e.CardsExchanged(e.ACQUIRED_CARDS, use.actor, given, partner, taken))
    play.titles_may_have_changed()
