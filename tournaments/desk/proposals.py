"""Proposals for the next round, or for pairing a round again, worked out outside the request if that takes long.

A proposal follows from the tournament's version, and from the change that is looked at, so it is kept by these: the
page that shows it, the swaps tried on it and its publication work it out once. It is kept in this process; another one
works out the same again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TakesLonger
from dataclasses import dataclass, field, replace
from threading import Lock
from uuid import UUID

from django.utils import timezone

from tournaments import corrections
from tournaments.decisions import rounds
from tournaments.events import EntrantEntered, TournamentEvent
from tournaments.formats.contract import Progress, Proposal
from tournaments.state import State
from web.costly import Busy

KEPT = 16
AT_ONCE, MAX_WAITING = 2, 6
"""Of the whole process: who asks for one more is told to come again."""
AGAIN_SECONDS = 10
AT_FIRST = 0.7
"""Seconds that a page waits before it shows progress instead."""

Key = tuple[UUID, int, str, str]
"""Tournament, version, stage, and the change that the running round is paired again for (``""``: it is the next)."""
Make = Callable[[Progress], Proposal]


@dataclass
class Work:
    """A proposal in progress; ``done`` of ``whole`` steps are finished (0 of 0: unknown)."""

    future: Future[Proposal]
    done: int = 0
    whole: int = 0


@dataclass
class Proposals:
    """The proposals kept, the newest last."""

    works: OrderedDict[Key, Work] = field(default_factory=OrderedDict)
    begun: list[Work] = field(default_factory=list)
    """Those that are not done, whether or not they are kept any longer."""
    lock: Lock = field(default_factory=Lock)
    pool: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(AT_ONCE, thread_name_prefix="proposals")
    )

    def work(self, key: Key, make: Make) -> Work:
        """The work for this version of the tournament, running or finished. Raises Busy."""
        with self.lock:
            found = self.works.pop(key, None) or self._begun(make)
            self.works[key] = found
            while len(self.works) > KEPT:
                self.works.popitem(last=False)
        return found

    def _begun(self, make: Make) -> Work:
        """Raises Busy."""
        if sum(not work.future.done() for work in self.begun) >= AT_ONCE + MAX_WAITING:
            raise Busy(AGAIN_SECONDS)
        work: Work = Work(Future())
        self.begun = [one for one in self.begun if not one.future.done()] + [work]
        self.pool.submit(_carry_out, work, make)
        return work

    def clear(self) -> None:
        with self.lock:
            self.works.clear()


def _carry_out(work: Work, make: Make) -> None:
    def progress(done: int, whole: int) -> None:
        work.done, work.whole = done, whole

    try:
        work.future.set_result(make(progress))
    except BaseException as error:
        work.future.set_exception(error)


proposals = Proposals()


def proposal_or_progress(state: State, stage: str, wait: float | None = None) -> Proposal | Work:
    """The proposal if it is ready within ``wait`` seconds (``AT_FIRST``), else its progress.

    Raises NotFound, Conflict, Busy.
    """

    def make(progress: Progress) -> Proposal:
        return rounds.propose(state, stage, progress, at=timezone.now())

    return _within(wait, proposals.work((state.id, state.version, stage, ""), make))


def again_or_progress(
    state: State, change: Sequence[TournamentEvent], stage: str, wait: float | None = None
) -> Proposal | Work:
    """The same for the running round, paired again after ``change``. Raises NotFound, Conflict,
    Busy.

    Who enters with it has another id each time that it is looked at, and always the same number.
    """

    def make(progress: Progress) -> Proposal:
        return corrections.again(state, change, stage, progress, at=timezone.now())

    told = [replace(one, player=None) if isinstance(one, EntrantEntered) else one for one in change]
    return _within(wait, proposals.work((state.id, state.version, stage, f"again {told}"), make))


def _within(wait: float | None, work: Work) -> Proposal | Work:
    try:
        return work.future.result(AT_FIRST if wait is None else wait)
    except TakesLonger:
        if work.future.done():
            raise
        return work
