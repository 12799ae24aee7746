"""The fold of what happens at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, assert_never

from . import events as e
from .consent.state import Consent
from .formats.contract import Result
from .state import Call, Played, Progress, Stage, Table

K = TypeVar("K")
V = TypeVar("V")


AtTable = (
    e.TableCalled
    | e.TableStarted
    | e.PlayersCalled
    | e.PresenceNoted
    | e.SeatsMissed
    | e.PostponementAsked
    | e.TablePostponed
    | e.ResultReported
    | e.ResultDisputed
    | e.StatementMade
    | e.GamePlayed
    | e.MatchRewound
    | e.MatchStopped
    | e.ResultStood
    | e.ResultCorrected
    | e.ConsentNoted
    | e.ConsentGiven
    | e.RatingObjected
    | e.ObjectionWithdrawn
    | e.ObjectionsRuled
)


def at_table(table: Table, event: AtTable, at: datetime) -> Table:
    match event:
        case e.TableCalled():
            game = Played(event.opened, called_at=at)
            return replace(table, games=with_value(table.games, event.game, game))
        case e.TableStarted():
            return replace(table, progress=Progress.STARTED, games=_all_have_come(table.games), since=at)
        case e.PlayersCalled():
            return replace(table, called=(*table.called, Call(at, frozenset(event.seats), event.last)))
        case e.PresenceNoted():
            here = frozenset(event.here)
            return replace(table, here=here, missed=table.missed - here, lost=table.lost - here)
        case e.SeatsMissed():
            return _with_missed(table, event, at)
        case e.PostponementAsked():
            return replace(table, asked=with_value(table.asked, event.seat, event.until))
        case e.TablePostponed():
            table = replace(table, until=event.until, postponed=True, asked={})
            return _uncalled(table) if event.anew else table
        case e.ResultReported():
            reports = with_value(table.reports, event.seat, event.result)
            disputed = table.progress is Progress.DISPUTED
            return replace(
                table,
                reports=reports,
                progress=table.progress if disputed else Progress.REPORTED,
                since=table.since if table.reports else at,
            )
        case e.ResultDisputed():
            return replace(table, progress=Progress.DISPUTED, deadline=event.deadline, since=at)
        case e.StatementMade():
            return replace(table, statements=(*table.statements, (event.seat, event.remark)))
        case e.GamePlayed():
            played = replace(table.games.get(event.game, Played()), result=event.result)
            return replace(table, games=with_value(table.games, event.game, played), since=at)
        case e.MatchRewound():
            return table
        case e.MatchStopped():
            return table if event.places else replace(table, games=without_key(table.games, event.game), since=at)
        case e.ResultStood():
            return _with_result(table, event.result, event.source, at)
        case e.ResultCorrected():
            corrected = replace(_with_result(table, event.result, "arbiter", at), corrected=True)
            return corrected if event.result is not None else replace(corrected, games={}, reports={})
        case e.ConsentNoted():
            consent = Consent(event.who, frozenset(event.seats), frozenset(event.lasting))
            return replace(table, consent=consent, objections=table.objections.at(event.who))
        case e.ConsentGiven():
            return replace(table, consent=table.consent and table.consent.given(event.seats, lasting=event.lasting))
        case e.RatingObjected() | e.ObjectionWithdrawn() | e.ObjectionsRuled():
            return replace(table, objections=table.objections.after(event))
        case _:
            assert_never(event)


def _with_missed(table: Table, event: e.SeatsMissed, at: datetime) -> Table:
    seats = frozenset(event.seats)
    table = replace(table, missed=table.missed | seats, here=table.here - seats)
    if not event.forfeit:
        return table
    begun = table.progress is Progress.PAIRED
    return replace(
        table,
        lost=table.lost | seats,
        progress=Progress.STARTED if begun else table.progress,
        since=at if begun else table.since,
    )


def _all_have_come(games: Mapping[int, Played]) -> Mapping[int, Played]:
    """The game that was called last has begun."""
    return with_value(games, max(games), replace(games[max(games)], started=True)) if games else games


def called_off(stage: Stage) -> Stage:
    """Calls off all running games; if the tournament goes on, they are called again."""
    return replace(stage, rounds=tuple(replace(one, tables=_free(one.tables)) for one in stage.rounds))


def _free(tables: Mapping[int, Table]) -> Mapping[int, Table]:
    return {
        no: replace(table, games=_over(table.games))
        if not table.is_done and any(game.is_under_way for game in table.games.values())
        else table
        for no, table in tables.items()
    }


def _over(games: Mapping[int, Played]) -> Mapping[int, Played]:
    return {no: game for no, game in games.items() if not game.is_under_way}


def _with_result(table: Table, result: Result | None, source: str, at: datetime) -> Table:
    return replace(
        table,
        pairing=replace(table.pairing, result=result),
        progress=Progress.STARTED if result is None else Progress.DONE,
        source="" if result is None else source,
        deadline="",
        since=at,
        consent=None,
        objections=table.objections.to_another_result(),
    )


def with_value(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def without_key(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {known: value for known, value in mapping.items() if known != key}


def _uncalled(table: Table) -> Table:
    """Forget who was called or missed at the table."""
    games = {no: game for no, game in table.games.items() if game.started or not game.is_under_way}
    return replace(table, games=games, called=(), here=frozenset(), missed=frozenset())
