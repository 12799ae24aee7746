"""Enclave as a game of the contract: brings all parts together and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ...chance import Chance
from ...contract import (
    CONCEDE,
    Awaiting,
    Decision,
    Event,
    Game,
    Json,
    Outcome,
    Refusal,
    SeatNo,
    Setup,
    Viewer,
    Words,
)
from ...errors import (
    BadSetup,
    CoreError,
    IllegalDecision,
    MalformedDecision,
    MatchOver,
    NotYourTurn,
    UnknownGame,
)
from ...foreseen import Foreseen
from ...hints import Features
from ...kit.choices import options_of
from ...kit.knowledge import Knowledge
from ...kit.position_shape import Position
from ...ruleset import Option, Ruleset, nearest
from ...staged import Staged
from . import ahead, codec, decisions, ending, judging, tree  # noqa: F401  tree fills the tables
from . import events as e
from .agenda import WORDS
from .cards import CARDS, PRINTED
from .cards import TREE as TREE_CARDS
from .facts import FOLDS
from .healing import HEAL, ask_again, heal, heals
from .memory import fill_in
from .play import QUESTIONS, Play, play_on
from .refusals import CODES, named, reason, refusals
from .rulesets import FIRST, SECOND
from .setup import set_up
from .state import NOT_CHOSEN, State

if TYPE_CHECKING:
    from ...contract import Citer
    from ...kit.card_page import CardPage
    from ...kit.positions import PositionFields
    from ...kit.remembering import Memory
    from ...rulebook import Rulebook
    from .board import Board
    from .faces import CardFace, CardWords

RANDOM = "random"
POSITION = "position"
"""The option of a setup that holds a position (docs/scenarios.md). Whoever reads it knows all hands."""


def _of_level(level: int) -> tuple[str, ...]:
    return (RANDOM, *(CARDS.names[card] for card in CARDS.groups[TREE_CARDS] if PRINTED[card].level == level))


OPTIONS = (
    Option("turn_order", (RANDOM, "auction", "seats"), RANDOM),
    Option("tree", (RANDOM, "first_game", "chosen"), RANDOM),
    *(Option(f"tree_{level}", _of_level(level), RANDOM, where=("tree", "chosen")) for level in range(1, 6)),
)
"""Z5.3, Z5.4, Z5.11; ``tree_1`` to ``tree_5`` count where the Tree is "chosen"."""

KNOWLEDGE: Final = Knowledge(State, e.KINDS.values())
"""Z22: it follows from the types of the fields."""

BRINGING: Final = (e.CardBought, e.PrizeDrawn, e.BoardingStarted, e.TreeCardUsed)
GATHERED: Final = ("oracle_look", "put_back", "take_items", "use_items")
"""Decisions of one card or several."""
CHAPTERS: Final = {e.TurnStarted: 1, e.PhaseStarted: 2}


class Enclave(Game[State]):
    """The whole game for 2, 3 and 4 players (Z1-Z25)."""

    name = "enclave"
    writes_positions = True
    rulesets: Sequence[Ruleset] = (
        Ruleset(SECOND, range(2, 5), OPTIONS, line=FIRST),
        Ruleset(FIRST, range(2, 5), OPTIONS, replaced=True),
    )
    event_kinds = e.KINDS
    event_versions: Mapping[str, int] = {}
    card_set = CARDS.pinned

    # --- the course of a game -------------------------------------------------------------------------------

    def initial(self) -> State:
        return State()

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        if setup.game != self.name:
            raise BadSetup("unknown_game", field="game", game=setup.game, nearest=self.name)
        try:
            ruleset = self.ruleset(setup.ruleset)
        except UnknownGame as unknown:
            raise BadSetup(unknown.code, field="ruleset", **unknown.data) from unknown
        agreed = ruleset.agreed(setup.seats, self.public_options(setup.options))
        play = play_on(self.initial(), chance)
        created = e.GameCreated(ruleset.name, setup.seats, CARDS.pinned, chance.commitment())
        if POSITION in setup.options:
            return self._start_from_position(play, created, setup.options[POSITION])
        set_up(play, created, agreed)
        return play.go_on()

    def check_new(self, setup: Setup, chance: Chance) -> None:
        if POSITION in setup.options:
            from .position import check_new

            check_new(setup.seats, setup.options[POSITION])

    def _start_from_position(self, play: Play, created: e.GameCreated, data: Json) -> tuple[Event, ...]:
        """Start from the position instead of the setup, and continue until somebody must decide."""
        from .position import lay_out  # most matches begin at the beginning

        laid, steps = lay_out(created, data)
        play.emit(created)
        play.emit(laid)
        play.push_in_order(steps)
        return play.go_on()

    def public_options(self, options: Json) -> Json:
        return {name: value for name, value in options.items() if name != POSITION}

    def evolve(self, state: State, event: Event) -> None:
        FOLDS[type(event)](state, event)

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        self._must_be_legal(state, decision)
        return self._carry_out(state.copy(), decision, chance)

    def advance(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        """``decide`` in place: the state ends up as if the events had been folded into it."""
        self._must_be_legal(state, decision)
        events = self._carry_out(state, decision, chance)
        if state.ended is None:
            FOLDS[e.Awaiting](state, events[-1])
        return events

    def _carry_out(self, state: State, decision: Decision, chance: Chance) -> tuple[Event, ...]:
        play = play_on(state, chance)
        seat, kind, choice = decision
        if kind == CONCEDE:
            return play.carry_out(self._concede, play, seat)
        if kind == HEAL:
            return play.carry_out(heal, play, seat, choice)
        return play.answer(decision, state.step)

    def _must_be_legal(self, s: State, decision: Decision) -> None:
        seat, kind, choice = decision
        if kind not in decisions.KINDS:
            raise MalformedDecision("malformed", CODES["malformed"], field="kind", value=kind)
        if not 0 <= seat < s.seats:
            raise MalformedDecision("malformed", CODES["malformed"], field="seat", value=seat)
        if s.ended is not None:
            raise MatchOver("game_over", CODES["game_over"])
        if kind == CONCEDE:
            if s.gave_up(seat):
                raise IllegalDecision("already_conceded", CODES["already_conceded"], seat=seat)
        elif s.gave_up(seat) or (kind != HEAL and not self._asked(s, seat)):  # Z23.2
            asked = s.waiting[0] if s.waiting else e.NONE
            raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=asked, question=s.question)
        elif kind not in (HEAL, s.question):
            raise NotYourTurn("another_question", CODES["another_question"], seat=seat, question=s.question)
        elif choice not in (heals(s, seat) if kind == HEAL else QUESTIONS[kind].choices(None, s, seat, s.step)):
            code = reason(s, seat, kind, choice)
            raise IllegalDecision(code, CODES[code], seat=seat, **named(kind, choice))

    def _asked(self, s: State, seat: int) -> bool:
        """Whether the seat must answer, or has answered in secret and may choose again (Z8.4)."""
        return seat in s.waiting or (s.question == "choose_action" and s.committed[seat] != NOT_CHOSEN)

    def _concede(self, play: Play, seat: int) -> None:
        """The game ends with two players or if only one is left; else the seat stays and plays the defaults (Z23.2)."""
        s = play.state
        asked = s.question_as_asked()
        play.emit(e.SeatConceded(seat))
        if sum(not s.gave_up(other) for other in range(s.seats)) == 1:
            ending.end(play, e.BY_FORFEIT)
        ask_again(play, *asked)

    # --- scenarios ------------------------------------------------------------------------------------------

    def scenario_files(self) -> Mapping[str, str]:
        from .scenarios import files

        return files()

    def order_of(self, cards: Sequence[str], size: int) -> Sequence[int]:
        for card in cards:
            if card not in CARDS.ids or cards.count(card) > 1:
                raise CoreError("bad_order_of_cards", value=card, nearest=nearest(card, CARDS.names))
        ranks = sorted(CARDS.ids[card] for card in cards)
        return [ranks.index(CARDS.ids[card]) for card in cards]

    # --- questions ------------------------------------------------------------------------------------------

    def awaiting(self, state: State) -> tuple[Awaiting, ...]:
        if not state.question:
            return ()
        rule, about = QUESTIONS[state.question].rule, codec.about(state)
        stack = tuple([WORDS[type(step)] for step in (state.step, *reversed(state.agenda))])
        return tuple([Awaiting(SeatNo(seat), state.question, rule, about, stack) for seat in state.waiting])

    def options(self, state: State, seat: SeatNo | None = None) -> Sequence[Decision]:
        """Answers first, then healing (Z16.3), which is also open to seats that nobody is waiting for."""
        if not state.question:
            return ()
        if seat is None:
            seat = SeatNo(state.waiting[0])
        if state.gave_up(seat):
            return ()
        asked, healing = self._asked(state, seat), heals(state, seat)
        choices = QUESTIONS[state.question].choices(None, state, seat, state.step) if asked else ()
        answers = options_of(seat, state.question, choices)
        return [*answers, *options_of(seat, HEAL, healing)] if healing else answers

    def refusals(self, state: State, seat: SeatNo) -> tuple[Refusal, ...]:
        return tuple(refusals(state, seat)) if state.question else ()

    def default(self, state: State, seat: SeatNo) -> Decision:
        if seat not in state.waiting:
            asked = state.waiting[0] if state.waiting else e.NONE
            raise NotYourTurn("not_your_turn", CODES["not_your_turn"], seat=asked, question=state.question)
        return Decision(seat, state.question, QUESTIONS[state.question].default_of(None, state, seat, state.step))

    def expected(self, view: State, seat: SeatNo) -> State | None:
        return ahead.expected(view, seat)

    # --- knowledge ------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> State:
        seen = KNOWLEDGE.view(state, viewer)
        for deck, recalled in enumerate(seen.recalled):
            if recalled:
                fill_in(seen, deck)
        return seen

    def redact(self, event: Event, viewer: Viewer) -> Event:
        redacted: Event = KNOWLEDGE.redact(event, viewer)
        return redacted

    def redeal(self, view: State, chance: Chance) -> State:
        from .redeal import redeal  # who only plays thinks nothing out

        return redeal(view, chance)

    def remembered(self, memory: Memory | None, fact: Event) -> Memory:
        from ...kit.remembering import NOTHING
        from .hands import remembered

        return remembered(memory or NOTHING, fact)

    def recalled(self, view: State, memory: Memory | None) -> State:
        from .hands import recalled

        return recalled(view, memory) if memory else view

    def outcome(self, state: State) -> Outcome | None:
        end = state.ended
        if end is None:
            return None
        winner = SeatNo(end.ranks.index(1)) if end.ranks.count(1) == 1 else None
        return Outcome(winner, end.ranks, end.scores, e.REASONS[end.reason])

    def tally(self, state: State) -> Sequence[int]:
        return tuple(state.score)

    def figures(self, view: State) -> Mapping[str, int]:
        numbers = {"points": view.score, "knowledge": view.knowledge, "money": view.money, "tree": view.tree_tokens}
        found = {f"{what}.{seat}": n for what, by_seat in numbers.items() for seat, n in enumerate(by_seat)}
        found |= {f"marker.{e.PLACES[place]}.{seat}": 1 for place, seats in enumerate(view.places) for seat in seats}
        found |= {f"taken.{level}.{seat}": 1 for level, seat in enumerate(view.owners, 1) if seat != e.NONE}
        levels = {"physical": view.condition[::2], "psychic": view.condition[1::2]}
        return found | {f"{kind}.{seat}": n for kind, by_seat in levels.items() for seat, n in enumerate(by_seat)}

    def things(self, event: Event) -> Sequence[str]:
        return (f"token:{event.number}",) if isinstance(event, e.InitiativeTokenPlaced) else ()

    def staged(self, view: State, event: Event) -> Staged:
        from .staging import staged

        return staged(view, event)

    def chapter(self, event: Event) -> int:
        return CHAPTERS.get(type(event), 0)

    def is_confirmed(self, decision: Decision) -> bool:
        """Choosing an action seals it. What is gathered is confirmed, be it a single card; every other decision is one
        step of a turn."""
        if decision.kind in GATHERED:
            return len(self.parts(decision)) > 1
        return decision.kind == "choose_action" or super().is_confirmed(decision)

    def what_if(self, view: State, decision: Decision, language: str, names: Sequence[str]) -> Foreseen:
        from .foresight import what_if

        return what_if(view, decision, language)

    def terms(self, view: State, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
        from .foresight import terms

        return terms(view, at, language, names)

    def begins_scene(self, event: Event) -> bool:
        return type(event) in CHAPTERS or type(event) in (e.LocationStarted, e.BoardingStarted)

    def position_of(self, state: State) -> Json | None:
        from .position_write import write

        return write(state)

    def position_fields(self) -> PositionFields:
        from .position_fields import EnclavePositions

        return EnclavePositions()

    # --- for pages ------------------------------------------------------------------------------------------

    def board(self, view: State, language: str, told: Sequence[Event] = ()) -> Board:
        from .board import lay_out  # what pages need is loaded when a page asks for it

        return lay_out(view, language, between=bool(told))

    def gallery(self, language: str) -> Sequence[CardFace]:
        from .faces import gallery

        return gallery(language)

    def card(self, id_: str, language: str) -> CardPage[CardFace, CardWords] | None:
        from .card_pages import page_of

        return page_of(id_, language)

    def brings(self, event: Event) -> Sequence[str]:
        """Cards that come into somebody's hands in view of all, and missions and Tree cards that are carried out."""
        return (PRINTED[event.card].id,) if isinstance(event, BRINGING) else ()

    def rulebook(self, language: str) -> Rulebook:
        from .rules import rulebook

        return rulebook(language)

    def citer(self) -> Citer:
        from .rules.cited import Cited

        return Cited()

    def shown_by(self, number: str) -> Sequence[str]:
        from .card_pages import shown_by

        return shown_by(number)

    # --- for those who think it out -------------------------------------------------------------------------

    def features(self, view: State, sides: int) -> Sequence[Features]:
        return judging.features(view)

    def inclination(self, view: State, decision: Decision) -> float:
        return judging.inclination(view, decision)

    def weights(self) -> str:
        return judging.weights()

    def feature_words(self, name: str, language: str) -> tuple[str, str]:
        from .words import feature_words  # pages only

        return feature_words.WORDS.get(name, feature_words.NONE)[language == "pl"]

    def reason_of(self, name: str) -> str:
        from .words import feature_words

        return feature_words.SAME.get(name, name)

    def phase_words(self, phase: str, language: str) -> str:
        from .words import phase_name

        return phase_name(phase, language)

    # --- notation -------------------------------------------------------------------------------------------

    encode_event = staticmethod(codec.NOTATION.encode_event)  # a replay reads every fact: one call is enough
    decode_event = staticmethod(codec.NOTATION.decode_event)

    def payload_schemas(self) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
        from . import payloads

        return payloads.schemas()

    def encode_decision(self, decision: Decision) -> Json:
        return decisions.CHOICES.encode(decision)

    def decode_decision(self, seat: SeatNo, data: Json) -> Decision:
        return decisions.CHOICES.decode(seat, data)

    def describe(self, state: State) -> Position:
        return codec.describe(state)

    def fingerprint(self, state: State) -> bytes:
        return codec.fingerprint(state)

    def parts(self, decision: Decision) -> tuple[str, ...]:
        return decisions.parts(decision)

    def any_order(self, part: str) -> bool:
        return part.partition(":")[0] in decisions.ANY_ORDER

    def words(self, language: str, names: Sequence[str]) -> Words:
        from .words import words_for

        words: Words = words_for(language, names)
        return words
