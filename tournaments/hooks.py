"""What tournaments and leagues add to the platform (``web.hooks``)."""

from __future__ import annotations

from . import after_commit, archived, live, orders, queries, samples, scribed, telling
from .announcements import services as announcements
from .arrivals import services as arrivals
from .circuits import queries as circuits
from .circuits.projection import Circuits
from .claims import profiles
from .evenings import queries as evenings
from .evenings import services as planned
from .evenings.projection import Evenings
from .exchange.sentences import SENTENCES as EXCHANGE
from .leagues import live as leagues_live
from .leagues import queries as leagues
from .leagues.projection import Leagues
from .leagues.sentences import SENTENCES as LEAGUES
from .pages import words
from .projection import Tournaments
from .sentences import SENTENCES as TOURNAMENTS
from .visitors import VISITORS

__all__ = [
    "club_changed",
    "digest_lines",
    "events_of_tables",
    "live_streams",
    "lookers_on",
    "match_ended",
    "match_orders",
    "merge_obstacles",
    "parts_of_clubs",
    "parts_of_players",
    "player_erased",
    "profiles_merged",
    "projections",
    "rated_sources",
    "real_tables",
    "sentences",
    "style_samples",
    "told_in_refusals",
    "visitors_of_clubs",
]

club_changed = (planned.club_changed,)
digest_lines = (telling.digest_lines,)
events_of_tables = (archived.EVENTS,)
live_streams = (live.TOURNAMENTS, leagues_live.LEAGUES)
lookers_on = (orders.looks_on,)
match_orders = (orders.at_table,)
match_ended = (after_commit.match_ended,)
merge_obstacles = (profiles.obstacle,)
parts_of_clubs = (
    ("evenings", evenings.of_club),
    ("tournaments", queries.of_club),
    ("leagues", leagues.of_club),
    ("circuits", circuits.of_club),
)
parts_of_players = (("tournaments", queries.taken_part), ("leagues", leagues.taken_part))
player_erased = (announcements.forget, arrivals.forget)
profiles_merged = (profiles.follow, announcements.merged)
projections = (Tournaments(), orders.MatchOrders(), archived.CalledTables(), Leagues(), Evenings(), Circuits())
rated_sources = (("tournament", queries.pages),)
real_tables = (scribed.TABLES,)
told_in_refusals = (("stage", words.stage),)
style_samples = (samples.samples,)
sentences = (TOURNAMENTS, EXCHANGE, LEAGUES)
visitors_of_clubs = (VISITORS,)
