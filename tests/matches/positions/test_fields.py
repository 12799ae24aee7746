"""The editor for a game that says its fields: the same page, and not one template of the game's own."""

from __future__ import annotations

import pytest

from elekt_core.registry import game_names, get_game
from matches.models import Match
from matches.play import queries
from players.models import Player

from .test_pages import Form, shown, somebody, step, verdict

pytestmark = pytest.mark.django_db
GAMES = [name for name in game_names() if get_game(name).position_fields() is not None]


def editor(game: str, query: str = "") -> str:
    return f"/games/{game}/positions/{query}"


@pytest.mark.parametrize("game", GAMES)
def test_it_begins_with_a_position_that_can_be_played_from_there(game: str) -> None:
    client = somebody()
    page = shown(client, editor(game))
    assert "possible" in verdict(page)
    assert "not possible" not in verdict(page)
    answer = step(client, page, "play", editor(game), **{"who.1": "random"})
    assert answer["Location"] == f"/matches/{Match.objects.get().id}/"
    here = queries.position(match_id=Match.objects.get().id, player=Player.objects.get().id)
    assert here.match.practice
    assert here.awaiting


@pytest.mark.parametrize(
    ("game", "scenario", "place"),
    [
        ("elector_counts", "last_siege_token", "players.1.locations.0.attackers"),
        ("enclave", "shared_boarding", "players.0.hand"),
    ],
)
def test_a_scenario_stands_on_it_and_every_button_is_a_step(game: str, scenario: str, place: str) -> None:
    client = somebody()
    page = shown(client, editor(game, f"?scenario={scenario}"))
    assert "not possible" not in verdict(page)
    take = f"take {place} 0"
    assert take in Form(page).buttons
    after = step(client, page, take, editor(game)).content.decode()
    assert take not in Form(after).buttons
    assert "not possible" not in verdict(after)


def test_a_card_is_put_somewhere_and_a_wrong_number_is_told_at_its_field() -> None:
    client, address = somebody(), editor("enclave")
    page = step(client, shown(client, address), "add players.0.upgrades", address,
                **{"pick.players.0.upgrades": "knife_arm_tattoo"}).content.decode()  # fmt: skip
    page = step(client, page, "", address, **{"at.players.1.tree_tokens": "12", "at.turn": "soon"}).content.decode()
    assert "2 problems in this position" in verdict(page)
    for key in ("turn", "players.1.tree_tokens"):
        field = page.split(f'id="e-{key}"')[1].split("</div>")[0]
        assert 'aria-invalid="true"' in field
        assert '<ul class="errors">' in field
    assert 'value="soon"' in page


def test_fewer_seats_leave_nobody_behind_and_other_games_options_are_not_asked() -> None:
    client, address = somebody(), editor("enclave")
    page = step(client, shown(client, address), "", address, seats="4").content.decode()
    assert 'id="e-players.3"' in page
    page = step(client, page, "", address, seats="2").content.decode()
    assert 'id="e-players.2"' not in page
    assert "not possible" not in verdict(page)
    assert "option.turn_order" not in page, "a position says the order itself"
