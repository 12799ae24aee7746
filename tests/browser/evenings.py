"""Tournaments and leagues that browser tests find in the product, already under way. Olga runs them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page

from tests.product import Product

SETTING_UP = """
import json
from django.test import Client
from tests.tournaments.factories import play_round
from tests.tournaments.leagues.made import of, play, rules
from players.models import Player
from tournaments import commands, services
from tournaments.decisions.field import Newcomer
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.presets import PRESETS, Wish
from tournaments.settings import Settings
from tournaments.cache import cache

sessions = {}

def person(name):
    player = Player.objects.create_user(name, name=name)
    client = Client()
    client.force_login(player)
    sessions[name] = client.cookies["sessionid"].value
    return player.id

owner = person("olga")
people = [person(f"player-{n}") for n in range(1, 9)]

def begun(title, preset, wish, key):
    made = services.open_tournament(
        owner=owner, title=title, game="elekt", stages=PRESETS[preset](wish), settings=Settings(online=False)
    ).tournament
    services.change(made, commands.Enter(tuple(Newcomer(one) for one in people)), by=owner)
    services.change(made, commands.StartStage(key), by=owner)
    services.change(made, commands.Pair(key), by=owner)
    return made

pods = begun("Pods", "pods", Wish(4, 3, 0), "swiss")
services.change(pods, commands.StartTimer("swiss", 1, 50), by=owner)
cup = begun("Cup", "knockout", Wish(2), "knockout")
play_round(cup, owner, "knockout")
alone = services.open_tournament(
    owner=owner, title="Alone", game="elekt", stages=PRESETS["knockout"](Wish(2)),
    settings=Settings(online=False, automatic=True)
).tournament
services.change(alone, commands.Enter(tuple(Newcomer(one) for one in people[:4])), by=owner)
services.change(alone, commands.StartStage("knockout"), by=owner)

def season(title, agreed, members=people[:4]):
    made = leagues.open_league(
        owner=owner, command=league_commands.OpenLeague(title=title, game="elekt", rules=agreed)
    ).league
    leagues.change(made, league_commands.Enter(tuple(members)), by=owner)
    leagues.change(made, league_commands.OpenSeason(), by=owner)
    leagues.change(made, league_commands.BeginSeason(), by=owner)
    return made

league = season("League", rules(4, 4), people)
apart = season("Apart", rules(4, online=True))
over = season("Over", rules(2, 2, up=0, down=0, playoff=1))
play(of(over).running.tournament, owner, people)
seats = cache.state(pods).stages["swiss"].rounds[0].tables[1].pairing.seats
at_one = [f"player-{no}" for no in seats]
told = {"pods": pods, "cup": cup, "alone": alone, "league": league, "apart": apart, "over": over}
print("SET UP", json.dumps({name: str(made) for name, made in told.items()} | {"at_one": at_one, "sessions": sessions}))
"""


@dataclass(frozen=True)
class There:
    """Their addresses."""

    pods: str
    cup: str
    alone: str
    """A knock-out of four that runs by itself; it has begun, and nobody pairs it."""
    league: str
    apart: str
    """A league of four who play here, each round within a week."""
    over: str
    """A league of two divisions of two, both over: the play-off at their border can begin."""
    at_one: list[str]
    """Who sits at table 1 of the pods, in seat order."""
    sessions: dict[str, str]
    """By name, of everybody: no password is asked for, and none is slowly reckoned."""


def set_up(product: Product) -> There:
    done = product.manage("shell", "-v", "0", "-c", SETTING_UP)
    line = next((line for line in done.stdout.splitlines() if line.startswith("SET UP")), None)
    assert line is not None, done.stdout + done.stderr
    told = json.loads(line.removeprefix("SET UP"))
    tournaments = {name: f"/tournaments/{told[name]}/" for name in ("pods", "cup", "alone")}
    leagues = {name: f"/leagues/{told[name]}/" for name in ("league", "apart", "over")}
    return There(**tournaments, **leagues, at_one=told["at_one"], sessions=told["sessions"])


def logged_in(context: BrowserContext, site: str, session: str) -> Page:
    context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    return context.new_page()
