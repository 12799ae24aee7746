"""Relics: an expansion of our own for the tests, written outside ``elekt_core`` with nothing but docs/expansions.md.

In the manner of E22.3: a deck of Relics, two face up, refilled at once; who wins Occultism, Cunning or Violence may
take a Relic instead of the effect, a face-up one or the unseen top one. At most two are held, hidden from others;
whoever has three puts one away, which earns 1 Heat. There is a fifth kind of Basic Unit, which gives a Relic too, and a
gate that lets one Unit more into the Missions Zone for as long as the game lasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from elekt_core.contract import UNKNOWN, Awaiting, Decision, Viewer
from elekt_core.games.elekt.card import Ability, Card, Effect, WordedCard
from elekt_core.games.elekt.card_lists.expansion import Expansion, Fact, Primitive, StepKind, lay, put
from elekt_core.games.elekt.effect_targets import Choice
from elekt_core.games.elekt.play import Play
from elekt_core.games.elekt.selectors import Use, value_of
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.tables import Op, Tables
from elekt_core.games.elekt.vocabulary import NONE
from elekt_core.kit.agenda import step
from elekt_core.kit.driver import Question

NAME, HELD, FACE_UP = "relics", 2, 2
DROP = "relics_drop"


# --- cards ------------------------------------------------------------------------------------------------------


def _worded(
    word: str, group: str, names: tuple[str, str], said: tuple[str, str], ability: Ability, **more: Any
) -> Card:
    line = ("Basic Unit", "Jednostka Podstawowa") if group == "unit" else ("Relics", "Relikty")
    lines, texts = (dict(zip(("en", "pl"), pair, strict=True)) for pair in (line, said))
    return WordedCard(word, group, *names, "original", (), ability, lines=lines, texts=texts, **more)


TAKE = (Effect("take_relic", {}),)
NOTHING = Ability("rule", "static", ())

KEEPER = _worded(
    "relic_keeper", "unit", ("Relic Keeper", "Strażnik Reliktów"), ("Take a Relic.", "Weź Relikt."),
    Ability("instant", "on_assign_self", TAKE, cost=1, optional=True),
    copies=4, kind="basic", type="cultist", symbols=(1, 0, 0, 0),
)  # fmt: skip
RELIQUARY = _worded(
    "reliquary", "reliquary", ("Reliquary", "Relikwiarz"),
    ("Whoever wins Occultism, Cunning or Violence may take a Relic instead of the effect.",
     "Kto wygra Okultyzm, Podstęp lub Przemoc, może zamiast efektu wziąć Relikt."),
    Ability("rule", "win_replace", TAKE, optional=True, attributes=(0, 1, 2)),
)  # fmt: skip
GATE = _worded(
    "open_gate", "gate", ("Open Gate", "Otwarta Brama"),
    ("The Zone limit is 1 higher in the Missions Zone.", "Limit Jednostek w Strefie Misji jest większy o 1."),
    Ability("rule", "static", (Effect("modify", {"what": "zone_limit", "add": 1}),), zone="missions"),
)  # fmt: skip
RELICS = tuple(
    _worded(f"relic_{en.lower()}", "relic", (en, pl), ("", ""), NOTHING)
    for en, pl in (
        ("Mask", "Maska"),
        ("Bell", "Dzwon"),
        ("Ring", "Pierścień"),
        ("Lamp", "Lampa"),
        ("Key", "Klucz"),
        ("Coin", "Moneta"),
        ("Bone", "Kość"),
        ("Crown", "Korona"),
        ("Blade", "Ostrze"),
    )
)


# --- what the expansion keeps -----------------------------------------------------------------------------------


class Relics(NamedTuple):
    """The deck (top last), what lies face up, what was put away, and what each seat holds."""

    deck: tuple[int, ...]
    face_up: tuple[int, ...]
    pile: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]


def relics(state: State) -> Relics:
    found: Relics = state.added[NAME]
    return found


class RelicsLaidOut(NamedTuple):
    """``cards`` is the deck from the top, hidden from all."""

    cards: tuple[int, ...]


class RelicRuleLaid(NamedTuple):
    """The card lies beside the boards and works from now on."""

    card: int


class RelicRevealed(NamedTuple):
    card: int


class RelicTaken(NamedTuple):
    """``open``: it lay face up. Else nobody but ``seat`` sees it."""

    seat: int
    card: int
    open: bool


class RelicPutAway(NamedTuple):
    seat: int
    card: int


def _laid_out(s: State, event: RelicsLaidOut) -> None:
    put(s, NAME, Relics(event.cards[::-1], (), (), ((),) * s.seats))
    s.draws += 1


def _rule_laid(s: State, event: RelicRuleLaid) -> None:
    for zone in range(3):
        lay(s, event.card, zone)


def _revealed(s: State, event: RelicRevealed) -> None:
    mine = relics(s)
    put(s, NAME, mine._replace(deck=mine.deck[:-1], face_up=(*mine.face_up, event.card)))


def _taken(s: State, event: RelicTaken) -> None:
    mine = relics(s)
    if event.open:
        mine = mine._replace(face_up=tuple(card for card in mine.face_up if card != event.card))
    else:
        mine = mine._replace(deck=mine.deck[:-1])
    put(
        s,
        NAME,
        _hold(mine, event.seat, (*mine.held[event.seat], UNKNOWN if s.hidden >> event.seat & 1 else event.card)),
    )


def _put_away(s: State, event: RelicPutAway) -> None:
    mine = relics(s)
    gone = UNKNOWN if s.hidden >> event.seat & 1 else event.card
    held = list(mine.held[event.seat])
    held.remove(gone)
    put(s, NAME, _hold(mine, event.seat, tuple(held))._replace(pile=(*mine.pile, event.card)))


def _hold(mine: Relics, seat: int, cards: tuple[int, ...]) -> Relics:
    return mine._replace(held=tuple(cards if n == seat else others for n, others in enumerate(mine.held)))


def _view(mine: Relics, viewer: Viewer) -> Relics:
    held = tuple(own if seat == viewer else (UNKNOWN,) * len(own) for seat, own in enumerate(mine.held))
    return mine._replace(deck=(UNKNOWN,) * len(mine.deck), held=held)


def _deal_again(mine: Relics, order: Sequence[int], tables: Tables) -> Relics:
    seen = {*mine.face_up, *mine.pile, *(card for own in mine.held for card in own)}
    unseen = iter([card for card in order if card in tables.cards.groups["relic"] and card not in seen])
    held = tuple(tuple(next(unseen) if card == UNKNOWN else card for card in own) for own in mine.held)
    return mine._replace(deck=tuple(next(unseen) for _ in mine.deck), held=held)


# --- the course of the game ---------------------------------------------------------------------------------------


def _setup(play: Play) -> None:
    groups = play.tables.cards.groups
    play.emit(RelicsLaidOut(play.shuffled(groups["relic"])))
    for card in (*groups["reliquary"], *groups["gate"]):
        play.emit(RelicRuleLaid(card))
    _refill(play)


def _refill(play: Play) -> None:
    while (mine := relics(play.state)).deck and len(mine.face_up) < FACE_UP:
        play.emit(RelicRevealed(mine.deck[-1]))


def _on_offer(use: Use, op: Op, chosen: Sequence[Any], pool: Any) -> list[Choice]:
    mine = relics(use.state)
    top: list[Choice] = [(("relic_top", use.actor),)] if mine.deck else []
    return [*((("relic", card),) for card in mine.face_up), *top]


def _take(play: Play, use: Use, op: Op, targets: Choice) -> None:
    card = value_of(targets, "relic")
    is_open = card != NONE
    play.emit(RelicTaken(use.actor, card if is_open else relics(play.state).deck[-1], is_open))
    _refill(play)
    play.push(Drop(use.actor))


@step
class Drop(NamedTuple):
    seat: int


def _drop(play: Play, step: Drop) -> None:
    if len(relics(play.state).held[step.seat]) > HELD:
        play.ask(step.seat, "put_relic_away", step)


def _drop_choices(t: Tables, s: State, seat: int, step: Drop) -> list[Choice]:
    return [(("relic", card),) for card in relics(s).held[seat]]


def _drop_answer(play: Play, seat: int, step: Drop, choice: Choice) -> None:
    play.emit(RelicPutAway(seat, value_of(choice, "relic")))
    play.gain_heat(seat, 1)


# --- words ----------------------------------------------------------------------------------------------------------


class English:
    """Sentences beside those of ``Narrator``."""

    def relics_laid_out(self: Any, e: RelicsLaidOut, after: State) -> str:
        return f"{len(e.cards)} Relics are shuffled."

    def relic_rule_laid(self: Any, e: RelicRuleLaid, after: State) -> str:
        return f"{self.card(e.card)} is in force."

    def relic_revealed(self: Any, e: RelicRevealed, after: State) -> str:
        return f"{self.card(e.card)} lies open."

    def relic_taken(self: Any, e: RelicTaken, after: State) -> str:
        return f"{self.player(e.seat)} takes a Relic: {self.card(e.card)}."

    def relic_put_away(self: Any, e: RelicPutAway, after: State) -> str:
        return f"{self.player(e.seat)} puts {self.card(e.card)} away."

    def ask_put_relic_away(self: Any, awaiting: Awaiting, view: State) -> str:
        return "Which Relic do you put away?"

    def chose_put_relic_away(self: Any, decision: Decision, view: State) -> str:
        return f"Put away {self.targets(decision.choice)}"

    def part(self: Any, part: str, view: State) -> str:
        return "the top Relic" if part.startswith("relic_top:") else super().part(part, view)  # type: ignore[misc]


class Polish(English):
    def relics_laid_out(self: Any, e: RelicsLaidOut, after: State) -> str:
        return f"Potasowano Relikty: {len(e.cards)}."

    def relic_rule_laid(self: Any, e: RelicRuleLaid, after: State) -> str:
        return f"Działa {self.card(e.card)}."

    def relic_revealed(self: Any, e: RelicRevealed, after: State) -> str:
        return f"Odkryto Relikt: {self.card(e.card)}."

    def relic_taken(self: Any, e: RelicTaken, after: State) -> str:
        return f"{self.player(e.seat)} bierze Relikt: {self.card(e.card)}."

    def relic_put_away(self: Any, e: RelicPutAway, after: State) -> str:
        return f"{self.player(e.seat)} odkłada Relikt: {self.card(e.card)}."

    def ask_put_relic_away(self: Any, awaiting: Awaiting, view: State) -> str:
        return "Który Relikt odkładasz?"

    def chose_put_relic_away(self: Any, decision: Decision, view: State) -> str:
        return f"Odłóż: {self.targets(decision.choice)}"

    def part(self: Any, part: str, view: State) -> str:
        return "Relikt z wierzchu" if part.startswith("relic_top:") else super().part(part, view)


EXPANSION = Expansion(
    name=NAME,
    cards=(KEEPER, RELIQUARY, GATE, *RELICS),
    primitives=(Primitive("take_relic", _on_offer, _take),),
    questions={"put_relic_away": Question("E22.3", _drop_choices, _drop_answer)},
    facts=(
        Fact(RelicsLaidOut, _laid_out, lambda event, viewer: event._replace(cards=(UNKNOWN,) * len(event.cards))),
        Fact(RelicRuleLaid, _rule_laid),
        Fact(RelicRevealed, _revealed),
        Fact(RelicTaken, _taken, lambda e, viewer: e if e.open or viewer == e.seat else e._replace(card=UNKNOWN)),
        Fact(RelicPutAway, _put_away),
    ),
    steps={DROP: StepKind(Drop, _drop)},
    target_words={"relic": "card", "relic_top": "seat"},
    setup=_setup,
    view=_view,
    deal_again=_deal_again,
    show=lambda mine, card: {
        "face_up": [card(c) for c in mine.face_up],
        "deck": len(mine.deck),
        "put_away": [card(c) for c in mine.pile],
        "held": [[card(c) for c in own] for own in mine.held],
    },
    words={"en": English, "pl": Polish},
)
