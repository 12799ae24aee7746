"""What tables and matches add to the platform (``web.hooks``)."""

from __future__ import annotations

from . import live
from . import sentences as own

__all__ = ["live_streams", "sentences", "words_of_refusals"]

live_streams = (live.MATCHES, live.TABLES)
sentences = (own.SENTENCES,)
words_of_refusals = (own.words,)
