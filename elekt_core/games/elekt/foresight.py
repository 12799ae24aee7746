"""What a decision would change on the table, and how each count comes about (E8.4-E8.9, E9.16).

Everything is worked out on the view of whoever decides, by the functions that count in a confrontation: what they do
not know cannot enter it. It stops where others, or the cards that react, would have a say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from ...contract import Decision
from ...foreseen import NOTHING_FORESEEN, Foreseen, NumberShown, OutcomeShown
from . import agenda as a
from .active import concerned, statics
from .confrontation import FIRST_EDITION, plan
from .counting import counts
from .play import Play, play_on
from .state import State
from .tables import Tables
from .vocabulary import ASSIGNMENT, ATTRIBUTES, CONFRONTATION, NONE, POWER, RECRUITMENT, ZONES
from .words import Narrator
from .words.foreseen import PHRASES

ON_THE_TABLE = frozenset(
    {"attach", "detach", "move_token", "swap", "move", "place", "discard_unit", "suppress_ability"}
    | {"annihilate", "return_to_hand", "gain_heat", "lose_heat", "take_heat"}
)
"""Effects that change at once what lies open, and nothing that is hidden."""

Numbers = dict[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who would win a confrontation (NONE: nobody), and who shares the highest count where several do."""

    attribute: int
    winner: int
    tied: tuple[int, ...] = ()


class NoChance:
    """Foresight draws nothing."""

    def permutation(self, draw: int, size: int) -> NoReturn:
        raise AssertionError("a draw was foreseen")

    pick = permutation

    def commitment(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


# --- what would be ------------------------------------------------------------------------------------------


def what_if(t: Tables, view: State, decision: Decision, words: Narrator, language: str) -> Foreseen:
    """The counts that the decision would change, and who would win what in those Zones."""
    after = _after(t, view, decision, words)
    if after is None:
        return NOTHING_FORESEEN
    now, then = _numbers(t, view), _numbers(t, after)
    changed = {at: number for at, number in then.items() if number != now[at]}
    zones = [zone for zone, word in enumerate(ZONES) if any(at.startswith(f"{word}.") for at in changed)]
    return Foreseen(
        tuple(NumberShown(at, *number) for at, number in changed.items()),
        tuple(
            OutcomeShown(words.zone(zone), said)
            for zone in zones
            if (said := _outcome(t, after, zone, decision.seat, words, language))
        ),
    )


def _after(t: Tables, view: State, decision: Decision, words: Narrator) -> State | None:
    """The position once the decision has taken effect, before anybody reacts; None if nothing changes on the table."""
    play, choice, step = play_on(t, view.copy(), NoChance()), decision.choice, view.step
    match decision.kind:
        case "assign_or_pass" | "attach_tokens" | "swap_units" if choice:
            play.course.questions[decision.kind].answer(play, decision.seat, step, choice)
        case "annihilate_unit" | "choose_victim" if choice:
            play.to_pile(choice[0])
        case "save_unit" if choice == ("let_go",) or words.leaves(view):
            play.to_pile(step.unit)
        case "use_instant" | "use_optional" if choice and _is_plain(t, step):
            play.course.questions[decision.kind].answer(play, decision.seat, step, choice)
            _carry_out(play)
        case _:
            return None
    return play.state


def _is_plain(t: Tables, step: a.Ability) -> bool:
    ability = t.abilities[step.card]
    return not ability.removes_self and all(op.name in ON_THE_TABLE for op in ability.ops)


def _carry_out(play: Play) -> None:
    """The effects of the ability itself, one after another; a Unit that is annihilated is not saved."""
    while play.agenda and isinstance(step := play.agenda[-1], a.Do | a.Designate):
        play.agenda.pop()
        if isinstance(step, a.Do):
            play.course.steps[a.Do](play, step)
        elif play.state.in_zone(step.unit):
            play.to_pile(step.unit)


def _numbers(t: Tables, s: State) -> Numbers:
    """Every count on the board, by its name there."""
    found: Numbers = {}
    for zone, word in enumerate(ZONES):
        here = [seat for seat in s.order if s.row(zone, seat)]
        for attribute, name in enumerate(ATTRIBUTES):
            counted = counts(t, s, zone, attribute) if here else ()
            for seat in s.order:
                found[f"{word}.{seat}.{name}"] = standing(
                    counted, seat, here, by_position=attribute == POWER, zero_ties=s.game.edition == FIRST_EDITION
                )
    return found


def standing(
    counted: Sequence[int], seat: int, here: Sequence[int], *, by_position: bool, zero_ties: bool = False
) -> tuple[int, str]:
    """A seat's count, and how it stands among those who have Units ``here``, in court order (E8.6, E8.7, E9.16; in the
    first edition 0 against 0 is a tie, E23.2)."""
    if seat not in here:
        return 0, "none"
    highest = max(counted[other] for other in here)
    level = [other for other in here if counted[other] == highest]
    if counted[seat] < highest:
        return counted[seat], "trails" if counted[seat] else "none"
    if by_position:
        return highest, "leads" if level[0] == seat else "ties"
    if not highest:
        return 0, "ties" if zero_ties and len(level) > 1 else "none"
    return highest, "leads" if len(level) == 1 else "ties"


def to_come(t: Tables, s: State, zone: int) -> tuple[int, ...]:
    """The confrontations of the Zone that are still to come this round, in order (E8.1)."""
    if s.phase in (RECRUITMENT, ASSIGNMENT):
        return plan(t, s, zone)
    if s.phase != CONFRONTATION:
        return ()
    for step in reversed(s.agenda):
        if type(step) is a.Confront and step.zone == zone:
            return tuple(step.attributes)
        if type(step) is a.ConfrontZone and step.zone <= zone:
            return plan(t, s, zone)
    return ()


def verdict(t: Tables, s: State, zone: int, attribute: int) -> Verdict:
    """Who would win here and now; abilities that decide ties are not asked (E8.6-E8.9, E9.16)."""
    here = [seat for seat in s.order if s.row(zone, seat)]
    if not here or (attribute == POWER and s.face_up[zone] == NONE):
        return Verdict(attribute, NONE)
    counted = counts(t, s, zone, attribute)
    stands = {
        seat: standing(counted, seat, here, by_position=attribute == POWER, zero_ties=s.game.edition == FIRST_EDITION)[
            1
        ]
        for seat in here
    }
    leader = next((seat for seat, stand in stands.items() if stand == "leads"), NONE)
    level = tuple(seat for seat, stand in stands.items() if stand in ("leads", "ties"))
    return Verdict(attribute, leader, level if len(level) > 1 else ())


def _outcome(t: Tables, s: State, zone: int, seat: int, words: Narrator, language: str) -> str:
    """``you win Violence · tie on Cunning · you take Iron Fist``, in the order of the confrontations."""
    say = PHRASES[language]
    coming = to_come(t, s, zone)
    if not coming:
        return ""
    said = []
    for attribute in coming:
        found, name = verdict(t, s, zone, attribute), words.ATTRIBUTE_NAMES[ATTRIBUTES[attribute]]
        who = "you" if found.winner == seat else "other"
        fields = {"name": words.player(found.winner) if found.winner != NONE else "", "attribute": name}
        if attribute == POWER and found.winner != NONE:
            card = words.name(words.printed(s.face_up[zone]))
            said.append(say[f"{who}_take{'_by_court' if found.tied else ''}"].format(**fields, card=card))
        elif found.tied:
            said.append(say["tie"].format(**fields))
        elif found.winner != NONE:
            said.append(say[f"{who}_win"].format(**fields))
    skipped = [words.ATTRIBUTE_NAMES[word] for n, word in enumerate(ATTRIBUTES) if n not in plan(t, s, zone)]
    if skipped and s.phase != CONFRONTATION:
        said.append(say["skipped"].format(attributes=", ".join(skipped)))
    return " · ".join(said) or say["nobody"]


# --- how a count comes about --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """What a Unit adds to a count: printed symbols, its tokens, and changes made by cards (E8.5)."""

    unit: int
    symbols: int
    tokens: int
    changes: tuple[tuple[int, int], ...]
    """``(card, how many more)``."""

    @property
    def total(self) -> int:
        return self.symbols + self.tokens + sum(n for _, n in self.changes)


def terms_of(t: Tables, s: State, zone: int, seat: int, attribute: int) -> tuple[Term, ...]:
    """The Units of a row from left to right; their totals are the count of the confrontation."""
    added = [
        (card, op.attribute, op.amount, concerned(t, s, op, card, owner, zone))
        for owner, card, op in statics(t, s, "add_symbols", zone)
    ]
    also = [
        (card, op.source, concerned(t, s, op, card, owner, zone))
        for owner, card, op in statics(t, s, "count_as", zone)
        if op.attribute == attribute and op.source != attribute
    ]

    def after_additions(unit: int, kind: int) -> Iterator[tuple[int, int]]:
        """``(card, change)``; below 0 nothing is left to take."""
        left = t.symbols[4 * unit + kind] + s.tokens[4 * unit + kind]
        changes = [(card, amount) for card, of, amount, units in added if of == kind and units >> unit & 1]
        short = min(0, left + sum(amount for _, amount in changes))
        for n, (card, amount) in enumerate(changes, 1):
            yield card, amount - (short if n == len(changes) else 0)

    found = []
    for unit in s.row(zone, seat):
        changes, counted = [*after_additions(unit, attribute)], set()
        for card, source, units in also:
            if units >> unit & 1 and source not in counted:
                counted.add(source)
                k = 4 * unit + source
                changes.append((card, t.symbols[k] + s.tokens[k] + sum(n for _, n in after_additions(unit, source))))
        k = 4 * unit + attribute
        found.append(Term(unit, t.symbols[k], s.tokens[k], tuple(changes)))
    return tuple(found)


def terms(t: Tables, s: State, at: str, words: Narrator, language: str) -> tuple[str, ...]:
    """The counts of a row (``missions.0``), one sentence for each attribute that it counts at all."""
    word, _, number = at.partition(".")
    if word not in ZONES or not number.isdecimal() or int(number) not in s.order:
        return ()
    zone, seat, say = ZONES.index(word), int(number), PHRASES[language]
    lines = []
    for attribute, name in enumerate(ATTRIBUTES):
        parts = [part for term in terms_of(t, s, zone, seat, attribute) if (part := _said(term, words, say))]
        total = sum(term.total for term in terms_of(t, s, zone, seat, attribute))
        if parts:
            lines.append(f"{words.ATTRIBUTE_NAMES[name]} {total} = {' + '.join(parts)}")
    return tuple(lines) or (say["nothing_counts"],)


def _said(term: Term, words: Narrator, say: dict[str, str]) -> str:
    """``Acolyte 3 (1 printed, 1 token, Banner +1)``, ``""`` where it adds nothing."""
    parts = [say["printed"].format(n=term.symbols)] if term.symbols else []
    parts += [say["tokens"].format(n=term.tokens)] if term.tokens else []
    parts += [f"{words.name(words.printed(card))} {n:+d}" for card, n in term.changes if n]
    return f"{words.name(words.printed(term.unit))} {term.total} ({', '.join(parts)})" if parts else ""
