"""Each line of the log says which numbers of the board it has changed, so that pages can show them one by one."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from matches.play import queries, services
from tests.matches.factories import started

pytestmark = pytest.mark.django_db
TOKENS = {"occultism", "cunning", "violence", "power", "marker", "taken", "sieges", "forts"}


@pytest.mark.parametrize("game", ["elekt", "enclave", "elector_counts"])
def test_the_numbers_of_all_lines_add_up_to_the_board(game: str) -> None:
    table = started("Alice", "bot:random", "bot:random", game=game, seed="5")
    for _ in range(60):
        table.go_on()
    here = queries.position(match_id=table.match, player=table.players[0])
    told: dict[str, int] = {}
    for line in queries.log(match_id=table.match, player=table.players[0]):
        told |= dict(line.figures)
    assert any(name.split(".")[0] in TOKENS for name in told), "tokens lay on the board"
    shown = {name: n for name, n in here.game.figures(here.view).items() if n}
    assert {name: told[name] for name in shown} == shown
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert all(f'data-number="{name}"' in page or page.count(f'data-token="{name}"') == n for name, n in shown.items())


@pytest.mark.parametrize("game", ["elekt", "enclave", "elector_counts"])
def test_the_line_that_ends_a_game_names_who_has_won_it(game: str) -> None:
    table = started("Alice", "Bob", game=game)
    actor = services.player_actor(table.players[0] or UUID(int=0))
    services.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor=actor)
    lines = queries.log(match_id=table.match, player=table.players[1])
    assert [(line.winners, line.kind) for line in lines if line.winners] == [((1,), "game_ended")]
    assert 'data-winners="1"' in table.client(1).get(f"/matches/{table.match}/").content.decode()
