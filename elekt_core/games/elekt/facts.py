"""What each fact does to the table: the only code that changes a state, live and in replay alike.

A fold never judges, and never fails on a record that a later set of rules would not allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ...contract import UNKNOWN
from ...kit.knowledge import unknown
from . import events as e
from .course import BASE
from .houses.solo import HOUSES, PLAYER, Solo
from .state import NOWHERE, State
from .vocabulary import ASSIGNMENT, COURT, ELITE_DECK, NONE, OCCULTISM

NO_TOKENS: Final = bytes(4)


def fold(state: State, event: Any) -> None:
    """Fold one fact into the state. The open question, if there was one, is answered now."""
    if state.question:
        state.question, state.offered = "", None
    FOLDS[type(event)](state, event)


# --- places -------------------------------------------------------------------------------------------------


def court_order(seats: int, holder: int, direction: int) -> tuple[int, ...]:
    """E3.4: h, h+d, h+2d, ... modulo n."""
    return tuple([(holder + direction * i) % seats for i in range(seats)])


def _to_hand(s: State, seat: int, unit: int) -> None:
    s.hands[seat] += (UNKNOWN if s.hidden >> seat & 1 else unit,)


def _from_hand(s: State, seat: int, unit: int) -> None:
    s.hands[seat] = _without(s.hands[seat], UNKNOWN if s.hidden >> seat & 1 else unit)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def _all_but(cards: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Without those of a mask."""
    left: list[int] = []
    for card in cards:
        if not gone >> card & 1:
            left.append(card)
    return tuple(left)


def _enter(s: State, unit: int, zone: int, seat: int) -> None:
    """At the right end of the owner's row (E7.11)."""
    place = zone * s.seats + seat
    s.rows[place] += (unit,)
    s.where[unit] = place
    s.active[zone] |= 1 << unit


def _leave(s: State, unit: int) -> None:
    """Out of its Zone, the others close up (E7.11); a suppression ends with it (E15.13)."""
    place = s.where[unit]
    s.rows[place] = _without(s.rows[place], unit)
    s.where[unit] = NOWHERE
    bit = 1 << unit
    s.active[place // s.seats] &= ~bit
    s.suppressed &= ~bit


def hold(s: State, card: int) -> None:
    """A Privilege comes in front of a player: it is in force in every Zone."""
    bit = 1 << card
    s.held |= bit
    s.active = [active | bit for active in s.active]


def _release(s: State, card: int) -> None:
    bit = 1 << card
    if s.held & bit:
        s.held &= ~bit
        s.active = [active & ~bit for active in s.active]


def _strip(s: State, unit: int) -> None:
    """E13.3: the tokens of a Unit that goes to a hand or to the pile go to the pool."""
    k = 4 * unit
    if s.tokens[k : k + 4] == NO_TOKENS:
        return
    for a in range(4):
        s.pool[a] += s.tokens[k + a]
    s.tokens[k : k + 4] = NO_TOKENS


# --- setup --------------------------------------------------------------------------------------------------


def _game_created(s: State, event: e.GameCreated) -> None:
    n = max(event.seats, 2)  # with one seat, the Houses are the other side (E21)
    s.created = s.game = event
    s.seats = n
    s.pool = [*event.tokens]
    s.heat_pool = event.heat_tokens
    s.heat = [0] * n
    s.assigned = [0] * n
    s.passed = [0] * n
    s.hands = [()] * n
    s.rows = [()] * (3 * n)
    s.acquired = [()] * n
    s.titles = (0,) * n
    s.order = tuple(range(n))


def _basic_set_chosen(s: State, event: e.BasicSetChosen) -> None:
    s.basics = event.kinds
    s.draws += event.by_lot


def _deck_shuffled(s: State, event: e.DeckShuffled) -> None:
    s.decks[event.deck] = event.cards[::-1]
    s.aside += event.aside
    s.draws += 1


def _deck_reshuffled(s: State, event: e.DeckReshuffled) -> None:
    s.decks[ELITE_DECK] = event.cards[::-1]
    s.discard = ()
    s.draws += 1


def _hand_dealt(s: State, event: e.HandDealt) -> None:
    for unit in event.units:
        _to_hand(s, event.seat, unit)


def _first_player_drawn(s: State, event: e.FirstPlayerDrawn) -> None:
    s.holder = event.holder
    s.order = court_order(s.seats, event.holder, s.direction)


def _sceptre_set(s: State, event: e.SceptreSet) -> None:
    s.holder, s.direction = event
    s.order = court_order(s.seats, event.holder, event.direction)


def _card_revealed(s: State, event: e.CardRevealed) -> None:
    zone, card = event
    s.decks[zone] = s.decks[zone][:-1]
    s.face_up[zone] = card
    if zone != COURT:
        s.active[zone] |= 1 << card


def _position_set(s: State, event: e.PositionSet) -> None:
    s.round, s.phase, s.crowned = event.round, event.phase, event.crowned
    s.holder, s.direction = event.holder, event.direction
    s.order = court_order(s.seats, event.holder, event.direction)
    s.heat, s.heat_pool, s.pool = [*event.heat], event.heat_pool, [*event.pool]
    s.face_up = [*event.face_up]
    s.decks = [deck[::-1] for deck in event.decks]
    s.aside, s.removed, s.discard = event.aside, event.removed, event.discard
    s.hands, s.rows = [*event.hands], [*event.rows]
    s.acquired, s.titles = [*event.acquired], event.titles
    s.assigned, s.passed = [*event.assigned], [*event.passed]
    s.used_round, s.used_game = mask_of(event.used), mask_of(event.used_game)
    s.skips = mask_of(4 * zone + attribute for zone, attribute in event.skips)
    s.conceded, s.suppressed = mask_of(event.conceded), mask_of(event.suppressed)
    s.held = mask_of(event.held)
    for place, row in enumerate(s.rows):
        for unit in row:
            s.where[unit] = place
    for zone in (0, 1, 2):
        prize = [s.face_up[zone]] if zone != COURT and s.face_up[zone] != NONE else []
        units = [unit for row in s.rows[zone * s.seats : (zone + 1) * s.seats] for unit in row]
        s.active[zone] = mask_of([*units, *prize]) & ~s.suppressed | s.held
    for unit, *numbers in event.tokens_on:
        s.tokens[4 * unit : 4 * unit + 4] = bytes(numbers)


def _houses_position_set(s: State, event: e.HousesPositionSet) -> None:
    drawn = unknown(event.drawn) if s.hidden else event.drawn
    s.pool[OCCULTISM] -= event.seals
    s.solo = _solo(s)._replace(seals=event.seals, won=event.won, drawn=drawn, counted=event.counted, memory=event.zone)


def mask_of(numbers: Iterable[int]) -> int:
    """A bit mask."""
    return sum(1 << number for number in set(numbers))


# --- rounds and hands ---------------------------------------------------------------------------------------


def _round_started(s: State, event: e.RoundStarted) -> None:
    s.round = event.number
    s.assigned = [0] * s.seats
    s.passed = [0] * s.seats
    s.used_round = 0
    s.uses = 0
    s.skips = 0
    s.crowned = NONE


def _phase_started(s: State, event: e.PhaseStarted) -> None:
    s.phase = event.phase
    if s.solo is not None and event.phase == ASSIGNMENT:
        s.solo = s.solo._replace(memory=NONE)  # E21.18


def _units_drawn(s: State, event: e.UnitsDrawn) -> None:
    seat, units = event
    s.decks[ELITE_DECK] = s.decks[ELITE_DECK][: -len(units)]
    if s.solo is not None and seat == HOUSES:  # they choose nothing: it goes under their pile (E21.13)
        s.hands[seat] += unknown(units) if s.hidden >> seat & 1 else units
        return
    s.drawn += unknown(units) if s.hidden >> seat & 1 else units
    s.drawn_by = seat


def _undraw(s: State, unit: int) -> None:
    s.drawn = _without(s.drawn, unit if unit in s.drawn else UNKNOWN)
    if not s.drawn:
        s.drawn_by = NONE


def _unit_kept(s: State, event: e.UnitKept) -> None:
    _undraw(s, event.unit)
    _to_hand(s, event.seat, event.unit)


def _unit_discarded(s: State, event: e.UnitDiscarded) -> None:
    unit = event.unit
    if event.source == e.FROM_ZONE:
        _leave(s, unit)
        _strip(s, unit)
    elif event.source == e.FROM_HAND:
        _from_hand(s, event.seat, unit)
    else:
        _undraw(s, unit)
    s.discard += (unit,)


def _unit_assigned(s: State, event: e.UnitAssigned) -> None:
    seat, unit, zone, _ = event
    hand = s.hands[seat]
    i = hand.index(UNKNOWN if s.hidden >> seat & 1 else unit)
    s.hands[seat] = hand[:i] + hand[i + 1 :]
    _enter(s, unit, zone, seat)
    s.assigned[seat] += 1
    if s.solo is not None and seat == PLAYER:
        s.solo = s.solo._replace(memory=zone)


def _player_passed(s: State, event: e.PlayerPassed) -> None:
    s.passed[event.seat] = 1


def _seat_conceded(s: State, event: e.SeatConceded) -> None:
    s.conceded |= 1 << event.seat


# --- abilities ----------------------------------------------------------------------------------------------


def _ability_used(s: State, event: e.AbilityUsed) -> None:
    bit = 1 << event.card
    s.used_round |= bit
    s.used_game |= bit
    s.uses += 1


def _ability_suppressed(s: State, event: e.AbilitySuppressed) -> None:
    bit = 1 << event.unit
    s.suppressed |= bit
    s.active[event.zone] &= ~bit


def _heat_to_pool(s: State, event: e.HeatPaid | e.HeatDiscarded) -> None:
    s.heat[event.seat] -= event.amount
    s.heat_pool += event.amount


def _heat_from_pool(s: State, event: e.HeatGained | e.HeatGathered | e.HeatDealt) -> None:
    s.heat[event.seat] += event.amount
    s.heat_pool -= event.amount


def _heat_taken(s: State, event: e.HeatTaken) -> None:
    s.heat[event.victim] -= event.amount
    s.heat[event.seat] += event.amount


def _token_attached(s: State, event: e.TokenAttached) -> None:
    s.pool[event.attribute] -= 1
    s.tokens[4 * event.unit + event.attribute] += 1


def _token_detached(s: State, event: e.TokenDetached) -> None:
    s.tokens[4 * event.unit + event.attribute] -= 1
    s.pool[event.attribute] += 1


def _token_moved(s: State, event: e.TokenMoved | e.TokenStolen) -> None:
    s.tokens[4 * event.other + event.attribute] -= 1
    s.tokens[4 * event.unit + event.attribute] += 1


def _units_swapped(s: State, event: e.UnitsSwapped) -> None:
    a, b = event.unit, event.other
    here, there = s.where[a], s.where[b]
    s.rows[here] = tuple(b if unit == a else unit for unit in s.rows[here])
    s.rows[there] = tuple(a if unit == b else unit for unit in s.rows[there])
    s.where[a], s.where[b] = there, here
    bits = 1 << a | 1 << b
    s.suppressed &= ~bits
    s.active[event.zone] = s.active[event.zone] & ~bits | 1 << b
    s.active[event.other_zone] = s.active[event.other_zone] & ~bits | 1 << a


def _unit_moved(s: State, event: e.UnitMoved) -> None:
    _leave(s, event.unit)
    _enter(s, event.unit, event.zone, event.seat)


def _unit_placed(s: State, event: e.UnitPlaced) -> None:
    _from_hand(s, event.seat, event.unit)
    _enter(s, event.unit, event.zone, event.seat)


def _unit_to_hand(s: State, event: e.UnitReturned | e.UnitTaken) -> None:
    _leave(s, event.unit)
    _strip(s, event.unit)
    _to_hand(s, event.seat, event.unit)


def _unit_recovered(s: State, event: e.UnitRecovered) -> None:
    s.discard = _without(s.discard, event.unit)
    _to_hand(s, event.seat, event.unit)


def _cards_exchanged(s: State, event: e.CardsExchanged) -> None:
    what, seat, given, partner, taken = event
    if what == e.HAND_CARDS:
        s.draws += 1
        _from_hand(s, seat, given)
        _from_hand(s, partner, taken)
        _to_hand(s, seat, taken)
        _to_hand(s, partner, given)
    else:
        s.acquired[seat] = _without(s.acquired[seat], given)
        s.acquired[partner] = _without(s.acquired[partner], taken)
        _lay_before(s, seat, taken)
        _lay_before(s, partner, given)


def _lay_before(s: State, seat: int, card: int) -> None:
    """An acquired card lies in front of the seat; a Privilege lies face down before the Houses, who do not use it
    (E21.35)."""
    if s.solo is not None and seat == HOUSES and s.held >> card & 1:
        _release(s, card)
        s.solo = s.solo._replace(won=(*s.solo.won, card))
    else:
        s.acquired[seat] += (card,)


# --- confrontations and the end -----------------------------------------------------------------------------


def _confrontation_skipped(s: State, event: e.ConfrontationSkipped) -> None:
    s.skips |= 1 << 4 * event.zone + event.attribute


def _off_board(s: State, zone: int, card: int) -> None:
    """E9.20: the ability of a card that leaves the board ends at once."""
    s.face_up[zone] = NONE
    s.active[zone] &= ~(1 << card)


def _card_acquired(s: State, event: e.CardAcquired) -> None:
    _off_board(s, event.zone, event.card)
    if event.zone == COURT:
        hold(s, event.card)
        s.crowned = event.seat
    _lay_before(s, event.seat, event.card)


def _card_removed(s: State, event: e.CardRemoved) -> None:
    if event.zone != NONE:
        _off_board(s, event.zone, event.card)
    else:
        s.acquired[event.seat] = _without(s.acquired[event.seat], event.card)
        _release(s, event.card)
    s.removed += (event.card,)


def _titles_changed(s: State, event: e.TitlesChanged) -> None:
    s.titles = event.titles


def _units_returned(s: State, event: e.UnitsReturned) -> None:
    seat, units = event
    bits, rows, where, tokens = 0, s.rows, s.where, s.tokens
    for unit in units:
        bits |= 1 << unit
        where[unit] = NOWHERE
        if tokens[4 * unit : 4 * unit + 4] != NO_TOKENS:
            _strip(s, unit)
    for zone, place in enumerate(range(seat, len(rows), s.seats)):
        if rows[place]:
            rows[place] = _all_but(rows[place], bits)
            s.active[zone] &= ~bits
    s.suppressed &= ~bits
    s.hands[seat] += unknown(units) if s.hidden >> seat & 1 else units


# --- solo (E21) ---------------------------------------------------------------------------------------------


def _gambit_prepared(s: State, event: e.GambitPrepared) -> None:
    s.solo = Solo(event.level, event.set_aside)
    for attribute, count in enumerate(event.set_aside):
        s.pool[attribute] -= count
    s.removed += event.units


def _masters_dealt(s: State, event: e.MastersDealt) -> None:
    s.acquired[HOUSES] += event.cards
    for card in event.cards:
        hold(s, card)
    s.draws += 1


def _houses_hand_shuffled(s: State, event: e.HousesHandShuffled) -> None:
    s.hands[HOUSES] = unknown(event.units) if s.hidden >> HOUSES & 1 else event.units
    s.draws += 1


def _houses_units_passed_over(s: State, event: e.HousesUnitsPassedOver) -> None:
    hand = s.hands[HOUSES]
    s.hands[HOUSES] = hand[event.number :] + hand[: event.number]


def _houses_turn_lost(s: State, event: e.HousesTurnLost) -> None:
    s.assigned[HOUSES] += 1


def _solo(s: State) -> Solo:
    assert s.solo is not None
    return s.solo


def _seal_gained(s: State, event: e.SealGained) -> None:
    s.pool[OCCULTISM] -= 1
    s.solo = _solo(s)._replace(seals=event.seals)


def _seals_converted(s: State, event: e.SealsConverted) -> None:
    solo = _solo(s)
    s.pool[OCCULTISM] += event.seals
    s.solo = solo._replace(seals=solo.seals - event.seals, counted=solo.counted + (not event.marked))
    if event.marked:
        _draw_privilege(s, event.card)


def _seals_lost(s: State, event: e.SealsLost) -> None:
    s.pool[OCCULTISM] += event.seals
    s.solo = _solo(s)._replace(seals=0)


def _houses_privilege_drawn(s: State, event: e.HousesPrivilegeDrawn) -> None:
    _draw_privilege(s, event.card)


def _draw_privilege(s: State, card: int) -> None:
    """The top face-down card; a view does not know which."""
    solo = _solo(s)
    s.decks[COURT] = s.decks[COURT][:-1]
    s.solo = solo._replace(drawn=(*solo.drawn, UNKNOWN if s.hidden else card))


def _game_ended(s: State, event: e.GameEnded) -> None:
    s.ended = event
    s.asked, s.step, s.agenda = NONE, (), ()


def _herald_named(s: State, event: e.HeraldNamed) -> None:
    s.herald = event.herald


def _awaiting(s: State, event: e.Awaiting) -> None:
    s.asked, s.question, s.step, s.agenda = event


def _told(s: State, event: Any) -> None:
    """A fact for readers: it moves nothing on the table."""


FOLDS: Final[dict[type, Callable[[State, Any], None]]] = {
    e.GameCreated: _game_created,
    e.BasicSetChosen: _basic_set_chosen,
    e.DeckShuffled: _deck_shuffled,
    e.DeckReshuffled: _deck_reshuffled,
    e.HeatDealt: _heat_from_pool,
    e.HandDealt: _hand_dealt,
    e.FirstPlayerDrawn: _first_player_drawn,
    e.SceptreSet: _sceptre_set,
    e.CardRevealed: _card_revealed,
    e.PositionSet: _position_set,
    e.HousesPositionSet: _houses_position_set,
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
    e.UnitsDrawn: _units_drawn,
    e.UnitKept: _unit_kept,
    e.UnitDiscarded: _unit_discarded,
    e.UnitAssigned: _unit_assigned,
    e.PlayerPassed: _player_passed,
    e.SeatConceded: _seat_conceded,
    e.AbilityUsed: _ability_used,
    e.AbilityDeclined: _told,
    e.AbilityLapsed: _told,
    e.AbilitySuppressed: _ability_suppressed,
    e.HeatPaid: _heat_to_pool,
    e.HeatGained: _heat_from_pool,
    e.HeatDiscarded: _heat_to_pool,
    e.HeatTaken: _heat_taken,
    e.TokenAttached: _token_attached,
    e.TokenDetached: _token_detached,
    e.TokenMoved: _token_moved,
    e.TokenStolen: _token_moved,
    e.UnitsSwapped: _units_swapped,
    e.UnitMoved: _unit_moved,
    e.UnitPlaced: _unit_placed,
    e.UnitReturned: _unit_to_hand,
    e.UnitTaken: _unit_to_hand,
    e.UnitRecovered: _unit_recovered,
    e.UnitAnnihilated: _told,
    e.AnnihilationRedirected: _told,
    e.UnitSaved: _told,
    e.UnitStayed: _told,
    e.CardsExchanged: _cards_exchanged,
    e.HandShown: _told,
    e.ConfrontationSkipped: _confrontation_skipped,
    e.ConfrontationStarted: _told,
    e.ConfrontationScored: _told,
    e.ConfrontationVoid: _told,
    e.ConfrontationTied: _told,
    e.ConfrontationWon: _told,
    e.EffectDeclined: _told,
    e.CardAcquired: _card_acquired,
    e.CardRemoved: _card_removed,
    e.TitlesChanged: _titles_changed,
    e.HeatGathered: _heat_from_pool,
    e.UnitsReturned: _units_returned,
    e.GambitPrepared: _gambit_prepared,
    e.MastersDealt: _masters_dealt,
    e.HousesHandShuffled: _houses_hand_shuffled,
    e.HousesChose: _told,
    e.HousesUnitsPassedOver: _houses_units_passed_over,
    e.HousesTurnLost: _houses_turn_lost,
    e.SealGained: _seal_gained,
    e.SealsConverted: _seals_converted,
    e.SealsLost: _seals_lost,
    e.HousesPrivilegeDrawn: _houses_privilege_drawn,
    e.GameEnded: _game_ended,
    e.HeraldNamed: _herald_named,
    e.Awaiting: _awaiting,
}
"""Every kind of event has its fold (a test compares this with ``events.KINDS``)."""
BASE.folds.update(FOLDS)
