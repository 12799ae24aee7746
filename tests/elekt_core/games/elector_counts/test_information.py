"""K22, K23: what is hidden stays hidden, simple decisions and their defaults."""

from __future__ import annotations

import random
from typing import Any

import pytest

from elekt_core.contract import UNKNOWN, SeatNo
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.decisions import KINDS
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.state import DOWN, State
from tests.sampling import sample

from .builders import At, Table, fresh, n, names, ns, position
from .fuzz import any_decision
from .marks import shows

SEATS = pytest.mark.parametrize("seats", sample([3], [2, 3, 4]))
SPARE = ("militia",) * 3


@shows("K22.1", "K22.2")
def test_what_each_may_see() -> None:
    table = position(
        At("salt_market", 1, ["river_raiders"], 0),
        At("twin_lakes", 1, defenders=["sappers"]),
        seats=3,
        hands=[["pikemen"], ["castellan"]],
        reserves=[["militia"]],
        shillings=[1, 2, 3],
        discard=["crossbowmen"],
    )
    own, other, spectator = (game.view(table.state, viewer) for viewer in (SeatNo(0), SeatNo(1), None))
    assert [view.hands[0] for view in (own, other, spectator)] == [ns(["pikemen"]), (UNKNOWN,), (UNKNOWN,)]
    assert [view.reserves[0] for view in (own, other, spectator)] == [ns(["militia"]), (UNKNOWN,), (UNKNOWN,)]
    attackers = [view.sites[n("salt_market")].attackers[0].card for view in (own, other, spectator)]
    defenders = [view.sites[n("twin_lakes")].defenders[0].card for view in (own, other, spectator)]
    assert attackers == [n("river_raiders"), UNKNOWN, UNKNOWN]
    assert defenders == [UNKNOWN, n("sappers"), UNKNOWN]
    for view in (own, other, spectator):
        assert view.deck == (UNKNOWN,) * 40
        assert (view.shillings, view.pool, view.discard) == ([1, 2, 3], 24, ns(["crossbowmen"]))


@shows("K22.1")
def test_passed_cards_are_known_to_giver_and_receiver() -> None:
    table = position(seats=3, hands=[["pikemen", "sappers", "castellan", "militia"]])
    table.end("pikemen", "sappers", "castellan")
    passed = table.one(e.CardsPassed)
    seen = [game.redact(passed, viewer).cards for viewer in (SeatNo(0), SeatNo(1), SeatNo(2), None)]  # type: ignore[attr-defined]
    assert seen == [passed.cards, (UNKNOWN,) * 3, passed.cards, (UNKNOWN,) * 3]


@shows("K22.3")
def test_spent_sold_and_surplus_cards_are_public() -> None:
    table = position(At("salt_market", 1, fort=True), hands=[["old_bridge", "sappers", "pikemen", *SPARE, "castellan"]])
    told: list[Any] = []
    table.act("attack", "salt_market", "old_bridge")
    told += table.events
    table.act("sell", "sappers")
    told += table.events
    table.end(*SPARE)
    told += table.events
    public = [game.redact(event, None) for event in told]
    assert [names(x.cards) for x in public if isinstance(x, e.AttackersSpent | e.CardsSold | e.SurplusDiscarded)] == [
        ["old_bridge"],
        ["sappers"],
        ["pikemen", "castellan"],
    ]


def deal_anew(state: State, viewer: SeatNo | None, draw: random.Random) -> State:
    """The same as far as the viewer can know: other hands, reserves and the deck are dealt again, and what lies face
    down is replaced by what could lie there."""
    s = state.copy()
    others = [seat for seat in range(s.seats) if seat != viewer]
    pool = [card for zone in (s.hands, s.reserves) for seat in others for card in zone[seat]] + [*s.deck]
    for location, site in s.sites.items():
        hidden = [u for u in site.attackers + site.defenders if u.face == DOWN and not _knows(u.known, viewer)]
        if len(hidden) == 1 and len(site.attackers + site.defenders) == 1:  # alone, any card of its kind may lie there
            kind = game.cards.cards[hidden[0].card].kind
            places = [i for i, card in enumerate(pool) if game.cards.cards[card].kind == kind]
            if places:
                place = draw.choice(places)
                pool[place], other = hidden[0].card, pool[place]
                units = (hidden[0]._replace(card=other),)
                new = {"attackers" if site.attackers else "defenders": units}
                s.sites[location] = site._replace(**new)  # type: ignore[arg-type]  # units are units
    draw.shuffle(pool)
    cards = iter(pool)
    for seat in others:
        s.hands[seat] = tuple(next(cards) for _ in s.hands[seat])
        s.reserves[seat] = tuple(next(cards) for _ in s.reserves[seat])
    s.deck = tuple(cards)
    s.offered = None
    return s


def _knows(known: int, viewer: SeatNo | None) -> bool:
    return viewer is not None and bool(known >> viewer & 1)


@shows("K22.5")
@SEATS
def test_other_hidden_cards_look_the_same_and_offer_the_same(seats: int) -> None:
    """For every viewer at every position of whole games: view, questions, options, and what is told of a decision that
    turns nothing up."""
    compared = 0
    for seed in range(sample(2, 40)):
        draw = random.Random(f"anew {seats} {seed}")
        table = fresh(seats, bytes([seed]))
        while table.state.question:
            state = table.state
            decision = any_decision(state, draw, 0, True)
            for viewer in (None, *map(SeatNo, range(seats))):
                other = deal_anew(state, viewer, draw)
                assert game.view(other, viewer) == game.view(state, viewer)
                assert game.awaiting(other) == game.awaiting(state)
                if state.asked == viewer:
                    assert list(game.options(other, viewer)) == list(game.options(state, viewer))
                    quiet = game.decide(state, decision, table.chance)
                    if not any(isinstance(event, LOUD) for event in quiet):
                        told = [game.redact(event, viewer) for event in game.decide(other, decision, table.chance)]
                        assert [_public(x, viewer) for x in told] == [
                            _public(game.redact(x, viewer), viewer) for x in quiet
                        ]
                        compared += 1
            table.decide(decision.seat, decision.kind, *decision.choice)
    assert compared > 50


LOUD = e.UnitsRevealed | e.AttackerRemoved | e.FaceDownSeen | e.AttackTakenOver | e.GameEnded
"""What these tell depends on cards that the viewer did not know before."""


def _public(event: Any, viewer: SeatNo | None) -> Any:
    """Cards that the viewer draws are news."""
    drawn = isinstance(event, e.CardsDrawn) and event.seat == viewer
    return event._replace(cards=len(event.cards)) if drawn else event


@shows("K23.1")
def test_the_default_passes_the_cards_held_longest() -> None:
    table = position(hands=[["sappers", "pikemen", "castellan", "militia"]])
    table.act("end_turn")
    assert table.default == ns(["sappers", "pikemen", "castellan"])


@shows("K23.1")
def test_the_default_ends_the_turn_and_plays_no_reaction() -> None:
    table = position(At("salt_market", 1, defenders=["militia"]), hands=[["old_bridge", "rallying_horn", *SPARE]])
    defaults = [table.default, table.act("attack", "salt_market", "old_bridge").default]
    assert defaults == [("end_turn",), ()]
    assert table.state.question in KINDS


def test_a_spectator_learns_nothing_from_any_text_of_a_view() -> None:
    table: Table = fresh(4)
    view = game.encode_state(game.view(table.state, None))
    assert {card for side in view["seats"] for card in side["hand"]} == {None}
