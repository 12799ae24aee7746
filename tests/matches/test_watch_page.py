"""Several tables on one page: which ones, and no more of them than a spectator of each alone sees."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from matches.watching.rules import SpectatorRule

from .factories import Table, started
from .test_watching import begun

pytestmark = pytest.mark.django_db


def shown(*tables: Table | UUID | str, client: Client | None = None) -> str:
    asked = "&".join(f"table={one.match if isinstance(one, Table) else one}" for one in tables)
    client = client or Client(headers={"accept-language": "en"})
    answer = client.get(f"/watch/?{asked}")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def test_by_default_the_best_four_are_shown_and_the_others_are_offered() -> None:
    few = started("Alice", "bot:random")
    many = [started("Bob", "Charlie", "Dave") for _ in range(4)]
    page = shown()
    assert all(f'id="tile-{one.match}"' in page for one in many)
    assert f'id="tile-{few.match}"' not in page
    assert page.index("Four tables fit here.") < page.index(f'href="/matches/{few.match}/"')
    assert page.count("data-stream=") == 4


def test_who_has_chosen_sees_those_alone_and_can_add_and_remove() -> None:
    one, two, three = (started("Alice", "Bob") for _ in range(3))
    page = shown(two, one)
    assert page.index(f'id="tile-{two.match}"') < page.index(f'id="tile-{one.match}"')
    assert f'id="tile-{three.match}"' not in page
    assert f'href="/watch/?table={two.match}&amp;table={one.match}&amp;table={three.match}"' in page
    assert f'class="tile-away" href="/watch/?table={one.match}"' in page
    assert "tile-away" not in shown(one), "the last one stays"
    assert page.count("tile-of") == 2
    assert shown(one, one).count("tile-of") == 1


def test_what_is_not_there_or_hidden_is_told_of_alike_and_the_others_are_shown() -> None:
    open_to_all, hidden = started("Alice", "Bob"), started("Charlie", "Dave", access="named")
    page = shown(open_to_all, hidden, uuid4(), "nonsense")
    assert "3 of these tables are not there, or not for you to see." in page
    assert "Dave" not in page
    assert page.count("tile-of") == 1
    assert "One of these tables is not there" in shown(hidden)


def test_who_sits_there_is_shown_the_way_to_their_table() -> None:
    mine, other = started("Alice", "Bob"), started("Charlie", "Dave")
    page = shown(mine, other, client=mine.client(0))
    assert "You sit at this table." in page
    assert page.count("data-stream=") == 1


def test_a_table_that_is_seen_late_is_late_here() -> None:
    table = begun(SpectatorRule(decisions=3))
    before = shown(table)
    assert "3 decisions late" in before
    assert "/live/" + str(table.match) not in before, "its own stream would tell when it goes on"
    version = before.partition('data-version="')[2].partition('"')[0]
    assert int(version) < table.version()


def test_a_match_that_is_over_says_who_won_and_hears_nothing_more() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    page = shown(table)
    assert "Watch the replay" in page
    assert "data-stream" not in page
    assert "tile-awaits" not in page


def test_where_nobody_plays_an_empty_plate_leads_on() -> None:
    assert "Nobody is playing at this moment." in shown()
