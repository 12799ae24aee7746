"""What each fact changes (``FOLDS``). Nothing is judged or drawn here; a view folds redacted facts in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ...contract import UNKNOWN
from ...kit.fields import Cards
from . import events as e
from .situation import Situation
from .state import DOWN, FRESH, NONE, UP, Site, State, Unit, unknown, without


def _created(s: State, event: e.GameCreated) -> None:
    s.created = event
    n = event.seats
    s.hands, s.reserves, s.laid, s.shillings = [()] * n, [()] * n, [()] * n, [0] * n
    s.pool = event.pool


def _starting_locations(s: State, event: e.StartingLocationsDealt) -> None:
    s.draws += 1
    for seat, location in enumerate(event.locations):
        s.sites[location] = Site(seat)


def _first_player(s: State, event: e.FirstPlayerFound) -> None:
    s.first = event.seat


def _shuffled(s: State, event: e.DeckShuffled) -> None:
    s.draws += 1
    s.deck = event.cards[::-1]


def _reshuffled(s: State, event: e.DeckReshuffled) -> None:
    _shuffled(s, e.DeckShuffled(event.cards))
    s.discard = ()


def _drawn(s: State, event: e.CardsDrawn | e.HandDealt) -> None:
    seat, cards = event
    s.deck = s.deck[: -len(cards)] if cards else s.deck
    _to_hand(s, seat, cards)


def _turn_started(s: State, event: e.TurnStarted) -> None:
    s.turn, s.turns = event
    if s.end_phase and not s.hidden:
        s.past += (Situation(s, event.seat),)


def _location_played(s: State, event: e.LocationPlayed) -> None:
    _from_hand(s, event.seat, (event.location,))
    s.sites[event.location] = Site(event.seat)


def _gained(s: State, event: e.ShillingsGained) -> None:
    s.pool -= event.amount
    s.shillings[event.seat] += event.amount


def _taken(s: State, event: e.ShillingsTaken) -> None:
    s.shillings[event.victim] -= event.amount
    s.shillings[event.seat] += event.amount


def _paid(s: State, event: e.CardsPaid) -> None:
    s.shillings[event.seat] -= event.shillings
    s.pool += event.shillings


def _defenders(s: State, event: e.DefendersPlaced) -> None:
    seat, location, cards = event
    site = s.sites[location]
    s.sites[location] = site._replace(defenders=site.defenders + _put_down(s, seat, cards))


def _attackers(s: State, event: e.AttackersPlaced) -> None:
    seat, location, cards = event
    site = s.sites[location]
    s.sites[location] = site._replace(attacker=seat, attackers=site.attackers + _put_down(s, seat, cards))


def _put_down(s: State, seat: int, cards: Cards) -> tuple[Unit, ...]:
    _from_hand(s, seat, cards)
    first = s.units
    s.units += len(cards)
    return tuple([Unit(first + i, card, DOWN, 1 << seat) for i, card in enumerate(cards)])


def _siege_placed(s: State, event: e.SiegePlaced) -> None:
    s.sites[event.location] = s.sites[event.location]._replace(siege=True)


def _siege_returned(s: State, event: e.SiegeReturned) -> None:
    s.sites[event.location] = s.sites[event.location]._replace(siege=False, attacker=NONE)


def _fort_placed(s: State, event: e.FortificationPlaced) -> None:
    s.sites[event.location] = s.sites[event.location]._replace(fort=True)


def _fort_removed(s: State, event: e.FortificationRemoved) -> None:
    s.sites[event.location] = s.sites[event.location]._replace(fort=False)


def _hand_to_discard(s: State, event: Any) -> None:
    _from_hand(s, event.seat, event.cards)
    s.discard += event.cards


def _support_played(s: State, event: e.SupportPlayed) -> None:
    _from_hand(s, event.seat, (event.card,))
    s.played += (event.card,)


def _support_discarded(s: State, event: e.SupportDiscarded) -> None:
    s.played = without(s.played, event.card)
    s.discard += (event.card,)


def _support_laid_out(s: State, event: e.SupportLaidOut) -> None:
    s.played = without(s.played, event.card)
    s.laid[event.seat] += (event.card,)


def _seen(s: State, event: e.FaceDownSeen) -> None:
    cards = dict(zip(event.units, event.cards, strict=True))
    bit = 1 << event.seat

    def look(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple([_known(u, cards[u.number], bit) if u.number in cards else u for u in units])

    site = s.sites[event.location]
    s.sites[event.location] = site._replace(attackers=look(site.attackers), defenders=look(site.defenders))


def _known(unit: Unit, card: int, bit: int) -> Unit:
    return unit._replace(card=unit.card if card == UNKNOWN else card, known=unit.known | bit)


def _taken_over(s: State, event: e.AttackTakenOver) -> None:
    site, bit = s.sites[event.location], 1 << event.seat
    attackers = tuple(
        [
            unit if unit.face == UP else _known(unit, card, bit)
            for unit, card in zip(site.attackers, event.cards, strict=True)
        ]
    )
    s.sites[event.location] = site._replace(attacker=event.seat, attackers=attackers)


def _moved(s: State, event: e.AttackMoved) -> None:
    site = s.sites[event.location]
    there = s.sites[event.to]
    s.sites[event.to] = there._replace(attacker=site.attacker, siege=site.siege, attackers=site.attackers)
    s.sites[event.location] = site._replace(attacker=NONE, siege=False, attackers=())


def _recovered(s: State, event: e.CardRecovered) -> None:
    discard = s.discard[::-1]  # the copy that lies highest
    s.discard = without(discard, event.card)[::-1]
    _to_hand(s, event.seat, (event.card,))


def _reserved(s: State, event: e.CardReserved) -> None:
    _from_hand(s, event.seat, (event.card,))
    s.reserves[event.seat] += unknown((event.card,)) if s.hidden >> event.seat & 1 else (event.card,)


def _taken_back(s: State, event: e.CardTakenBack) -> None:
    seat = event.seat
    s.reserves[seat] = without(s.reserves[seat], UNKNOWN if s.hidden >> seat & 1 else event.card)
    _to_hand(s, seat, (event.card,))


# --- conflicts ----------------------------------------------------------------------------------------------


def _conflict_started(s: State, event: e.ConflictStarted) -> None:
    s.conflict, s.bonus = event.location, (0, 0)


def _revealed(s: State, event: e.UnitsRevealed) -> None:
    site = s.sites[event.location]
    s.sites[event.location] = site._replace(
        attackers=_turned_up(site.attackers, event.attackers), defenders=_turned_up(site.defenders, event.defenders)
    )


def _turned_up(units: tuple[Unit, ...], cards: Cards) -> tuple[Unit, ...]:
    return tuple(
        [Unit(unit.number, card, UP if unit.face == UP else FRESH, 0) for unit, card in zip(units, cards, strict=True)]
    )


def _countered(s: State, event: e.UnitCountered) -> None:
    _leave(s, event.location, (event.unit, event.victim))
    s.discard += (event.card, event.other)


def _assassinated(s: State, event: e.UnitAssassinated) -> None:
    _leave(s, event.location, (event.victim,))
    s.discard += (event.other,)


def _attacker_removed(s: State, event: e.AttackerRemoved) -> None:
    _leave(s, event.location, (event.unit,))
    s.discard += (event.card,)


def _units_discarded(s: State, event: e.UnitsDiscarded | e.CasualtiesDiscarded) -> None:
    _leave(s, event.location, event.units)
    s.discard += event.cards


def _units_retreated(s: State, event: e.UnitsRetreated) -> None:
    _leave(s, event.location, event.units)
    _to_hand(s, event.seat, event.cards)


def _leave(s: State, location: int, numbers: tuple[int, ...]) -> None:
    site = s.sites[location]
    s.sites[location] = site._replace(
        attackers=tuple([unit for unit in site.attackers if unit.number not in numbers]),
        defenders=tuple([unit for unit in site.defenders if unit.number not in numbers]),
    )


def _strength_added(s: State, event: e.StrengthAdded) -> None:
    attack, defence = s.bonus
    if s.sites[event.location].owner == event.seat:
        s.bonus = (attack, defence + event.amount)
    else:
        s.bonus = (attack + event.amount, defence)


def _conflict_ended(s: State, event: e.ConflictEnded) -> None:
    site = s.sites[event.location]
    left = tuple([unit._replace(face=UP) for unit in site.attackers])
    s.sites[event.location] = site._replace(attackers=left, attacker=site.attacker if left else NONE)
    s.conflict, s.bonus = NONE, (0, 0)


# --- the end of turns and of the game -----------------------------------------------------------------------


def _passed(s: State, event: e.CardsPassed) -> None:
    _from_hand(s, event.seat, event.cards)
    _to_hand(s, event.to, event.cards)


def _end_card(s: State, event: e.EndCardRevealed) -> None:
    s.end_revealed = True


def _end_phase(s: State, event: e.EndPhaseStarted) -> None:
    s.end_phase = True


def _conceded(s: State, event: e.SeatConceded) -> None:
    s.conceded |= 1 << event.seat


def _ended(s: State, event: e.GameEnded) -> None:
    s.ended = event
    s.asked, s.step, s.agenda = NONE, (), ()


def _awaiting(s: State, event: e.Awaiting) -> None:
    s.asked, s.question, s.step, s.agenda = event


def _told(s: State, event: Any) -> None:
    """A fact for readers only: it changes nothing on the table."""


# --- hands --------------------------------------------------------------------------------------------------


def _to_hand(s: State, seat: int, cards: Cards) -> None:
    s.hands[seat] += unknown(cards) if s.hidden >> seat & 1 else cards


def _from_hand(s: State, seat: int, cards: Iterable[int]) -> None:
    hand = s.hands[seat]
    hidden = s.hidden >> seat & 1
    for card in cards:
        hand = hand[:-1] if hidden else without(hand, card)
    s.hands[seat] = hand


FOLDS: Final[dict[type, Callable[[State, Any], None]]] = {
    e.GameCreated: _created,
    e.StartingLocationsDealt: _starting_locations,
    e.FirstPlayerFound: _first_player,
    e.DeckShuffled: _shuffled,
    e.HandDealt: _drawn,
    e.TurnStarted: _turn_started,
    e.LocationPlayed: _location_played,
    e.ShillingsGained: _gained,
    e.ShillingsTaken: _taken,
    e.DefendersPlaced: _defenders,
    e.AttackersPlaced: _attackers,
    e.AttackersSpent: _hand_to_discard,
    e.SiegePlaced: _siege_placed,
    e.SiegeReturned: _siege_returned,
    e.FortificationPlaced: _fort_placed,
    e.FortificationRemoved: _fort_removed,
    e.SupportPlayed: _support_played,
    e.SupportDiscarded: _support_discarded,
    e.SupportLaidOut: _support_laid_out,
    e.FaceDownSeen: _seen,
    e.AttackerRemoved: _attacker_removed,
    e.HandDiscarded: _hand_to_discard,
    e.CardsDrawn: _drawn,
    e.CardRecovered: _recovered,
    e.AttackTakenOver: _taken_over,
    e.AttackMoved: _moved,
    e.CardReserved: _reserved,
    e.CardTakenBack: _taken_back,
    e.CardsPaid: _paid,
    e.CardsSold: _hand_to_discard,
    e.ConflictStarted: _conflict_started,
    e.UnitsRevealed: _revealed,
    e.UnitCountered: _countered,
    e.UnitAssassinated: _assassinated,
    e.StrengthAdded: _strength_added,
    e.ConflictWonByDefender: _told,
    e.ConflictWonByAttacker: _told,
    e.UnitsDiscarded: _units_discarded,
    e.UnitsRetreated: _units_retreated,
    e.CasualtiesDiscarded: _units_discarded,
    e.ConflictEnded: _conflict_ended,
    e.CardsPassed: _passed,
    e.SurplusDiscarded: _hand_to_discard,
    e.DeckReshuffled: _reshuffled,
    e.EndCardRevealed: _end_card,
    e.EndPhaseStarted: _end_phase,
    e.SeatConceded: _conceded,
    e.GameEnded: _ended,
    e.Awaiting: _awaiting,
}
"""Every kind of event has its fold (a test compares this with ``events.KINDS``)."""
