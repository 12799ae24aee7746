"""Whole leagues in memory, for tests: seasons and play-offs at borders through the real decisions, with members
joining and leaving.

``prove_league`` looks for whatever must not be.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import chain
from random import Random
from uuid import UUID

from tournaments.decisions import results
from tournaments.decisions.field import Newcomer
from tournaments.evolve import evolve_all
from tournaments.formats.contract import EntrantNo
from tournaments.rehearsal import BEGINS, Rates, Rehearsed, prove, rehearse_with
from tournaments.settings import StagePlan
from tournaments.simulation import result_of
from tournaments.state import State, TableRef
from web.errors import Conflict

from . import events as e
from . import moving
from .events import Closing, LeagueEvent, Members, Place
from .rules import Rules
from .state import League, Season, evolve

SEASON = timedelta(days=30)


@dataclass(slots=True)
class Played:
    """``stream`` is everything that happened in the league itself."""

    state: League
    stream: list[tuple[LeagueEvent, datetime]] = field(default_factory=list)
    seasons: list[Rehearsed] = field(default_factory=list)
    moves: int = 0
    corrected: int = 0
    """Results of closed seasons, after which the moves were others."""
    play_offs: int = 0
    """At the ends of seasons, corrected ones again."""
    ruled: int = 0
    """Those of them that others would have to play by then: an officer said who won."""
    stopped: str = ""
    flaws: list[str] = field(default_factory=list)


def rehearse_league(rules: Rules, members: int, seasons: int, seed: int, rates: Rates) -> Played:
    """``members`` play so many seasons; in each, ``rates.late`` of that number join for the next one."""
    return _League(rules, members, seed, rates).run(seasons)


class _League:
    def __init__(self, rules: Rules, members: int, seed: int, rates: Rates) -> None:
        name = sha256(f"league:{seed}".encode()).digest()
        self.dice, self.rates, self.seed, self.known = Random(name), rates, seed, members
        self.now = BEGINS
        self.played = Played(League(UUID(bytes=name[:16])))
        self._take(e.LeagueOpened("Rehearsal", "", "", UUID(bytes=name[16:]), rules))
        for no in range(1, members + 1):
            self._take(e.MemberJoined(UUID(int=no)))

    def run(self, seasons: int) -> Played:
        for no in range(1, seasons + 1):
            try:
                self._season(no)
            except Conflict as refused:
                self.played.stopped = refused.code
                break
        self.played.flaws += prove_league(self.played)
        return self.played

    def _take(self, event: LeagueEvent) -> None:
        self.played.stream.append((event, self.now))
        self.played.state = evolve(self.played.state, event, self.now)

    def _season(self, no: int) -> None:
        state = self.played.state
        assert state.rules is not None
        self.now += SEASON
        divisions = moving.next_divisions(state)
        people = [(at, player) for at, members in enumerate(divisions) for player in members]
        newcomers = [Newcomer(player, division=moving.key_of(at)) for at, player in people]
        plans = moving.stages_of(state.rules, len(divisions))
        places = tuple(Place(EntrantNo(at), player, division) for at, (division, player) in enumerate(people, 1))
        agreed = Season(no, state.id, places, state.rules, len(divisions), self.now)
        rates, seed = replace(self.rates, late=0.0), self.seed * 1000 + no
        done = rehearse_with(plans, newcomers, seed, rates, lambda played: self._borders(agreed, played))
        self.played.seasons.append(done)
        self._take(e.SeasonOpened(no, done.state.id, places, state.rules, len(divisions)))
        for _ in range(sum(self.dice.random() < self.rates.late for _ in people)):
            self.known += 1
            self._take(e.MemberJoined(UUID(int=self.known)))
        if done.stopped:
            raise Conflict(done.stopped)
        closing = self._closing(no, done)
        self._take(e.SeasonClosed(no, closing))
        self.played.moves += sum(move.origin != move.target for move in closing.moves)
        self._correct(no, done)

    def _borders(self, season: Season, played: State) -> list[StagePlan]:
        return moving.borders_to_begin(season, played, moving.gone(season, played, self.played.state.leaving))

    def _closing(self, no: int, done: Rehearsed) -> Closing:
        """If other players should have played a play-off by now, an officer says who won."""
        season = self.played.state.season(no)
        assert season is not None
        moving.check_over(done.state)
        gone = moving.gone(season, done.state, self.played.state.leaving)
        borders = moving.borders(season, done.state, gone)
        self.played.play_offs += len(borders)
        asked = [one for one in borders if one.won is None]
        self.played.ruled += len(asked)
        said = {one.upper: tuple(self.dice.sample(one.people, one.places)) for one in asked}
        closing = moving.closing(season, done.state, gone, said)
        self.played.flaws += [f"season {no}: {flaw}" for flaw in _flaws(season, closing, gone)]
        return closing

    def _correct(self, no: int, done: Rehearsed) -> None:
        """A result of the closed season turns out to be wrong; the owner corrects the moves."""
        if self.dice.random() >= self.rates.corrections:
            return
        keys = [moving.key_of(at) for at in range(len(done.state.stages)) if moving.key_of(at) in done.state.stages]
        stage = done.state.stages[self.dice.choice(keys)]
        table = self.dice.choice([table for table in stage.tables() if table.is_done])
        ref = TableRef(stage.key, table.pairing.round, table.no)
        result = result_of([1500.0] * len(table.pairing.seats), 0.0, self.dice)
        change = results.correct(done.state, ref, result)
        done.state = evolve_all(done.state, change, self.now)
        done.stream += [(event, self.now) for event in change]
        closing = self._closing(no, done)
        season = self.played.state.season(no)
        assert season is not None
        if closing != season.closing:
            self.played.corrected += 1
            self._take(e.SeasonCorrected(no, closing))


def _flaws(season: Season, closing: Closing, gone: Members) -> list[str]:
    """Flaws of a closing: members lost, doubled or made up, or a move reported differently from how it was made."""
    before = [place.player for place in season.places]
    after = list(chain.from_iterable(closing.divisions))
    found = []
    if Counter(after) != Counter(player for player in before if player not in gone):
        found.append("the next season has others than those who play on")
    if Counter(chain.from_iterable(closing.standings)) != Counter(before):
        found.append("the standings are not the field")
    target = {player: at for at, members in enumerate(closing.divisions) for player in members}
    origin = {place.player: place.division for place in season.places}
    found += [
        f"{move.player} is told to go from {move.origin} to {move.target}"
        for move in closing.moves
        if (move.origin, move.target) != (origin.get(move.player), target.get(move.player))
    ]
    return found


def prove_league(played: Played) -> list[str]:
    """Errors in the streams of a league and its seasons; empty if all is well."""
    folded = League(played.state.id)
    for event, at in played.stream:
        folded = evolve(folded, event, at)
    found = [] if folded == played.state else ["the stream of the league folds to another state"]
    for no, season in enumerate(played.seasons, 1):
        found += [f"season {no}: {flaw}" for flaw in prove(season)]
    return found
