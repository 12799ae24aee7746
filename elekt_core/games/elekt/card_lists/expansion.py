"""What an expansion adds to the game (E22.5): one value, handed to ``Elekt(cards, expansions)`` (docs/expansions.md).

It adds to the tables of the base game and changes nothing in them, so E1-E19 hold as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from ....contract import Viewer
from ....kit.driver import Question
from ....kit.notation import kind_of
from ....record.chain import canonical
from ..card import Card
from ..cards import CardSet, bearing
from ..effect_targets import Choice, Pool
from ..play import Play
from ..selectors import Target, Use
from ..state import State
from ..tables import Op, Tables
from ..vocabulary import GROUPS


@dataclass(frozen=True, slots=True)
class Primitive:
    """A kind of effect: which targets it offers, and what it does (see ``effects``)."""

    op: str
    targets: Callable[[Use, Op, Sequence[Target], Pool], list[Choice]]
    carry_out: Callable[[Play, Use, Op, Choice], None]


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of event, a ``NamedTuple`` class; its fields are written as those of ``events`` with the same names.

    ``fold`` is handed a state that it may change; what belongs to the expansion stands in ``state.added``, as an
    immutable value under its name, and is replaced whole (``put``). ``redact`` is for what not everybody may know.
    """

    event: type
    fold: Callable[[State, Any], None]
    redact: Callable[[Any, Viewer], Any] | None = None

    @property
    def kind(self) -> str:
        return kind_of(self.event)


@dataclass(frozen=True, slots=True)
class StepKind:
    """A step of the agenda: its class, whose first field is ``seat`` (``agenda``), and the function that takes it."""

    kind: type
    handler: Callable[[Play, Any], None]


@dataclass(frozen=True)
class Expansion:
    """``cards`` go to the group that each one names; a card of a group unknown to the base game lies wherever the
    expansion says, and its ability is in force where its bit is set in ``state.active`` (``lay``).
    """

    name: str
    cards: tuple[Card, ...] = ()
    primitives: tuple[Primitive, ...] = ()
    questions: Mapping[str, Question] = field(default_factory=dict)
    """By kind of decision. A choice is a row of targets, ``(("relic", 7),)``, and ``()`` where nothing is taken."""
    facts: tuple[Fact, ...] = ()
    steps: Mapping[str, StepKind] = field(default_factory=dict)
    target_words: Mapping[str, str] = field(default_factory=dict)
    """Word of a target -> card, attribute, seat or zone (``decisions.TARGETS``)."""
    setup: Callable[[Play], None] = lambda play: None
    """The end of the setup: everything of E2 has been dealt."""
    view: Callable[[Any, Viewer], Any] = lambda value, viewer: value
    """What the viewer may know of the expansion's value in ``state.added``."""
    deal_again: Callable[[Any, Sequence[int], Tables], Any] = lambda value, order, tables: value
    """The value of a view with its unknown cards filled in. ``order`` is a drawn order of the expansion's own cards."""
    show: Callable[[Any, Callable[[int], Any]], Any] | None = None
    """The value as JSON for programs; it is handed the writer of cards."""
    words: Mapping[str, type] = field(default_factory=dict)
    """Language -> a class with the sentences (``ask_…``, ``chose_…``, one method per event) for ``Narrator``."""
    solo: bool = False
    """Whether the rules of solo play hold unchanged (E22.2): never where it adds steps, questions or effects."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Groups that the base game does not have, in the order of the cards."""
        return tuple(dict.fromkeys(card.group for card in self.cards if card.group not in GROUPS))


def put(state: State, name: str, value: Any) -> None:
    """The expansion's own part of the state from now on."""
    state.added = {**state.added, name: value}


def lay(state: State, card: int, zone: int) -> None:
    """The card's ability is in force in the Zone from now on."""
    state.active[zone] |= 1 << card


def with_expansions(cards: CardSet, expansions: Sequence[Expansion]) -> CardSet:
    """The list with the cards of the expansions, in the order of the groups, and with a hash that covers them. A card
    that does not say so is of the set that is called like its expansion."""
    added = [replace(card, set=card.set or x.name) for x in expansions for card in x.cards]
    groups = [*GROUPS, *(group for x in expansions for group in x.groups)]
    mark = sha256(canonical([[x.name for x in expansions], [bearing(card) for card in added]])).hexdigest()
    ordered = sorted([*cards.cards, *added], key=lambda card: groups.index(card.group))
    ids = [card.id for card in ordered]
    for card in added:
        if ids.count(card.id) > 1:
            raise ValueError(f"two cards are called {card.id}")
    return replace(cards, cards=tuple(ordered), added=frozenset(card.id for card in added), mark=mark)
