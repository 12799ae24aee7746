"""Effects on tokens: attach, detach, move_token (C1.32-C1.34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from . import agenda as a
from . import events as e
from .active import statics
from .effect_targets import NO_CHOICE, Choice, Pool, able_units, allowed, each
from .play import Play
from .selectors import CHOSEN, Target, Use, units, value_of
from .tables import Op
from .vocabulary import NONE


def attach_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.5; a token that is not in the pool cannot be chosen (E13.4)."""
    if op.attribute == NONE:
        taken = use.seats if op.must_differ and not need_not_differ(use) else 0
        tokens = []
        for x in range(4):
            if pool[x] and not taken >> x & 1:
                tokens.append(x)
    else:
        tokens = [op.attribute] if pool[op.attribute] else []
    return _pairs("unit", able_units(use, "attach", units(use, op.target, op, chosen)), op.target, tokens, op)


def need_not_differ(use: Use) -> bool:
    """C1.51: whether a card of an earlier class lifts the demand that tokens differ (E16.2)."""
    return any(
        use.tables.ranks[card] < use.ability.rank and owner == use.actor and op.attribute in use.ability.attributes
        for owner, card, op in statics(use.tables, use.state, "free_tokens", use.zone)
    )


def attach(play: Play, use: Use, op: Op, targets: Choice) -> None:
    for unit, attribute in _named(play, use, op, targets, "unit"):
        attach_token(play, unit, attribute)
        if use.ability.trigger == "win_extend":
            _note_token(play, attribute)


def attach_token(play: Play, unit: int, attribute: int) -> None:
    s = play.state
    if s.pool[attribute]:
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.fact(e.TokenAttached, (owner, unit, zone, s.position(unit), attribute)))


def _note_token(play: Play, attribute: int) -> None:
    """Tokens attached by the same win are remembered for extensions that must differ (C1.32)."""
    for i in range(len(play.agenda) - 1, -1, -1):
        step = play.agenda[i]
        if type(step) is a.Extend:
            play.agenda[i] = step._replace(placed=step.placed | 1 << attribute)
            return


def detach_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """E18.6."""
    return _bearing(use, op, chosen, "unit", "detach")


def detach(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    for unit, attribute in _named(play, use, op, targets, "unit"):
        if not s.tokens[4 * unit + attribute]:  # an effect before this one took it away (E15.9)
            continue
        zone, owner = divmod(s.where[unit], s.seats)
        play.emit(e.TokenDetached(owner, unit, zone, s.position(unit), attribute))


def move_token_targets(use: Use, op: Op, chosen: Sequence[Target], pool: Pool) -> list[Choice]:
    """C1.34: from one Unit to another."""
    found = []
    for choice in _bearing(use, op, chosen, "from", "detach"):
        source = _one(use, op, op.target, value_of(choice, "from"))
        able = [u for u in units(use, op.to, op, chosen) if u != source and allowed(use, "attach", u)]
        found += [choice + extra for extra in (each("unit", able) if op.to in CHOSEN else [()] * bool(able))]
    return found


def _one(use: Use, op: Op, selector: str, chosen: int) -> int:
    """The Unit that was chosen, or the one that the selector names itself, or NONE."""
    return chosen if chosen != NONE else next(iter(units(use, selector, op)), NONE)


def move_token(play: Play, use: Use, op: Op, targets: Choice) -> None:
    s = play.state
    source = _one(use, op, op.target, value_of(targets, "from"))
    to = _one(use, op, op.to, value_of(targets, "unit"))
    if NONE in (source, to):
        return
    attribute = value_of(targets, "token", op.attribute)
    if not (s.in_zone(to) and s.in_zone(source) and s.tokens[4 * source + attribute]):  # gone meanwhile (E15.9)
        return
    zone, owner = divmod(s.where[to], s.seats)
    other_zone, other_owner = divmod(s.where[source], s.seats)
    place, other_place = s.position(to), s.position(source)
    play.emit(e.TokenMoved(owner, to, zone, place, other_owner, source, other_zone, other_place, attribute))


def _bearing(use: Use, op: Op, chosen: Sequence[Target], word: str, action: str) -> list[Choice]:
    """Units and tokens that lie on them."""
    found: list[Choice] = []
    for unit in able_units(use, action, units(use, op.target, op, chosen)):
        there = [x for x in range(4) if use.state.tokens[4 * unit + x] and op.attribute in (x, NONE)]
        found += _pairs(word, [unit], op.target, there, op)
    return found


def _pairs(word: str, able: Sequence[int], selector: str, tokens: Sequence[int], op: Op) -> list[Choice]:
    """Choices of a Unit (if the selector leaves one) and a token (if the effect leaves one)."""
    if not able or not tokens:
        return []
    if selector not in CHOSEN and op.attribute != NONE:
        return NO_CHOICE
    first = each(word, able) if selector in CHOSEN else NO_CHOICE
    second = each("token", tokens) if op.attribute == NONE else NO_CHOICE
    return [x + y for x, y in product(first, second)]


def _named(play: Play, use: Use, op: Op, targets: Choice, word: str) -> Iterator[tuple[int, int]]:
    """The Units and the token that were chosen, or that the effect names itself."""
    attribute = value_of(targets, "token", op.attribute)
    unit = value_of(targets, word)
    chosen = [unit] if unit != NONE else units(use, op.target, op)
    for target in chosen:
        if play.state.in_zone(target):
            yield target, attribute
