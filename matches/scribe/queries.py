"""All queries about recorded games. Whoever records one sees it as their phone knows it; its replay also others, if it
is shared, and spectators follow it late, where the organiser says so: they see what lies open at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from elekt_core.contract import Event
from elekt_core.record.facts import words_beside
from elekt_core.record.text import format_record
from elekt_core.scribe import Entry, Question, Session
from players import queries as players
from web.errors import NotFound

from ..play import queries as play
from ..positions import queries as positions
from ..positions.shapes import Kept
from . import invitations, warm
from .events import ScribeFold
from .invitations import Invitation
from .models import ScribedName, ScribePhone, Scribing
from .real_tables import RealTable
from .services import (
    SCRIBINGS,
    check_look,
    check_right,
    may_join,
    named_at,
    names_typed,
    phone_of,
    table_seen,
)
from .sessions import at_odds, names_of, other_of, owed_by, session_of

LIST_LENGTH = 50


@dataclass(frozen=True, slots=True)
class Listed:
    id: UUID
    game: str
    names: tuple[str, ...]
    entries: int
    changed_at: datetime
    ended: bool
    winners: tuple[str, ...]
    match: UUID | None

    @property
    def address(self) -> str:
        return reverse("matches:scribing", args=[self.id])

    @property
    def replay(self) -> str:
        return reverse("matches:scribe_replay", args=[self.id])


@dataclass(frozen=True, slots=True)
class Shown:
    """A recorded game as one phone knows it, which looks from ``viewer``. ``owed`` is the number of the entry of which
    its seat has still to tell what it saw, ``at_odds`` of the first that cannot be with what it knows."""

    fold: ScribeFold
    session: Session
    names: tuple[str, ...]
    viewer: int | None = None
    owed: int | None = None
    at_odds: int | None = None

    @property
    def entries(self) -> int:
        """How many of them this phone knows."""
        return len(self.session.entries)

    @property
    def is_over(self) -> bool:
        """Whether this phone enters nothing any more."""
        if self.fold.is_broken_off or self.fold.match is not None:
            return True
        return self.owed is None and self.at_odds is None and (self.session.over or self.fold.is_over)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A game that is, or was, recorded at a tournament's table."""

    id: UUID
    entries: int
    is_over: bool
    live: int | None
    match: UUID | None


def scribing(*, scribing_id: UUID, player: UUID, going_on: bool = False) -> Shown:
    """``going_on``: with the session of the answer before; ``keep`` gives it back. Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    check_right(fold, player)
    viewer = fold.phones[phone_of(fold, player) or player]
    return _shown(fold, viewer, warm.take(fold, viewer) if going_on else None)


def version_of(*, scribing_id: UUID, player: UUID) -> int:
    """Of a game that the asker records, without setting it up. Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    check_right(fold, player)
    return fold.version


def keep(shown: Shown) -> None:
    """The next answer goes on from here."""
    if shown.owed is None and shown.at_odds is None:
        warm.give_back(shown.fold.id, shown.viewer, shown.fold.version, shown.session)


def public(scribing_id: UUID) -> ScribeFold:
    """Whoever asks has been let in before. Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    if not fold.version:
        raise NotFound("unknown_scribing", scribing=str(scribing_id))
    return fold


def invited(scribing_id: UUID, key: str) -> Invitation | None:
    """The invitation that the key of an address stands for; None where it is none, or was withdrawn."""
    found = invitations.read(scribing_id, key)
    return found if found is not None and invitations.holds(SCRIBINGS.load(scribing_id), found) else None


def called(fold: ScribeFold) -> list[str]:
    """The names of the seats."""
    return names_of(fold, named_at(fold, names_typed(fold.id)))


def joinable(*, scribing_id: UUID, player: UUID) -> ScribeFold:
    """A recorded game that somebody records, or may. Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    if not fold.version or not may_join(fold, player):
        raise NotFound("unknown_scribing", scribing=str(scribing_id))
    return fold


def replayed(*, scribing_id: UUID, player: UUID | None) -> Shown:
    """For the replay: as the own phone knows it; for whoever has its address, if it is shared, as the scribe's does.
    Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    check_look(fold, player)
    assert fold.owner is not None
    return _shown(fold, fold.phones[phone_of(fold, player) or fold.owner])


def followed(*, scribing_id: UUID, now: datetime) -> tuple[Shown, int]:
    """As spectators see it so many minutes late, and how many. Raises NotFound, also where they may not."""
    fold = SCRIBINGS.load(scribing_id)
    if not fold.version or fold.live is None:
        raise NotFound("unknown_scribing", scribing=str(scribing_id))
    late = now - timedelta(minutes=fold.live)
    seen = next((n for n, one in enumerate(fold.stood) if one.at > late), len(fold.stood))
    return _shown(replace(fold, stood=fold.stood[:seen]), fold.public), fold.live


def scribings_of(*, player: UUID) -> list[Listed]:
    """Those that the asker records, the latest change first."""
    mine = players.profiles(player)
    own = Q(owner__in=mine) | Q(id__in=ScribePhone.objects.filter(player__in=mine).values("scribing"))
    rows = list(Scribing.objects.filter(own).order_by("-changed_at", "id")[:LIST_LENGTH])
    typed: dict[UUID, dict[int, str]] = {}
    for one in ScribedName.objects.filter(scribing__in=[row.id for row in rows]):
        typed.setdefault(one.scribing, {})[one.seat] = one.name
    return [_listed(row, typed.get(row.id, {})) for row in rows]


def positions_to_begin_in(player: UUID) -> list[Kept]:
    """The asker's kept positions of games with their own cards."""
    return [one for one in positions.positions_of(player=player) if not one.board.cards]


def at_table(event: UUID, spot: str) -> list[AtTable]:
    """What was recorded at a tournament's table, the latest first."""
    rows = Scribing.objects.filter(event=event, spot=spot).order_by("-changed_at", "id")[:LIST_LENGTH]
    return [AtTable(row.id, row.entries, row.ended_at is not None, row.live, row.match) for row in rows]


def open_matches(ids: Sequence[UUID], player: UUID | None) -> set[UUID]:
    """Those of these matches that somebody may look at."""
    return set(play.replays(ids, player)) if ids else set()


def real_table(shown: Shown, player: UUID | None) -> RealTable | None:
    """The tournament's table at which it is recorded. Raises NotFound, Conflict."""
    fold = shown.fold
    return None if fold.event is None else table_seen(fold, player)


def question(shown: Shown, picks: Sequence[str], language: str) -> Question:
    """What is asked next. Raises CoreError."""
    if shown.owed is not None:
        return shown.session.own_question(other_of(shown.fold, shown.owed), picks, language, shown.names)
    return shown.session.question(picks, language, shown.names)


def own_told(shown: Shown, language: str) -> list[tuple[int, str]]:
    """What the own seat alone has told of others' entries, the latest first: their numbers, and what it was."""
    game, told = shown.session.game, dict(_sentences(shown, language))
    numbers = [number for number, one in enumerate(shown.fold.stood, 1) if shown.viewer in one.own]
    return [
        (number, " ".join(line for fact, line in told.get(number, []) if game.redact(fact, None) != fact))
        for number in reversed(numbers)
    ]


def story(shown: Shown, language: str) -> list[tuple[int, list[str]]]:
    """The entries in sentences, by number."""
    session, told = shown.session, dict(_sentences(shown, language))
    return [
        (number, _beside(entry, shown, language) or [line for _, line in told[number] if line])
        for number, entry in enumerate(session.entries, 1)
    ]


def _sentences(shown: Shown, language: str) -> Iterator[tuple[int, list[tuple[Event, str]]]]:
    """The game's own facts of each entry, with what they say."""
    session, words = shown.session, shown.session.game.words(language, shown.names)
    state = session.game.view(session.game.initial(), session.viewer)
    for number, entry in enumerate(session.entries, 1):
        lines = []
        for fact in () if entry.is_coarse or entry.is_shown else entry.facts:
            session.game.evolve(state, fact)
            lines.append((fact, words.event(fact, state)))
        yield number, lines


def _beside(entry: Entry, shown: Shown, language: str) -> list[str]:
    """What an entry says that is no decision."""
    session = shown.session
    if entry.is_coarse:
        told = [words_beside(fact, language, shown.names, session.game) for fact in entry.facts]
        return [line for line in told if line]
    if entry.is_shown:
        return [", ".join(session.wording(language, shown.names).cards(entry.picks[1:]))]
    return []


def upto(shown: Shown, entries: int) -> Shown:
    """The same game after so many entries."""
    fold = replace(shown.fold, stood=shown.fold.stood[:entries])
    return _shown(fold, shown.viewer)


def record(shown: Shown) -> str:
    """The record as far as it is known, as a file."""
    return format_record(shown.session.record(str(shown.fold.id)))


def _shown(fold: ScribeFold, viewer: int | None, session: Session | None = None) -> Shown:
    session = session or session_of(fold, viewer)
    odds = at_odds(session, fold, viewer)
    return Shown(fold, session, tuple(called(fold)), viewer, owed_by(fold, viewer), odds)


def _listed(row: Scribing, typed: dict[int, str]) -> Listed:
    names = tuple(typed.get(seat, "ABCD"[seat]) for seat in range(row.seats))
    winners = tuple(name for name, rank in zip(names, row.ranks, strict=False) if rank == 1)
    return Listed(row.id, row.game, names, row.entries, row.changed_at, row.ended_at is not None, winners, row.match)
