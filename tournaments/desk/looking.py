"""A change as it is looked at before it is made: pairing again is worked out beside the request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from matches.errors import ServiceError
from tournaments import corrections
from tournaments.corrections import AGAIN
from tournaments.events import TournamentEvent
from tournaments.formats.contract import Proposal
from tournaments.queries import Asked

from . import previews
from .previews import PreviewShown
from .proposals import Work, again_or_progress


@dataclass(frozen=True, slots=True)
class Looked:
    """``work`` is how far pairing again has come, where that takes long; ``proposal`` what it gives."""

    shown: PreviewShown
    work: Work | None = None
    proposal: Proposal | None = None

    @property
    def again(self) -> previews.ChoiceShown:
        return next(one for one in self.shown.choices if one.name == AGAIN)


def looked_at(asked: Asked, change: Sequence[TournamentEvent], key: str) -> Looked:
    """Raises NotFound."""
    preview = corrections.preview(asked.state, change, key, timezone.now())
    pairing = next(one for one in preview.choices if one.name == AGAIN)
    if not pairing.is_open or pairing.worked_out:
        return Looked(previews.preview_shown(asked, preview))
    try:
        found = again_or_progress(asked.state, change, key)
    except ServiceError as refused:
        return Looked(
            previews.preview_shown(asked, corrections.preview(asked.state, change, key, timezone.now(), refused))
        )
    shown = previews.preview_shown(asked, preview)
    if isinstance(found, Work):
        return Looked(shown, work=found)
    tables = previews.beside(asked, key, found)
    byes = previews.byes_shown(asked, corrections.byes_moved(asked.state.stages[key].rounds[-1].byes, found.byes))
    choices = tuple(
        replace(one, known=True, tables=tables, byes=byes) if one.name == AGAIN else one for one in shown.choices
    )
    return Looked(replace(shown, choices=choices), proposal=found)
