"""What tournaments and leagues add to the platform (``web.hooks``)."""

from __future__ import annotations

from . import live
from .exchange.sentences import SENTENCES as EXCHANGE
from .leagues import live as leagues_live
from .leagues.sentences import SENTENCES as LEAGUES
from .sentences import SENTENCES as TOURNAMENTS

__all__ = ["live_streams", "sentences"]

live_streams = (live.TOURNAMENTS, leagues_live.LEAGUES)
sentences = (TOURNAMENTS, EXCHANGE, LEAGUES)
