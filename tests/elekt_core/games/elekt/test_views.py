"""Hidden means hidden: the laws of views at every position of random games, for every seat and for spectators."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from elekt_core.contract import SeatNo, Viewer
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State
from tests.sampling import sample

from .random_games import GAMES, batches

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def viewers(seats: int) -> list[Viewer]:
    return [None, *(SeatNo(seat) for seat in range(seats))]


@SEATS
def test_folding_redacted_events_gives_the_view(seats: int) -> None:
    for seed in range(GAMES):
        state = game.initial()
        views = {viewer: game.view(state, viewer) for viewer in viewers(seats)}
        for batch in batches(seed, seats, concede=0.005):
            for event in batch.events:
                game.evolve(state, event)
                for viewer, seen in views.items():
                    redacted = game.redact(event, viewer)
                    assert type(redacted) is type(event)
                    game.evolve(seen, redacted)
                    assert seen == game.view(state, viewer), (viewer, event)


@SEATS
def test_options_and_refusals_depend_on_the_view_alone(seats: int) -> None:
    for seed in range(GAMES):
        for batch in batches(seed, seats):
            for awaited in game.awaiting(batch.before):
                seen = game.view(batch.before, awaited.seat)
                assert list(game.options(seen, awaited.seat)) == list(game.options(batch.before, awaited.seat))
                assert game.refusals(seen, awaited.seat) == game.refusals(batch.before, awaited.seat)
                assert game.awaiting(seen) == game.awaiting(batch.before)
                assert game.default(seen, awaited.seat) == game.default(batch.before, awaited.seat)


def deal_anew(state: State, viewer: Viewer, draw: random.Random) -> State:
    """The same position as far as the viewer knows, every unseen Unit and Privilege somewhere else."""
    s = state.copy()
    hidden = [seat for seat in range(s.seats) if seat != viewer]
    drawn_hidden = s.drawn_by != viewer
    places = [s.decks[3], *(s.hands[seat] for seat in hidden), *([s.drawn] if drawn_hidden else [])]
    cards = [card for place in places for card in place]
    draw.shuffle(cards)
    dealt = [tuple(cards.pop() for _ in place) for place in places]
    s.decks[3] = dealt[0]
    for seat, hand in zip(hidden, dealt[1:], strict=False):
        s.hands[seat] = hand
    if drawn_hidden:
        s.drawn = dealt[-1]
    unseen = [*s.decks[2], *s.aside]
    draw.shuffle(unseen)
    s.decks[2], s.aside = tuple(unseen[: len(s.decks[2])]), tuple(unseen[len(s.decks[2]) :])
    for zone in (0, 1):
        deck = list(s.decks[zone])
        draw.shuffle(deck)
        s.decks[zone] = tuple(deck)
    return s


@SEATS
def test_dealing_anew_what_a_viewer_cannot_see_changes_nothing_for_them(seats: int) -> None:
    draw = random.Random(5)
    for seed in range(sample(1, GAMES)):
        for batch in batches(seed, seats):
            for viewer in viewers(seats):
                other = deal_anew(batch.before, viewer, draw)
                seen, seen_anew = game.view(batch.before, viewer), game.view(other, viewer)
                assert seen == seen_anew
                assert json.dumps(game.encode_state(seen)) == json.dumps(game.encode_state(seen_anew))
                assert game.fingerprint(seen) == game.fingerprint(seen_anew)
                asked = game.awaiting(batch.before)
                if asked and asked[0].seat == viewer:
                    assert list(game.options(other)) == list(game.options(batch.before))


def names_in(value: Any) -> Iterator[str]:
    """Every card name in a JSON value."""
    if isinstance(value, str):
        if value in game.cards.ids:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def hidden_names(state: State, viewer: Viewer) -> set[str]:
    """The cards that lie face down for the viewer."""
    cards = {card for deck in state.decks for card in deck} | set(state.aside)
    cards |= {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    if state.drawn_by != viewer:
        cards |= set(state.drawn)
    return {game.cards.names[card] for card in cards}


@SEATS
def test_a_redacted_event_names_no_card_that_is_hidden_before_and_after_it(seats: int) -> None:
    allowed = e.FirstPlayerDrawn | e.HandShown
    """These show hidden cards by the rules: E4.6 to all, C1.58 to the two concerned."""
    for seed in range(GAMES):
        state = game.initial()
        annihilated: set[str] = set()
        """Everybody saw these go to hand, and they may react from there (E14.8)."""
        for batch in batches(seed, seats):
            for event in batch.events:
                if isinstance(event, e.UnitAnnihilated):
                    annihilated.add(game.cards.names[event.unit])
                elif isinstance(event, e.ConfrontationStarted):
                    annihilated.clear()
                before = {viewer: hidden_names(state, viewer) for viewer in viewers(seats)}
                game.evolve(state, event)
                for viewer in viewers(seats):
                    named = set(names_in(dict(game.encode_event(game.redact(event, viewer)))))
                    leaked = named & before[viewer] & hidden_names(state, viewer)
                    if isinstance(event, e.HandShown) and viewer not in (event.seat, event.owner):
                        assert not named
                    elif isinstance(event, e.CardsExchanged) and viewer in (event.seat, event.partner):
                        assert leaked <= {game.cards.names[event.given], game.cards.names[event.taken]}
                    elif isinstance(event, e.AbilityUsed | e.AbilityDeclined | e.Awaiting):
                        assert leaked <= annihilated, (viewer, event, leaked)
                    elif not isinstance(event, allowed):
                        assert not leaked, (viewer, event, leaked)


def test_a_view_of_a_view_is_the_view() -> None:
    for batch in batches(3, 3):
        for viewer in viewers(3):
            seen = game.view(batch.before, viewer)
            assert game.view(seen, viewer) == seen


def test_a_view_keeps_the_sizes_of_hands_and_decks() -> None:
    """E4.5."""
    for batch in batches(4, 4):
        seen = game.view(batch.before, None)
        assert [len(hand) for hand in seen.hands] == [len(hand) for hand in batch.before.hands]
        assert [len(deck) for deck in seen.decks] == [len(deck) for deck in batch.before.decks]
