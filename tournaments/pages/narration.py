"""The change log in plain sentences: one for each event, with the names of that moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players import queries as players
from players.names import alike
from tournaments import events as e
from tournaments import queries
from tournaments.events import TournamentEvent
from tournaments.formats.contract import Bye, EntrantNo, Pairing
from tournaments.queries import Change
from tournaments.state import Role

from . import consent_log, words, writing
from .about import ROLES

Tables = Mapping[tuple[str, int, int], Sequence[EntrantNo]]
"""Who sits at the tables, by stage, round and table, in seat order."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``stage``, ``round`` and ``table`` are what the sentence is about; ``""`` and 0 if none."""

    text: str
    stage: str = ""
    round: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """Names and seats at the time of a change. ``private``: whether the reader is an officer."""

    entrants: Mapping[EntrantNo, str]
    people: Mapping[UUID, str]
    tables: Tables
    private: bool
    rated: bool = True
    """Whether the tournament was."""

    def name(self, no: EntrantNo) -> str:
        return self.entrants.get(no, _("number %(no)s") % {"no": no})

    def at(self, stage: str, round_no: int, table: int) -> list[str]:
        return [self.name(no) for no in self.tables.get((stage, round_no, table), ())]


def moments(log: Sequence[Change], private: bool) -> Iterator[Moment]:
    """What was known after each change, the earliest first. Each value is valid until the next one is read."""
    people = players.names(_people(log))
    called = _called(log, people)
    entrants: dict[EntrantNo, str] = {}
    tables: dict[tuple[str, int, int], Sequence[EntrantNo]] = {}
    rated = True
    for change in log:
        for event in change.events:
            if isinstance(event, (e.EntrantEntered, e.EntrantReplaced)):
                entrants[event.no] = called[event.no, _name(event, people)]
            elif isinstance(event, (e.TablesPaired, e.TablesRepaired)):
                tables |= {(event.stage, one.round, one.table): one.seats for one in event.pairings}
            elif isinstance(event, e.EntrantsExchanged):
                tables |= {
                    spot: tuple(event.places.get(no, no) for no in seats)
                    for spot, seats in tables.items()
                    if spot[0] == event.stage
                }
            elif isinstance(event, (e.TournamentOpened, e.TournamentChanged)):
                rated = bool(event.settings.rated) and not event.settings.online
        yield Moment(entrants, people, tables, private, rated)


def _called(log: Iterable[Change], people: Mapping[UUID, str]) -> Mapping[tuple[EntrantNo, str], str]:
    """All past and present entrants by number and name; names that look alike get their numbers."""
    entered = (e.EntrantEntered, e.EntrantReplaced)
    events = [event for change in log for event in change.events if isinstance(event, entered)]
    names = {(event.no, name): name for event in events if (name := _name(event, people))}
    return alike.told_apart(names, lambda key, name: queries.with_number(key[0], name))


def _name(event: e.EntrantEntered | e.EntrantReplaced, people: Mapping[UUID, str]) -> str:
    return people.get(event.player, "?") if event.player else words.bot(event.bot, event.no)


def _people(log: Iterable[Change]) -> Iterator[UUID]:
    for change in log:
        if change.by is not None:
            yield change.by
        for event in change.events:
            player = getattr(event, "player", None) or getattr(event, "owner", None)
            if player is not None:
                yield player


def sentences(change: Change, now: Moment) -> list[Sentence]:
    """One sentence for each event; many entries or check-ins in one change share one. Only those who do not agree to a
    result are mentioned.
    """
    told: list[Sentence] = []
    loud = [
        one
        for one in change.events
        if not isinstance(one, e.ConsentNoted) or (now.rated and (one.missing or one.has_bot))
    ]
    for kind, same in groupby(loud, type):
        batch = list(same)
        many = _MANY.get(kind)
        if many is not None and len(batch) > 1:
            told.append(Sentence(many(words.listed(now.name(getattr(one, "no", EntrantNo(0))) for one in batch))))
        else:
            told += [_sentence(event, now) for event in batch]
    return told


_MANY: Mapping[type, Callable[[str], str]] = {
    e.EntrantEntered: lambda names: _("Entered: %(names)s.") % {"names": names},
    e.EntrantReturned: lambda names: _("Back in the tournament: %(names)s.") % {"names": names},
    e.EntrantCheckedIn: lambda names: _("Checked in: %(names)s.") % {"names": names},
    e.CheckInUndone: lambda names: _("No longer checked in: %(names)s.") % {"names": names},
}


def _sentence(event: TournamentEvent, now: Moment) -> Sentence:
    stage = str(getattr(event, "stage", ""))
    about_round = int(getattr(event, "round", 0)) if stage else 0
    return Sentence(_told(event, now), stage, about_round, int(getattr(event, "table", 0)))


def _told(event: TournamentEvent, now: Moment) -> str:
    match event:
        case (
            e.TournamentOpened()
            | e.TournamentChanged()
            | e.StagesPlanned()
            | e.RoleGranted()
            | e.RoleRevoked()
            | e.NoteAdded()
            | e.TournamentClosed()
            | e.TournamentReopened()
            | e.TournamentCancelled()
            | e.Undone()
        ):
            return _tournament(event, now)
        case (
            e.EntrantEntered()
            | e.EntryConfirmed()
            | e.EntrantChanged()
            | e.EntrantReplaced()
            | e.EntrantRemoved()
            | e.EntrantCheckedIn()
            | e.CheckInUndone()
            | e.EntrantWithdrew()
            | e.EntrantReturned()
        ):
            return _entrant(event, now)
        case e.ByeGranted() | e.ByeRevoked() | e.FieldSeeded() | e.PenaltyGiven() | e.PenaltyLifted():
            return _field(event, now)
        case (
            e.StageStarted()
            | e.StageJoined()
            | e.TablesPaired()
            | e.TablesRepaired()
            | e.RoundUnpaired()
            | e.EntrantsExchanged()
            | e.StageTakenBack()
            | e.TimerStarted()
            | e.WindowsSet()
            | e.StageClosed()
        ):
            return _stage(event, now)
        case (
            e.TableCalled()
            | e.TableStarted()
            | e.PlayersCalled()
            | e.PresenceNoted()
            | e.SeatsMissed()
            | e.PostponementAsked()
            | e.TablePostponed()
            | e.ResultReported()
            | e.ResultDisputed()
            | e.StatementMade()
            | e.GamePlayed()
            | e.MatchRewound()
            | e.MatchStopped()
            | e.ResultStood()
            | e.ResultCorrected()
        ):
            return _table(event, now)
        case e.ConsentNoted() | e.ConsentGiven() | e.RatingObjected() | e.ObjectionWithdrawn() | e.ObjectionsRuled():
            return consent_log.told(event, now.at(event.stage, event.round, event.table))
        case _:
            assert_never(event)


def _tournament(
    event: e.TournamentOpened
    | e.TournamentChanged
    | e.StagesPlanned
    | e.RoleGranted
    | e.RoleRevoked
    | e.NoteAdded
    | e.TournamentClosed
    | e.TournamentReopened
    | e.TournamentCancelled
    | e.Undone,
    now: Moment,
) -> str:
    match event:
        case e.TournamentOpened():
            return _("The tournament “%(title)s” was opened.") % {"title": event.title}
        case e.TournamentChanged():
            return _("The settings of “%(title)s” were changed.") % {"title": event.title}
        case e.StagesPlanned():
            titles = ", ".join(words.stage(one.key) for one in event.stages)
            return _("The stages are now: %(stages)s.") % {"stages": titles}
        case e.RoleGranted():
            role = str(ROLES[Role(event.role)])
            return _("%(name)s is now an organiser: %(role)s.") % {
                "name": now.people.get(event.player, "?"),
                "role": role,
            }
        case e.RoleRevoked():
            return _("%(name)s is no longer an organiser.") % {"name": now.people.get(event.player, "?")}
        case e.NoteAdded():
            if event.entrant is None or not now.private:
                return _("An organiser made a note.")
            return _("An organiser made a note about %(name)s.") % {"name": now.name(event.entrant)}
        case e.TournamentClosed():
            return _("The tournament was closed: its results are final.")
        case e.TournamentReopened():
            return _("The tournament was opened again.")
        case e.TournamentCancelled():
            return _("The tournament was called off.")
        case e.Undone():
            if event.first == event.last:
                return _("Change %(first)s was taken back.") % {"first": event.first}
            return _("Changes %(first)s to %(last)s were taken back.") % {"first": event.first, "last": event.last}
        case _:
            assert_never(event)


def _entrant(
    event: e.EntrantEntered
    | e.EntryConfirmed
    | e.EntrantChanged
    | e.EntrantReplaced
    | e.EntrantRemoved
    | e.EntrantCheckedIn
    | e.CheckInUndone
    | e.EntrantWithdrew
    | e.EntrantReturned,
    now: Moment,
) -> str:
    name = {"name": now.name(event.no), "no": event.no}
    match event:
        case e.EntrantEntered():
            return _("%(name)s entered, as number %(no)s.") % name
        case e.EntryConfirmed():
            return _("%(name)s confirmed the entry.") % name
        case e.EntrantChanged():
            told = [str(event.rating) if event.rating else _("unrated"), event.title, words.division(event.division)]
            return _("The entry of %(name)s is now: %(told)s.") % {**name, "told": ", ".join(filter(None, told))}
        case e.EntrantReplaced():
            return _("%(name)s plays on as the substitute for number %(no)s.") % name
        case e.EntrantRemoved():
            return _("%(name)s was struck off the list.") % name
        case e.EntrantCheckedIn():
            return _("%(name)s checked in.") % name
        case e.CheckInUndone():
            return _("%(name)s is no longer checked in.") % name
        case e.EntrantWithdrew():
            return _("%(name)s withdrew.") % name
        case e.EntrantReturned():
            return _("%(name)s is back.") % name
        case _:
            assert_never(event)


def _field(event: e.ByeGranted | e.ByeRevoked | e.FieldSeeded | e.PenaltyGiven | e.PenaltyLifted, now: Moment) -> str:
    match event:
        case e.ByeGranted():
            told = {"name": now.name(event.no), "round": event.round, "bye": str(words.BYES[event.bye])}
            return _("%(name)s does not play in round %(round)s (%(bye)s).") % told
        case e.ByeRevoked():
            told = {"name": now.name(event.no), "round": event.round}
            return _("%(name)s plays in round %(round)s after all.") % told
        case e.FieldSeeded():
            return _("The players were seeded: %(names)s.") % {
                "names": words.listed(now.name(no) for no in event.order)
            }
        case e.PenaltyGiven():
            name = {"name": now.name(event.no), "points": writing.points(event.points), "round": event.round}
            if not event.points:
                return _("%(name)s was warned in round %(round)s.") % name
            return _("%(name)s was given a penalty of %(points)s points in round %(round)s.") % name
        case e.PenaltyLifted():
            return _("A penalty was lifted.")
        case _:
            assert_never(event)


def _stage(
    event: e.StageStarted
    | e.StageJoined
    | e.TablesPaired
    | e.TablesRepaired
    | e.RoundUnpaired
    | e.EntrantsExchanged
    | e.StageTakenBack
    | e.TimerStarted
    | e.WindowsSet
    | e.StageClosed,
    now: Moment,
) -> str:
    stage = {"stage": words.stage(event.stage)}
    match event:
        case e.StageStarted():
            count = len(event.entrants)
            many = ngettext("“%(stage)s” began with %(n)s player.", "“%(stage)s” began with %(n)s players.", count)
            begins = [many % {**stage, "n": count}]
            begins += [
                _("%(new)s advances in place of %(old)s, who has left.") % {"new": now.name(new), "old": now.name(old)}
                for new, old in event.moved_up.items()
            ]
            return " ".join([*begins, _("An arbiter decided who advances.")] if event.by_hand else begins)
        case e.StageJoined():
            told = {**stage, "name": now.name(event.no), "round": event.round}
            return _("%(name)s joined “%(stage)s”, from round %(round)s on.") % told
        case e.TablesPaired():
            return _paired(event, now)
        case e.TablesRepaired():
            told = {**stage, "round": event.round, "tables": _seated(event.pairings, now)}
            if event.pairings:
                said = _("Round %(round)s of “%(stage)s” was changed: %(tables)s.") % told
            else:
                said = _("Round %(round)s of “%(stage)s” was changed: tables were removed.") % told
            return f"{said} {_byes(event.byes, now)}".rstrip()
        case e.RoundUnpaired():
            return _("The pairing of round %(round)s of “%(stage)s” was taken back.") % {**stage, "round": event.round}
        case e.EntrantsExchanged():
            swaps = (
                _("%(new)s for %(old)s") % {"new": now.name(new), "old": now.name(old)}
                for old, new in event.places.items()
            )
            return _("Players of “%(stage)s” were swapped: %(swaps)s.") % {**stage, "swaps": words.listed(swaps)}
        case e.StageTakenBack():
            return _("“%(stage)s” was taken back and can restart.") % stage
        case e.TimerStarted():
            told = {"round": event.round, "until": words.until(event.ends)}
            return _("The timer of round %(round)s runs until %(until)s.") % told
        case e.WindowsSet():
            windows = (f"{no}: {words.until(ends)}" for no, ends in event.ends.items())
            return _("The rounds of “%(stage)s” are to be played by: %(windows)s.") % {
                **stage,
                "windows": words.listed(windows),
            }
        case e.StageClosed():
            return _("“%(stage)s” is over.") % stage
        case _:
            assert_never(event)


def _paired(event: e.TablesPaired, now: Moment) -> str:
    rounds = sorted({one.round for one in event.pairings} or {event.round})
    told = {
        "stage": words.stage(event.stage),
        "round": ", ".join(str(one) for one in rounds),
        "tables": _seated(event.pairings, now),
    }
    if not event.pairings:
        said = _("Round %(round)s of “%(stage)s” was paired, without tables.") % told
    elif event.by_hand:
        said = _("Round %(round)s of “%(stage)s” was paired by hand: %(tables)s.") % told
    else:
        said = _("Round %(round)s of “%(stage)s” was paired: %(tables)s.") % told
    return f"{said} {_byes(event.byes, now)}".rstrip()


def _byes(byes: Mapping[EntrantNo, Bye], now: Moment) -> str:
    """Those who sit out because the field does not fill its tables; empty if nobody does."""
    out = [now.name(no) for no, bye in byes.items() if bye is Bye.PAIRING]
    return _("Bye: %(names)s.") % {"names": words.listed(out)} if out else ""


def _seated(pairings: Sequence[Pairing], now: Moment) -> str:
    return words.listed(
        (f"{one.table}: " + writing.joined([now.name(no) for no in one.seats]) for one in pairings), most=4
    )


def _table(
    event: e.TableCalled
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
    | e.ResultCorrected,
    now: Moment,
) -> str:
    names = now.at(event.stage, event.round, event.table)
    where = {"table": event.table, "round": event.round, "who": writing.joined(names)}
    match event:
        case e.TableCalled():
            return _("Table %(table)s of round %(round)s was called: %(who)s.") % where
        case e.TableStarted():
            return _("Play began at table %(table)s of round %(round)s: %(who)s.") % where
        case e.PlayersCalled() | e.PresenceNoted() | e.SeatsMissed():
            return _at_real_table(event, names)
        case e.PostponementAsked():
            told = {**where, "name": _seat(names, event.seat), "until": words.until(event.until)}
            return _("%(name)s asked to play table %(table)s of round %(round)s by %(until)s.") % told
        case e.TablePostponed():
            told = {**where, "until": words.until(event.until)}
            return _("Table %(table)s of round %(round)s was postponed: it is to be played by %(until)s.") % told
        case e.ResultReported():
            told = {**where, "name": _seat(names, event.seat), "result": words.result(event.result, names)}
            return _("%(name)s reported the result of table %(table)s of round %(round)s: %(result)s.") % told
        case e.ResultDisputed():
            told = {**where, "until": words.until(event.deadline)}
            return _(
                "The result of table %(table)s of round %(round)s is disputed; without a ruling, the default result "
        "counts from %(until)s."
            ) % told  # fmt: skip
        case e.StatementMade():
            told = {**where, "name": _seat(names, event.seat)}
            return _("%(name)s made a statement about table %(table)s of round %(round)s.") % told
        case e.GamePlayed():
            told = {**where, "game": event.game, "result": words.result(event.result, names)}
            return _("Game %(game)s at table %(table)s of round %(round)s: %(result)s.") % told
        case e.MatchRewound():
            rewound = _(
                "The match at table %(table)s of round %(round)s goes on from its event %(to)s, as an arbiter ordered: "
        "%(who)s."
            ) % {**where, "to": event.to}  # fmt: skip
            return rewound if event.rated else f"{rewound} {_unrated()}"
        case e.MatchStopped(places=()):
            return _("An arbiter annulled the match at table %(table)s of round %(round)s: %(who)s.") % where
        case e.MatchStopped():
            ended = _("An arbiter ended the match at table %(table)s of round %(round)s: %(who)s.") % where
            return ended if event.rated else f"{ended} {_unrated()}"
        case e.ResultStood():
            told = {**where, "result": words.result(event.result, names), "source": words.source(event.source)}
            return _("Result of table %(table)s of round %(round)s: %(result)s. %(source)s") % told
        case e.ResultCorrected():
            if event.result is None:
                return _("The result of table %(table)s of round %(round)s was cleared: %(who)s.") % where
            told = {**where, "result": words.result(event.result, names)}
            return _("The result of table %(table)s of round %(round)s was corrected: %(result)s.") % told
        case _:
            assert_never(event)


def _unrated() -> str:
    return _("It counts for no rating.")


def _at_real_table(event: e.PlayersCalled | e.PresenceNoted | e.SeatsMissed, names: Sequence[str]) -> str:
    seats = event.here if isinstance(event, e.PresenceNoted) else event.seats
    told = {
        "table": event.table,
        "round": event.round,
        "who": writing.joined([_seat(names, seat) for seat in seats]) or _("nobody"),
    }
    match event:
        case e.PlayersCalled(last=True):
            return _("Last call to table %(table)s of round %(round)s: %(who)s.") % told
        case e.PlayersCalled():
            return _("Called to table %(table)s of round %(round)s: %(who)s.") % told
        case e.PresenceNoted():
            return _("Present at table %(table)s of round %(round)s: %(who)s.") % told
        case e.SeatsMissed(forfeit=True):
            return _("Forfeit for not coming to table %(table)s of round %(round)s: %(who)s.") % told
        case e.SeatsMissed():
            return _(
                "Not in time at table %(table)s of round %(round)s: %(who)s. The arbiter decides."
            ) % told  # fmt: skip
        case _:
            assert_never(event)


def _seat(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else "?"
