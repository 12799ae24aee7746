"""What somebody settles before they are asked. The server keeps none of it: their page holds the plan, and sends it as
a decision of their own when the question has come (static/js/ahead.js)."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from elekt_core.contract import SeatNo
from elekt_core.record.chain import canonical
from elekt_core.record.facts import is_beside

from . import narration, queries
from .redaction import redact_for
from .shapes import Choices, Position


def expected(here: Position) -> Position | None:
    """The position as if its seat were asked its next question now; None where it is asked, or nothing is known of it.

    It follows from the seat's view alone.
    """
    match, seat = here.match, here.perspective
    alone = here.is_head and not (match.practice or match.is_over)
    if not alone or not isinstance(seat, int) or match.my_seat != seat or any(one.mine for one in here.awaiting):
        return None
    view = here.game.expected(here.view, SeatNo(seat))
    if view is None:
        return None
    found = queries.position_seen(match, here.game, view, seat, here.at, is_end=True, since=here.since)
    answers = [option for option in found.options if option.kind in {one.kind for one in found.awaiting if one.mine}]
    return replace(found, options=answers, clocks=here.clocks) if answers else None


def meaning(here: Position, choices: Choices) -> str:
    """What a whole decision means: the question that it answers and what it says. A plan counts for this alone."""
    asked = next((one for one in here.awaiting if one.mine), None)
    question = None if asked is None else [asked.kind, asked.rule, asked.data]
    said = [question, choices.decision, [step.label for step in choices.path], choices.sentence]
    return sha256(canonical(said)).hexdigest()[:16]


def concerned_since(here: Position, since: int) -> str | None:
    """The first thing after event ``since`` that concerns the seat, in a sentence; None if there is none.

    By what spectators know, so it comes at the same moment whatever the seat holds. What its own decision says of
    itself does not count.
    """
    seat, shown = here.perspective, here.match
    if not isinstance(seat, int) or not 0 < since <= shown.version:
        return None
    timeline, game = queries.timeline_of(shown), here.game
    if timeline.went_back(since, shown.version):
        return ""
    before, own = game.view(timeline.state(since), None), True
    for seq in range(since + 1, shown.version + 1):
        event = redact_for(game, timeline.events[seq - 1], "spectator")
        if is_beside(event):
            continue
        own = own and getattr(event, "seat", None) == seat and not game.chapter(event)
        if not own and game.concerns(event, before, seat):
            lines = narration.log(timeline, seat, shown.names, shown.version)
            return next((line.text for line in lines if line.seq == seq), "")
        game.evolve(before, event)
    return None
