"""The pages' part of ``check_game``: the table and the replay after each event, for each seat, without a match."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import translation

from elekt_core.checking.showing import Sight
from elekt_core.messages import LANGUAGES

from ..names import agreed
from . import fragments, queries
from .choices import choices_for
from .redaction import Perspective
from .shapes import MatchShown, Position, Replay, SeatShown

NOBODY = UUID(int=0)
BEGUN = datetime(2000, 1, 1, tzinfo=UTC)


def look(sight: Sight) -> None:
    """Render what the table's page and the replay would show there. Raises whatever a board or a template raises."""
    with translation.override(LANGUAGES[sight.at % len(LANGUAGES)]):
        position = _position(sight)
        if sight.is_end:
            fragments.live(position, choices_for(position))
        render_to_string("matches/_replay.html", _replay_context(position))


def _replay_context(position: Position) -> dict[str, object]:
    replay = Replay(position, log=(), chapters=(), steps=(position.at,), perspectives=("spectator",))
    return {
        **fragments.board_context(position),
        "replay": replay,
        "seen_from": fragments.word_of(position.perspective),
        "before": position.at - 1,
        "first": 1,
    }


def _position(sight: Sight) -> Position:
    perspective: Perspective = "spectator" if sight.viewer is None else sight.viewer
    return queries.position_seen(
        _match(sight), sight.game, sight.view, perspective, sight.at, told=tuple(sight.told), is_end=sight.is_end
    )


def _match(sight: Sight) -> MatchShown:
    outcome = sight.game.outcome(sight.view)
    seats = [
        SeatShown(
            number,
            NOBODY,
            "",
            f"Player {number + 1}",
            number == sight.viewer,
            rank=outcome.ranks[number] if outcome else None,
            score=outcome.scores[number] if outcome else None,
        )
        for number in range(sight.seats)
    ]
    terms = agreed(sight.game.name, sight.ruleset, {})
    return MatchShown(
        id=NOBODY,
        table=NOBODY,
        game=sight.game.name,
        ruleset=sight.ruleset,
        cards="",
        version=sight.at,
        batches=1,
        started_at=BEGUN,
        last_at=BEGUN,
        ended_at=BEGUN if outcome else None,
        seats=tuple(seats),
        awaited=(),
        winner=outcome.winner if outcome else None,
        termination=outcome.termination if outcome else "",
        agreed=terms,
        automata=queries.automata_shown(terms, [(one.name, one.rank, one.score) for one in outcome.automata])
        if outcome
        else queries.automata_shown(terms, ()),
    )
