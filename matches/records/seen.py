"""Records of which not every card is known, as an exported record or in short notation: what one seat, or a spectator,
saw of a match. No rule has led to what they tell, so it is folded as it is, and looked at as pages will."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from elekt_core.contract import Event, Game, Words
from elekt_core.errors import BadRecord
from elekt_core.record.chain import canonical
from elekt_core.record.coarse import RecordedCoarsely, ResultTold, RoundTold
from elekt_core.record.facts import is_beside
from elekt_core.record.record import Record
from elekt_core.record.replay import UNFOLDABLE
from elekt_core.record.takeback import CardsShown
from elekt_core.scribe import read_seen
from elekt_core.shorthand import SEATS

from ..games import game_seen, seen_by_of
from ..scribe.answers import beside
from .judged import (
    MAX_NUMBER,
    Judged,
    Labels,
    bots_of,
    check_numbers,
    day_of,
    digest_of,
    game_of_record,
    kept_of,
    labels_of_tags,
    verified,
)


def record(seen: Record, game: Game[Any], tired: Callable[[], bool]) -> Judged:
    """``game`` is that of the record, with all cards. Raises BadRecord."""
    at = seen.batches[0].at
    return _judged(seen, game, tired, at or seen.stream, None)


def sheet(text: bytes, tired: Callable[[], bool]) -> Judged:
    """Short notation. Raises BadRecord, BadShorthand."""
    read = read_seen(text.decode(), tired=tired)
    seen = read.session.record(read.tags.get("Stream", ""))
    if not read.session.over:
        raise BadRecord("record_not_over", line=text.rstrip().count(b"\n") + 1)
    tags = {name: value for name, value in read.tags.items() if name not in ("Language", "Options", "Asked")}
    try:
        judged = _judged(seen, game_of_record(seen), tired, tags, day_of(read.tags.get("Date", "")))
    except BadRecord as error:  # a line of the record is none of the text's
        raise BadRecord(error.code, **{**error.data, "line": 1}) from error
    answered = zip(judged.record.batches, beside(read.session), strict=True)
    batches = tuple(replace(batch, meta={**(batch.meta or {}), **told}) for batch, told in answered)
    return replace(
        judged,
        record=replace(judged.record, batches=batches),
        metas=[canonical(batch.meta) for batch in batches],
        labels=labels_of_tags(read.tags, seen.seats),
    )


def _judged(seen: Record, game: Game[Any], tired: Callable[[], bool], told: Any, played_at: int | None) -> Judged:
    """``told`` is what tells games apart of which no decisions are told to their end: many have the same result."""
    check_numbers(seen)
    found = verified(seen, game, tired)
    cards = seen.card_set if seen.cards else ""
    game = game_seen(seen.game, cards, seen_by_of(seen.viewer))
    _check_told(seen, game, found.facts, tired)
    payloads = [canonical(entry.payload) for entry in seen.entries]
    coarse = [fact.detail for fact in found.facts if isinstance(fact, RecordedCoarsely)]
    digest = digest_of(seen, payloads)
    if coarse:
        digest = sha256(canonical([digest, told])).hexdigest()
    kept, metas = kept_of(seen, [canonical(batch.meta) for batch in seen.batches])
    return Judged(
        kept,
        game,
        cards,
        "none",
        digest,
        "",
        found.facts,
        found.state,
        payloads,
        metas,
        any(map(is_beside, found.facts)),
        Labels(bots_of(seen)),
        played_at,
        seen_by_of(seen.viewer),
        coarse[-1] if coarse else "",
    )


def _check_told(record: Record, game: Game[Any], facts: Sequence[Event], tired: Callable[[], bool]) -> None:
    """What no rule has led to is looked at as pages will: it names cards and seats that there are, and can be shown."""
    cards = {face.id for face in game.gallery("en")}
    state, words = game.initial(), game.words("en", [*SEATS[: record.seats]])
    ends = {batch.entries[-1].seq for batch in record.batches}
    has_begun = False
    for seq, fact in enumerate(facts, 1):
        try:
            if is_beside(fact):
                _check_beside(fact, record.seats, cards)
            else:
                game.evolve(state, fact)
                words.pieces(fact, state)
                game.staged(state, fact)
                has_begun = True
            if seq in ends and has_begun:
                _check_shown(game, state, words, record.seats)
        except UNFOLDABLE as error:
            line = record.line_of(seq)
            raise BadRecord("does_not_fold", line=line, field="payload", found=str(error)[:200]) from error
        if seq in ends and tired():
            raise BadRecord("takes_too_long", line=record.line_of(seq))


def _check_shown(game: Game[Any], state: Any, words: Words, seats: int) -> None:
    """Raises what folding may raise."""
    game.describe(state)
    game.figures(state)
    game.board(state, "en")
    for asked in game.awaiting(state):
        if asked.seat not in range(seats):
            raise ValueError("no such seat")
        words.question(asked, state)


def _check_beside(fact: Event, seats: int, cards: Collection[str]) -> None:
    """Raises ValueError."""
    match fact:
        case CardsShown(place, shown):
            hands = {("seats", f"{seat}", "hand") for seat in range(seats)}
            if tuple(place) not in hands or not {card.partition(".")[0] for card in shown} <= {*cards}:
                raise ValueError("no such card or hand")
        case RoundTold():
            if not {*fact.cards} <= {*cards}:
                raise ValueError("no such card")
        case ResultTold():
            if any(abs(score) > MAX_NUMBER for score in fact.scores):
                raise ValueError("too many points")
