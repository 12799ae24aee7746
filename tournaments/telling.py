"""What entrants are told while they have no page open (docs/notices.md): that somebody has entered them, pairings, and
calls to their tables. It is written in the transaction of the events it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.names import bot_name
from players import queries as players
from players.notices import messages
from players.notices.digest import Line
from players.notices.telling import To, tell, tell_each
from players.ratings.outcome import person

from . import events as e
from . import queries
from .consent import noting
from .events import TournamentEvent
from .formats.contract import EntrantNo, Pairing
from .state import State


def changed(state: State, batch: Sequence[TournamentEvent], actor: str) -> None:
    """A tournament has reached ``state`` through ``batch``. A few queries, however many tables there are."""
    if entered := [one.player for one in batch if isinstance(one, e.EntrantEntered) and one.player and not one.own]:
        _tell_entered(state, entered, actor)
    paired = [one for event in batch if isinstance(event, (e.TablesPaired, e.TablesRepaired)) for one in event.pairings]
    if paired:
        tell_each(messages.PAIRING, list(_paired(state, paired)))
    if called := [one for event in batch for one in _called(state, event)]:
        tell_each(messages.CALLED, called)


def _tell_entered(state: State, entered: Sequence[UUID], actor: str) -> None:
    """Those whom somebody else has entered, unless they belong to the club or league that holds the event."""
    agreed = noting.playing(state, [person(player) for player in entered])
    tell(
        messages.INVITED_TO_EVENT,
        to=[player for seat, player in enumerate(entered) if seat not in agreed],
        key=f"entered:{state.id}:{state.version}",
        path=reverse("tournaments:tournament", args=[state.id]),
        about={"event": state.title},
        by=UUID(actor.removeprefix("player:")) if actor.startswith("player:") else None,
    )


def _paired(state: State, paired: Sequence[Pairing]) -> Iterator[To]:
    people = {no: player for one in paired for no in one.seats if (player := _player(state, no))}
    called = players.names(people.values())
    path = reverse("tournaments:tournament", args=[state.id])
    for one in paired:
        names = {no: called.get(people[no], "") if no in people else _bot(state, no) for no in one.seats}
        for no in one.seats:
            if no in people:
                about: dict[str, str | int | datetime] = {
                    "event": state.title,
                    "round": one.round,
                    "table": one.table,
                    "opponents": ", ".join(name for other, name in names.items() if other != no),
                }
                yield To(people[no], f"pairing:{state.id}:{state.version}:{one.round}.{one.table}", path, about)


def _called(state: State, event: TournamentEvent) -> Iterator[To]:
    """An online table that is open, or seats of a real one that are called."""
    if isinstance(event, e.TableCalled):
        seats, path = None, reverse("matches:table", args=[event.opened])
    elif isinstance(event, e.PlayersCalled):
        seats, path = set(event.seats), reverse("tournaments:tournament", args=[state.id])
    else:
        return
    stage = state.stages.get(event.stage)
    table = stage.table(event.round, event.table) if stage else None
    if table is None:
        return
    about: Mapping[str, str | int | datetime] = {"event": state.title, "table": event.table}
    for seat, no in enumerate(table.pairing.seats):
        player = _player(state, no)
        if player is not None and (seats is None or seat in seats):
            yield To(player, f"called:{state.id}:{state.version}:{event.round}.{event.table}", path, about)


def _player(state: State, no: EntrantNo) -> UUID | None:
    entry = state.entries.get(no)
    return entry.player if entry else None


def _bot(state: State, no: EntrantNo) -> str:
    entry = state.entries.get(no)
    return bot_name(entry.bot) if entry and entry.bot else ""


def digest_lines(player: UUID, now: datetime) -> Iterable[Line]:
    """Events of somebody's own that are coming (hook ``digest_lines``)."""
    for one in queries.coming_of(player, now=now):
        assert one.starts is not None
        when = date_format(timezone.localtime(one.starts), "SHORT_DATETIME_FORMAT")
        text = _("%(event)s, %(when)s") % {"event": one.title, "when": when}
        yield Line(text, reverse("tournaments:tournament", args=[one.id]))
