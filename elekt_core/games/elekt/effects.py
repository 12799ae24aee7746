"""The effect primitives (C1.D): for each one, which targets it can have, and what it does.

``TARGETS[op](use, op, chosen, pool)`` lists the choices that the effect offers, each a tuple of targets: ``[()]``
if there is nothing to choose, ``[]`` if it can do nothing at all. ``chosen`` are the targets of the effects before
it in the same use, ``pool`` the tokens that will then be there (E13.6). ``CARRY_OUT[op](play, use, op, targets)``
emits the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from . import agenda as a
from . import events as e
from .active import BANS, all_in_force, barred, entry_barred, has_room, statics
from .play import Play
from .reactions import after_swap
from .selectors import CHOSEN, Target, Use, players, units, value_of
from .tables import Op
from .vocabulary import NONE, POWER, ZONES

Choice = tuple[Target, ...]
Pool = Sequence[int]

NO_CHOICE: Final[list[Choice]] = [()]
"""The effect can be carried out, and leaves nothing to choose."""


# --- tokens -------------------------------------------------------------------------------------------------


def attach_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.5; a token that is not in the pool cannot be chosen (E13.4)."""
    if op.attribute == NONE:
        taken = use.seats if op.must_differ and not _need_not_differ(use) else 0
        tokens = []
        for x in range(4):
            if pool[x] and not taken >> x & 1:
                tokens.append(x)
    else:
        tokens = [op.attribute] if pool[op.attribute] else []
    return _pairs("unit", _able(use, "attach", units(use, op.target, op, chosen)), op.target, tokens, op)


def _need_not_differ(use: Use) -> bool:
    """C1.51: a card of an earlier class lifts what this one demands (E16.2)."""
    return any(
        use.tables.ranks[card] < use.ability.rank and owner == use.actor and op.attribute in use.ability.attributes
        for owner, card, op in statics(use.tables, use.state, "free_tokens", use.zone)
    )


def attach(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit, attribute in _named(play, use, op, targets, "unit"):
        attach_token(play, unit, attribute)
        if use.ability.trigger == "win_extend":
            _note_token(play, attribute)


def attach_token(play: Play, unit: int, attribute: int) -> None:
    s = play.state
    if s.pool[attribute]:
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.TokenAttached(owner, unit, zone, s.position(unit), attribute))


def _note_token(play: Play, attribute: int) -> None:
    """Tokens attached by the same win are remembered for extensions that must differ (C1.32)."""
    for i in range(len(play.agenda) - 1, -1, -1):
        step = play.agenda[i]
        if step[0] == a.EXTEND:
            play.agenda[i] = (*step[:6], step[6] | 1 << attribute, *step[7:])
            return


def detach_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.6."""
    return _bearing(use, op, chosen, "unit", "detach")


def detach(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    for unit, attribute in _named(play, use, op, targets, "unit"):
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.TokenDetached(owner, unit, zone, s.position(unit), attribute))


def move_token_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """C1.34: from one Unit to another."""
    found = []
    for choice in _bearing(use, op, chosen, "from", "detach"):
        source = value_of(choice, "from")
        able = [u for u in units(use, op.to, op, chosen) if u != source and _allowed(use, "attach", u)]
        found += [choice + extra for extra in (_each("unit", able) if op.to in CHOSEN else [()] * bool(able))]
    return found


def move_token(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    source = value_of(targets, "from")
    to = value_of(targets, "unit")
    if to == NONE:
        to = units(use, op.to, op)[0]
    attribute = value_of(targets, "token", op.attribute)
    zone, owner = divmod(s.where[to], s.seats)
    other_zone, other_owner = divmod(s.where[source], s.seats)
    place, other_place = s.position(to), s.position(source)
    play.emit(e.TokenMoved(owner, to, zone, place, other_owner, source, other_zone, other_place, attribute))


def _bearing(use: Use, op: Op, chosen: Sequence[Target], word: str, action: str) -> list[Choice]:
    """Units and tokens that lie on them."""
    found: list[Choice] = []
    for unit in _able(use, action, units(use, op.target, op, chosen)):
        there = [x for x in range(4) if use.state.tokens[4 * unit + x] and op.attribute in (x, NONE)]
        found += _pairs(word, [unit], op.target, there, op)
    return found


def _pairs(word: str, able: Sequence[int], selector: str, tokens: Sequence[int], op: Op) -> list[Choice]:
    """Choices of a Unit (if the selector leaves one) and a token (if the effect leaves one)."""
    if not able or not tokens:
        return []
    if selector not in CHOSEN and op.attribute != NONE:
        return NO_CHOICE
    first = _each(word, able) if selector in CHOSEN else NO_CHOICE
    second = _each("token", tokens) if op.attribute == NONE else NO_CHOICE
    return [x + y for x, y in product(first, second)]


def _named(play: Play, use: Use, op: Op, targets: Choice, word: str) -> Iterator[tuple[int, int]]:
    """The Units and the token that were chosen, or that the effect names itself."""
    attribute = value_of(targets, "token", op.attribute)
    unit = value_of(targets, word)
    chosen = [unit] if unit != NONE else units(use, op.target, op)
    for target in chosen:
        if play.state.in_zone(target):
            yield target, attribute


def _each(word: str, values: Sequence[int]) -> list[Choice]:
    return [((word, value),) for value in values]


def _able(use: Use, action: str, among: Sequence[int]) -> Sequence[int]:
    """Those of the Units with which this may be done (E16.2)."""
    s = use.state
    if not use.tables.statics[BANS[action]].reach[NONE] & all_in_force(s):
        return among
    found = []
    for unit in among:
        if _allowed(use, action, unit):
            found.append(unit)
    return found


def _allowed(use: Use, action: str, unit: int) -> bool:
    """E16.2: nothing of the same or an earlier class forbids it."""
    zone, owner = divmod(use.state.where[unit], use.state.seats)
    return barred(use.tables, use.state, action, use.ability.rank, zone, unit, owner) == NONE


# --- Units between Zones, hands and piles -------------------------------------------------------------------


def _one_unit(action: str) -> Callable[[Use, Op, Sequence[Target], Pool], list[Choice]]:
    """Targets of an effect on one Unit in a Zone."""

    def targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
        able = _able(use, action, units(use, op.target, op, chosen))
        if op.name == "suppress_ability":
            able = [unit for unit in able if not use.state.suppressed >> unit & 1]
        return _each("unit", able) if op.target in CHOSEN else [()] * bool(able)

    return targets


def _the_units(use: Use, op: Op, targets: Choice) -> list[int]:
    """The chosen Unit, or those that the selector names, as far as they still stand in a Zone."""
    unit = value_of(targets, "unit")
    chosen = [unit] if unit != NONE else units(use, op.target, op, targets)
    return [unit for unit in chosen if use.state.in_zone(unit)]


def swap_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.8: each against each, in different Zones."""
    pairs = swap_pairs(use, units(use, op.target, op, chosen), units(use, op.other, op, chosen), use.ability.rank)
    return [(("unit", x), ("with", y)) for x, y in pairs]


def swap_pairs(use: Use, here: Sequence[int], there: Sequence[int], rank: int) -> list[tuple[int, int]]:
    """E9.6 with the bars of C1.48."""
    s, t = use.state, use.tables

    if not t.statics[BANS["swap"]].reach[NONE] & all_in_force(s):
        return [(x, y) for x in here for y in there if s.where[x] // s.seats != s.where[y] // s.seats]

    def free(unit: int) -> bool:
        zone, owner = divmod(s.where[unit], s.seats)
        return barred(t, s, "swap", rank, zone, unit, owner) == NONE and entry_barred(t, s, "swap", rank, zone) == NONE

    able = [unit for unit in there if free(unit)]
    return [(x, y) for x in here if free(x) for y in able if s.zone(x) != s.zone(y)]


def swap(play: Play, use: Use, op: Op, targets: Choice) -> None:
    swap_units(play, value_of(targets, "unit"), value_of(targets, "with"))


def swap_units(play: Play, x: int, y: int) -> None:
    """E9.6-E9.9; then whatever reacts to a Unit that a swap brought (C1.20)."""
    s = play.state
    here, owner = divmod(s.where[x], s.seats)
    there = s.zone(y)
    reacting = after_swap(play, here, y, there, x)
    play.emit(e.UnitsSwapped(owner, x, here, s.position(x), y, there, s.position(y)))
    play.push_in_order(reacting)


def move_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.7: the Zone limit applies; the Unit's Zone and the new one may bar it (C1.48)."""
    s, t = use.state, use.tables
    to = _zone_named(use, op)
    able = [
        unit
        for unit in units(use, op.target, op, chosen)
        if s.zone(unit) != to and has_room(t, s, to, s.owner(unit)) and _allowed(use, "move", unit)
    ]
    if entry_barred(t, s, "move", use.ability.rank, to) != NONE:
        able = []
    return _each("unit", able) if op.target in CHOSEN else [()] * bool(able)


def move(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s, to = play.state, _zone_named(use, op)
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.UnitMoved(owner, unit, zone, s.position(unit), to, len(s.row(to, owner)) + 1))


def place_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.10, E18.13: from the own hand, where there is room."""
    s, t = use.state, use.tables
    to = _zone_named(use, op)
    if not has_room(t, s, to, use.actor):
        return []
    hand = units(use, op.target, op, chosen)
    return _each("hand", [u for u in hand if barred(t, s, "place", use.ability.rank, to, u, use.actor) == NONE])


def place(play: Play, use: Use, op: Op, targets: Choice) -> None:
    to = _zone_named(use, op)
    play.emit(e.UnitPlaced(use.actor, value_of(targets, "hand"), to, len(play.state.row(to, use.actor)) + 1))


def _zone_named(use: Use, op: Op) -> int:
    return ZONES.index(op.to) if op.to in ZONES else use.zone


def return_to_hand(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """C1.38; in another hand it has a new owner (E14.9)."""
    s = play.state
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        if op.to == "owner" or owner == use.actor:
            play.emit(e.UnitReturned(owner, unit, zone, s.position(unit)))
        else:
            play.emit(e.UnitTaken(use.actor, unit, owner, zone, s.position(unit)))


def annihilate(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit in reversed(_the_units(use, op, targets)):
        play.push((a.DESIGNATE, use.actor, unit, use.state.zone(unit), use.ability.rank, int(op.savable)))


def discard_unit(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit in _the_units(use, op, targets):
        play.to_pile(unit)


def suppress(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    for unit in _the_units(use, op, targets):
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.AbilitySuppressed(owner, unit, zone, s.position(unit)))


def stay_after_save(play: Play, use: Use, op: Op, targets: Choice) -> None:
    """E19.3: the Unit is not taken to hand; its owner's other offers to keep it lapse."""
    s, unit = play.state, use.unit
    zone, owner = divmod(s.where[unit], s.seats)
    assert play.agenda[-1][0] == a.SAVED
    play.agenda.pop()
    play.tell(e.UnitStayed(owner, unit, zone, s.position(unit)))


def pile_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return _each("pile", [unit for unit in use.state.discard if ("pile", unit) not in chosen])


def recover(play: Play, use: Use, op: Op, targets: Choice) -> None:
    unit = value_of(targets, "pile")
    if unit in play.state.discard:
        play.emit(e.UnitRecovered(use.actor, unit))


def draw_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    s = use.state
    return [()] if s.decks[3] or s.discard else []


def draw(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for seat in players(use, op.player):
        play.draw_units(seat, op.amount)
        for unit in play.state.drawn:
            play.emit(e.UnitKept(seat, unit))


# --- players, Heat and hands --------------------------------------------------------------------------------


def _player_targets(use: Use, op: Op, able: Callable[[int], bool]) -> list[Choice]:
    seats = [seat for seat in players(use, op.player) if able(seat)]
    return _each("player", seats) if op.player.startswith("choose") else [()] * bool(seats)


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
    """E18.2, E17.2: as much as there is."""
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
    play.push_in_order([(a.DISCARD, seat, op.amount) for seat in _the_players(use, op, targets)])


def peek_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return _player_targets(use, op, lambda seat: bool(use.state.hands[seat]))


def peek(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for seat in _the_players(use, op, targets):
        play.tell(e.HandShown(use.actor, seat, play.state.hands[seat]))


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


# --- confrontations and numbers -----------------------------------------------------------------------------


def confrontation_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """C1.52. One that is skipped already cannot be skipped again."""
    zones = range(3) if op.zone == "choose" else (ZONES.index(op.zone) if op.zone in ZONES else use.zone,)
    wanted = op.choices if op.attribute == NONE else (op.attribute,)
    found = []
    for zone, attribute in product(zones, wanted):
        if op.mode == "skip" and use.state.skips >> 4 * zone + attribute & 1:
            continue
        named = (("zone", zone),) if op.zone == "choose" else ()
        found.append(named + ((("attribute", attribute),) if op.attribute == NONE else ()))
    return found


def confrontation(play: Play, use: Use, op: Op, targets: Choice) -> None:
    zone = value_of(targets, "zone")
    if zone == NONE:
        zone = ZONES.index(op.zone) if op.zone in ZONES else use.zone
    attribute = value_of(targets, "attribute", op.attribute)
    if op.mode == "skip":
        play.emit(e.ConfrontationSkipped(zone, attribute))
    elif attribute != POWER or play.state.face_up[zone] != NONE:
        play.push((a.CONFRONT, NONE, zone, (attribute,)))


def tie_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E8.18: the winner must be among the tied (``use.seats``)."""
    return [()] if op.winner != "controller" or (use.actor != NONE and use.seats >> use.actor & 1) else []


def tie_break(play: Play, use: Use, op: Op, targets: Choice) -> None:
    tied = [seat for seat in play.state.order if use.seats >> seat & 1]
    match op.winner:
        case "controller":
            settle_tie(play, use.actor)
        case "highest_court":
            settle_tie(play, tied[0])
        case "lowest_court":
            settle_tie(play, tied[-1])
        case _:
            play.ask(use.actor, "tie_winner", (a.TIE, use.actor, use.zone, play.agenda[-1][3], use.seats, ()))


def settle_tie(play: Play, winner: int) -> None:
    """The tie beneath is decided; the remaining tie abilities are not offered (E8.11 step 5)."""
    tie = play.agenda.pop()
    assert tie[0] == a.TIE
    play.push((a.WON, winner, tie[2], tie[3], e.BY_ABILITY))


WAITING: Final = {"recruit_draw": a.DRAW, "save_cost": a.SAVE, "heat_gather": a.GATHERED}
"""A triggered ``modify`` changes the number in the step that waits for it beneath."""


def modify_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return [()]


def modify(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for i in range(len(play.agenda) - 1, -1, -1):
        step = play.agenda[i]
        if step[0] == WAITING.get(op.what):
            value = op.amount if op.sets else step[2] + op.amount
            play.agenda[i] = (step[0], step[1], max(value, op.minimum, 0), *step[3:])
            return


def nothing_to_do(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """Effects that work only all the time, or only as a replacement."""
    return []


def not_carried_out(play: Play, use: Use, op: Op, targets: Choice) -> None:
    raise AssertionError(f"{op.name} is never carried out as an effect")


def stay_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    return [()] if use.state.zone(use.unit) == use.zone else []


TARGETS: Final[dict[str, Callable[[Use, Op, Sequence[Target], Pool], list[Choice]]]] = {
    "attach": attach_targets,
    "detach": detach_targets,
    "move_token": move_token_targets,
    "swap": swap_targets,
    "move": move_targets,
    "place": place_targets,
    "return_to_hand": _one_unit("return"),
    "annihilate": _one_unit("annihilate"),
    "discard_unit": _one_unit("discard"),
    "discard_from_hand": discard_targets,
    "gain_heat": gain_targets,
    "lose_heat": lose_targets,
    "take_heat": take_targets,
    "suppress_ability": _one_unit("suppress"),
    "stay_after_save": stay_targets,
    "confrontation": confrontation_targets,
    "tie_break": tie_targets,
    "modify": modify_targets,
    "draw_units": draw_targets,
    "recover_from_discard": pile_targets,
    "peek_hand": peek_targets,
    "exchange": exchange_targets,
    **dict.fromkeys(
        ("count_as", "add_symbols", "protect", "free_tokens", "forbid", "choose_annihilation_target"), nothing_to_do
    ),
}

CARRY_OUT: Final[dict[str, Callable[[Play, Use, Op, Choice], None]]] = {
    "attach": attach,
    "detach": detach,
    "move_token": move_token,
    "swap": swap,
    "move": move,
    "place": place,
    "return_to_hand": return_to_hand,
    "annihilate": annihilate,
    "discard_unit": discard_unit,
    "discard_from_hand": discard_from_hand,
    "gain_heat": gain_heat,
    "lose_heat": lose_heat,
    "take_heat": take_heat,
    "suppress_ability": suppress,
    "stay_after_save": stay_after_save,
    "confrontation": confrontation,
    "tie_break": tie_break,
    "modify": modify,
    "draw_units": draw,
    "recover_from_discard": recover,
    "peek_hand": peek,
    "exchange": exchange,
    **dict.fromkeys(
        ("count_as", "add_symbols", "protect", "free_tokens", "forbid", "choose_annihilation_target"), not_carried_out
    ),
}
