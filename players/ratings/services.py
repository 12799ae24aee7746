"""Every change to rated games. Call these inside your own transaction, after your own appends: then a result and what
it does to the ratings are stored together, or neither is. ``measures`` is what moves ratings beside games.

Each locks its ladder until the transaction ends, so what takes long comes before it, and one transaction should touch
one ladder. A duel is rated on the ladder in FIDE mode too, if there is one: always after its own ladder.
Each either does the whole, or raises ``Refused`` and has changed nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import assert_never
from uuid import UUID, uuid4

from django.db import transaction

from ledger import store
from web.errors import BadRequest, Conflict, NotFound

from ..models import Player
from . import commands as c
from .appending import Rated, append, decided
from .calendar import advance
from .commands import MAX_REASON, OfGame
from .decide import Known, Result, decide, differs, said
from .events import CLUB, FIDE, KINDS, MODES, GameCorrected, GameRated, LadderKey, RatingEvent, correction_stream, twin
from .models import Correction, Ladder, RatedGame, Rating
from .naming import profiles_now
from .outcome import check_seats, places_of, player_of
from .readmodels import ladder_of
from .rerating import known_lines, published_lines

SOURCE = re.compile(r"([a-z]+:[0-9a-f-]{36})?")
Settled = c.CorrectGame | c.AnnulGame


def record(
    *,
    game: UUID,
    ladder: LadderKey,
    seats: Sequence[str],
    places: Sequence[int] = (),
    winner: int | None = None,
    played_at: datetime,
    actor: str,
    source: str = "",
    decision_id: UUID | None = None,
) -> Rated:
    """Rate a game that is over. ``game`` is an id that follows from whatever was played, such as ``uuid5(match, ...)``;
    ``source`` says where that was, ``match:<id>`` or ``tournament:<id>``.

    ``seats`` are ``outcome.person(id)`` or ``outcome.bot(name)``; for the result see ``outcome.places_of``. The same
    game with the same result may be recorded any number of times.
    Raises Refused (wrong_number_of_players, player_twice, not_a_player, unknown_player, no_outcome, unknown_mode,
    already_rated; only_duels and ladder_not_open in FIDE mode).
    """
    if ladder.mode not in MODES:
        raise BadRequest("unknown_mode", mode=ladder.mode, known=", ".join(MODES))
    if ladder.mode == FIDE and len(seats) != 2:
        raise BadRequest("only_duels", players=len(seats))
    if ladder.mode == FIDE and _fide(ladder) is None:
        raise Conflict("ladder_not_open", ladder=said(ladder))
    assert SOURCE.fullmatch(source), source
    seats = profiles_now(seats)
    check_seats(seats)
    result = tuple(seats), places_of(len(seats), places, winner)
    check_known(seats)
    with transaction.atomic():
        done = _record(game, ladder, result, played_at, actor, source, decision_id)
        if len(seats) == 2 and ladder.mode == CLUB and (fide := _fide(ladder)) is not None:
            _record(twin(game), fide, result, played_at, actor, source, decision_id)
    return done


def _record(
    game: UUID,
    ladder: LadderKey,
    result: Result,
    played_at: datetime,
    actor: str,
    source: str,
    decision_id: UUID | None,
) -> Rated:
    row = ladder_of(ladder, lock=True)
    if (rated := RatedGame.objects.filter(game=game).first()) is not None:
        return _again(rated, ladder, result)
    advance(row, played_at)
    event = GameRated(ladder, row.facts + 1, *result, played_at.astimezone(UTC).isoformat(), source)
    return Rated(append(row, game, event, decision_id, actor))


def change(
    command: OfGame, *, actor: str, decision_id: UUID | None = None, expected_version: int | None = None
) -> Rated:
    """Correct or annul a game, or undo its last correction; later games are rated again.

    Sent twice with one ``decision_id``, it counts once. ``expected_version``: the ``version_of`` the game that was
    seen. Raises Refused (those of ``record`` and ``decide``; unknown_game, not_corrected, bad_reason, stale_version).
    """
    decision_id = decision_id or uuid4()
    check_reason(command.reason)
    with transaction.atomic():
        ladder, rated = _locked(command.game)
        asked = settled(rated, command)

        def decided_on() -> RatingEvent:
            if expected_version not in (None, actual := version_of(rated)):
                raise Conflict("ratings.stale_version", expected=expected_version, actual=actual)
            return decide(ladder, asked, known=known_of(rated))

        done = decided(ladder, correction_stream(rated.game, decision_id), decided_on, decision_id, actor)
        if not done.repeated and (other := RatedGame.objects.filter(game=twin(rated.game)).first()) is not None:
            _change_beside(other, asked, decision_id, actor)
    return done


def _change_beside(other: RatedGame, command: Settled, decision_id: UUID, actor: str) -> None:
    """Change the same game on the ladder in FIDE mode, unless it is so already."""
    ladder, rated = _locked(other.game)
    known, asked = known_of(rated), replace(command, game=rated.game)
    match asked:
        case c.AnnulGame():
            is_so = not differs(known, asked.suspended)
        case c.CorrectGame():
            is_so = known.result == (asked.seats, asked.places)
    if not is_so:
        stream = correction_stream(rated.game, decision_id)
        append(ladder, stream, decide(ladder, asked, known=known), decision_id, actor)


def settled(rated: RatedGame, command: OfGame) -> Settled:
    """With who played, under the profiles that were kept, and their places as they are stored; what is taken back has
    become what it is then. Raises Refused."""
    match command:
        case c.AnnulGame():
            return replace(command, game=rated.game)
        case c.UndoCorrection(reason=reason):
            before = before_last_correction(rated)
            if before is None:
                return c.AnnulGame(rated.game, reason)
            return c.CorrectGame(rated.game, tuple(profiles_now(before[0])), before[1], reason=reason)
        case c.CorrectGame():
            seats = profiles_now(command.seats or seats_of(rated))
            check_seats(seats)
            places = places_of(len(seats), command.places, command.winner)
            check_known(seats)
            return replace(command, game=rated.game, seats=tuple(seats), places=places, winner=None)
        case _:
            assert_never(command)


def known_of(rated: RatedGame) -> Known:
    return Known(rated.game, _result(rated), len(published_lines(rated)), rated.suspended)


def seats_of(rated: RatedGame) -> list[str]:
    """Who played it, as far as known; for an annulled game, those first published."""
    lines = known_lines(rated) or published_lines(rated)
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    return [whos[line.rating].who for line in lines]


def version_of(rated: RatedGame) -> int:
    """It increases with each correction."""
    return 1 + Correction.objects.filter(rated=rated).count()


def before_last_correction(rated: RatedGame) -> Result | None:
    """The players and result before the last correction; None if the game did not count.

    Raises Refused (not_corrected).
    """
    made = list(Correction.objects.filter(rated=rated).order_by("id"))
    if not made:
        raise Conflict("not_corrected", game=rated.game)
    if len(made) == 1:
        first = KINDS.read(store.read(rated.game)[0])
        assert isinstance(first, GameRated)
        return first.seats, first.places
    event = KINDS.decode(made[-2].kind, 1, made[-2].data)
    return (event.seats, event.places) if isinstance(event, GameCorrected) else None


def check_reason(reason: str) -> None:
    """Raises Refused (bad_reason)."""
    if len(reason) > MAX_REASON or any(not char.isprintable() for char in reason):
        raise BadRequest("ratings.bad_reason", most=MAX_REASON)


def _fide(ladder: LadderKey) -> LadderKey | None:
    """The ladder in FIDE mode beside this one, if it was opened."""
    beside = replace(ladder, mode=FIDE)
    row = Ladder.objects.filter(game=beside.game, ruleset=beside.ruleset, speed=beside.speed, mode=FIDE)
    return beside if row.exclude(month="").exists() else None


def _again(rated: RatedGame, ladder: LadderKey, result: Result) -> Rated:
    """The game is already there: as first recorded, whatever was corrected since."""
    (stored,) = store.read(rated.game)
    first = KINDS.read(stored)
    assert isinstance(first, GameRated)
    if (first.ladder, tuple(profiles_now(first.seats)), first.places) != (ladder, *result):
        raise Conflict("already_rated", game=rated.game)
    return Rated(rated.number, repeated=True)


def _locked(game: UUID) -> tuple[Ladder, RatedGame]:
    rated = RatedGame.objects.filter(game=game).first()
    if rated is None:
        raise NotFound("unknown_game", game=game)
    return Ladder.objects.select_for_update().get(pk=rated.ladder_id), RatedGame.objects.get(game=game)


def _result(rated: RatedGame) -> Result | None:
    """The players and result, as known now; None if it is annulled."""
    lines = known_lines(rated)
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    return (tuple(whos[line.rating].who for line in lines), tuple(line.place for line in lines)) if lines else None


def check_known(seats: Sequence[str]) -> None:
    players = {player: who for who in seats if (player := player_of(who)) is not None}
    known = set(Player.objects.filter(id__in=players).values_list("id", flat=True))
    for player, who in players.items():
        if player not in known:
            raise BadRequest("ratings.unknown_player", who=who)
