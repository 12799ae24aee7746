"""Setup (E2) and the first Sceptre holder (E3.5)."""

from __future__ import annotations

from ...contract import Setup
from ...errors import BadSetup
from . import agenda as a
from . import events as e
from .cards import CardSet
from .play import Play
from .vocabulary import COURT, ELITE_DECK, INFLUENCES, MISSIONS

OPTIONS = {"edition": (2, 1, 2), "heat_starting": (None, 1, 3)}
"""Option -> default (None: the card file's), least, most. ``edition`` is E0.2 and E23.2, ``heat_starting`` E2.9."""


def agreed(cards: CardSet, setup: Setup, seats: range, commitment: str) -> e.GameCreated:
    """E24.5. Raises BadSetup that names the field."""
    if setup.game != "elekt":
        raise BadSetup("unknown_game", field="game", value=setup.game)
    if setup.ruleset != cards.ruleset:
        raise BadSetup("unknown_ruleset", field="ruleset", value=setup.ruleset, known=[cards.ruleset])
    if setup.seats not in seats:
        raise BadSetup("bad_seats", field="seats", value=setup.seats, least=seats.start, most=seats.stop - 1)
    values = {}
    for option in setup.options:
        if option not in OPTIONS:
            raise BadSetup("unknown_option", field=option, known=sorted(OPTIONS))
    for option, (default, least, most) in OPTIONS.items():
        value = setup.options.get(option, cards.heat_starting if default is None else default)
        if type(value) is not int or not least <= value <= most:
            raise BadSetup("bad_option", field=option, value=str(value), least=least, most=most)
        values[option] = value
    return e.GameCreated(
        ruleset=setup.ruleset,
        edition=values["edition"],
        seats=setup.seats,
        card_set=cards.version,
        tokens=cards.tokens,
        heat_tokens=cards.heat_tokens,
        heat_limit=cards.heat_limit,
        heat_starting=values["heat_starting"],
        titles_to_win=cards.titles_to_win[setup.seats],
        zone_limit=cards.zone_limit[setup.seats],
        assignments=cards.assignments,
        commitment=commitment,
    )


def deal(play: Play, created: e.GameCreated) -> None:
    """E2.2-E2.10, the random steps in the order of E2.11; then the holder is asked for the direction."""
    cards, s, seats = play.tables.cards, play.state, created.seats
    play.emit(created)
    for deck, group in ((MISSIONS, "mission"), (INFLUENCES, "influence"), (COURT, "privilege")):
        order = play.shuffled(cards.groups[group])
        used = cards.privileges_per_game if group == "privilege" else len(order)
        play.emit(e.DeckShuffled(deck, order[:used], order[used:]))
    play.emit(e.DeckShuffled(ELITE_DECK, play.shuffled(cards.elites), ()))
    for zone in (MISSIONS, INFLUENCES, COURT):
        play.emit(e.CardRevealed(zone, s.decks[zone][-1]))
    for seat in range(seats):
        play.emit(e.HandDealt(seat, play.tables.basics[seat]))
    for seat in range(seats):
        play.emit(e.HeatDealt(seat, created.heat_starting))
    drawn = s.decks[ELITE_DECK][: -1 - seats : -1]
    holder = min(range(seats), key=lambda seat: play.tables.by_name[drawn[seat]])
    play.emit(e.FirstPlayerDrawn(drawn, holder))
    play.emit(e.DeckShuffled(ELITE_DECK, play.shuffled(cards.elites), ()))
    play.push((a.START_ROUND, -1), (a.DIRECTION, holder))
