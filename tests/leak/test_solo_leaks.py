"""Nobody learns what the Elder Houses hold before the end (E21.11, E21.14): not the one who plays, not who watches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from elekt_core.contract import UNKNOWN, SeatNo
from elekt_core.games.elekt import game
from matches.play import services
from matches.play.timeline import timelines
from tests.matches.factories import Table, started
from tests.sampling import sample

from .redeal import Viewer
from .test_web_leaks import answer, everything, other_game, play, rewrite, stored

pytestmark = pytest.mark.django_db
HOUSES = 1
LADDER = ("/games/elekt/solo/", "/games/elekt/solo/?level=hard", "/api/v1/games/elekt/solo/?level=hard")


def alone(seed: str, decisions: int) -> Table:
    """A match against the Houses, so far."""
    table = started("Alice", game="elekt", seed=seed, ruleset="elekt-solo-r2", options={"level": "hard"})
    play(table, decisions, Random(decisions))
    return table


def hand(table: Table) -> list[str]:
    """The names of the cards in the Houses' hand."""
    timeline = timelines.get(table.match, lambda: game)
    timeline.catch_up()
    return [game.cards.names[card] for card in timeline.state(timeline.version).hands[HOUSES]]


@pytest.mark.parametrize(
    ("decisions", "viewer"),
    sample([(9, SeatNo(0))], [(number, viewer) for number in (2, 6, 9) for viewer in (None, SeatNo(0))]),
)
def test_nothing_that_is_fetched_changes_when_the_houses_hold_other_cards(decisions: int, viewer: Viewer) -> None:
    table = alone(f"houses {decisions}", decisions)
    original = stored(table.match)
    held = hand(table)
    before = everything(table, viewer) | ladder()
    rewrite(table.match, other_game(original, viewer, Random(decisions)))
    after = everything(table, viewer) | ladder()
    assert hand(table) != held, "dealing anew must really exchange their hand"
    assert before.keys() == after.keys()
    for address, body in before.items():
        assert body == after[address], address


def test_no_view_of_theirs_has_a_known_card_in_it(sent: list[Any], capfd: pytest.CaptureFixture[str]) -> None:
    table = alone("houses", 6)
    held = hand(table)
    assert len(held) > 0
    timeline = timelines.get(table.match, lambda: game)
    for viewer in (None, SeatNo(0)):
        view = game.view(timeline.state(timeline.version), viewer)
        assert set(view.hands[HOUSES]) == {UNKNOWN}
    everything(table, SeatNo(0))
    assert sent == [], "nobody has to be told whose turn it is: the rules play at once"
    logged = "".join(capfd.readouterr())
    for name in held:
        assert name not in logged


def test_their_hand_is_open_once_it_is_over() -> None:
    table = alone("houses", 3)
    services.concede(match_id=table.match, seat=0, decision_id=table.match, actor=f"player:{table.players[0]}")
    held = hand(table)
    page = Client().get(f"/matches/{table.match}/replay/?as=open", headers={"accept-language": "en"}).content.decode()
    assert "The Elder Houses’s hand" in page
    for name in held:
        assert f'data-names="{name} ' in page


def ladder() -> dict[str, str]:
    return {address: answer(Client(), address) for address in LADDER}
