"""Who watches a live stream, and the frames made for them: one audience, one set of bytes.

Nothing is cut here: a stream's own functions give what the viewer may see (of a match: ``matches.play.redaction``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.utils import timezone, translation

from web import hooks
from web.pieces import Text

from .frames import Frame, event, page_frame, recent, texts_of

Fragments = Mapping[str, str | Text]
Render = Callable[[UUID, str, int, int], Fragments]
"""(id of the match or table, viewer, after, version) to fragments by name, in the current language.

``after`` is where the audience stands: what grows, like a log, need only be sent from there.
"""
Facts = Callable[[UUID, str, int, int], Iterable[tuple[int, str, str]]]
"""The same to each fact behind ``after``, for a program: its number, its kind, and itself as JSON."""
Players = Collection[UUID | None]
Place = tuple[UUID, str]
"""A stream's id, and the viewer."""
Right = Callable[[Mapping[Place, Players]], Mapping[Place, Players]]
"""Of those who ask, by place, those who may look from there. None is whoever is nobody here. It is asked for all
quiet streams together, every second: that is to take a few queries, however many there are."""


def everybody(asking: Mapping[Place, Players]) -> Mapping[Place, Players]:
    """The right to what anyone may see."""
    return asking


def each(right: Callable[[UUID, str, Players], Players]) -> Right:
    """The right to places of which each is looked at by itself, without a query (``Kind.reading``)."""
    return lambda asking: {place: right(*place, players) for place, players in asking.items()}


def each_time(places: Collection[Place]) -> AbstractContextManager[None]:
    """For what reads whatever it needs whenever it is asked."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of live stream: its name, the read model whose ``version`` says where one
    stands, how a page shows it, who may hear it, and what programs hear."""

    name: str
    model: type[Model]
    render: Render
    right: Right = everybody
    facts: Facts | None = None
    grows: Collection[str] = ()
    """Fragments that follow from where somebody stands, such as a log, in the order in which a page takes them; all
    others follow from the version alone."""
    apart: Collection[str] = ()
    """Fragments that come in a frame of their own before the others: others have a say in their text, and compressed
    together its length would tell of what stands beside it."""
    grown: Render | None = None
    """Renders those alone."""
    reading: Callable[[Collection[Place]], AbstractContextManager[None]] = each_time
    """Within it, what these functions ask more than once, of these places, is read once."""
    stands: Callable[[UUID], int] | None = None
    """Where one stands, for a kind that reads this anyway; ``model`` is asked otherwise."""
    small: Render | None = None
    """Renders the little that a page shows of it where several are looked at together (``form`` small)."""
    patched: bool = True
    """Whether all others follow from the version: then a page is known to hold what it was sent at one, and is sent
    the lines that have changed since."""


@cache
def kinds() -> dict[str, Kind]:
    """Kinds by name. The apps give theirs by the hook ``live_streams``."""
    return {kind.name: kind for kind in hooks.given("live_streams")}


class Audience(NamedTuple):
    """All listeners who get the same bytes.

    ``viewer`` is a perspective (``"0"``, ``"spectator"``) of a match, or the id of the player (or ``""``) at a table.
    ``form`` is ``html``, ``small`` or ``json``. ``zone`` is the time zone in which times are told, of pages that tell
    any; ``""``: none are told.
    """

    kind: str
    stream: UUID
    viewer: str
    language: str
    form: str
    zone: str = ""

    @property
    def place(self) -> Place:
        return self.stream, self.viewer


def versions(streams: Mapping[UUID, str]) -> dict[UUID, int]:
    """The version of each of the streams (id to kind)."""
    found: dict[UUID, int] = {}
    for name, kind in kinds().items():
        ids = [stream for stream, its in streams.items() if its == name]
        if ids:
            found.update(kind.model._default_manager.filter(id__in=ids).values_list("id", "version"))
    return found


def version_of(kind: Kind, stream: UUID) -> int:
    """0 for a stream that there is not."""
    if kind.stands is not None:
        return kind.stands(stream)
    return versions({stream: kind.name}).get(stream, 0)


@contextmanager
def _told_to(audience: Audience) -> Iterator[None]:
    """In its language, and by its clock."""
    zone = ZoneInfo(audience.zone) if audience.zone else None
    with translation.override(audience.language), timezone.override(zone):
        yield


def frames(audience: Audience, after: int, version: int | None = None) -> tuple[int, list[Frame]]:
    """The stream's version, and the frames that bring an audience from ``after`` to it; empty if it is there.

    ``version`` is where the stream stands, if the caller has just asked.
    """
    kind = kinds()[audience.kind]
    if version is None:
        version = version_of(kind, audience.stream)
    if version <= after:
        return version, []
    if audience.form == "json":
        assert kind.facts is not None, audience.kind
        told = kind.facts(audience.stream, audience.viewer, after, version)
        return version, [Frame(seq - 1, seq, event(word, text, seq)) for seq, word, text in told]
    if audience.form == "small":
        assert kind.small is not None, audience.kind
        with _told_to(audience):
            return version, [
                page_frame(after, version, kind.small(audience.stream, audience.viewer, after, version), (), None)
            ]
    made = recent.at(audience, version) if kind.grown is not None else None
    with _told_to(audience):
        if made is not None and kind.grown is not None:  # others came to this version from elsewhere
            fragments: Fragments = {**kind.grown(audience.stream, audience.viewer, after, version), **made}
        else:
            fragments = kind.render(audience.stream, audience.viewer, after, version)
    alone = [Frame(after, 0, event(name, str(fragments[name]))) for name in kind.apart if fragments.get(name)]
    fragments = {name: html for name, html in fragments.items() if name not in kind.apart}
    if not kind.patched:
        return version, [*alone, page_frame(after, version, fragments, kind.grows, None)]
    before = recent.at(audience, after)
    recent.keep(audience, version, texts_of(fragments, kind.grows))
    return version, [*alone, page_frame(after, version, fragments, kind.grows, before)]
