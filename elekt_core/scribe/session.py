"""A game at a real table, written down as it goes: entries that are folded into what the scribe may know.

An entry is what was seen of a decision and of what chance brought with it, or cards that somebody showed. What follows
from it is carried out on a position dealt anew that agrees with all that was entered (``asking``), and stored as far as
it was seen: ``record.unknown.PartialRecord``. The last entry can be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ..bots import derive
from ..chance import SeededChance
from ..contract import CONCEDE, Event, Game, Json, SeatNo, Setup, Viewer, sees
from ..errors import CoreError
from ..kit.position_shape import cards_by_name
from ..record.coarse import COARSE_FACTS, MOVES, Coarse
from ..record.record import Record, encode_meta_decision
from ..record.replay import UNFOLDABLE
from ..record.stop import PlayStopped
from ..record.takeback import CardsShown
from ..record.unknown import PartialRecord
from .asking import Asking, Happening, Offer
from .coarse import COARSER, CoarseAsking, begun
from .copies import called_otherwise, copied, named_in, pairs, renamed, renamed_facts
from .courses import Beginning, Course, Deciding
from .joining import Other, as_spectators_see, follow, seats_that_saw_more
from .words import Choice, Question, Wording, face_of, resolved
from .worlds import Places, World, resting

CONCEDES = f"{CONCEDE}:"
"""An entry that begins with ``concede:1`` says that seat 1 gives up."""
SHOWS = "show:"
"""An entry ``show:1 acolyte.0`` says that seat 1 shows that it holds this card."""
POSITION = "position"
"""The option of a setup that holds a position in which the game begins."""
MAX_PICKS = 60
"""Of one entry, on a phone or as words of a line: thrice as many as the longest beginning needs."""
MIN_NAME = 3
"""Shorter names are not looked for beyond what is offered."""


class Entry(NamedTuple):
    """What was entered, and the facts that follow as the scribe may know them."""

    picks: tuple[str, ...]
    facts: tuple[Event, ...]
    meta: Json | None = None
    seat: SeatNo | None = None
    """Whose decision it was."""
    private: tuple[int, ...] = ()
    """Other seats that saw more of it than spectators."""

    @property
    def is_shown(self) -> bool:
        """Whether somebody showed cards; else it is a decision, or the beginning."""
        return bool(self.picks) and self.picks[0].startswith(SHOWS)

    def renamed(self, game: Game[Any], names: Mapping[str, str]) -> Entry:
        """With other copies of cards in place of those."""
        facts = renamed_facts(game, self.facts, names)
        return self._replace(picks=renamed(self.picks, names), facts=facts, meta=renamed(self.meta, names))

    @property
    def is_coarse(self) -> bool:
        """Whether no decision is told, but a round or the result."""
        return bool(self.facts) and isinstance(self.facts[0], COARSE_FACTS)


@dataclass
class Session:
    """``viewer`` is the seat whose cards the scribe sees, several seats where it sees several hands (all of them where
    they lie open), None where all hands are hidden until a card is played.

    Raises UnknownRuleset, BadSetup, CoreError (``scribe_at_odds``: ``entry`` is the first that cannot follow).
    """

    game: Game[Any]
    setup: Setup
    viewer: Viewer = None
    seed: str = ""
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        agreed = {name: value for name, value in self.setup.options.items() if name != POSITION}
        self.game.ruleset(self.setup.ruleset).agreed(self.setup.seats, agreed)
        self._asked: Asking | None = None
        self._choices: tuple[tuple[Offer, ...], tuple[str, ...], tuple[Choice, ...]] | None = None
        self._begin_again(self.entries)

    @property
    def view(self) -> Any:
        return self._record.view

    @property
    def over(self) -> bool:
        return bool(self.result[0]) or self.is_broken_off

    @property
    def is_broken_off(self) -> bool:
        return any(isinstance(fact, PlayStopped) for entry in self.entries[-1:] for fact in entry.facts)

    @property
    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Places and scores by seat; empty ones while the game goes on."""
        if self._coarse.result is not None:
            return self._coarse.result
        outcome = self.game.outcome(self.view)
        return ((), ()) if outcome is None else (tuple(outcome.ranks), tuple(outcome.scores))

    @property
    def detail(self) -> str:
        """How fine what comes next is recorded: ``moves``, ``rounds`` or ``result``."""
        return self._coarse.detail

    def question(self, picks: Sequence[str], language: str, names: Sequence[str]) -> Question:
        """What is asked next, given the picks of an entry that is not whole yet. Raises what ``enter`` raises."""
        words = self.wording(language, names)
        if picks and picks[0].startswith(COARSER):
            self._coarser(picks)
            return Question("", ())
        if self.detail != MOVES:
            return self._coarsely(picks, language, names).question()
        if picks and picks[0].startswith(SHOWS):
            return words.showing(self._showable_cards(picks))
        asking, choices = self._answered(picks, words)
        return words.question(asking, choices)

    def enter(self, picks: Sequence[str], names: Sequence[str] = (), language: str = "en") -> Entry:
        """Add an entry. A pick is a key of ``question``, or a short name of what it stands for (``shorthand``).

        Raises CoreError, and nothing was changed: ``scribe_not_possible`` (``pick``, its ``number``, what was
        ``expected``), ``scribe_known_elsewhere`` (``entry`` is the last one that told where the ``card`` is),
        ``scribe_more_expected``, ``scribe_too_many``, ``scribe_over``, ``no_consistent_deal``.
        """
        names = names or [f"{seat + 1}" for seat in range(self.setup.seats)]
        if picks and picks[0].startswith(COARSER):
            entry = Entry(tuple(picks), (self._coarser(picks),))
            self._add(entry)
            return entry
        if self.detail != MOVES:
            return self._entered_coarsely(picks, language, names)
        if picks and picks[0].startswith(SHOWS):
            return self._shown(picks, language, names)
        words = self.wording(language, names)
        asking, _ = self._answered(picks, words)
        course = asking.known
        if course is None:
            raise CoreError("scribe_more_expected", expected=words.some(asking))
        entry = self._entry(asking, course)
        self._add(entry)
        return entry

    def own_question(self, other: Other, picks: Sequence[str], language: str, names: Sequence[str]) -> Question:
        """What this seat has seen of an entry that another phone made: what is asked next, nothing if all is known.

        Raises what ``enter`` raises; ``no_consistent_deal`` where the other entry cannot be, for all that is known
        here.
        """
        words = self.wording(language, names)
        return words.question(*self._completed(other, picks, words))

    def own_entry(self, other: Other, picks: Sequence[str], names: Sequence[str] = (), language: str = "en") -> Entry:
        """Add the entry that another phone made, with what this seat has seen of it. Raises what ``enter`` raises."""
        words = self.wording(language, names or [f"{seat + 1}" for seat in range(self.setup.seats)])
        asking, _ = self._completed(other, picks, words)
        course = asking.known
        if course is None:
            raise CoreError("scribe_more_expected", expected=words.some(asking))
        entry = self._entry(asking, course)
        self._add(entry)
        return entry

    def hear(self, entry: Entry) -> None:
        """Add an entry as it was stored, made on this phone or on another one. Where it names copies of a card that had
        other names here, they are renamed, back to when they were last hidden. Raises CoreError (``scribe_at_odds``),
        and nothing was changed."""
        before, named = self.entries[:], self._copies_at_issue(entry.facts)
        if self._heard(before, entry) and (not named or self._can_be):
            return
        for chosen in pairs(self._copied, named):
            if self._heard(called_otherwise(self.game, before, chosen), entry) and self._can_be:
                return
        if not self._heard(before, entry):
            self._begin_again(before)
            raise CoreError("scribe_at_odds", entry=len(before) + 1)

    def _heard(self, before: Sequence[Entry], entry: Entry) -> bool:
        """Stand after these entries and that one; whether that is possible."""
        try:
            if [*before] != self.entries:
                self._begin_again(before)
            self._add(entry)
        except UNFOLDABLE:
            return False
        return True

    def break_off(self, stop: PlayStopped) -> None:
        """Play has ended before the game did. Raises CoreError (``scribe_over``)."""
        if self.over:
            raise CoreError("scribe_over")
        self._add(Entry((), (stop,)))

    def take_back(self) -> Entry:
        """Undo the last entry. Raises CoreError (``scribe_nothing_entered``)."""
        if not self.entries:
            raise CoreError("scribe_nothing_entered")
        *left, last = self.entries
        self._begin_again(left)
        return last

    def record(self, stream: str) -> Record:
        """The record as far as it is known: that of a viewer, which replays and verifies (docs/notation.md)."""
        return self._record.record(stream)

    def wording(self, language: str, names: Sequence[str]) -> Wording:
        return Wording(self.game, language, names, self.view, [entry.picks for entry in self.entries])

    def showable(self) -> tuple[SeatNo, ...]:
        """The seats with hidden cards in hand."""
        if self.detail != MOVES:
            return ()
        sides = self.game.describe(self.view).seats
        return tuple(SeatNo(n) for n, side in enumerate(sides) if side.automaton is None and None in side.hand)

    def asked_seat(self) -> SeatNo | None:
        """Whose decision comes next, where that can only be one seat's. Raises CoreError."""
        if self._asked is None or self._asked.answered:
            self._asked = self.asking(())
        return self._asked.seat

    def is_known(self, pick: str, language: str, names: Sequence[str]) -> bool:
        """Whether it names a part of the entry at hand that can only be one, so that nobody is asked for it."""
        asking = self._asked
        if asking is None or not asking.possible:
            return False
        words = self.wording(language, names)
        alone = [Offer(part, "part", asking.pool[0], part) for part in asking.parts if part not in asking.answered]
        return resolved(pick, [words.choice(one, asking) for one in alone]) is not None

    # --- entries -------------------------------------------------------------------------------------------------

    def asking(self, picks: Sequence[str]) -> Asking:
        if self.over:
            raise CoreError("scribe_over")
        if len(picks) > MAX_PICKS:
            raise CoreError("scribe_too_many")
        world = World(SeededChance(derive("scribe", self.seed, len(self.entries))))
        happening: Happening
        if not self.entries:
            happening = Beginning(self.game, self.setup, self.viewer)
        else:
            concedes = self._conceding(picks)
            happening = Deciding(self.game, self.view, self.viewer, self._missing, concedes)
            world = self._agreeing(world)
        asking = Asking.begin(self.game, happening, world, self._cards)
        if self.entries and self._conceding(picks) is not None:
            asking.conceded(picks[0])
        return asking

    def _entry(self, asking: Asking, course: Course) -> Entry:
        decision = course.decision
        own = decision is not None and sees(self.viewer, decision.seat)
        meta = {"decision": encode_meta_decision(self.game, decision)} if decision is not None and own else None
        saw = seats_that_saw_more(self.game, course, self.setup.seats)
        private = tuple(seat for seat in saw if not sees(self.viewer, seat))
        return Entry(tuple(asking.answered), course.facts, meta, course.seat, private)

    def _completed(self, other: Other, picks: Sequence[str], words: Wording) -> tuple[Asking, tuple[Choice, ...]]:
        asking = self._followed(other)
        for number, pick in enumerate(picks):
            choices = words.choices(asking)
            if not choices:
                raise CoreError("scribe_too_many", pick=pick, number=number)
            asking.answer(self._meant(pick, number, choices, asking, words))
            follow(asking, other)
        return asking, words.choices(asking)

    def _followed(self, other: Other) -> Asking:
        """What the other entry says is answered. Where it names copies of a card that had other names here, they are
        renamed, back to when they were last hidden."""
        conceding = [pick for pick in other.picks[:1] if pick.startswith(CONCEDES)]
        try:
            asking = self.asking(conceding)
            follow(asking, other)
            return asking
        except CoreError as error:
            before, named = self.entries[:], self._copies_at_issue(other.facts)
            if error.code != "no_consistent_deal" or not named:
                raise
            for chosen in pairs(self._copied, named):
                try:
                    self._begin_again(called_otherwise(self.game, before, chosen))
                    asking = self.asking(conceding)
                    follow(asking, other)
                    return asking
                except CoreError:
                    continue
            self._begin_again(before)
            raise

    @property
    def _can_be(self) -> bool:
        """Whether a deal is possible. One copy may lie twice: on several phones two may be called the same."""
        return self.over or World(SeededChance(derive("copies"))).dealt(self.game, self.view) is not None

    def _copies_at_issue(self, facts: Sequence[Event]) -> set[str]:
        """The copies that the facts name, where this viewer has seen such a card that spectators have not."""
        named = named_in(self.game, facts) & self._copied
        if not named:
            return named
        for entry in self.entries[len(self._known_alone) :]:
            alone = named_in(self.game, entry.facts) - named_in(self.game, as_spectators_see(self.game, entry.facts))
            self._known_alone.append({face_of(card) for card in alone & self._copied})
        return named if {*map(face_of, named)} & set().union(*self._known_alone) else set()

    def _answered(self, picks: Sequence[str], words: Wording) -> tuple[Asking, tuple[Choice, ...]]:
        """Answer with the picks, and return the choices that are left. Goes on from where the last question was."""
        asking, self._asked = self._asked, None
        goes_on = asking is not None and asking.answered == list(picks[: len(asking.answered)])
        if asking is None or not goes_on or (not asking.answered and self._conceding(picks) is not None):
            asking = self.asking(picks)
        choices = self._named(asking, words)
        if picks and not asking.answered and words.names_only_seat(picks[0], asking, choices):
            picks = picks[1:]  # who it was is known, and was said all the same
        for number, pick in enumerate(picks[len(asking.answered) :], len(asking.answered)):
            if not choices:
                raise CoreError("scribe_too_many", pick=pick, number=number)
            asking.answer(self._meant(pick, number, choices, asking, words))
            choices = self._named(asking, words)
        self._asked = asking
        return asking, choices

    def _named(self, asking: Asking, words: Wording) -> tuple[Choice, ...]:
        """What can be answered. The same question is often asked twice in a row."""
        called = (words.language, *words.names)
        if self._choices is None or self._choices[0] is not asking.offers or self._choices[1] != called:
            self._choices = asking.offers, called, words.choices(asking)
        return self._choices[2]

    def _meant(self, pick: str, number: int, choices: Sequence[Choice], asking: Asking, words: Wording) -> Offer:
        exact = next((offer for offer in asking.offers if offer.key == pick), None)
        if exact is not None:
            return exact
        chosen = resolved(pick, choices)
        if chosen is None and len(pick) >= MIN_NAME:
            further = asking.further(
                lambda offer: offer.key == pick or resolved(pick, [words.choice(offer, asking)]) is not None
            )
            if further is not None:
                return further
        if chosen is None:
            card = pick.rpartition("=")[2].rpartition(":")[2]
            card = card if card in self._cards else words.only_card(pick, self._cards)
            raise self._refused(pick, number, card, [choice.label for choice in choices[:8]])
        return next(offer for offer in asking.offers if offer.key == chosen.key)

    def _conceding(self, picks: Sequence[str]) -> SeatNo | None:
        if not picks or not picks[0].startswith(CONCEDES):
            return None
        seat = picks[0].removeprefix(CONCEDES)
        if seat not in map(str, range(self.setup.seats)):
            raise self._refused(picks[0], 0, "")
        return SeatNo(int(seat))

    def _shown(self, picks: Sequence[str], language: str, names: Sequence[str]) -> Entry:
        """Somebody shows a card of the hand: ``show:1`` and the cards by name."""
        seat, cards = str(self._showing(picks)), list(picks[1:])
        if not cards:
            may = self.wording(language, names).showing(self._showable_cards(picks)).choices
            raise CoreError("scribe_more_expected", expected=[choice.label for choice in may[:8]])
        deal = SeededChance(derive("shown", self.seed, len(self.entries)))
        lying = set(cards_by_name(self.game.describe(self.view)))
        for number, card in enumerate(cards, 1):
            if card in lying or card not in self._cards or card in cards[: number - 1]:
                raise self._refused(card, number, card)
        try:
            self._record.show(("seats", seat, "hand"), cards, deal)
        except CoreError as error:
            raise self._refused(cards[-1], len(cards), cards[-1]) from error
        entry = Entry(tuple(picks), (CardsShown(("seats", seat, "hand"), tuple(cards)),))
        self.entries.append(entry)
        self._asked = None
        return entry

    def _showing(self, picks: Sequence[str]) -> SeatNo:
        seat = picks[0].removeprefix(SHOWS)
        if len(picks) > MAX_PICKS:
            raise CoreError("scribe_too_many")
        if seat not in map(str, self.showable()):
            raise self._refused(picks[0], 0, "")
        return SeatNo(int(seat))

    def _showable_cards(self, picks: Sequence[str]) -> list[str]:
        """The cards that the seat may hold unseen, those first that it holds in most worlds: of cards with one name
        the likeliest is offered."""
        seat, found = self._showing(picks), Counter[str]()
        lying = set(cards_by_name(self.game.describe(self.view)))
        for world in self._agreeing(World(SeededChance(derive("showing", self.seed, len(self.entries))))).around():
            state = world.dealt(self.game, self.view)
            if state is not None:
                found.update(str(card) for card in self.game.describe(state).seats[seat].hand)
        left = found.keys() - lying - set(picks[1:])
        return sorted(left, key=lambda card: (-found[card], card))

    def _refused(self, pick: str, number: int, card: str, expected: Sequence[str] = ()) -> CoreError:
        entry = self._told_of(card) if card in self._cards else 0
        if entry:
            return CoreError("scribe_known_elsewhere", pick=pick, number=number, card=card, entry=entry)
        return CoreError("scribe_not_possible", pick=pick, number=number, expected=list(expected))

    def _coarser(self, picks: Sequence[str]) -> Event:
        """No decisions follow. Raises CoreError."""
        if self.over:
            raise CoreError("scribe_over")
        fact = begun(picks, self._coarse)
        if isinstance(fact, CoreError):
            raise fact
        return fact

    def _coarsely(self, picks: Sequence[str], language: str, names: Sequence[str]) -> CoarseAsking:
        if self.over:
            raise CoreError("scribe_over")
        if len(picks) > MAX_PICKS:
            raise CoreError("scribe_too_many")
        asking = CoarseAsking(self.game, self._coarse, language, names, [p for one in self.entries for p in one.picks])
        asking.take(picks)
        return asking

    def _entered_coarsely(self, picks: Sequence[str], language: str, names: Sequence[str]) -> Entry:
        asking = self._coarsely(picks, language, names)
        if asking.fact is None:
            raise CoreError("scribe_more_expected", expected=[one.label for one in asking.choices()[:8]])
        entry = Entry(tuple(asking.answered), (asking.fact,))
        self._add(entry)
        return entry

    def _begin_again(self, entries: Sequence[Entry]) -> None:
        self.entries, self._record, self._coarse = [], self._empty(), Coarse(self.setup.seats)
        self._asked, self._known_alone = None, list[set[str]]()
        for number, entry in enumerate(entries, 1):
            try:
                self._add(entry)
            except UNFOLDABLE as error:
                raise CoreError("scribe_at_odds", entry=number) from error

    def _add(self, entry: Entry) -> None:
        self._record.accept(entry.facts, meta=entry.meta)
        for fact in entry.facts:
            self._coarse.take(fact)
        self.entries.append(entry)
        self._asked = None

    def _empty(self) -> PartialRecord[Any]:
        return PartialRecord(self.game, self.setup, self.viewer, self.game.view(self.game.initial(), self.viewer))

    # --- what is known -------------------------------------------------------------------------------------------

    def _missing(self, state: Any) -> int:
        return self._record.missing(state)

    def _agreeing(self, world: World) -> World:
        """A world that has every shown card where it was shown. Raises CoreError (``no_consistent_deal``)."""

        def missing(one: World) -> int:
            state = one.dealt(self.game, self.view)
            return 1 << 16 if state is None else self._missing(state)

        while missing(world):
            world = self._nearer(world, missing)
        return world

    def _nearer(self, world: World, missing: Callable[[World], int]) -> World:
        left, state = missing(world), world.dealt(self.game, self.view)
        if state is None:
            raise CoreError("no_consistent_deal", seq=0)
        hidden = Places(self.view).lying(state)
        rest = resting(world, hidden, lambda one: missing(one) <= left)
        for other in rest.world.around(rest.kept):
            if missing(other) < left:
                return other
        raise CoreError("no_consistent_deal", seq=0)

    @cached_property
    def _cards(self) -> frozenset[str]:
        """Every card by name, as a position of the game writes it."""
        world = World(SeededChance(derive("cards")))
        state = self.game.initial()
        for fact in self.game.start(self.setup, world.draws(1)):
            self.game.evolve(state, fact)
        return frozenset(cards_by_name(self.game.describe(state)))

    @cached_property
    def _copied(self) -> frozenset[str]:
        return copied(self._cards)

    def _told_of(self, card: str) -> int:
        """The number of the last entry that named the card, from 1; 0 if none did."""
        entries = reversed([*enumerate(self.entries, 1)])
        return next((n for n, entry in entries if card in named_in(self.game, entry.facts)), 0)
