"""What tournaments and leagues add to the platform (``web.hooks``)."""

from __future__ import annotations

from . import after_commit, archived, live, orders, queries
from .claims import profiles
from .evenings import queries as evenings
from .evenings.projection import Evenings
from .exchange.sentences import SENTENCES as EXCHANGE
from .leagues import live as leagues_live
from .leagues import queries as leagues
from .leagues.projection import Leagues
from .leagues.sentences import SENTENCES as LEAGUES
from .projection import Tournaments
from .sentences import SENTENCES as TOURNAMENTS
from .visitors import VISITORS

__all__ = [
    "events_of_tables",
    "live_streams",
    "lookers_on",
    "match_ended",
    "match_orders",
    "merge_obstacles",
    "parts_of_clubs",
    "parts_of_players",
    "profiles_merged",
    "projections",
    "rated_sources",
    "sentences",
    "visitors_of_clubs",
]

events_of_tables = (archived.EVENTS,)
live_streams = (live.TOURNAMENTS, leagues_live.LEAGUES)
lookers_on = (orders.looks_on,)
match_orders = (orders.at_table,)
match_ended = (after_commit.match_ended,)
merge_obstacles = (profiles.obstacle,)
parts_of_clubs = (("evenings", evenings.of_club), ("tournaments", queries.of_club), ("leagues", leagues.of_club))
parts_of_players = (("tournaments", queries.taken_part), ("leagues", leagues.taken_part))
profiles_merged = (profiles.follow,)
projections = (Tournaments(), orders.MatchOrders(), archived.CalledTables(), Leagues(), Evenings())
rated_sources = (("tournament", queries.pages),)
sentences = (TOURNAMENTS, EXCHANGE, LEAGUES)
visitors_of_clubs = (VISITORS,)
