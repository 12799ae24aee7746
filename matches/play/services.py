"""Every change to matches. People, bots, the API and the clock all go through here; there is no second way.

A service either does the whole of what was asked and returns, or raises and has changed nothing. ``actor`` says who
acts: ``"player:<id>"``, ``"bot:<name>"`` or ``"clock"``. A ``decision_id`` makes a request repeatable: sent twice, it
counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hmac import digest
from time import thread_time_ns
from typing import Annotated, Any
from uuid import UUID

import structlog

from elekt_core.bots import bot_chance, is_dear
from elekt_core.chance import Chance, SeededChance
from elekt_core.contract import Bot, Decision, Game, SeatNo
from elekt_core.errors import IllegalDecision, MalformedDecision, MatchOver, UnknownGame
from elekt_core.record import match as core_match
from elekt_core.registry import get_bot
from elekt_core.search.greedy import Greedy
from web.errors import BadRequest, NotAllowed, NotFound, StaleVersion

from .. import after_commit, changing
from ..clocks import deciding as clocks
from ..clocks import presence
from ..clocks.beside import beside_of
from ..games import game_of
from ..models import Match, Seat, Secret
from ..stopped import BESIDE_ENDS
from .decided import CLOCK
from .timeline import Timeline, still_asked, timelines

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision is stored: its facts begin with event ``first_seq`` and end with ``version``."""

    match: UUID
    version: Annotated[int, "The match stands here now."]
    first_seq: Annotated[int, "The first event that followed from the decision."]
    repeated: Annotated[bool, "This id had been stored before; nothing was added."] = False


def player_actor(player: UUID) -> str:
    return f"player:{player}"


def bot_actor(bot: str) -> str:
    return f"bot:{bot}"


def decide(
    *,
    match_id: UUID,
    seat: int,
    decision: Mapping[str, Any],
    expected_version: int,
    decision_id: UUID,
    actor: str,
    thought: int | None = None,
    thinking: int | None = None,
) -> Decided:
    """One decision of one seat: ``{"kind": ..., ...}`` as the game encodes it. Its facts are stored as one batch.

    ``thought`` is for how many ms the person has seen the question, as their browser says; ``thinking`` how long a bot
    took (``clocks.deciding``).

    Raises NotFound, NotAllowed, BadRequest; StaleVersion where the match is elsewhere than at ``expected_version``,
    unless several seats are asked at once and only others have answered since; Conflict where the clocks are paused,
    or time is over; the game's own IllegalDecision with NotYourTurn, MatchOver and MalformedDecision.
    """
    return _decide(match_id, seat, decision, expected_version, decision_id, actor, thought, thinking)


def concede(*, match_id: UUID, seat: int, decision_id: UUID, actor: str) -> Decided:
    """Give up. Possible at any time, so it needs no version. Raises NotFound, NotAllowed, IllegalDecision."""
    return _decide(match_id, seat, {"kind": "concede"}, None, decision_id, actor)


def concede_for(*, match_id: UUID, seat: int, expected_version: int) -> Decided:
    """Called when the others have agreed that the seat's player is gone for good (``clocks.services``).

    Raises NotFound, StaleVersion, IllegalDecision.
    """
    done = changing.MATCHES.change(
        match_id,
        lambda playing: _move(playing, seat, {"kind": "concede"}, CLOCK),
        actor=CLOCK,
        decision_id=automatic_id(match_id, seat, expected_version, "end"),
        expected_version=expected_version,
    )
    return Decided(match_id, done.version, done.first_seq, done.repeated)


@dataclass(frozen=True, slots=True)
class DueSeat:
    """A seat that the platform has to decide for at ``version``; ``bot`` is ``""`` where its player has conceded."""

    row: Match
    timeline: Timeline
    seat: SeatNo
    version: int
    bot: str
    stands_in: bool

    @property
    def takes_long(self) -> bool:
        """Whether its decision belongs into the slow lane (``thinking.lane``)."""
        try:
            return bool(self.bot) and is_dear(get_bot(self.timeline.game, self.bot))
        except UnknownGame:  # the bot is gone: nobody will think
            return False


def due_seat(*, match_id: UUID, seat: int, expected_version: int) -> DueSeat | None:
    """None if nothing is due there any more. Raises GameUnavailable."""
    row = Match.objects.select_related("table").filter(id=match_id).first()
    if row is None or row.version != expected_version or seat not in after_commit.seats_due(row):
        return None
    timeline = timelines.get(match_id, lambda: game_of(row))
    if timeline.catch_up() != expected_version:
        return None
    bot = "" if row.conceded >> seat & 1 else row.table.seat_rows.get(number=seat).bot
    stands_in = not bot and not row.conceded >> seat & 1
    if stands_in:
        bot = beside_of(timeline, expected_version).stand_ins.bots[seat]
    return DueSeat(row, timeline, SeatNo(seat), expected_version, bot, stands_in)


def decide_automatically(
    *,
    match_id: UUID,
    seat: int,
    expected_version: int,
    around: AbstractContextManager[None] | None = None,
    simply: bool = False,
) -> Decided | None:
    """Decide for a bot's seat, or for one that has conceded. None if that is no longer due.

    ``around`` is entered for as long as the bot thinks, and may stop it. ``simply``: a simple bot chooses in its place.
    """
    due = due_seat(match_id=match_id, seat=seat, expected_version=expected_version)
    return None if due is None else decide_for(due, around or nullcontext(), simply=simply)


def decide_for(due: DueSeat, around: AbstractContextManager[None], *, simply: bool = False) -> Decided | None:
    """The decision's id follows from the match's secret, version and seat, and a bot's draws do too: however often this
    is called, and wherever, the match is moved on once, and in the same way.
    """
    game, seat = due.timeline.game, due.seat
    view = game.view(due.timeline.state(due.version), seat)
    began = thread_time_ns()
    if due.bot:
        actor, chance = bot_actor(due.bot), _bot_chance(due.row.id, seat, due.version)
        with around:
            bot = _simple_bot(due) if simply else partial(get_bot, game, due.bot)
            decision = _bot_decision(game, view, seat, bot, due, chance)
    else:
        actor, decision = CLOCK, game.default(view, seat)
    try:
        return decide(
            match_id=due.row.id,
            seat=seat,
            decision=game.encode_decision(decision),
            expected_version=due.version,
            decision_id=automatic_id(due.row.id, seat, due.version),
            actor=actor,
            thinking=(thread_time_ns() - began) // 1_000_000 if due.bot and not due.stands_in else None,
        )
    except StaleVersion:
        return None


def _bot_decision(
    game: Game[Any], view: Any, seat: SeatNo, bot: Callable[[], Bot], due: DueSeat, chance: Chance
) -> Decision:
    """What the bot chooses; if it fails or thinks too long, the game's own choice for an absent player."""
    try:
        return bot().choose(game, view, game.options(view, seat), chance)
    except Exception as failure:  # its text may name what only the bot may know
        log.error("bot failed", match=str(due.row.id), version=due.version, bot=due.bot, failure=type(failure).__name__)
        return game.default(view, seat)


def _simple_bot(due: DueSeat) -> Callable[[], Bot]:
    """Greedy, in the place of a bot over whose thoughts processes die."""
    log.error("greedy chooses for a bot", match=str(due.row.id), version=due.version, seat=due.seat, bot=due.bot)
    return Greedy


def read_decision(timeline: Timeline, seat: int, decision: Mapping[str, Any]) -> Decision:
    """Raises BadRequest, MalformedDecision."""
    if not isinstance(decision.get("kind"), str):
        raise BadRequest("not_a_decision", field="decision")
    if decision.get("seat", seat) != seat:
        raise MalformedDecision("bad_field", field="seat")
    body = {key: value for key, value in decision.items() if key != "seat"}
    return timeline.game.decode_decision(SeatNo(seat), body)


def _decide(
    match_id: UUID,
    seat: int,
    decision: Mapping[str, Any],
    expected_version: int | None,
    decision_id: UUID,
    actor: str,
    thought: int | None = None,
    thinking: int | None = None,
) -> Decided:
    """The version is compared here: a decision stays valid if only others asked at the same time have decided since."""

    def admit(playing: changing.Playing) -> None:
        _check_seat(playing, seat, actor)
        seen, version = expected_version, playing.version
        if expected_version is not None and actor.startswith(clocks.PERSON):
            clocks.check_running(playing)
        if seen not in (None, version) and not still_asked(playing.timeline, seat, seen, version):
            raise StaleVersion(seen, version)

    def move(playing: changing.Playing) -> changing.Move:
        return _move(playing, seat, decision, actor, thought=thought, thinking=thinking)

    done = changing.MATCHES.change(match_id, move, actor=actor, decision_id=decision_id, admit=admit)
    if actor.startswith(clocks.PERSON):
        presence.touch(match_id, seat)
    return Decided(match_id, done.version, done.first_seq, done.repeated)


def _move(
    playing: changing.Playing, seat: int, decision: Mapping[str, Any], actor: str, **times: int | None
) -> changing.Move:
    if playing.row.termination in BESIDE_ENDS:
        raise MatchOver("match_over")
    game, state = playing.timeline.game, playing.timeline.state(playing.version)
    made = read_decision(playing.timeline, seat, decision)
    batch = _carry_out(game, state, made, _chance(playing.row.id))
    beside = clocks.follow(playing, state, made, actor, **times)
    return changing.Move(game, replace(batch, events=(*batch.events, *beside)), state)


def _check_seat(playing: changing.Playing, seat: int, actor: str) -> None:
    """Whether the actor may decide for that seat. Raises NotFound, NotAllowed."""
    row = playing.row
    place = next((one for one in playing.seats if type(seat) is int and one.number == seat), None)
    if place is None:
        raise NotFound("unknown_seat", field="seat", seat=seat)
    if actor == CLOCK:
        allowed = row.conceded >> seat & 1 == 1 or clocks.has_to_fall(playing, seat)
    else:
        allowed = actor in _answering(playing, place)
    if not allowed:
        raise NotAllowed("foreign_seat", seat=seat)


def _answering(playing: changing.Playing, place: Seat) -> tuple[str, ...]:
    """Who decides for a seat: its bot; its player, and beside them the bot that stands in."""
    if place.bot:
        return (bot_actor(place.bot),)
    person = player_actor(place.player or UUID(int=0))
    if not playing.row.stood_in >> place.number & 1:
        return (person,)
    return (person, bot_actor(beside_of(playing.timeline, playing.version).stand_ins.bots[place.number]))


def _carry_out(game: Game[Any], state: Any, decision: Decision, chance: Chance) -> core_match.Batch:
    """Fold what follows into ``state``; a refused decision may just have its parts in another order than the game's."""
    try:
        return core_match.apply(game, state, decision, chance)
    except IllegalDecision:
        offered = core_match.as_offered(game, state, decision)
        if offered == decision:
            raise
        return core_match.apply(game, state, offered, chance)


def _chance(match_id: UUID) -> Chance:
    return SeededChance(_seed(match_id))


def _bot_chance(match_id: UUID, seat: int, version: int) -> Chance:
    """A bot's own draws. They follow from the match's secret, which cannot be found out from them."""
    return bot_chance(digest(_seed(match_id), f"bot {seat}".encode(), "sha256"), version)


def automatic_id(match_id: UUID, seat: int, version: int, what: str = "decision") -> UUID:
    """Nobody can foresee it: anybody who used the id first would keep the platform from ever deciding there."""
    return UUID(bytes=digest(_seed(match_id), f"{what} {seat} {version}".encode(), "sha256")[:16])


@lru_cache(maxsize=1024)
def _seed(match_id: UUID) -> bytes:
    return bytes(Secret.objects.get(match=match_id).seed)
