"""Whatever somebody sends as a position: a match that keeps the invariants, or flaws with keys. Never a crash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.position_draft import HOUSES_KEYS, KEYS, PLAYER_KEYS, UNIT_KEYS, ZONE_KEYS
from elekt_core.games.elekt.position_under_way import KEYS as UNDER_WAY
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, DIRECTIONS, PHASES, ZONES
from elekt_core.record.match import fold
from elekt_core.scenarios.flaws import BadPosition

from .invariants import check
from .test_position import MIDDLE, SOLO

ENTRIES = (*UNDER_WAY, *(word for more in UNDER_WAY.values() for word in more))
WORDS = (
    *KEYS,
    *ENTRIES,
    *ZONE_KEYS,
    *PLAYER_KEYS,
    *UNIT_KEYS,
    *HOUSES_KEYS,
    *ZONES,
    *ATTRIBUTES,
    *PHASES,
    *DIRECTIONS,
    "none",
)
NAMES = (*game.cards.names, "acolyte", "nobody", "", "court power", "E24.4.4", "deck", "removed")
SMALL = st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from([2**70, 1.5, b"x"]) | st.sampled_from(NAMES)
ANYTHING = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, dict):
        return {**value, path[0]: put(value.get(path[0]), path[1:], new)}
    return [put(inner, path[1:], new) if i == path[0] else inner for i, inner in enumerate(value)]


@st.composite
def spoilt(draw: st.DrawFn, base: Any) -> Any:
    """A position in which a few values are anything, and a few keys are new."""
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(base))))
        if path and draw(st.booleans()):
            path = (*path[:-1], draw(st.sampled_from(WORDS))) if isinstance(path[-1], str) else path
        base = put(base, path, draw(ANYTHING))
    return base


def told(bad: BadSetup) -> None:
    """Each flaw has a sentence in both languages."""
    flaws = bad.flaws if isinstance(bad, BadPosition) else ()
    assert flaws or not isinstance(bad, BadPosition)
    for flaw in flaws:
        for language in ("pl", "en"):
            text = flaw.text(language)
            assert text
            assert not re.search(r"\{[a-z_]+\}", text)


def tried(setup: Setup) -> None:
    try:
        events = game.start(setup, SeededChance(bytes(32)))
    except BadSetup as bad:
        told(bad)
        return
    state = fold(game, game.initial(), events)
    impossible = setup.options["position"].get("impossible", False)
    if not impossible:
        check(state, game)
    assert state.question or state.ended


@given(spoilt({**MIDDLE}), st.integers(2, 4))
def test_any_position_is_laid_out_or_told_what_is_wrong_with_it(position: Any, seats: int) -> None:
    tried(Setup("elekt", "elekt-2e-r2", seats, {"position": position}))


@given(spoilt({**SOLO}))
def test_any_solo_position_too(position: Any) -> None:
    tried(Setup("elekt", "elekt-solo-r2", 1, {"level": "hard", "position": position}))


CARDS = st.sampled_from(["dignitary.1", "symbiont", "necrarch", "bone_carver", *game.cards.names])
SEATS = st.sampled_from([0, 1, "nobody"])
ENTRY = st.one_of(
    st.fixed_dictionaries(
        {"ability": CARDS}, optional={"seat": SEATS, "by": SEATS, "unit": CARDS, "zone": st.sampled_from(ZONES)}
    ),
    st.fixed_dictionaries({"annihilate": CARDS, "by": SEATS}, optional={"savable": st.booleans()}),
    st.fixed_dictionaries({"save": CARDS}, optional={"cost": st.integers(0, 3)}),
    st.fixed_dictionaries({"discard": st.integers(1, 3), "seat": SEATS}),
)


@given(st.lists(ENTRY, min_size=1, max_size=3), st.lists(CARDS, max_size=4, unique=True), st.randoms(), st.booleans())
def test_whatever_is_under_way_is_played_out_or_told_to_be_impossible(
    entries: list[Any], units: list[str], random: Any, solo: bool
) -> None:
    rows = {zone: [[units[n]] if n < len(units) else [], []] for n, zone in enumerate(ZONES)}
    position = {"turn": 1, "ending": 0, "under_way": entries, "zones": {z: {"rows": row} for z, row in rows.items()}}
    setup = Setup("elekt", "elekt-solo-r2" if solo else "elekt-2e-r2", 1 if solo else 2, {"position": position})
    chance = SeededChance(bytes(32))
    try:
        state = fold(game, game.initial(), game.start(setup, chance))
    except BadSetup as bad:
        told(bad)
        return
    for _ in range(12):
        check(state, game)
        options = game.options(state)
        if not options:
            break
        game.advance(state, options[random.randrange(len(options))], chance)


@given(ANYTHING)
def test_anything_at_all_may_be_sent(position: Any) -> None:
    tried(Setup("elekt", "elekt-2e-r2", 2, {"position": position}))
