"""Positions of the solo game for tests: ``gambit`` is to E21 what ``builders.position`` is to the rest.

    table = gambit(
        zones={"missions": {0: ["acolyte"], 1: ["symbiont", "necrarch"]}},     0 the player, 1 the Houses
        hands={0: ["dignitary"], 1: ["confessor", "bone_carver"]},             the pile of the Houses, its top first
        memory="court",                                                        where the player assigned last
        turn=1,                                                                the Houses have the next turn
    )
    assert table.reasons() == ["last_zone E21.17"]

What the Houses do until the player is asked has happened when the position is returned: ``table.happened`` tells it.
Units are named as in the card file, Basic Units are the player's. What is not said is filled in lawfully: hands are
empty, both sides have no Heat, the boards show cards that do nothing until they are acquired, the Houses have no
Masters. Every event is checked against the invariants of E24.4 and E21, and against the laws of views.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from elekt_core.chance import ListedChance, SeededChance
from elekt_core.games.elekt import agenda as a
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.facts.moves import court_order, hold
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.houses.table import play_for
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, CLOCKWISE, NONE, PHASES, ZONES
from elekt_core.kit.driver import Over

from .builders import Table

Names = Sequence[str]

FACE_UP = {"missions": "plundered_caravan", "influences": "black_mint", "court": "treasurer_of_embers"}
"""Cards without effect while they lie on their boards."""

TOKENS_ASIDE = (0, 3, 3, 3)
UNITS_ASIDE = ("serpent_mouthed_liar", "body_thief")
"""E21.6, E21.10."""

MASTERS = ("master_of_pacts", "master_of_spies", "master_of_swords")

STARTS: Mapping[str, tuple[Any, ...]] = {
    "recruitment": a.StartRound(NONE),
    "assignment_start": a.AssignmentPhase(NONE),
    "confrontation": a.ConfrontationPhase(NONE),
    "round_end": a.EndPhase(NONE),
}


class Gambit(Table):
    """A solo match in a test."""

    @property
    def solo(self) -> Any:
        assert self.state.solo is not None
        return self.state.solo

    def reasons(self) -> list[str]:
        """Why the Houses did what they did in the last batch: word and rule."""
        return [f"{event['why']} {event['rule']}" for event in self.happened("houses_chose")]

    def chosen(self, why: str) -> list[Any]:
        """What the Houses chose for this reason in the last batch: the card, or the Zone."""
        return [event["card"] or event["zone"] for event in self.happened("houses_chose") if event["why"] == why]

    def assigned_to(self) -> list[tuple[str, str]]:
        """(Unit, Zone) of the Houses' assignments in the last batch."""
        return [(event["unit"], event["zone"]) for event in self.happened("unit_assigned") if event["seat"] == 1]

    def pool(self) -> dict[str, int]:
        return dict(zip(ATTRIBUTES, self.state.pool, strict=True))

    def titles(self) -> tuple[int, ...]:
        return self.state.titles


def gambit(
    *,
    level: str = "easy",
    masters: Names = (),
    zones: Mapping[str, Mapping[int, Names]] | None = None,
    hands: Mapping[int, Names] | None = None,
    heat: Sequence[int] = (0, 0),
    tokens: Mapping[str, Names] | None = None,
    pool: Mapping[str, int] | None = None,
    face_up: Mapping[str, str | None] | None = None,
    acquired: Mapping[int, Names] | None = None,
    seals: int = 0,
    won: Names = (),
    drawn: Names = (),
    counted: int = 0,
    memory: str | None = None,
    deck: Names = (),
    elite_deck: Names | None = None,
    discard: Names = (),
    privileges_left: int = 5,
    holder: int = 0,
    round_number: int = 1,
    phase: str = "assignment",
    turn: int = 0,
    only: tuple[str, str] | None = None,
    crowned: int | None = None,
    assigned: Sequence[int] = (0, 0),
    passed: Sequence[int] = (),
    suppressed: Names = (),
    used: Names = (),
    draws: Sequence[Sequence[int] | int] | None = None,
    seed: bytes = b"a test",
    game: Elekt = base_game,
) -> Gambit:
    """A position in which the phase begins (or goes on, for ``assignment``), run until the player is asked.

    ``pool`` says how many tokens of an attribute are left in it; the others lie on the player's last Unit in the
    Court, which must be there. ``drawn`` are Privileges face down before the Houses, ``won`` those that all saw.
    """
    table = Gambit(game, game.initial(), ListedChance(draws) if draws is not None else SeededChance(seed))
    s, cards = table.state, game.cards
    created = e.GameCreated(
        "elekt-solo-r2", 2, 1, cards.version, cards.tokens, cards.heat_tokens, cards.heat_limit, 3, 7, 2,
        cards.assignments, "",
    )  # fmt: skip
    game.evolve(s, created)
    removed = tuple(cards.ids[name] for name in UNITS_ASIDE if name in cards.ids)
    game.evolve(s, e.GambitPrepared(level, TOKENS_ASIDE, removed))
    s.round, s.phase = round_number, PHASES.index(phase.removesuffix("_start"))
    s.holder, s.order = holder, court_order(2, holder, CLOCKWISE)
    s.heat = [*heat]
    s.heat_pool = cards.heat_tokens - sum(heat)
    s.assigned = [max(assigned[0], memory is not None), assigned[1]]
    s.passed = [int(seat in passed) for seat in range(2)]
    _units(table, zones or {}, hands or {}, tokens or {}, suppressed)
    _spend(table, pool or {})
    _seals(s, seals)
    privileges = [table.id(name) for name in (*masters, *won, *drawn)]
    _boards(table, {**FACE_UP, **(face_up or {})}, acquired or {}, masters, privileges, privileges_left)
    s.solo = table.solo._replace(
        won=tuple(map(table.id, won)),
        drawn=tuple(map(table.id, drawn)),
        counted=counted,
        memory=NONE if memory is None else ZONES.index(memory),
    )
    s.titles = tuple(
        sum(game.tables.titles[card] for card in front) + seat * table.solo.titles
        for seat, front in enumerate(s.acquired)
    )
    _elite_deck(table, deck, elite_deck, discard)
    s.used_round = s.used_game = sum(1 << table.id(name) for name in used)
    s.crowned = NONE if crowned is None else crowned
    play = play_for(game.tables, s.copy(), table.chance)
    steps: list[tuple[Any, ...]] = [a.Turn(turn, NONE) if phase == "assignment" else STARTS[phase]]
    if only is not None:
        steps = [a.EndPhase(NONE), a.Confront(NONE, ZONES.index(only[0]), (ATTRIBUTES.index(only[1]),))]
    play.push(*steps)
    with suppress(Over):
        play.run()
    table.take(tuple(play.events))
    return table


def _units(
    table: Gambit,
    zones: Mapping[str, Mapping[int, Names]],
    hands: Mapping[int, Names],
    tokens: Mapping[str, Names],
    suppressed: Names,
) -> None:
    s = table.state
    for word, rows in zones.items():
        zone = ZONES.index(word)
        for seat, names in rows.items():
            for name in names:
                unit = table.id(name)
                assert not s.in_zone(unit), f"{name} stands twice"
                s.rows[zone * 2 + seat] += (unit,)
                s.where[unit] = zone * 2 + seat
                s.active[zone] |= 1 << unit
    for seat, names in hands.items():
        s.hands[seat] = tuple(map(table.id, names))
    for name, words in tokens.items():
        for word in words:
            s.tokens[4 * table.id(name) + ATTRIBUTES.index(word)] += 1
            s.pool[ATTRIBUTES.index(word)] -= 1
    for name in suppressed:
        unit = table.id(name)
        s.suppressed |= 1 << unit
        s.active[s.zone(unit)] &= ~(1 << unit)


def _spend(table: Gambit, pool: Mapping[str, int]) -> None:
    """Tokens that must not be in the pool lie on a Unit of the player's in the Court."""
    s = table.state
    for word, left in pool.items():
        attribute = ATTRIBUTES.index(word)
        spare = s.pool[attribute] - left
        if spare:
            unit = s.row(2, 0)[-1]
            s.tokens[4 * unit + attribute] += spare
            s.pool[attribute] = left


def _seals(s: State, seals: int) -> None:
    assert s.solo is not None
    s.solo = s.solo._replace(seals=seals)
    s.pool[0] -= seals


def _boards(
    table: Gambit,
    face_up: Mapping[str, str | None],
    acquired: Mapping[int, Names],
    masters: Names,
    elsewhere: list[int],
    privileges_left: int,
) -> None:
    """All cards of the boards in one place each; Privileges that are not told of have been removed from the game."""
    s, cards = table.state, table.game.cards
    taken = set(elsewhere)
    fronts = {0: acquired.get(0, ()), 1: (*masters, *acquired.get(1, ()))}
    for seat, names in fronts.items():
        s.acquired[seat] = tuple(map(table.id, names))
        taken |= set(s.acquired[seat])
        for card in s.acquired[seat]:
            if card in cards.groups["privilege"]:
                hold(s, card)
    for zone, group in enumerate(("mission", "influence", "privilege")):
        name = face_up[ZONES[zone]]
        card = NONE if name is None else table.id(name)
        if card != NONE and card in taken:  # the default card is in front of somebody: show another one
            card = next(other for other in cards.groups[group] if other not in taken)
        s.face_up[zone] = card
        taken.add(card)
        rest = tuple(other for other in cards.groups[group] if other not in taken)
        if group == "privilege":
            s.removed += rest[privileges_left:]
            rest = rest[:privileges_left]
        elif card != NONE:
            s.active[zone] |= 1 << card
        s.decks[zone] = rest


def _elite_deck(table: Gambit, deck: Names, whole: Names | None, discard: Names) -> None:
    s, cards = table.state, table.game.cards
    pile = [table.id(name) for name in discard]
    placed = {unit for row in s.rows for unit in row} | {unit for hand in s.hands for unit in hand} | set(pile)
    top = [table.id(name) for name in (whole if whole is not None else deck)]
    out = {*placed, *top, *s.removed}
    rest = [unit for unit in cards.elites if unit not in out]
    rest += [unit for unit in cards.basics(0) if unit not in out]  # discarded and reshuffled before (E6.6)
    if whole is not None:
        pile, rest = rest + pile, []
    s.discard = tuple(pile)
    s.decks[3] = (*rest[::-1], *top[::-1])
