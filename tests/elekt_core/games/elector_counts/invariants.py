"""What must hold after every event of any game of Elector Counts: cards, tokens and shillings are conserved, limits
kept."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from elekt_core.games.elector_counts.cards import LOCATION, START
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.state import DOWN, FRESH, NONE, State
from elekt_core.games.elector_counts.support import reserve_limit

PRINTED = game.cards.cards
_DECKS = {seats: sorted(game.cards.deck(seats)) for seats in (2, 3, 4)}


def _of_kind(*kinds: str) -> frozenset[int]:
    return frozenset(card for card, printed in enumerate(PRINTED) if printed.kind in kinds)


_STARTS, _PLACES = _of_kind(START), _of_kind(LOCATION, START)
_ATTACKERS, _DEFENDERS = _of_kind("attacker"), _of_kind("defender")
assert all(PRINTED[card].count == 1 for card in _STARTS)


def check(s: State) -> None:
    """On a whole state."""
    if s.created is None:
        return
    assert s.pool + sum(s.shillings) == 30, f"K2.2, K5.3: shillings {s.pool} + {s.shillings}"
    assert s.pool >= 0
    assert min(s.shillings) >= 0
    if s.deck or s.turns:
        _every_card_once(s)
    _sites(s)
    for seat in range(s.seats):
        assert s.sieges(seat) <= 7, f"K2.2: Siege tokens of {seat}"
        assert s.forts(seat) <= 7, f"K2.2: Fortification tokens of {seat}"
        assert len(s.reserves[seat]) <= reserve_limit(game.cards, s, seat), f"K12.1: reserve of {seat}"
        assert len(s.reserves[seat]) <= 4, "K12.1: two Granaries at most"


def _every_card_once(s: State) -> None:
    """K2.1: every card of the deck is in one place; K3.4: a starting location never moves."""
    found = [*s.deck, *s.discard, *s.played, *chain(*s.hands), *chain(*s.reserves), *chain(*s.laid)]
    starts = 0
    for location, site in s.sites.items():
        if location in _STARTS:
            starts += 1
        else:
            found.append(location)
        found += [unit.card for unit in site.attackers]
        found += [unit.card for unit in site.defenders]
    found.sort()
    if found != (deck := _DECKS[s.seats]):
        raise AssertionError(f"K2.1: double {Counter(found) - Counter(deck)}, lost {Counter(deck) - Counter(found)}")
    assert starts == s.seats


def _sites(s: State) -> None:
    numbers = [unit.number for site in s.sites.values() for unit in site.attackers + site.defenders]
    assert len(numbers) == len(set(numbers))
    assert s.sites.keys() <= _PLACES
    for site in s.sites.values():
        assert site.attacker != site.owner, "K10.3"
        if site.defenders:
            names = [unit.card for unit in site.defenders]
            assert len(names) == len(set(names)), f"K9.2: {names}"
            assert sum(PRINTED[card].garrison for card in names) <= 1, f"K9.3: {names}"
            assert _DEFENDERS.issuperset(names)
            assert not (site.fort and site.attackers), "K17.3"
        if site.attackers:
            cards = {unit.card for unit in site.attackers}
            assert cards <= _ATTACKERS
            groups = {PRINTED[card].ally for card in cards}
            assert len(cards) < 2 or (len(groups) == 1 and "" not in groups), f"K10.2: {cards}"


def check_at_rest(s: State) -> None:
    """Between actions, with nothing half done."""
    for site in s.sites.values():
        assert bool(site.attackers) == site.siege == (site.attacker != NONE), f"K17.1, K17.4: {site}"
        assert not site.attackers or (not site.fort and not site.defenders), f"K17.3: {site}"
        assert all(unit.face == DOWN for unit in site.defenders), "K9.5, K16.8, K16.9"
        assert all(unit.face != FRESH for unit in site.attackers)
    assert s.played == ()
    assert s.conflict == NONE
    assert s.bonus == (0, 0)
