"""What items would save in a boarding, as far as the player choosing them may know, and how its sums come about (Z14).

The traps that are still face down are taken at their worst, each kind of damage for itself: of the cards that the
viewer sees nowhere. Nothing else of the pile enters it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Decision
from ...foreseen import NOTHING_FORESEEN, Foreseen, NumberShown, OutcomeShown
from . import boarding
from .cards import BOARD, PRINTED, TRAP
from .faces import face
from .state import State
from .words.foreseen import PHRASES

KINDS = ("physical", "psychic")
TRAPS = tuple(n for n, card in enumerate(PRINTED) if card.kind == "trap")


def what_if(view: State, decision: Decision, language: str) -> Foreseen:
    """The wounds of the seat with the items that it takes along or uses."""
    seat, kind, choice = decision
    s, say = view.copy(), PHRASES[language]
    if kind == "use_items":
        s.used[seat], s.shielded[seat] = choice[0], choice[1]
        said = _ending(s, seat, say)
    elif kind == "take_items":
        s.along[seat] = choice
        s.used = [*s.along]
        s.shielded = [int(s.prepared(one)) for one in range(s.seats)]
        said = _before_the_traps(s, seat, say)
    else:
        return NOTHING_FORESEEN
    before, after = boarding.protection(view), boarding.protection(s)
    numbers = tuple(
        NumberShown(f"protection.{kind}", then)
        for kind, now, then in zip(KINDS, before, after, strict=True)
        if now != then
    )
    return Foreseen(numbers, outcomes=(OutcomeShown(face(s.mission, language).words.name, said),))


def _wounds(s: State, seat: int, traps: Sequence[int]) -> tuple[int, int]:
    s.traps = tuple(traps)
    return boarding.wounds_of(s, seat, 0), boarding.wounds_of(s, seat, 1)


def _ending(s: State, seat: int, say: dict[str, str]) -> str:
    """All traps lie open: what happens to everybody if nothing more is used."""
    wounds = {one: _wounds(s, one, s.traps) for one in s.participants}
    failed = any(boarding.fails(s, one, taken) for one, taken in wounds.items())
    physical, psychic = wounds[seat]
    return f"{say['wounds'].format(physical=physical, psychic=psychic)} · {say['fails' if failed else 'succeeds']}"


def worst_damage(view: State) -> tuple[int, int]:
    """Physical and psychic damage of the boarding: what is known, and the traps still face down at their worst."""
    s = view.copy()
    if s.revealed:
        return boarding.damage(s)
    sure, feared = _traps_to_come(s)
    found = []
    for kind in (0, 1):
        s.traps = (*sure, *feared[kind])
        found.append(boarding.damage(s)[kind])
    return found[0], found[1]


def _traps_to_come(s: State) -> tuple[list[int], tuple[list[int], list[int]]]:
    """The traps that the viewer knows to come, and for each kind of damage the worst that the others can be."""
    n = PRINTED[s.mission].traps + len(s.participants) - 1
    pile = s.piles[TRAP]
    sure = [card for card in pile[:n] if card >= 0]
    out = set(sure) | set(s.box) | set(s.traps)
    if len(pile) >= n:  # else the discarded ones are shuffled in
        out |= set(s.discards[TRAP])
    hidden = [card for card in TRAPS if card not in out]
    open_ = min(n, len(sure) + len(hidden)) - len(sure)
    by_kind = [sorted(hidden, key=lambda card: -PRINTED[card].damage[kind])[:open_] for kind in (0, 1)]
    return sure, (by_kind[0], by_kind[1])


def _before_the_traps(s: State, seat: int, say: dict[str, str]) -> str:
    """With everything on the table in use: the wounds of the fixed trap alone, and those of the worst traps."""
    sure, feared = _traps_to_come(s)
    worst = [_wounds(s, seat, [*sure, *feared[kind]])[kind] for kind in (0, 1)]
    known = _wounds(s, seat, sure)
    said = say["at_least"].format(physical=known[0], psychic=known[1])
    could = boarding.fails(s, seat, (worst[0], worst[1]))
    more = say["worst"].format(physical=worst[0], psychic=worst[1])
    return f"{said} · {more} · {say['could_fail' if could else 'safe']}"


# --- how the sums come about ----------------------------------------------------------------------------------


def terms(view: State, at: str, language: str, names: Sequence[str]) -> tuple[str, ...]:
    """Damage, protection and wounds of a kind in the boarding under way (``boarding.physical``)."""
    word, _, name = at.partition(".")
    if word != "boarding" or name not in KINDS or not view.participants:
        return ()
    kind, say = KINDS.index(name), PHRASES[language]
    lines = [_damage(view, kind, say, language), _protection(view, kind, say, language, names)]
    return (*lines, *[_taken(view, seat, kind, say, names[seat]) for seat in view.participants])


def _damage(s: State, kind: int, say: dict[str, str], language: str) -> str:
    parts = [(s.mission, PRINTED[s.mission].fixed[kind]), *((trap, PRINTED[trap].damage[kind]) for trap in s.traps)]
    said = [f"{face(card, language).words.name} {n}" for card, n in parts if n]
    total = boarding.damage(s)[kind]
    if feared := worst_damage(s)[kind] - total:
        said.append(say["feared"].format(n=feared))
    return f"{say['damage']} {total} = {' + '.join(said) or 0}"


def _protection(s: State, kind: int, say: dict[str, str], language: str, names: Sequence[str]) -> str:
    said = []
    for seat in s.participants:
        items = [(face(card, language).words.name, PRINTED[card].protect[kind]) for card in s.used[seat]]
        token = [(say["token"], BOARD.preparation[kind])] if s.shielded[seat] else []
        said += [f"{name} {n} ({names[seat]})" for name, n in (*items, *token) if n]
    return f"{say['protection']} {boarding.protection(s)[kind]} = {' + '.join(said) or 0}"


def _taken(s: State, seat: int, kind: int, say: dict[str, str], name: str) -> str:
    levels = [("critical", s.critical(seat, kind)), ("super", -s.super(seat, kind))]
    changes = [f"{say[level]} {n:+d}" for level, n in levels if n]
    taken = say["taken"].format(name=name, n=boarding.wounds_of(s, seat, kind))
    return f"{taken} ({', '.join(changes)})" if changes else taken
