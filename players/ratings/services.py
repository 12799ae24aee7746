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
from uuid import UUID

from django.db import transaction

from ledger import store
from web.errors import BadRequest, Conflict, NotFound

from ..models import Player
from . import persons
from .appending import Rated, append, decided, key_of
from .calendar import advance
from .events import (
    CLUB,
    FIDE,
    KINDS,
    MODES,
    GameAnnulled,
    GameCorrected,
    GameRated,
    LadderKey,
    correction_stream,
    twin,
)
from .models import Correction, Ladder, RatedGame, Rating
from .outcome import check_seats, places_of, player_of
from .readmodels import ladder_of
from .rerating import known_lines, published_lines

SOURCE = re.compile(r"([a-z]+:[0-9a-f-]{36})?")
LONGEST_REASON = 500


Result = tuple[tuple[str, ...], tuple[int, ...]]
"""Who sat where, and their places."""


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
    seats = persons.now(seats)
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


def correct(
    *,
    game: UUID,
    seats: Sequence[str],
    places: Sequence[int] = (),
    winner: int | None = None,
    actor: str,
    decision_id: UUID,
    reason: str = "",
    expected_version: int | None = None,
) -> Rated:
    """The game went otherwise, or others played it; it counts again if it was annulled. Later games are rated anew.

    Sent twice with one ``decision_id``, it counts once. ``expected_version``: the ``version_of`` the game that was
    seen. Raises Refused (those of ``record``; unknown_game, other_number_of_players, same_result, bad_reason,
    stale_version).
    """
    seats = persons.now(seats)
    check_seats(seats)
    result = tuple(seats), places_of(len(seats), places, winner)
    check_known(seats)
    check_reason(reason)
    with transaction.atomic():
        ladder = _locked(game)

        def decide() -> GameCorrected:
            _check_version(game, expected_version)
            check_correction(_game(game), *result)
            return GameCorrected(key_of(ladder), ladder.facts + 1, game, *result, reason)

        done = decided(ladder, correction_stream(game, decision_id), decide, decision_id, actor)
        if not done.repeated and (other := _twin(game)) is not None and _result(other) != result:
            beside = _locked(other.game)
            event = GameCorrected(key_of(beside), beside.facts + 1, other.game, *result, reason)
            append(beside, correction_stream(other.game, decision_id), event, decision_id, actor)
    return done


def annul(
    *,
    game: UUID,
    actor: str,
    decision_id: UUID,
    reason: str = "",
    suspended: bool = False,
    expected_version: int | None = None,
) -> Rated:
    """The game does not count; ``suspended``: until somebody has ruled on an objection. Later games are rated anew.

    Raises Refused (unknown_game, game_annulled, bad_reason, stale_version).
    """
    check_reason(reason)
    with transaction.atomic():
        ladder = _locked(game)

        def decide() -> GameAnnulled:
            _check_version(game, expected_version)
            if not _differs(_game(game), suspended):
                raise Conflict("game_annulled", game=game)
            return GameAnnulled(key_of(ladder), ladder.facts + 1, game, reason, suspended)

        done = decided(ladder, correction_stream(game, decision_id), decide, decision_id, actor)
        if not done.repeated and (other := _twin(game)) is not None and _differs(other, suspended):
            beside = _locked(other.game)
            event = GameAnnulled(key_of(beside), beside.facts + 1, other.game, reason, suspended)
            append(beside, correction_stream(other.game, decision_id), event, decision_id, actor)
    return done


def _differs(rated: RatedGame, suspended: bool) -> bool:
    """Whether it counts, or is out for another reason than it will be."""
    return not rated.annulled or rated.suspended is not suspended


def undo(*, game: UUID, actor: str, decision_id: UUID, reason: str = "", expected_version: int | None = None) -> Rated:
    """Take the last correction of a game back: it is again what it was known as before that.

    Raises Refused (unknown_game, not_corrected, bad_reason).
    """
    with transaction.atomic():
        _locked(game)
        before = before_last_correction(_game(game))
        if before is None:
            return annul(
                game=game, actor=actor, decision_id=decision_id, reason=reason, expected_version=expected_version
            )
        seats, places = before
        told = {"winner": places.index(1)} if 0 in places else {"places": places}
        return correct(
            game=game,
            seats=seats,
            **told,
            actor=actor,
            decision_id=decision_id,
            reason=reason,
            expected_version=expected_version,
        )


def version_of(rated: RatedGame) -> int:
    """It rises with each correction."""
    return 1 + Correction.objects.filter(rated=rated).count()


def _check_version(game: UUID, expected: int | None) -> None:
    """Raises Refused."""
    if expected not in (None, actual := version_of(_game(game))):
        raise Conflict("ratings.stale_version", expected=expected, actual=actual)


def before_last_correction(rated: RatedGame) -> Result | None:
    """Who had played, and what had come of it, before the last correction; None if it did not count.

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


def check_correction(rated: RatedGame, seats: Sequence[str], places: Sequence[int]) -> None:
    """Raises Refused (other_number_of_players, same_result)."""
    if len(seats) != (players := len(published_lines(rated))):
        raise Conflict("other_number_of_players", game=rated.game, players=players)
    if _result(rated) == (tuple(seats), tuple(places)):
        raise Conflict("same_result", game=rated.game)


def check_reason(reason: str) -> None:
    """Raises Refused (bad_reason)."""
    if len(reason) > LONGEST_REASON or any(not char.isprintable() for char in reason):
        raise BadRequest("ratings.bad_reason", most=LONGEST_REASON)


def said(ladder: LadderKey) -> str:
    return " ".join(filter(None, (ladder.game, ladder.ruleset, ladder.speed, ladder.mode)))


def _fide(ladder: LadderKey) -> LadderKey | None:
    """The ladder in FIDE mode beside this one, if it was opened."""
    beside = replace(ladder, mode=FIDE)
    row = Ladder.objects.filter(game=beside.game, ruleset=beside.ruleset, speed=beside.speed, mode=FIDE)
    return beside if row.exclude(month="").exists() else None


def _twin(game: UUID) -> RatedGame | None:
    return RatedGame.objects.filter(game=twin(game)).first()


def _game(game: UUID) -> RatedGame:
    return RatedGame.objects.get(game=game)


def _again(rated: RatedGame, ladder: LadderKey, result: Result) -> Rated:
    """The game is there: as it was recorded first, whatever was corrected since."""
    (stored,) = store.read(rated.game)
    first = KINDS.read(stored)
    assert isinstance(first, GameRated)
    if (first.ladder, tuple(persons.now(first.seats)), first.places) != (ladder, *result):
        raise Conflict("already_rated", game=rated.game)
    return Rated(rated.number, repeated=True)


def _locked(game: UUID) -> Ladder:
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None:
        raise NotFound("unknown_game", game=game)
    return Ladder.objects.select_for_update().get(pk=rated.ladder_id)


def _result(rated: RatedGame) -> Result | None:
    """Who played and what came of it, as known now; None if it is annulled."""
    lines = known_lines(rated)
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    return (tuple(whos[line.rating].who for line in lines), tuple(line.place for line in lines)) if lines else None


def check_known(seats: Sequence[str]) -> None:
    players = {player: who for who in seats if (player := player_of(who)) is not None}
    known = set(Player.objects.filter(id__in=players).values_list("id", flat=True))
    for player, who in players.items():
        if player not in known:
            raise BadRequest("ratings.unknown_player", who=who)
