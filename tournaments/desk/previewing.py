"""Preview a change before it is made; pairing again is worked out outside the request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from tournaments import corrections
from tournaments.corrections import AGAIN
from tournaments.events import TournamentEvent
from tournaments.formats.contract import Proposal
from tournaments.queries import Asked
from web.costly import DIRECTING, Busy
from web.errors import Refused

from . import preview_words
from .preview_words import PreviewShown
from .proposals import Work, again_or_progress

LARGE = 200
"""Entrants of a field whose previews take so long that few are worked out at a time."""


@dataclass(frozen=True, slots=True)
class Previewed:
    """``work`` is the progress of pairing again, if that takes long; ``proposal`` is its result."""

    shown: PreviewShown
    work: Work | None = None
    proposal: Proposal | None = None

    @property
    def again(self) -> preview_words.ChoiceShown | None:
        return next((one for one in self.shown.choices if one.name == AGAIN), None)

    @property
    def follows_again(self) -> preview_words.Follows | None:
        """What pairing again changes, if that differs from the other choices."""
        return next((one for one in self.shown.follows if self.again and self.again.title in one.titles), None)


def previewed(asked: Asked, change: Sequence[TournamentEvent], key: str) -> Previewed:
    """Raises NotFound, Busy."""
    if len(asked.state.entries) < LARGE:
        return _previewed(asked, change, key)
    with DIRECTING.place(str(asked.asker or "")):
        return _previewed(asked, change, key)


def _previewed(asked: Asked, change: Sequence[TournamentEvent], key: str) -> Previewed:
    def shown(proposal: Proposal | Refused | None = None) -> PreviewShown:
        return preview_words.preview_shown(
            asked, corrections.preview(asked.state, change, key, timezone.now(), proposal)
        )

    preview = corrections.preview(asked.state, change, key, timezone.now())
    if preview.is_worked_out:
        return Previewed(preview_words.preview_shown(asked, preview))
    try:
        found = again_or_progress(asked.state, change, key)
    except Busy:
        raise
    except Refused as refused:
        return Previewed(shown(refused))
    if isinstance(found, Work):
        return Previewed(preview_words.preview_shown(asked, preview), work=found)
    told, tables = shown(found), preview_words.beside(asked, key, found)
    choices = tuple(replace(one, tables=tables) if one.name == AGAIN else one for one in told.choices)
    return Previewed(replace(told, choices=choices), proposal=found)
