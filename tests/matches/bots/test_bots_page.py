"""The page of bots: what each is, what was measured and what was not, from the deals that were played."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from benchmarks.bot_ladder import FOLDER, STRONGER, summary
from elekt_core.registry import get_game
from elekt_core.search.levels import VERSION
from matches.bots import page
from matches.tables.rating import AGAINST_BOTS
from players.ratings.events import ladder_key
from players.ratings.models import Ladder, Rating
from players.ratings.outcome import bot

from ..factories import person

pytestmark = pytest.mark.django_db


@pytest.mark.one_database
def test_what_is_shown_follows_from_the_deals() -> None:
    """Else: python -m benchmarks.bot_ladder summary."""
    stored = json.loads(page.MEASURED.read_text())
    assert stored == summary(FOLDER)
    assert (stored["version"], page.STRONGER) == (VERSION, STRONGER)


def test_levels_stand_in_order_with_both_names_and_what_was_measured() -> None:
    shown = page.bots_shown(get_game("elekt"), None, "en")
    assert [one.bot for one in shown[:5]] == ["level8", "level7", "level6", "level5", "greedy"]
    assert [one.bot for one in shown if one.is_first] == ["level3"]
    by_bot = {one.bot: one for one in shown}
    assert by_bot["level6"].other_names == (("pl", "Wojewoda"),)
    assert "50" in by_bot["level6"].says
    assert "6,5" in by_bot["level2"].says
    assert any(one.verdict == "stronger" for one in by_bot["level3"].measured)
    assert all("search" not in one.other for bot in shown for one in bot.measured), "tried, and no bot of anybody's"
    for one in by_bot["level3"].measured:
        assert 0 <= one.low <= one.won <= one.high <= 100


def test_a_game_that_says_nothing_of_itself_is_played_out() -> None:
    by_bot = {one.bot: one.says for one in page.bots_shown(get_game("duel"), None, "en")}
    assert "20\xa0000 decyzji" in by_bot["level6"]
    assert not any("wariantów" in says for says in by_bot.values())


def test_what_was_not_measured_is_said() -> None:
    with_three = {one.bot: one for one in page.bots_shown(get_game("elekt"), None, "en")}
    assert with_three["level8"].measured == ()
    assert with_three["level8"].unmeasured
    assert "3" in with_three["level3"].unmeasured
    assert with_three["level1"].unmeasured
    assert with_three["random"].unmeasured == ""


def test_a_rating_against_people_is_shown() -> None:
    game = get_game("elekt")
    key = ladder_key(game.name, game.ruleset().name, AGAINST_BOTS)
    ladder = Ladder.objects.create(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode)
    Rating.objects.create(ladder=ladder, who=bot("level4"), value=1_512_000, games=7)
    found = next(one for one in page.bots_shown(game, person("Alice"), "en") if one.bot == "level4")
    assert (found.rating, found.games) == (1512, 7)


@pytest.mark.parametrize("game", ["elekt", "enclave", "duel"])
def test_the_page_plays_each_of_them(game: str) -> None:
    page_ = Client().get(reverse("matches:bots"), {"game": game}, headers={"accept-language": "en"})
    html = page_.content.decode()
    assert html.count('name="bot"') == len(page.bots_shown(get_game(game), None, "en"))
    assert Client().get(reverse("matches:bots"), {"game": "no such game"}).status_code == 404
