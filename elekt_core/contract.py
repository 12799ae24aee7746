"""What a game is: one stateless object that knows the rules.

The kernel (records, replays, verification), live play, bots and pages know a game by this contract only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NewType, Protocol, Self, TypeVar

from .ahead import Ahead
from .chance import Chance
from .errors import BadCards, CoreError, UnknownGame
from .foreseen import NOTHING_FORESEEN, Foreseen
from .hints import Hints
from .kit.fields import Notes
from .kit.position_shape import Position, encoded
from .rulebook import Rulebook
from .ruleset import Ruleset, Value, nearest
from .staged import NOTHING_STAGED, Staged

if TYPE_CHECKING:
    from .kit.positions import PositionFields
    from .lesson import Lesson

SeatNo = NewType("SeatNo", int)
"""A place in one match, 0 to n-1, clockwise. Not a player: a player sits on a seat."""

Viewer = SeatNo | frozenset[SeatNo] | None
"""Who looks: a seat, somebody who sees what several seats see (two at least), or ``None`` for a spectator."""


def sees(viewer: Viewer, seat: int) -> bool:
    """Whether what this seat alone may know is known to the viewer."""
    return viewer == seat or (isinstance(viewer, frozenset) and seat in viewer)


UNKNOWN = -1
"""Stands in a view, and in a redacted event, for a card that the viewer may not know."""


def word_of(part: str) -> str:
    """The word of a step (``Presentation.parts``) without its argument: ``"card"`` of ``"card:rat"``."""
    return part.partition(":")[0]


def closes(part: str) -> bool:
    """Whether a step names nothing on the table, so that as the last one it only ends a decision (``"done"``)."""
    return ":" not in part


CONCEDE = "concede"
"""The kind of decision by which a seat gives up. Possible at any time, and never among the options."""

Json = Mapping[str, Any]
"""A JSON object without floats."""


class State(Protocol):
    """A position: small, flat, quick to copy. Its owner folds it in place."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)

Event = tuple[Any, ...]
"""A fact: an instance of a ``NamedTuple`` class of ``Game.event_kinds``. Classes matter: compare ``(type(e), e)``."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What must be agreed before the first card: ``options`` are the ruleset's (starting heat, level...)."""

    game: str
    ruleset: str
    seats: int
    options: Json


class Decision(NamedTuple):
    """One choice of one seat: ``choice`` is a tuple of small integers and words that the game defines for ``kind``."""

    seat: SeatNo
    kind: str
    choice: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaiting:
    """Who must decide what. ``stack`` names what is still open, innermost first, for people to read.

    ``data`` is its public context (Zone, Unit...). ``optional``: a closing ceremony after the end that may be skipped.
    """

    seat: SeatNo
    kind: str
    rule: str
    data: Json
    stack: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A choice that a player may look for and cannot make: its path of parts (see ``Game.parts``), and why.

    A path of one part is a thing that can be chosen at no step, or a place in which no thing can.
    """

    parts: tuple[str, ...]
    code: str
    rule: str
    data: Json


@dataclass(frozen=True, slots=True)
class AutomatonResult:
    """The result of a side that is no seat (``Ruleset.automata``): its name there, its rank and score like a seat's."""

    name: str
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: ``ranks[seat]`` is 1 for the winner (equal ranks are ties).

    ``scores[seat]`` are the game's own points. ``winner`` is None where no seat won alone: a tie, or an automaton has
    rank 1. Seats and ``automata`` are ranked in one list, so a person who lost against one automaton has rank 2.
    """

    winner: SeatNo | None
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    termination: str
    automata: tuple[AutomatonResult, ...] = ()


class Words(Protocol):
    """A game's sentences in one language, with the names of players (``names[seat]``) and automata put in."""

    def title(self) -> str:
        """What the game is called."""

    def summary(self) -> str:
        """What the game is, in one or two sentences for newcomers."""

    def event(self, event: Event, after: Any) -> str:
        """One sentence for the log, ``""`` for a technical fact. ``after`` is the (viewer's) state after it."""

    def pieces(self, event: Event, after: Any) -> tuple[tuple[str, str], ...]:
        """The same sentence cut at the cards it names: each piece with the card's id (of the gallery), or ``""``."""

    def question(self, awaiting: Awaiting, view: Any) -> str: ...

    def decision(self, decision: Decision, view: Any) -> str: ...

    def part(self, part: str, view: Any) -> str: ...

    def refusal(self, code: str, rule: str, data: Json) -> str: ...

    def ending(self, outcome: Outcome) -> str:
        """Why the game is over, in one sentence (``Outcome.termination``); who won is said elsewhere."""

    def ruleset(self, name: str) -> str:
        """The name of a ruleset of ``Game.rulesets``, for a heading or a list of them."""

    def introduction(self, ruleset: str) -> str:
        """What is special about the ruleset, in one sentence for those choosing one; ``""`` if nothing is."""

    def option(self, name: str) -> str:
        """The name of an option, the same in every ruleset that has it."""

    def option_value(self, name: str, value: Value) -> str:
        """One of the option's values."""

    def automaton(self, name: str) -> str:
        """The name of a side that is not a seat."""

    def score_name(self) -> str:
        """What ``Outcome.scores`` counts, in the plural, for a field or a column (``Titles``)."""


class Citer(Protocol):
    """Reads the events of one match in order, as one viewer may know them, and names the rules each follows from."""

    def rules(self, event: Event, after: Any) -> tuple[str, ...]:
        """Numbers of the rulebook, the most relevant one first; ``()`` for a technical fact.

        ``after`` is the (viewer's) state after the event. Nothing but what was read may count, so that a redacted
        event has rules that tell no more than itself.
        """


class Bot(Protocol):
    """A player that is given only what its seat may know, so it cannot peek."""

    def choose(self, game: Game[Any], view: Any, options: Sequence[Decision], chance: Chance) -> Decision:
        """One of ``options`` (never empty). A function of its arguments alone.

        ``chance`` is the bot's own, fresh for each decision and numbered from draw 0; never the match's.
        """


class Rules(ABC, Generic[S]):
    """What may be done and what follows. All methods are pure, but ``evolve`` and ``advance`` fold into ``state``."""

    name: str
    rulesets: Sequence[Ruleset]
    """Every ruleset that can still be played and re-executed; the first is the default, replaced ones come last."""

    @abstractmethod
    def initial(self) -> S:
        """The empty state onto which the first event is folded."""

    @abstractmethod
    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        """The first batch of events. Raises BadSetup."""

    def check_new(self, setup: Setup, chance: Chance) -> None:
        """Refuse a position that no match reaches, where somebody sets it up now: a record that begins in one stays
        good, so ``start`` takes it. Raises BadSetup."""

    def public_options(self, options: Json) -> Json:
        """What everybody may know of a setup's options: a starting position holds hidden cards."""
        return options

    @abstractmethod
    def evolve(self, state: S, event: Event) -> None:
        """Fold one fact into ``state``, which the caller owns. Never judges, draws, or refuses history."""

    @abstractmethod
    def awaiting(self, state: S) -> tuple[Awaiting, ...]:
        """The open questions, one for each seat that is awaited now; empty when nothing can follow."""

    @abstractmethod
    def options(self, state: S, seat: SeatNo | None = None) -> Sequence[Decision]:
        """Every legal answer of ``seat`` (default: the first one awaited), in a stable order; may be computed lazily.

        Depends on nothing that the seat cannot know: equal on ``state`` and on ``view(state, seat)``. Conceding
        is possible at any time and is not listed.
        """

    @abstractmethod
    def decide(self, state: S, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """The batch of events that follows. Leaves ``state`` alone. Raises IllegalDecision and its kinds."""

    def advance(self, state: S, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """``decide``, and fold the batch into ``state``, which the caller owns: what search and simulations do.

        Raises what ``decide`` raises; then nothing was changed. A game may spare the copy that ``decide`` needs.
        """
        events = self.decide(state, decision, chance)
        for event in events:
            self.evolve(state, event)
        return events

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> S:
        """What the viewer may know, as a state of the same type with UNKNOWN in it."""

    @abstractmethod
    def redact(self, event: Event, viewer: Viewer) -> Event:
        """The same fact as the viewer may know it.

        Law: folding ``redact(e, v)`` into ``view(s, v)`` gives ``view(s', v)`` where ``s'`` is ``s`` with ``e``.
        """

    @abstractmethod
    def redeal(self, view: S, chance: Chance) -> S:
        """A whole position as the viewer of ``view`` can imagine it: what they do not know is dealt anew.

        Law: that viewer's view of it is ``view``, and it can be played on. It depends on the view and the draws of
        ``chance`` alone: what is unseen is put in order, then drawn. So who thinks on from it cannot peek.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""

    def refusals(self, state: S, seat: SeatNo) -> tuple[Refusal, ...]:
        """Choices that the seat may look for in the open question and cannot make, with the reason."""
        return ()

    @abstractmethod
    def default(self, state: S, seat: SeatNo) -> Decision:
        """The choice the platform makes for a seat that does not answer (time ran out, player gone)."""

    def ruleset(self, name: str = "") -> Ruleset:
        """The ruleset of this name, the default for ``""``. Raises UnknownGame (``unknown_ruleset``)."""
        for ruleset in self.rulesets:
            if name in ("", ruleset.name):
                return ruleset
        known = [ruleset.name for ruleset in self.rulesets]
        raise UnknownGame("unknown_ruleset", game=self.name, ruleset=name, nearest=nearest(name, known))

    @property
    def current(self) -> tuple[Ruleset, ...]:
        """The rulesets for new matches: those that no later one has replaced."""
        return tuple(ruleset for ruleset in self.rulesets if not ruleset.replaced)

    def newest(self, name: str = "") -> Ruleset:
        """The current successor of ``ruleset(name)``. Raises UnknownGame (``unknown_ruleset``)."""
        asked = self.ruleset(name)
        return next((ruleset for ruleset in self.current if ruleset.ladder == asked.ladder), asked)


class Notation(ABC, Generic[S]):
    """How facts, decisions and positions are written: what records, the ledger and other people's programs need."""

    event_kinds: Mapping[str, type]
    """Event kind (``"unit_assigned"``) to its ``NamedTuple`` class, in the newest version.

    Where a match is played with a seed, ``game_created`` has its ``commitment`` and ``game_ended`` the ``seed``.
    """
    event_versions: Mapping[str, int]
    """Newest version by kind where it is not 1."""
    said: Mapping[type, Notes] = {}
    """By class of position or fact what is said of its fields beside their types (``kit.fields``)."""
    card_set: str = ""
    """SHA-256 (hex) of the card data in use, ``""`` for a game without any. It stands in every record's header."""

    def cards_under(self, ruleset: str) -> str:
        """The ``card_set`` used under a ruleset; a replaced one may have its own."""
        return self.card_set

    def kind_of(self, event: Event) -> str:
        """The kind of a fact, under which it is stored."""
        return self._kinds[type(event)]

    @cached_property
    def _kinds(self) -> Mapping[type, str]:
        return {cls: kind for kind, cls in self.event_kinds.items()}

    @abstractmethod
    def encode_event(self, event: Event) -> Json:
        """The payload as stored, cards by name."""

    @abstractmethod
    def decode_event(self, kind: str, version: int, payload: Json) -> Event:
        """Inverse of ``encode_event``; older versions pass through the upcasters first.

        Raises UnknownKind, BadRecord.
        """

    def payload_schemas(self) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
        """JSON Schema of the payload of each kind in its newest version (``kit.payload_schema``), and definitions by
        name to which they refer as ``#/$defs/NAME``. A game that says nothing of its payloads has none."""
        return {}, {}

    @abstractmethod
    def encode_decision(self, decision: Decision) -> Json:
        """``{"kind": ..., ...}`` without the seat."""

    @abstractmethod
    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        """Inverse of ``encode_decision``. Raises MalformedDecision, which names the field."""

    @abstractmethod
    def describe(self, state: S) -> Position:
        """A (viewer's) state in the shape that all games share, without ``question`` and ``ended``.

        Replays show every position between two facts, also those before the cards are dealt.
        """

    @abstractmethod
    def encode_state(self, state: S) -> Json:
        """A (viewer's) state as JSON in that shape (docs/positions.md), for the API and other people's programs."""

    @abstractmethod
    def fingerprint(self, state: S) -> bytes:
        """Canonical bytes of the whole state, documented in docs/notation.md; its SHA-256 is the state hash."""


class Presentation(ABC, Generic[S]):
    """What people read and look at: words, steps of choosing, boards, cards, rules. Only pages need it."""

    @abstractmethod
    def parts(self, decision: Decision) -> tuple[str, ...]:
        """The decision as a path of small choices, ``("unit:acolyte.0", "zone:missions")``.

        Each part is ``word`` or ``word:argument`` and names something on the table where it can, so a page
        can offer a decision step by step. Different options have different paths, and none is a prefix of another.
        """

    def any_order(self, part: str) -> bool:
        """Whether the part is one of several neighbours in a path that people may choose in any order.

        So may programs: ``match.as_offered`` finds the option that names the same in the game's own order.
        """
        return False

    def is_confirmed(self, decision: Decision) -> bool:
        """Whether people must confirm the whole decision before it counts: a step that hurts and cannot be undone.

        By default what is gathered from several things of a kind, with nothing else behind them but a word ("done"). A
        word that ends the path closes the decision: it is confirmed with it, and not once more.
        """
        *before, last = self.parts(decision)
        gathered = [word_of(part) for part in before]
        return word_of(last) in gathered or (closes(last) and len(set(gathered)) < len(gathered))

    def is_immaterial(self, view: S, seat: SeatNo, taken: Sequence[str] = ()) -> bool:
        """Whether what is left to choose of the answer to the open question of ``seat``, after the steps ``taken``,
        makes no difference, by what everybody knows.

        Pages then choose as in the ``default`` by themselves, unless the person wants to be asked.
        """
        return False

    def what_if(self, view: S, decision: Decision, language: str, names: Sequence[str]) -> Foreseen:
        """The effects of one of the ``options`` of ``view``, for its seat, before it is made.

        A function of the view alone: it is the same for every position that looks like it.
        """
        return NOTHING_FORESEEN

    def terms(self, view: S, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
        """How the numbers at this place of the board come about, one sentence each; ``()`` if there is no such place.

        Places are named as the game's page names them (``data-terms``).
        """
        return ()

    @abstractmethod
    def words(self, language: str, names: Sequence[str]) -> Words:
        """Sentences in ``"pl"`` or ``"en"``."""

    def chapter(self, event: Event) -> int:
        """Where a reader may want to jump: 1 if a round begins with this event, 2 for a phase, 0 for all others."""
        return 0

    def begins_scene(self, event: Event) -> bool:
        """Whether this event begins a scene that people watch as one: a confrontation, a boarding, a turn."""
        return self.chapter(event) > 0

    def things(self, event: Event) -> Sequence[str]:
        """What a fact concerns on the board (``data-names``), beside the seat and the words that it names anyway."""
        return ()

    def staged(self, view: S, event: Event) -> Staged:
        """What pages show of a fact beside its sentence while it is told; ``view`` is the viewer's state after it."""
        return NOTHING_STAGED

    def tally(self, state: S) -> Sequence[int] | None:
        """Each seat's current score, with full knowledge; None for a game that counts at the end only.

        The page of a match that is over draws from it how it came to this, round by round (``chapter``).
        """
        return None

    def figures(self, view: S) -> Mapping[str, int]:
        """Numbers of the board that change as the log tells it, by their names there (``data-number``).

        Also how many tokens lie in one place: ``KIND.PLACE``, of which the board shows each (``data-token``); without
        a token it may be left out.
        """
        return {}

    def board(self, view: S, language: str, told: Sequence[Event] = ()) -> Any:
        """The position laid out for the game's own page, in plain values; None for a game without such a page.

        ``told`` are the (redacted) facts since somebody was last asked, where a replay stops between two questions:
        the question that ``view`` still holds is answered there. At a question it is empty. Where a match has ended
        beside its game it is the fact that says so (``record.coarse.ENDS_BESIDE``): nobody is asked any
        more, and it is nobody's turn.
        """
        return None

    def position_fields(self) -> PositionFields | None:
        """The fields in which people set up positions by hand; None for a game that cannot begin in one."""
        return None

    def position_of(self, state: S) -> Json | None:
        """The position in words (docs/scenarios.md), from which a new match can begin: ``position`` of its options.

        For whoever may see everything. None where there are no words: then somebody who plays on begins earlier.
        """
        return None

    def sets(self) -> Sequence[Any]:
        """Sets that exist but are not in the gallery, in plain values for the page of all cards."""
        return ()

    def gallery(self, language: str) -> Sequence[Any]:
        """The face of every card once, in plain values for the page of all cards; empty for a game without cards."""
        return ()

    def card(self, id_: str, language: str) -> Any:
        """One card with everything known about it, for a page of its own; None if there is none.

        It has ``face`` (as in ``gallery``), ``texts`` by language, ``origin``, ``completed``, ``rules`` and
        ``in_set``, its set (``kit.card_page``).
        """
        return None

    def card_changes(self, other: Game[S], language: str) -> Sequence[Any]:
        """Cards of the ``other`` game that differ from this one's: ``id``, ``old``, ``new``, ``parts``."""
        return ()

    def brings(self, event: Event) -> Sequence[str]:
        """Ids of the cards that the fact brings into play openly."""
        return ()

    def plays(self, event: Event) -> Sequence[str]:
        """Ids of the cards that the seat of this fact plays by it, openly or face down: for the archive of finished
        matches, which counts them. Of a redacted fact those that can be seen. By default those that it ``brings``."""
        return self.brings(event)

    def built_in_cards(self) -> str:
        """The file of the game's own cards, to start an own list from; ``""`` without one."""
        return ""

    def rulebook(self, language: str) -> Rulebook | None:
        """The rules for people, by number; None if they are unwritten."""
        return None

    def citer(self) -> Citer | None:
        """A new ``Citer`` for the events of one match; None if the rules are unwritten."""
        return None

    def shown_by(self, number: str) -> Sequence[str]:
        """The ids of the cards (of the gallery) that show a rule, in the order of the card set."""
        return ()


class Game(Rules[S], Notation[S], Presentation[S], Ahead[S], Hints):
    """An installable game: one object that is all of them, and names its extras."""

    card_list: str = ""
    """The text of the own card list that is in use (``with_cards``), ``""`` for the game's own cards."""
    writes_positions: bool = False
    """Whether people may play on from moments of a match (``position_of``)."""

    def encode_state(self, state: S) -> Json:
        return encoded(self.describe(state), self.awaiting(state), self.outcome(state))

    def with_cards(self, text: str) -> Game[S]:
        """The same game with the cards of another file, its ``card_set`` the hash of that text.

        Raises BadCards with all that is wrong in the text, each flaw with its line.
        """
        raise BadCards("no_own_cards", game=self.name)

    def bots(self) -> Mapping[str, Bot]:
        """The game's own bots by name; ``"random"``, ``"greedy"`` and the levels exist for every game (``search``)."""
        return {}

    def lessons(self) -> Sequence[Lesson]:
        """The guided games, in the recommended order; empty for a game without any."""
        return ()

    def scenario_files(self) -> Mapping[str, str]:
        """The scenarios that ship with the game, name to TOML text (docs/scenarios.md), read by ``list_scenarios``."""
        return {}

    def order_of(self, cards: Sequence[str], size: int) -> Sequence[int]:
        """The draw (``Chance.permutation`` of ``size``) by which these cards come to lie in this order, from the top.

        For scenarios, which name what chance brings. Where a whole deck is shuffled, the first cards are enough.
        Raises CoreError (``bad_order_of_cards``).
        """
        raise CoreError("bad_order_of_cards", value=cards[0] if cards else "")
