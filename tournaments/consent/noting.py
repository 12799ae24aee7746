"""Who agrees that a typed result is rated: noted with the result, as a fact, so that it is decided when it is written.

A seat agrees that has entered by itself or has confirmed its entry or this result, or is a member, by its own yes, of
the club or the league that holds the event. For a name without an account an officer answers who does not sit at the
table, if a club or a league has the name on its list; nobody answers for a name that anybody could have invented. Of a
member who hides that they are in the club nothing follows, since everybody sees what is rated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from ledger import store
from players import queries as players
from players.clubs import queries as clubs
from players.clubs.models import ClubMember
from players.models import Entering
from players.ratings.outcome import bot, person, player_of
from tournaments import events as e
from tournaments import written_down
from tournaments.decisions.field import Newcomer
from tournaments.events import TournamentEvent
from tournaments.evolve import evolve_all
from tournaments.leagues import state as leagues
from tournaments.state import Entry, State, Table, TableRef

from . import history
from .standing import is_rated

MIN_MEMBERS = 4
"""A club or league answers for names once so many people with an account belong to it, which is a full table: two who
act together cannot found one and write down whom they like to beat."""


def noted(state: State, batch: Sequence[TournamentEvent], actor: str, at: datetime) -> list[TournamentEvent]:
    """``batch`` as ``actor`` stores it: with what they agree to for themselves, and with the consent to each typed
    result in it. Imported results were not typed here.
    """
    if state.status is None or any(isinstance(event, e.Undone) for event in batch):
        return list(batch)
    batch = [spoken for event in batch for spoken in _for_themself(state, event, actor)]
    asked = [event for event in batch if isinstance(event, (e.ResultStood, e.ResultCorrected)) and event.result]
    said = [event for event in batch if isinstance(event, e.EntryConfirmed)]
    if not (asked or said):
        return batch
    after = evolve_all(state, batch, at)
    spots = dict.fromkeys(TableRef(event.stage, event.round, event.table) for event in asked)
    tables = [_Typed.of(state, after, ref) for ref in spots if is_typed(table_in(after, ref))]
    alone = _alone(table.who for table in tables if table.counts)
    batch += [_noted(after, table, actor, alone) for table in tables]
    return [*batch, *(one for event in said for one in _given(after, event.no))]


def _for_themself(state: State, event: TournamentEvent, actor: str) -> Iterator[TournamentEvent]:
    """Players agree by entering, returning, checking in or taking a place themselves."""
    if isinstance(event, e.EntrantEntered):
        yield replace(event, own=True) if event.player and actor == person(event.player) else event
        return
    yield event
    if isinstance(event, (e.EntrantReturned, e.EntrantCheckedIn)):
        entry = state.entries.get(event.no)
        if entry is not None and entry.player and actor == person(entry.player) and not entry.own:
            yield e.EntryConfirmed(event.no)
    if isinstance(event, e.EntrantReplaced) and event.player and actor == person(event.player):
        yield e.EntryConfirmed(event.no)  # a name that they have claimed


def _given(after: State, no: int) -> Iterator[TournamentEvent]:
    """Confirming an entry also confirms the results typed before."""
    if not is_rated(after):
        return
    player = after.entries[no].player  # type: ignore[index]  # numbers are plain here
    mine = set() if player is None else set(map(person, players.profiles(player)))  # also the name that they claimed
    for stage in after.stages.values():
        for one in stage.rounds:
            for table in one.tables.values():
                seats = [seat for seat in _missing(table) if table.consent and table.consent.who[seat] in mine]
                if seats:
                    yield e.ConsentGiven(stage.key, one.no, table.no, tuple(seats), lasting=True)


def _missing(table: Table) -> Sequence[int]:
    return table.consent.missing if table.is_done and table.consent is not None else ()


def is_typed(table: Table) -> bool:
    """Whether somebody has entered its result: at a real table, and not a walkover."""
    return table.is_done and not table.games and table.source != "walkover"


def table_in(state: State, ref: TableRef) -> Table:
    return state.stages[ref.stage].rounds[ref.round - 1].tables[ref.table]


@dataclass(frozen=True, slots=True)
class _Typed:
    """A table whose result is typed, with those who sit there and what was agreed before."""

    ref: TableRef
    table: Table
    who: tuple[str, ...]
    lasting: frozenset[int]
    counts: bool
    """In an event that is not rated, or is played online, nobody agrees to more than that."""

    @classmethod
    def of(cls, before: State, after: State, ref: TableRef) -> _Typed:
        stage, table = before.stages.get(ref.stage), table_in(after, ref)
        known = stage.table(ref.round, ref.table) if stage is not None else None
        earlier = None if known is None else known.consent
        counts = is_rated(after) and (earlier is not None or not after.settings.online)
        if earlier is None:
            return cls(ref, table, sitters(after, table), frozenset(), counts)
        return cls(ref, table, tuple(earlier.who), frozenset(earlier.lasting), counts)


def _noted(after: State, typed: _Typed, actor: str, alone: set[UUID]) -> e.ConsentNoted:
    lasting = seats = frozenset[int]()
    if typed.counts:
        silent = _silent(typed.who, alone)
        lasting = _playing(after, typed.who, silent) | typed.lasting
        seats = lasting | _agreeing(after, typed.table, typed.who, actor, silent)
    ref = typed.ref
    return e.ConsentNoted(ref.stage, ref.round, ref.table, typed.who, tuple(sorted(seats)), tuple(sorted(lasting)))


def sitters(state: State, table: Table) -> tuple[str, ...]:
    """The current players of the seats, as ratings name them."""
    return tuple(named(state.entries[no]) for no in table.pairing.seats)


def named(entry: Entry | Newcomer) -> str:
    return bot(entry.bot) if entry.player is None else person(entry.player)


# --- who agrees -------------------------------------------------------------------------------------------


def playing(state: State, who: Sequence[str]) -> frozenset[int]:
    """The seats that agree to play here, whatever the result: by their own entry, or as members."""
    return _playing(state, who, without_account(who))


def _playing(state: State, who: Sequence[str], silent: set[int]) -> frozenset[int]:
    people = {seat: player for seat, one in enumerate(who) if seat not in silent and (player := player_of(one))}
    own = {entry.player for entry in state.entries.values() if entry.own}
    agreed = {seat for seat, player in people.items() if player in own}
    waiting = {seat: player for seat, player in people.items() if seat not in agreed}
    members = _members(state, waiting.values()) if waiting else frozenset[UUID]()
    return frozenset(agreed | {seat for seat, player in waiting.items() if player in members})


def _agreeing(state: State, table: Table, who: Sequence[str], actor: str, silent: set[int]) -> frozenset[int]:
    """The seats that agree to just this result: those that have reported it, that of whoever types it (``actor``), and
    those for which they may answer.
    """
    by = _player(actor)
    reported = {seat for seat, told in table.reports.items() if told == table.pairing.result}
    typed = {seat for seat, one in enumerate(who) if by is not None and player_of(one) == by}
    answered = answerable(state, who, silent, by)
    return frozenset((reported | typed) - silent | answered)


def answerable(state: State, who: Sequence[str], silent: set[int], by: UUID | None) -> set[int]:
    """Those of the seats ``silent`` for which ``by`` may agree: an officer who does not sit there, for names that are
    on a list; for a name of another club's roster only somebody who speaks for that club, unless one of these has
    entered them here."""
    if not silent or by is None or not may_answer(state, who, by):
        return set()
    people = {seat: player for seat in silent if (player := player_of(who[seat])) is not None}
    listed, event = _listed(state, people.values()), written_down.tournament(state)
    return {
        seat
        for seat, player in people.items()
        if (home := listed.get(player)) is not None
        and (written_down.is_at_home(home, event) or _is_spoken_for(state, player, home, by))
    }


def _is_spoken_for(state: State, player: UUID, home: UUID, by: UUID) -> bool:
    entered = _player(history.of(state.id).entered_by.get(player, ""))
    return written_down.speaks_for(home, by) or written_down.speaks_for(home, entered)


def _listed(state: State, ids: Collection[UUID]) -> Mapping[UUID, UUID]:
    """The homes of those who are names on the list of the club or the league that holds the event, or of another club;
    only of a club or league that answers for names."""
    homes, event = players.written_down(ids), written_down.tournament(state)
    if not homes:
        return {}
    own = _answers_for_names(event.of_club, event.league)
    answering = {
        home: own if written_down.is_at_home(home, event) else _answers_for_names(home) for home in set(homes.values())
    }
    return {player: home for player, home in homes.items() if answering[home]}


def _answers_for_names(club: UUID | None, league: UUID | None = None) -> bool:
    if club is not None and clubs.visible_members(club) >= MIN_MEMBERS:
        return True
    if league is None:
        return False
    members = players.kept(leagues.fold(league, store.read(league)).own)
    return len(members - players.guests(members)) >= MIN_MEMBERS


def unanswerable(state: State, who: Iterable[str]) -> set[str]:
    """Those of ``who`` for whom nobody can agree as long as they have no account."""
    alone = _alone([list(who)])
    return {person(player) for player in alone - _listed(state, alone).keys()}


def without_account(who: Sequence[str]) -> set[int]:
    """Seats of those who cannot speak for themselves: bots, names, guests."""
    return _silent(who, _alone([who]))


def _silent(who: Sequence[str], alone: set[UUID]) -> set[int]:
    people = {seat: player_of(one) for seat, one in enumerate(who)}
    return {seat for seat, player in people.items() if player is None or player in alone}


def _alone(tables: Iterable[Sequence[str]]) -> set[UUID]:
    """The people at these tables who have no account; looked up for all of them at once."""
    people = {player for who in tables for one in who if (player := player_of(one)) is not None}
    now = players.now_of(people)
    guests = players.guests(now.values())
    return {player for player in people if now[player] in guests}


def may_answer(state: State, who: Sequence[str], by: UUID) -> bool:
    """Whether ``by`` is an officer, with an account, who does not sit there."""
    return state.role_of(by) is not None and not players.guests([by]) and by not in parties(who)


def parties(who: Sequence[str]) -> set[UUID]:
    """The people at a table, with all profiles that were merged into theirs."""
    people = {player for one in who if (player := player_of(one)) is not None}
    return people | players.kept(people)


def _player(actor: str) -> UUID | None:
    return UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None


def _members(state: State, asked: Collection[UUID]) -> frozenset[UUID]:
    """Those of ``asked`` who have themselves agreed to be in the club or the league that holds the event."""
    now, here = players.now_of(asked), set[UUID]()
    club = written_down.tournament(state).of_club
    if club is not None:
        rows = ClubMember.objects.filter(club=club, hidden=False, player__in=now.values())
        here |= set(rows.values_list("player", flat=True))
    if state.league is not None:
        here |= players.kept(leagues.fold(state.league, store.read(state.league)).own)
    alone = players.not_entered_by_all(here)
    here -= {player for player, whom in alone.items() if whom is Entering.SELF}
    return frozenset(player for player in asked if now[player] in here)
