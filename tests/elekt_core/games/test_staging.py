"""What is counted in a confrontation or a conflict is shown by its terms, and the crest goes to who has won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Event, Game, SeatNo, Setup, Viewer
from elekt_core.games.elector_counts import game as counts
from elekt_core.games.elekt import game as elekt
from elekt_core.games.enclave import game as enclave
from elekt_core.games.enclave.cards import CARDS, PRINTED
from elekt_core.games.enclave.events import boarding
from elekt_core.staged import Staged, SumShown
from tests.sampling import sample


def staged(game: Game[Any], seats: int, viewer: Viewer, seed: int = 3) -> Iterator[tuple[Event, Any, Staged]]:
    """The facts of a random game with the position after each, as the viewer sees them."""
    draw, chance = Random(seed), SeededChance(b"staged %d" % seed)
    state, view = game.initial(), game.view(game.initial(), viewer)
    facts = game.start(Setup(game.name, game.ruleset().name, seats, game.ruleset().agreed(seats, {})), chance)
    while True:
        for fact in facts:
            game.evolve(state, fact)
            known = game.redact(fact, viewer)
            game.evolve(view, known)
            yield known, view, game.staged(view, known)
        if not any(not asked.optional for asked in game.awaiting(state)):
            return
        facts = game.decide(state, draw.choice(game.options(state)), chance)


@pytest.mark.parametrize("viewer", [None, SeatNo(1)])
def test_the_terms_of_a_confrontation_add_up_to_its_counts_and_the_winner_takes_the_card(viewer: Viewer) -> None:
    counted = taken = 0
    for fact, _, shown in staged(elekt, 3, viewer):
        if type(fact).__name__ == "ConfrontationScored":
            totals = {one.seat: one.total for one in shown.sums}
            there = {seat: n for seat, n in enumerate(fact.counts) if n >= 0}  # type: ignore[attr-defined]
            assert totals == there or (not totals and not any(there.values())), "no sums where nothing counts"
            counted += bool(totals)
        elif type(fact).__name__ == "CardAcquired":
            taken += 1
            assert shown.crest == (fact.seat, elekt.cards.names[fact.card])  # type: ignore[attr-defined]
            assert not shown.sums
    assert counted > 10
    assert taken > 3


def test_the_terms_of_a_conflict_add_up_to_its_strengths_and_the_winner_takes_the_location() -> None:
    fought = 0
    fallen: set[str] = set()
    for fact, view, shown in staged(counts, 3, None):
        fallen |= set(counts.things(fact))
        if shown.crest:
            fought += 1
            site = view.sites[fact.location]  # type: ignore[attr-defined]
            strengths = {site.attacker: fact.attack, site.owner: fact.defence}  # type: ignore[attr-defined]
            assert {one.seat: one.total for one in shown.sums} == {s: n for s, n in strengths.items() if n}
            assert shown.crest == (fact.seat, f"location:{counts.cards.cards[fact.location].id}")  # type: ignore[attr-defined]
    assert fought > 3
    assert len(fallen) > 3
    assert all(name.startswith("unit:u") for name in fallen)


@pytest.mark.parametrize("viewer", [None, SeatNo(1)])
def test_the_terms_of_a_boarding_add_up_to_the_wounds_of_each_participant(viewer: Viewer) -> None:
    """Z14.4-Z14.7, Z14.14: traps bring what is printed, items take off no more than is left of it."""
    boarded = kept_off = joined = 0
    for seed in range(sample(6, 200)):
        wounds: dict[int, tuple[int, int]] = {}
        sums: list[SumShown] = []
        for fact, view, shown in staged(enclave, 2 + seed % 3, viewer, seed):
            match fact:
                case boarding.BoardingStarted():
                    wounds, sums = {}, []
                case boarding.WoundsTaken(seat, physical, psychic):
                    wounds[seat] = physical, psychic
                    assert {one.seat for one in shown.sums} == {seat}
            sums += shown.sums
            if isinstance(fact, boarding.BoardingSucceeded | boarding.BoardingFailed):
                boarded += 1
                joined += len(view.participants) > 1
                dealt = {(seat, kind): wounds.get(seat, (0, 0))[kind] for seat in fact.seats for kind in (0, 1)}
                counted = {(one.seat, KINDS.index(one.at)): one for one in sums}
                assert len(counted) == len(sums), "once for each"
                assert dealt == {of: counted[of].total if of in counted else 0 for of in dealt}
                for (_, kind), one in counted.items():
                    kept_off += _terms_as_printed(view, kind, one)
    assert boarded > 20
    assert kept_off > 5
    assert joined > 0


KINDS = ("wounds.physical", "wounds.psychic")


def _terms_as_printed(view: Any, kind: int, one: SumShown) -> int:
    """How many terms take something off: what it protects from at most, the last one no more than is left."""
    printed = {CARDS.names[n]: card for n, card in enumerate(PRINTED)}
    brought = [term for term in one.terms if term.n > 0 and term.thing in printed]
    fixed, traps = CARDS.names[view.mission], [CARDS.names[trap] for trap in view.traps]
    expected = [(fixed, printed[fixed].fixed[kind]), *((trap, printed[trap].damage[kind]) for trap in traps)]
    assert brought == [term for term in expected if term[1]]
    used = [CARDS.names[card] for seat in view.participants for card in view.used[seat]]
    off = [term for term in one.terms if term.n < 0 and term.thing in printed]
    assert [term.thing for term in off] == [item for item in used if item in {term.thing for term in off}]
    for at, term in enumerate(off):
        most = printed[term.thing].protect[kind]
        assert -term.n == most or (-term.n < most and at == len(off) - 1 and one.total == 0)
    return len(off)


def test_a_boarding_that_succeeds_is_won_by_who_jumped() -> None:
    won = [shown.crest for fact, _, shown in staged(enclave, 3, None) if type(fact).__name__ == "BoardingSucceeded"]
    assert won
    assert all(won)
