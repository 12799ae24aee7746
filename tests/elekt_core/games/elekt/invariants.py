"""The invariants of E24.4, to be checked after every event of any game.

Call ``check(state)`` after an event was folded, or ``check_step(event, state)``, which also looks at what happened.
Works on full states and, as far as a view knows enough, on views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from elekt_core.contract import UNKNOWN
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.active import zone_limit
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.state import NOWHERE, State
from elekt_core.games.elekt.vocabulary import ASSIGNMENT, ATTRIBUTES, CONFRONTATION, NONE, OCCULTISM


def check_step(event: Any, s: State, game: Elekt = base_game) -> None:
    """All invariants, and those that concern the event that was folded last."""
    if s.created is None:
        return
    check(s, game)
    if isinstance(event, e.UnitAssigned | e.UnitMoved | e.UnitPlaced):  # E24.4.4, C4.6.12: checked when a Unit comes
        limit = zone_limit(game.tables, s, event.zone, event.seat)
        assert len(s.row(event.zone, event.seat)) <= limit, f"E24.4.4: {event} above the limit of {limit}"
    if s.solo is not None and isinstance(event, e.PhaseStarted) and event.phase == CONFRONTATION:
        assert s.assigned[1] == s.game.assignments, "E21.16: the Houses make 5 assignments"
    if s.ended is not None and not isinstance(event, e.GameEnded):
        assert isinstance(event, e.HeraldNamed), f"E24.4.8: {event} after the end"


def check(s: State, game: Elekt = base_game) -> None:
    """E24.4.1 to 7 on one state."""
    cards = game.cards
    for a, word in enumerate(ATTRIBUTES):
        on_units, elsewhere = sum(s.tokens[a::4]), _tokens_of_houses(s)[a]
        assert s.pool[a] + on_units + elsewhere == cards.tokens[a], (
            f"E24.4.1: {word}: {s.pool[a]} in the pool, {on_units} on Units, {elsewhere} Seals or set aside"
        )
    in_zones = sum(sum(s.tokens_on(unit)) for row in s.rows for unit in row)
    assert sum(s.tokens) == in_zones, "E13.3: tokens on a Unit in no Zone"
    assert s.heat_pool + sum(s.heat) == cards.heat_tokens, f"E24.4.2: Heat {s.heat_pool} + {list(s.heat)}"
    assert all(0 <= heat <= cards.heat_limit for heat in s.heat), f"E24.4.2: {list(s.heat)}"
    _every_unit_once(s, game)
    assert all(n <= cards.assignments for n in s.assigned), f"E24.4.5: {list(s.assigned)}"
    if s.phase != NONE:
        assert s.holder in range(s.seats), f"E24.4.6: holder {s.holder}"
        assert sorted(s.order) == list(range(s.seats))
        assert s.order[0] == s.holder
    for group, places in (
        ("mission", [s.decks[0], s.face_up[:1]]),
        ("influence", [s.decks[1], s.face_up[1:2]]),
        ("privilege", [s.decks[2], s.face_up[2:], s.aside, *((s.solo.won, s.solo.drawn) if s.solo else ())]),
    ):
        ids = set(cards.groups[group])
        fronts = [[card for card in front if card in ids] for front in s.acquired]
        gone = [card for card in s.removed if card in ids]
        _all_once(ids, [*places, *fronts, gone], f"E24.4.7: {group}", complete=s.round > 0)
    _consistent(s, game)
    if s.solo is not None:
        _solo(s)


def _tokens_of_houses(s: State) -> list[int]:
    """Tokens that are Seals, or set aside (E21.6, E21.25)."""
    if s.solo is None:
        return [0, 0, 0, 0]
    return [n + (s.solo.seals if a == OCCULTISM else 0) for a, n in enumerate(s.solo.set_aside)]


def _solo(s: State) -> None:
    """E21."""
    assert s.solo is not None
    assert s.seats == 2, "E21: two sides"
    assert s.game.seats == 1
    assert s.asked in (NONE, 0), "E21: the Houses are never asked"
    assert not s.passed[1], "E21.16: the Houses never pass"
    assert 0 <= s.solo.seals <= 3, f"E21.24: {s.solo.seals} Seals"
    assert not s.question or (s.heat[1] < 3 and s.solo.seals < 3), "E21.24, E21.33: conversions come at once"
    assert s.phase != ASSIGNMENT or s.solo.memory == NONE or s.assigned[0], "E21.18: a memory without an assignment"


def _every_unit_once(s: State, game: Elekt) -> None:
    """E24.4.3; Basic Units of absent seats are out of the game (E2.7)."""
    _all_once(
        _units_of(s.game.seats, s.basics, game),
        [s.decks[3], s.discard, *s.hands, *s.rows, s.drawn, [card for card in s.removed if card < len(s.where)]],
        "E24.4.3: Units",
        complete=s.round > 0,
    )


@cache
def _units_of(seats: int, kinds: tuple[str, ...], game: Elekt) -> set[int]:
    absent = {unit for seat in range(seats, 4) for unit in game.cards.basics(seat)}
    if kinds:  # E2.12: the other kinds are not in the game
        absent |= {u for seat in range(4) for u in game.cards.basics(seat) if game.cards.printed[u].id not in kinds}
    return set(game.cards.groups["unit"]) - absent


def _all_once(ids: set[int], places: Iterable[Iterable[int]], what: str, complete: bool) -> None:
    cards = [card for place in places for card in place]
    if len(cards) == len(ids) and ids == set(cards):
        return  # the usual case, quickly: each exactly once
    seen = Counter(card for card in cards if card != NONE or UNKNOWN == NONE)
    unknown = seen.pop(UNKNOWN, 0)
    doubled = [card for card, n in seen.items() if n > 1]
    assert not doubled, f"{what}: in two places: {doubled}"
    assert set(seen) <= ids, f"{what}: do not belong there: {set(seen) - ids}"
    missing = len(ids - set(seen))
    assert not complete or missing <= unknown, f"{what}: {missing} missing, {unknown} face down"


def _consistent(s: State, game: Elekt) -> None:
    """What the state keeps twice, for speed, must agree."""
    for place, row in enumerate(s.rows):
        for unit in row:
            assert s.where[unit] == place
    assert len(s.where) - s.where.count(NOWHERE) == sum(map(len, s.rows))
    fronts = [card for front in s.acquired for card in front]
    held = sum(1 << card for card in fronts if card in game.cards.groups["privilege"])
    assert s.held == held
    for zone in range(3):
        standing = {unit for _, unit in s.units_in(zone)} | ({s.face_up[zone]} if zone < 2 else set())
        expected = sum(1 << card for card in standing if card != NONE and not s.suppressed >> card & 1)
        laid = sum(1 << card for card in game.tables.laid)  # cards of expansions
        assert s.active[zone] & ~laid == expected | held, f"active in Zone {zone}"
