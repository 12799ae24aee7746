"""Setup (E2) and the first Sceptre holder (E3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...contract import Setup
from ...ruleset import Ruleset
from . import agenda as a
from . import events as e
from .basics import basics_of, choose_basics
from .cards import CardSet
from .houses import setup as houses
from .play import Play
from .rulesets import EDITIONS, is_solo
from .vocabulary import COURT, ELITE_DECK, INFLUENCES, MISSIONS

if TYPE_CHECKING:  # most games have none
    from .card_lists import Expansion


def agreed(cards: CardSet, ruleset: Ruleset, setup: Setup, commitment: str) -> e.GameCreated:
    """E24.5. Raises BadSetup that names the field."""
    values = ruleset.agreed(setup.seats, setup.options)
    solo = is_solo(ruleset.name)
    if solo:
        houses.must_have_masters(cards)
    return e.GameCreated(
        ruleset=ruleset.name,
        edition=values.get("edition", EDITIONS[ruleset.name]),
        seats=setup.seats,
        card_set=cards.pinned,
        tokens=cards.tokens,
        heat_tokens=cards.heat_tokens,
        heat_limit=cards.heat_limit,
        heat_starting=houses.PLAYERS_HEAT if solo else values["heat_starting"],
        titles_to_win=houses.TITLES_TO_WIN if solo else cards.titles_to_win[setup.seats],
        zone_limit=houses.ZONE_LIMIT if solo else cards.zone_limit[setup.seats],
        assignments=cards.assignments,
        commitment=commitment,
    )


def begin(play: Play, created: e.GameCreated, values: Mapping[str, Any]) -> None:
    """Settle what is agreed before any card lies on the table."""
    play.emit(created)
    choose_basics(play, values)


def deal(play: Play, created: e.GameCreated, values: Mapping[str, Any], expansions: Sequence[Expansion] = ()) -> None:
    """E2.2-E2.10, the random steps in the order of E2.11; then the holder is asked for the direction.

    ``values`` are all options with what was agreed.
    """
    cards, s, seats = play.tables.cards, play.state, created.seats
    begin(play, created, values)
    for deck, group in ((MISSIONS, "mission"), (INFLUENCES, "influence"), (COURT, "privilege")):
        order = play.shuffled(cards.groups[group])
        used = cards.privileges_per_game if group == "privilege" else len(order)
        play.emit(e.DeckShuffled(deck, order[:used], order[used:]))
    play.emit(e.DeckShuffled(ELITE_DECK, play.shuffled(cards.elites), ()))
    for zone in (MISSIONS, INFLUENCES, COURT):
        play.emit(e.CardRevealed(zone, s.decks[zone][-1]))
    for seat in range(seats):
        play.emit(e.HandDealt(seat, basics_of(play.tables, s, seat)))
    for seat in range(seats):
        play.emit(e.HeatDealt(seat, created.heat_starting))
    drawn = s.decks[ELITE_DECK][: -1 - seats : -1]
    holder = min(range(seats), key=lambda seat: play.tables.by_name[drawn[seat]])
    play.emit(e.FirstPlayerDrawn(drawn, holder))
    play.emit(e.DeckShuffled(ELITE_DECK, play.shuffled(cards.elites), ()))
    for expansion in expansions:
        expansion.setup(play)
    play.push(a.StartRound(-1), a.SetDirection(holder))
