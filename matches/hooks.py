"""What tables and matches add to the platform (``web.hooks``)."""

from __future__ import annotations

from . import sentences as own
from . import telling
from .archive.projection import Archive
from .cardlists.projection import CardLists
from .clocks import hours
from .company import chat, own_notes
from .company import live as company
from .play import live, queries
from .positions.projection import KeptPositions
from .projection import BroughtCards, TablesAndMatches
from .records import services as records
from .reviews import services as reviews
from .scribe import services as scribe
from .scribe.projection import Scribings
from .seeking import challenges
from .seeking import live as seeks
from .seeking import services as seeking
from .solo.projection import SoloLadder
from .tables import profiles
from .tables import services as tables
from .training import services as training
from .watching import live as watching

__all__ = [
    "digest_lines",
    "live_streams",
    "match_ended",
    "match_moved",
    "merge_obstacles",
    "player_blocked",
    "player_erased",
    "profiles_merged",
    "projections",
    "rated_sources",
    "sentences",
    "words_of_refusals",
]

digest_lines = (telling.digest_lines,)
live_streams = (live.MATCHES, live.TABLES, company.COMPANY, watching.WATCHED, seeks.SEEKS, seeks.CHALLENGES)
match_ended = (company.match_ended, reviews.match_ended)
match_moved = (watching.match_moved,)
merge_obstacles = (profiles.obstacle,)
player_blocked = (challenges.part, tables.part)
player_erased = (
    chat.forget,
    hours.forget,
    own_notes.forget,
    training.forget,
    seeking.forget,
    records.forget,
    scribe.forget,
)
profiles_merged = (chat.merged, hours.merged, own_notes.merged, training.merged, seeking.merged, records.merged)
projections = (
    CardLists(),  # before the matches: these are read with their cards
    TablesAndMatches(),
    BroughtCards(),
    Archive(),
    SoloLadder(),
    KeptPositions(),
    Scribings(),
)
rated_sources = (("match", queries.replays),)
sentences = (own.SENTENCES,)
words_of_refusals = (own.words,)
