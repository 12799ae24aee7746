"""What no position may break (E24.4), unless it says that it means to.

Places of cards are looked at while the draft is read; here stand the numbers.
"""

from __future__ import annotations

from ...scenarios.flaws import Reader
from .active import zone_limit
from .houses.check import check_houses
from .position_draft import Draft, at, broken
from .state import State
from .vocabulary import ATTRIBUTES, COURT, NONE, OCCULTISM, ROUND_END, ZONES


def check(draft: Draft, state: State) -> None:
    """Note every invariant that the completed draft, laid out as ``state``, breaks."""
    _tokens(draft, state)
    _heat(draft)
    _assignments(draft)
    _zone_limits(draft, state)
    _titles(draft, state)
    _stated(draft, state)
    if draft.t.reading.rounds_are_counted and not draft.t.skips_power:
        _rounds(draft)
    if state.solo is not None:
        check_houses(draft, state, state.solo)


def left_in_pool(d: Draft, state: State) -> tuple[int, ...]:
    """Tokens by attribute that are neither on Units nor Seals nor set aside; below 0 where there are too many."""
    gone = state.solo.set_aside if state.solo is not None else (0, 0, 0, 0)
    left = [number - gone[x] - sum(on[x] for on in d.tokens.values()) for x, number in enumerate(d.created.tokens)]
    left[OCCULTISM] -= d.seals
    return tuple(left)


def _tokens(d: Draft, state: State) -> None:
    """E24.4.1."""
    for attribute, left in enumerate(left_in_pool(d, state)):
        if left < 0:
            there = sum(tokens[attribute] for tokens in d.tokens.values())
            word, most = ATTRIBUTES[attribute], there + left
            broken(d, at(d, "zones"), "too_many_tokens", "E24.4.1", attribute=word, value=there, most=most)


def _heat(d: Draft) -> None:
    """E24.4.2, E12.2."""
    for seat, heat in enumerate(d.heat):
        if heat > d.created.heat_limit:
            where = at(d, "players", seat, "heat")
            broken(d, where, "out_of_range", "E24.4.2", value=heat, least=0, most=d.created.heat_limit)
    if sum(d.heat) > d.created.heat_tokens:
        broken(d, at(d, "players"), "too_much_heat", "E24.4.2", value=sum(d.heat), most=d.created.heat_tokens)


def _assignments(d: Draft) -> None:
    """E24.4.5, E7.3."""
    for seat, assigned in enumerate(d.assigned):
        if assigned > d.created.assignments:
            where = at(d, "players", seat, "assigned")
            broken(d, where, "out_of_range", "E24.4.5", value=assigned, least=0, most=d.created.assignments)


def _zone_limits(d: Draft, state: State) -> None:
    """E24.4.4: the limit in force, with the cards that change it (C4.6.12)."""
    for zone, word in enumerate(ZONES):
        for seat in range(d.seats):
            units, most = len(state.row(zone, seat)), zone_limit(d.t, state, zone, seat)
            if units > most:
                where = at(d, "zones", word, "rows", seat)
                broken(d, where, "too_many_units", "E24.4.4", value=units, most=most, seat=seat)


def _titles(d: Draft, state: State) -> None:
    """E11.1: whoever had enough Titles would have won already."""
    for seat, titles in enumerate(state.titles):
        if titles >= d.created.titles_to_win and not d.conceded >> seat & 1:
            where = at(d, "players", seat, "acquired")
            broken(d, where, "already_won", "E11.1", seat=seat, value=titles, most=d.created.titles_to_win)
        if (stated := d.titles.get(seat)) is not None:
            _compare(d, stated, titles, "E11.6")


def _rounds(d: Draft) -> None:
    """E5.2, E9.19: every round, including this one, takes a card off each board, so the decks end with the last
    round."""
    for zone, word in enumerate(ZONES):
        cards = d.cards_for(zone)
        if zone == COURT and d.round > cards:
            broken(d, at(d, "round"), "too_many_rounds", "E5.2", value=d.round, most=cards)
            continue
        card, left, used = d.face_up[zone] or 0, len(d.deck_tops[zone]), d.round
        if card != NONE:
            used += d.stays(zone)
            if used > cards or d.phase == ROUND_END:
                broken(d, at(d, "zones", word, "face_up"), "still_there", "E9.19", card=d.t.names[card])
                continue
        if left > max(cards - used, 0):
            where = at(d, "zones", word, "deck_size" if zone in d.deck_sizes else "deck")
            broken(d, where, "too_many_cards_left", "E9.19", value=left, most=max(cards - used, 0), round=d.round)


def _stated(d: Draft, state: State) -> None:
    """Pools follow from the rest; a position that names them must count right (E24.4.1, E24.4.2)."""
    if "heat_pool" in d.found:
        _compare(d, d.found["heat_pool"], d.created.heat_tokens - sum(d.heat), "E24.4.2")
    if "pool" in d.found:
        left = left_in_pool(d, state)
        for word, reader in d.found["pool"].table(ATTRIBUTES).items():
            _compare(d, reader, left[ATTRIBUTES.index(word)], "E24.4.1")


def _compare(d: Draft, reader: Reader, expected: int, rule: str) -> None:
    if type(reader.value) is not int:
        reader.wrong("number")
    elif reader.value != expected:
        broken(d, reader, "says_otherwise", rule, expected=expected, found=str(reader.value))
