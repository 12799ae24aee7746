"""All queries about recorded games. Only whoever began one sees it; its replay also others, if it is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from elekt_core.record.text import format_record
from elekt_core.scribe import Question, Session
from players import queries as players

from .events import ScribeFold
from .models import ScribedName, Scribing
from .services import SCRIBINGS, check_look, check_right, typed_names
from .sessions import names_of, session_of

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

    @property
    def address(self) -> str:
        return reverse("matches:scribing", args=[self.id])

    @property
    def replay(self) -> str:
        return reverse("matches:scribe_replay", args=[self.id])


@dataclass(frozen=True, slots=True)
class Shown:
    """A recorded game as its scribe sees it."""

    fold: ScribeFold
    session: Session
    names: tuple[str, ...]


def scribing(*, scribing_id: UUID, player: UUID) -> Shown:
    """Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    check_right(fold, player)
    return _shown(fold)


def replayed(*, scribing_id: UUID, player: UUID | None) -> Shown:
    """For the replay: also for whoever has its address, if it is shared. Raises NotFound."""
    fold = SCRIBINGS.load(scribing_id)
    check_look(fold, player)
    return _shown(fold)


def scribings_of(*, player: UUID) -> list[Listed]:
    """Those of the asker, the latest change first."""
    rows = list(Scribing.objects.filter(owner__in=players.profiles(player)).order_by("-changed_at", "id")[:LIST_LENGTH])
    typed: dict[UUID, dict[int, str]] = {}
    for one in ScribedName.objects.filter(scribing__in=[row.id for row in rows]):
        typed.setdefault(one.scribing, {})[one.seat] = one.name
    return [_listed(row, typed.get(row.id, {})) for row in rows]


def question(shown: Shown, picks: Sequence[str], language: str) -> Question:
    """What is asked next. Raises CoreError."""
    return shown.session.question(picks, language, shown.names)


def story(shown: Shown, language: str) -> list[tuple[int, list[str]]]:
    """The entries in sentences, by number."""
    session, words = shown.session, shown.session.game.words(language, shown.names)
    state, told = session.game.view(session.game.initial(), session.viewer), []
    for number, entry in enumerate(session.entries, 1):
        lines = []
        if entry.is_shown:
            lines.append(", ".join(session.wording(language, shown.names).cards(entry.picks[1:])))
        else:
            for fact in entry.facts:
                session.game.evolve(state, fact)
                lines.append(words.event(fact, state))
        told.append((number, [line for line in lines if line]))
    return told


def upto(shown: Shown, entries: int) -> Shown:
    """The same game after so many entries."""
    fold = replace(shown.fold, entries=shown.fold.entries[:entries])
    return Shown(fold, session_of(fold), shown.names)


def record(shown: Shown) -> str:
    """The record as far as it is known, as a file."""
    return format_record(shown.session.record(str(shown.fold.id)))


def _shown(fold: ScribeFold) -> Shown:
    return Shown(fold, session_of(fold), tuple(names_of(fold, typed_names(fold.id))))


def _listed(row: Scribing, typed: dict[int, str]) -> Listed:
    names = tuple(typed.get(seat, "ABCD"[seat]) for seat in range(row.seats))
    winners = tuple(name for name, rank in zip(names, row.ranks, strict=False) if rank == 1)
    return Listed(row.id, row.game, names, row.entries, row.changed_at, row.ended_at is not None, winners)
