"""All queries about a match. Each one names the asker, who gets what they may see, or an error.

``player`` is the asker's player id, None for somebody who is nobody here. Sentences come in the current language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from elekt_core.contract import Awaiting, Event, Game, Refusal, SeatNo, Words
from elekt_core.record.coarse import COARSE_FACTS, ENDS_BESIDE, MOVES
from elekt_core.record.facts import is_beside
from elekt_core.record.record import encode_entry
from elekt_core.registry import is_playable
from players import queries as players
from players.queries import of_person
from web import hooks, languages
from web.errors import NotAllowed, NotFound
from web.live.audience import Place, Players

from .. import names
from ..clocks.controls import control_of
from ..clocks.shown import ClocksShown, clocks_shown
from ..games import game_of
from ..models import Invitation, Match, RecordLabels, Seat, Table
from ..names import Agreed, agreed
from ..tables import rating
from ..tables.events import HIDDEN
from ..watching import delay
from ..watching.rules import rule_of
from . import narration, warm_rows
from .redaction import Perspective, redact_for, seen_from, text_of, view_from
from .shapes import (
    AutomatonShown,
    AwaitingShown,
    Chapter,
    EventShown,
    GoesOnFrom,
    ImportedShown,
    LogLine,
    MatchShown,
    Position,
    RecordedShown,
    RefusalShown,
    Replay,
    SeatShown,
)
from .timeline import Timeline, timelines
from .warm_rows import WarmRow

# --- matches ----------------------------------------------------------------------------------------------


def match(*, match_id: UUID, player: UUID | None) -> MatchShown:
    """Raises NotFound, also for a match of named players, or practice, that is not the asker's."""
    warm = warm_rows.get(match_id)
    if warm is None or not (warm.is_open_to(player) or by_office(warm.row.table_id, player)):
        raise NotFound("unknown_match", match=str(match_id))
    return _warm_shown(warm, player)


def match_from(*, match_id: UUID, seat: int | None, late: int | None = None) -> MatchShown:
    """The same as the player of that ``seat`` sees it, or a spectator, at event ``late`` where they see it late. Their
    right was checked before."""
    warm = warm_rows.get(match_id)
    assert warm is not None, "whoever may look on looks at a match"
    if late is not None:
        return _warm_shown(warm, None, late)
    player = warm.row.table.host if warm.is_practice else None
    if player is None and seat is not None:
        player = warm.seats[seat].player
    return _warm_shown(warm, player)


def replays(matches: Collection[UUID], player: UUID | None) -> Mapping[UUID, str]:
    """The addresses of the replays of those of ``matches`` that the asker may look at."""
    rows = Table.objects.filter(open_to(player), match__in=matches).values_list("match", flat=True)
    return {match: reverse("matches:replay", args=[match, 1]) for match in rows if match is not None}


def seat_of(*, match_id: UUID, player: UUID | None, wanted: object = None) -> int | None:
    """The seat that the player has in this match; in practice, where they have several, the one that is wanted."""
    warm = warm_rows.get(match_id)
    seats = [] if warm is None else warm.seats_of(player)
    return next((seat for seat in seats if type(wanted) is int and seat == wanted), seats[0] if seats else None)


def perspectives(match: MatchShown) -> tuple[Perspective, ...]:
    """From where the asker may look, the most natural first. Before the end nobody sees another seat's cards.

    Practice is looked at openly: there is nobody whose cards one should not see. Who plays a single seat of it, against
    bots, looks from there first.
    """
    if match.seen_by:
        return (seen_from(match),)
    if match.practice:
        seats: list[Perspective] = [SeatNo(seat.number) for seat in match.seats]
        own = [SeatNo(seat.number) for seat in match.seats if not seat.bot]
        return tuple(dict.fromkeys((*(own if len(own) == 1 else ()), "open", *seats, "spectator")))
    mine: tuple[Perspective, ...] = () if match.my_seat is None else (SeatNo(match.my_seat),)
    if match.hands:
        return ("spectator", *(SeatNo(seat.number) for seat in match.seats))
    if not match.is_over:
        return (*mine, "spectator")
    others = tuple(SeatNo(seat.number) for seat in match.seats if seat.number != match.my_seat)
    return (*mine, "open", *others, "spectator")


# --- one position -----------------------------------------------------------------------------------------


def position(
    *,
    match_id: UUID,
    player: UUID | None,
    perspective: Perspective | None = None,
    at: int | None = None,
) -> Position:
    """The match after event ``at`` (default: now) as seen from ``perspective`` (default: the asker's own place).

    Raises NotFound for a match or a position that does not exist, NotAllowed for a perspective that is not the asker's.
    """
    shown, timeline = _open_match(match_id, player)
    return _position(shown, timeline, allowed(shown, perspective), at)


def terms(
    shown: MatchShown, place: str, *, perspective: Perspective | None = None, at: int | None = None
) -> tuple[str, ...]:
    """How the numbers at a place of the board are made up, for a match as the asker may see it.

    Raises NotFound for a place without numbers, and what ``position`` raises.
    """
    here = _position(shown, timeline_of(shown), allowed(shown, perspective), at)
    lines = here.game.terms(here.view, place, languages.current(), shown.names)
    if not lines:
        raise NotFound("unknown_place", place=place)
    return lines


def log(
    *,
    match_id: UUID,
    player: UUID | None,
    perspective: Perspective | None = None,
    after: int = 0,
) -> tuple[LogLine, ...]:
    """The sentences of all events with a number above ``after``."""
    shown, timeline = _open_match(match_id, player)
    lines = narration.log(timeline, allowed(shown, perspective), shown.names, shown.version)
    return narration.since(lines, after)


def live_position(
    *, match_id: UUID, perspective: Perspective, after: int, late: int | None = None
) -> tuple[Position, tuple[LogLine, ...]]:
    """The match now, and the sentences after event ``after``, for a live stream of those who look from ``perspective``.

    Their right to it was checked when they were handed the stream's address.
    """
    shown, lines = live_log(match_id=match_id, perspective=perspective, after=after, late=late)
    return _position(shown, timeline_of(shown), perspective, None), lines


def live_log(
    *, match_id: UUID, perspective: Perspective, after: int, late: int | None = None
) -> tuple[MatchShown, tuple[LogLine, ...]]:
    """The match now, and those sentences, likewise for a live stream."""
    shown = match_from(match_id=match_id, seat=perspective if isinstance(perspective, int) else None, late=late)
    lines = narration.log(timeline_of(shown), perspective, shown.names, shown.version)
    return shown, narration.since(lines, after)


def undone_since(shown: MatchShown, after: int) -> str:
    """The events whose lines, whole at event ``after``, must no longer be in a log: ``"12-27"`` for those
    between the two, separated by spaces."""
    timeline = timeline_of(shown)
    if not timeline.went_back(after, shown.version):
        return ""
    branches = timeline.line(shown.version).branches
    return " ".join(f"{one.after}-{one.taken_back}" for one in branches if one.taken_back > after)


def events(
    *,
    match_id: UUID,
    player: UUID | None,
    perspective: Perspective | None = None,
    after: int = 0,
    limit: int | None = None,
) -> list[EventShown]:
    """The facts with a number above ``after``, as they may be known from ``perspective``."""
    shown, timeline = _open_match(match_id, player)
    upto = shown.version if limit is None else min(shown.version, after + limit)
    return facts(timeline, allowed(shown, perspective), after, upto)


def facts(timeline: Timeline, perspective: Perspective, after: int, upto: int) -> list[EventShown]:
    """The events above ``after`` up to ``upto``, cut to ``perspective``. The asker's right was checked before."""
    game = timeline.game
    shown = []
    for seq in range(max(after, 0) + 1, upto + 1):
        event = redact_for(game, timeline.events[seq - 1], perspective)
        entry = encode_entry(game, event, seq)
        shown.append(EventShown(seq, entry.kind, entry.version, entry.payload, timeline.ats[seq - 1]))
    return shown


def replay(
    *,
    match_id: UUID,
    player: UUID | None,
    perspective: Perspective | None = None,
    at: int | None = None,
) -> Replay:
    """A position (default: the last one) with the log, the chapters and the steps around it. Raises NotFound."""
    return replay_of(match(match_id=match_id, player=player), perspective=perspective, at=at)


def replay_of(shown: MatchShown, *, perspective: Perspective | None = None, at: int | None = None) -> Replay:
    """The same for a match already loaded, as the asker may see it."""
    timeline = timeline_of(shown)
    looked = allowed(shown, perspective)
    branch = _undone_branch(shown, timeline, at)
    upto = branch or shown.version
    lines = narration.log(timeline, looked, shown.names, upto)
    return Replay(
        position=_position(shown, timeline, looked, at),
        undone=tuple((one.after + 1, one.taken_back - 1) for one in timeline.line(shown.version).branches),
        branch=branch,
        log=lines,
        chapters=tuple(Chapter(line.seq, line.chapter, line.text) for line in lines if line.chapter),
        steps=timeline.ends(upto),
        perspectives=perspectives(shown),
    )


def log_at(shown: MatchShown, *, perspective: Perspective | None = None, at: int | None = None) -> tuple[LogLine, ...]:
    """The log that belongs to a position: that of its branch if it was taken back, else that of the match."""
    timeline = timeline_of(shown)
    upto = _undone_branch(shown, timeline, at) or shown.version
    return narration.log(timeline, allowed(shown, perspective), shown.names, upto)


def _undone_branch(shown: MatchShown, timeline: Timeline, at: int | None) -> int | None:
    """The last event of the branch, taken back since, in which event ``at`` lies."""
    branches = timeline.line(shown.version).branches
    return next((one.taken_back - 1 for one in branches if at is not None and one.after < at < one.taken_back), None)


# --- rights -----------------------------------------------------------------------------------------------


PRACTICE = Q(access=Table.Access.PRACTICE)
_HIDDEN = Q(access__in=HIDDEN)


def open_to(player: UUID | None) -> Q:
    """Tables that the asker may look at if they have the address."""
    return ~_HIDDEN | concerns(player)


def by_office(table: UUID, player: UUID | None) -> bool:
    """Whether somebody sees a table that is hidden from others, as spectators do, because they are in charge of it."""
    return player is not None and any(looks_on(table, player) for looks_on in hooks.given("lookers_on"))


def concerns(player: UUID | None) -> Q:
    if player is None:
        return Q(pk__in=())
    return (
        Q(host=player)
        | Exists(Seat.objects.filter(of_person(player), table=OuterRef("pk")))
        | Exists(Invitation.objects.filter(table=OuterRef("pk"), player=player))
    )


def allowed(match: MatchShown, perspective: Perspective | None) -> Perspective:
    """``perspective`` if the asker may look from there, by default their own place.

    Raises NotAllowed, NotFound (no such seat).
    """
    possible = perspectives(match)
    if perspective is None:
        return possible[0]
    if perspective not in possible:
        known = not isinstance(perspective, int) or perspective in range(len(match.seats))
        error = NotAllowed("hidden_perspective", perspective=text_of(perspective))
        raise error if known else NotFound("unknown_seat", seat=perspective)
    return perspective


# --- who may listen -----------------------------------------------------------------------------------------


def may_hear_match(match_id: UUID, viewer: str, players: Collection[UUID | None]) -> set[UUID | None]:
    """Those of ``players`` who may now look on from there."""
    warm = warm_rows.get(match_id)
    if warm is None:
        return set()
    if viewer != "spectator" and warm.row.ended_at is None and not warm.is_practice:
        return {player for player in players if viewer in map(str, warm.seats_of(player))}
    if viewer == "spectator" and delay.rule(warm) is None and warm.row.table.access not in HIDDEN:
        return set(players)
    shown = shown_to(warm, players)
    return {player for player, one in shown.items() if not one.late and viewer in map(str, perspectives(one))}


def may_watch_late(match_id: UUID, viewer: str, players: Collection[UUID | None]) -> set[UUID | None]:
    """The same for those who see it late; nobody who sits there does."""
    warm = warm_rows.get(match_id)
    if warm is None:
        return set()
    shown = shown_to(warm, players)
    late = {player: one for player, one in shown.items() if one.late or (one.is_over and one.my_seat is None)}
    return {player for player, one in late.items() if viewer in map(str, perspectives(one))}


def shown_to(warm: WarmRow, players: Collection[UUID | None]) -> Mapping[UUID | None, MatchShown]:
    """The match as each of those sees it who may look on, but perhaps for the game that it counts as on a ladder."""
    table = warm.row.table_id
    asking = {player for player in players if warm.is_open_to(player) or by_office(table, player)}
    return {player: _warm_shown(warm, player, counting=False) for player in asking}


def may_hear_tables(asking: Mapping[Place, Players]) -> Mapping[Place, Players]:
    """The same at tables, where everybody looks from their own place."""
    own = {place: {player for player in players if str(player or "") == place[1]} for place, players in asking.items()}
    found = Table.objects.filter(id__in={table for table, _ in asking}).values_list("id", "access")
    open_, hidden = set[UUID](), set[UUID]()
    for table, access in found:
        (hidden if access in HIDDEN else open_).add(table)
    guests = _concerned(hidden)
    return {
        place: {player for player in players if place[0] in open_ or (place[0], player) in guests}
        for place, players in own.items()
    }


def _concerned(tables: Collection[UUID]) -> set[tuple[UUID, UUID | None]]:
    """The tables with all whom they concern."""
    if not tables:
        return set()
    hosts = Table.objects.filter(id__in=tables).values_list("id", "host")
    invited = Invitation.objects.filter(table__in=tables).values_list("table", "player")
    seated = Seat.objects.filter(table__in=tables, player__isnull=False).values_list("table", "player")
    sitting = set(seated)
    kept = players.now_of({player for _, player in sitting if player is not None})
    return {*hosts, *invited, *sitting, *((table, kept[player]) for table, player in sitting if player is not None)}


# --- making the shapes ------------------------------------------------------------------------------------


def timeline_of(shown: MatchShown) -> Timeline:
    """Everything that happened in a match; the caller must check the asker's right to see all of it."""
    timeline = timelines.get(shown.id, lambda: game_of(shown))
    timeline.catch_up(at_least=shown.version)
    return timeline


def _open_match(match_id: UUID, player: UUID | None) -> tuple[MatchShown, Timeline]:
    shown = match(match_id=match_id, player=player)
    return shown, timeline_of(shown)


def _position(shown: MatchShown, timeline: Timeline, perspective: Perspective, at: int | None) -> Position:
    game, seq = timeline.game, shown.version if at is None else at
    if not 1 <= seq <= shown.version:
        raise NotFound("unknown_position", at=seq, last=shown.version)
    stopped = seq == shown.version and shown.is_stopped
    view, is_end = view_from(game, timeline.state(seq), perspective), timeline.is_end(seq) and not stopped
    if shown.detail != MOVES:
        is_end &= not any(isinstance(fact, COARSE_FACTS) for fact in timeline.events[:seq])
    told = () if is_end else _stop(timeline, seq) if stopped else _told(timeline, perspective, seq)
    since = _since(shown, timeline, perspective) if seq == shown.version else ()
    clocks = clocks_shown(timeline, seq, is_head=seq == shown.version and not (shown.is_over or shown.late))
    return position_seen(shown, game, view, perspective, seq, told=told, since=since, is_end=is_end, clocks=clocks)


def position_seen(
    shown: MatchShown,
    game: Game[Any],
    view: Any,
    perspective: Perspective,
    at: int,
    *,
    is_end: bool,
    told: tuple[Event, ...] = (),
    since: tuple[LogLine, ...] = (),
    clocks: ClocksShown | None = None,
) -> Position:
    """A view as its pages show it. ``is_end``: somebody must decide here, or the game is over."""
    words = game.words(languages.current(), shown.names)
    asked = game.awaiting(view) if is_end else ()
    me = _decider(shown, perspective, asked) if at == shown.version else None
    chooses = None if clocks is not None and clocks.paused else me
    return Position(
        match=_seen_from(shown, perspective) if shown.practice else shown,
        game=game,
        perspective=perspective,
        at=at,
        view=view,
        awaiting=tuple(_awaiting_shown(question, words, view, shown, me) for question in asked),
        options=() if chooses is None else game.options(view, chooses),
        refusals=() if chooses is None else _refusals_shown(game.refusals(view, chooses), words),
        outcome=game.outcome(view),
        told=told,
        since=since,
        clocks=clocks,
    )


def _told(timeline: Timeline, perspective: Perspective, seq: int) -> tuple[Event, ...]:
    """What has happened since the last question, up to event ``seq``."""
    asked = max(timeline.ends(seq), default=0)
    since = [timeline.events[number - 1] for number in timeline.line(seq).events if number > asked]
    return tuple(redact_for(timeline.game, event, perspective) for event in since)


def _stop(timeline: Timeline, seq: int) -> tuple[Event, ...]:
    """The fact that has ended the match beside its game, in which the last question stays open for ever."""
    return (next(fact for fact in reversed(timeline.events[:seq]) if isinstance(fact, ENDS_BESIDE)),)


MAX_DECISIONS_BACK = 40
"""So far back an own decision is looked for; who has waited longer is told of so many."""


def _since(shown: MatchShown, timeline: Timeline, perspective: Perspective) -> tuple[LogLine, ...]:
    """What has happened since the viewer's own seat last decided; for others, since anybody last decided."""
    events = timeline.events
    before = [
        end
        for end, after in pairwise(timeline.ends(shown.version))
        if not all(map(is_beside, events[end:after]))  # a pause is no decision
    ][-MAX_DECISIONS_BACK:]
    if not before:
        return ()
    own = before[-1]
    if isinstance(perspective, int) and not shown.automata:
        own = next((end for end in reversed(before) if perspective in _asked_at(timeline, end)), before[0])
    lines = narration.log(timeline, perspective, shown.names, shown.version)
    return narration.since(lines, own)


def _asked_at(timeline: Timeline, end: int) -> tuple[int, ...]:
    """The seats that had to decide there."""
    key = ("asked", end)
    if key not in timeline.memo:
        timeline.memo[key] = tuple(one.seat for one in timeline.game.awaiting(timeline.state(end)))
    asked: tuple[int, ...] = timeline.memo[key]
    return asked


def _decider(match: MatchShown, perspective: Perspective, asked: Sequence[Awaiting]) -> SeatNo | None:
    """The seat for which the asker decides now: one that is awaited, else the one from which they look."""
    seats = [question.seat for question in asked]
    if isinstance(perspective, int):
        seats.append(SeatNo(perspective))
    return next((seat for seat in seats if _answers(match, perspective, seat)), None) if asked else None


def _answers(match: MatchShown, perspective: Perspective, seat: int) -> bool:
    """Whether the asker, looking from there, decides for that seat. An open look at practice decides for all seats."""
    return match.seats[seat].mine and (perspective == seat or (match.practice and perspective == "open"))


def _seen_from(match: MatchShown, perspective: Perspective) -> MatchShown:
    """Practice as one of its players sees it: only the seat from which they look is "you"."""
    seats = tuple(replace(seat, mine=seat.mine and seat.number == perspective) for seat in match.seats)
    return replace(match, seats=seats)


def _awaiting_shown(question: Awaiting, words: Words, view: Any, shown: MatchShown, me: int | None) -> AwaitingShown:
    return AwaitingShown(
        seat=question.seat,
        name=shown.names[question.seat],
        kind=question.kind,
        rule=question.rule,
        question=words.question(question, view),
        data=question.data,
        stack=question.stack,
        optional=question.optional,
        mine=question.seat == me,
        playable=shown.practice and shown.seats[question.seat].mine,
    )


def _refusals_shown(refusals: Iterable[Refusal], words: Words) -> tuple[RefusalShown, ...]:
    return tuple(RefusalShown(r.parts, r.code, r.rule, words.refusal(r.code, r.rule, r.data), r.data) for r in refusals)


def _warm_shown(warm: WarmRow, player: UUID | None, at: int | None = None, *, counting: bool = True) -> MatchShown:
    """The same shape for all who have none of its seats, made once in each language and moved on with the match; of
    one that they see late, as it was then (at event ``at``). What is over may yet count on a ladder, which is looked
    up each time, unless nobody asks (not ``counting``)."""
    row, people = warm.row, warm.people()
    own = player if any(player in (seat.player, seat.reserved) for seat in warm.seats) else None
    rule = delay.rule(warm) if player is None or not warm.seats_of(player) else None
    hands = rule is not None and rule.open_hands and _sees_hands(warm, player)
    if rule is not None:
        row = delay.as_seen(warm, rule, at)
    key = (own, languages.current(), tuple(people.values()), rule is not None, hands, row.conceded, row.ended_at)
    shown: MatchShown | None = warm.memo.get(key)
    if shown is None or (counting and row.ended_at is not None):
        counted = rating.counted([row.id]) if row.table.rated and row.ended_at is not None else {}
        shown = _match_shown(row, players.remembered_names(people), own, counted.get(row.id))
        shown = warm.memo[key] = replace(shown, late=rule is not None, hands=hands)
    elif shown.version != row.version:
        shown = warm.memo[key] = replace(shown, **_standing(row))
    return shown


def _sees_hands(warm: WarmRow, player: UUID | None) -> bool:
    """Whether spectators' open hands are for this person: somebody with an account, and nobody who sits there or has
    the seat, under this profile or another."""
    if player is None or players.guests([player]):
        return False
    mine = players.profiles(player)
    sitting = {one for seat in warm.seats for one in (seat.player, seat.reserved)}
    sitting |= {person.into for person in warm.people().values()}
    return not sitting & {player, *mine}


def _as_listed(row: Match, player: UUID | None) -> tuple[Match, bool]:
    """The row as lists may show it to somebody, and whether they see it late."""
    seated = player is not None and any(seat.player == player for seat in row.table.seat_rows.all())
    if row.ended_at is not None or row.table.spectators is None or seated or not is_playable(row.game):
        return row, False
    warm = warm_rows.get(row.id)
    rule = None if warm is None else delay.rule(warm)
    return (row, False) if warm is None or rule is None else (delay.as_seen(warm, rule), True)


def matches_shown(rows: QuerySet[Match], player: UUID | None) -> list[MatchShown]:
    found = list(rows.select_related("table__labels").prefetch_related("table__seat_rows"))
    seen = [_as_listed(row, player) for row in found]
    if late := {row.id for row, is_late in seen if is_late}:  # its place in the list would tell that it has gone on
        shown = [replace(one, late=one.id in late) for one in _matches_shown([row for row, _ in seen], player)]
        return sorted(shown, key=lambda one: one.last_at, reverse=True)
    return _matches_shown(found, player)


def _matches_shown(found: Sequence[Match], player: UUID | None) -> list[MatchShown]:
    known = names.players_named(seat.player for row in found for seat in row.table.seat_rows.all())
    ended = [row.id for row in found if row.table.rated and row.ended_at is not None]
    counted = rating.counted(ended) if ended else {}
    return [_match_shown(row, known, player, counted.get(row.id)) for row in found]


def _match_shown(row: Match, known: Mapping[UUID, str], player: UUID | None, counted: UUID | None) -> MatchShown:
    terms = agreed(row.game, row.ruleset, row.table.options)
    return MatchShown(
        id=row.id,
        table=row.table_id,
        game=row.game,
        ruleset=row.ruleset,
        cards=row.cards,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seats=seats_shown(row.table, known, player, row),
        winner=row.winner,
        termination=row.termination,
        agreed=terms,
        automata=automata_shown(terms, row.automata),
        practice=row.table.access == Table.Access.PRACTICE,
        rated=row.table.rated,
        rated_game=counted,
        time=control_of(row.table.time),
        goes_on_from=_source(row.table),
        spectators=rule_of(row.table.spectators),
        imported=imported_shown(row.table, known),
        recorded=recorded_shown(row.table, known),
        reviewed=row.table.reviewed,
        takebacks=row.table.takebacks,
        **_standing(row),
    )


def _standing(row: Match) -> dict[str, Any]:
    """What every decision changes of a match that goes on."""
    awaited = tuple(n for n in range(row.table.size) if row.awaited >> n & 1)
    return {"version": row.version, "batches": row.batches, "last_at": row.last_at, "awaited": awaited}


def imported_shown(table: Table, known: Mapping[UUID, str]) -> ImportedShown | None:
    said = table.imported
    if said is None:
        return None
    by = UUID(said["by"]) if said["by"] else None
    name = "" if by is None else known.get(by) or players.names({by}).get(by, "")
    labels = labels_of(table)
    return ImportedShown(
        by=by,
        by_name=name,
        at=table.opened_at,
        proof=said["proof"],
        source=said["source"],
        head=said["head"],
        event=labels.event,
        site=labels.site,
        seen_by=table.seen_by,
        detail=said.get("detail", MOVES),
    )


def recorded_shown(table: Table, known: Mapping[UUID, str]) -> RecordedShown | None:
    said = table.recorded
    if said is None:
        return None
    by = UUID(said["by"])
    name = known.get(by) or players.names({by}).get(by, "")
    sits = any(seat.player for seat in table.seat_rows.all())
    agreed = tuple(map(UUID, said["agreed"]))
    return RecordedShown(by, name, said["seen_by"], said.get("detail", MOVES), agreed, sits)


def labels_of(table: Table) -> RecordLabels:
    """What the record of an imported match says; nothing where that was erased. Rows of matches are kept, and these
    names can be taken out at any time: where they did not come with the row, they are read anew."""
    nothing = RecordLabels(table_id=table.id)
    if "labels" in table._state.fields_cache:
        return getattr(table, "labels", nothing)
    return RecordLabels.objects.filter(table=table.id).first() or nothing


def _told_of(rows: Sequence[Seat], called: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Players by their accounts' names, others as the scribe has called them."""
    said = [*labels, *[""] * len(rows)]
    return [name if seat.player else said[seat.number] for seat, name in zip(rows, called, strict=True)]


def _source(table: Table) -> GoesOnFrom | None:
    if table.source is None or table.source_at is None:
        return None
    return GoesOnFrom(table.source, table.source_at, table.source_seen_by)


def automata_shown(terms: Agreed, ended: Iterable[tuple[str, int, int]]) -> tuple[AutomatonShown, ...]:
    """The sides that the rules play, with their ranks and scores where it has ``ended``."""
    results = {name: (rank, score) for name, rank, score in ended}
    return tuple(AutomatonShown(word, name, *results.get(word, (None, None))) for word, name in terms.automata.items())


def seats_shown(
    table: Table, known: Mapping[UUID, str], player: UUID | None, match: Match | None
) -> tuple[SeatShown, ...]:
    rows = sorted(table.seat_rows.all(), key=lambda seat: seat.number)
    sitting = [(seat.player, seat.bot) for seat in rows]
    practice = table.access == Table.Access.PRACTICE
    called = names.of_practice(sitting, known) if practice else names.of_seats(sitting, known)
    said: Sequence[str] = labels_of(table).names if table.imported is not None or table.recorded is not None else ()
    if table.imported is not None:
        called = names.of_record(said, table.size)
    if table.recorded is not None:
        called = names.of_record(_told_of(rows, called, said), table.size)
    typed = dict(enumerate(said))
    return tuple(
        SeatShown(
            number=seat.number,
            player=seat.player,
            bot=seat.bot,
            name=name,
            mine=player is not None and seat.player == player,
            conceded=match is not None and bool(match.conceded >> seat.number & 1),
            rank=match.ranks[seat.number] if match and match.ranks else None,
            score=match.scores[seat.number] if match and match.scores else None,
            kept_for=known.get(seat.reserved, "") if seat.reserved else "",
            kept_for_me=player is not None and seat.reserved == player,
            typed=seat.player is None and bool(typed.get(seat.number)),
        )
        for seat, name in zip(rows, called, strict=True)
    )
