"""What is agreed and dealt for a solo game (E21.3-E21.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ....errors import BadSetup
from .. import agenda as a
from .. import events as e
from ..basics import basics_of, choose_basics
from ..cards import CardSet
from ..play import Play
from ..vocabulary import CLOCKWISE, COURT, ELITE_DECK, INFLUENCES, MISSIONS, NONE, OCCULTISM
from .hand import SIZE
from .solo import HOUSES, LEVELS, PLAYER

MASTERS: Final = ("master_of_pacts", "master_of_spies", "master_of_swords")
"""E21.3."""

REMOVED: Final = ("serpent_mouthed_liar", "body_thief", "bloody_wraith")
"""E21.10; whatever of them the card list has."""

SET_ASIDE: Final = 3
"""Tokens of each attribute but Occultism (E21.6)."""

PLAYERS_HEAT, HOUSES_HEAT = 3, 1
"""E21.7."""

TITLES_TO_WIN, ZONE_LIMIT = 7, 2
"""E21.1, E21.15."""


def must_have_masters(cards: CardSet) -> None:
    """Raises BadSetup if a club's own card list lacks what the Houses need."""
    privileges = {cards.names[card] for card in cards.groups["privilege"]}
    for master in MASTERS:
        if master not in privileges:
            raise BadSetup("card_lacking", field="card_set", card=master)


def begin(play: Play, created: e.GameCreated, values: Mapping[str, Any]) -> tuple[int, ...]:
    """Settle what is agreed before the cards are laid out; returns the Units out of the game (E21.6, E21.10)."""
    cards = play.tables.cards
    play.emit(created)
    choose_basics(play, values)
    removed = tuple(cards.ids[name] for name in REMOVED if name in cards.ids)
    aside = tuple(0 if x == OCCULTISM else min(SET_ASIDE, count) for x, count in enumerate(cards.tokens))
    play.emit(e.GambitPrepared(values["level"], aside, removed))
    return removed


def deal(play: Play, created: e.GameCreated, values: Mapping[str, Any]) -> None:
    """E21.3-E21.11 in the order of E21.12. ``values`` are all options with their agreed values."""
    cards, s, level = play.tables.cards, play.state, values["level"]
    removed = begin(play, created, values)
    order = play.shuffled(cards.ids[name] for name in MASTERS)
    masters = order[: 1 + LEVELS.index(level)]
    play.emit(e.MastersDealt(masters))
    privileges = [card for card in cards.groups["privilege"] if card not in masters]
    play.emit(e.DeckShuffled(COURT, play.shuffled(privileges), ()))
    play.emit(e.DeckShuffled(MISSIONS, play.shuffled(cards.groups["mission"]), ()))
    play.emit(e.DeckShuffled(INFLUENCES, play.shuffled(cards.groups["influence"]), ()))
    elites = [unit for unit in cards.elites if unit not in removed]
    play.emit(e.DeckShuffled(ELITE_DECK, play.shuffled(elites), ()))
    play.draw_units(HOUSES, SIZE)
    for zone in (MISSIONS, INFLUENCES, COURT):
        play.emit(e.CardRevealed(zone, s.decks[zone][-1]))
    play.emit(e.HandDealt(PLAYER, basics_of(play.tables, s, PLAYER)))
    play.emit(e.HeatDealt(PLAYER, created.heat_starting))
    play.emit(e.HeatDealt(HOUSES, HOUSES_HEAT))
    play.emit(e.SceptreSet(PLAYER, CLOCKWISE))
    play.push(a.StartRound(NONE))
