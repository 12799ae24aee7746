"""Changes a published round as little as possible after a withdrawal, a late entry or a corrected result.

For every format that pairs whole rounds, duels and larger tables alike. What may not be given up: a kept table stays
as it is, nobody sits twice, nobody who is absent sits, no table is larger or shorter than the plan allows. Then, each
before all that follow: the fewest entrants without a table, the fewest published tables changed, the fewest repeats,
the fewest companions parted, the smallest distances in score, seats that were had least. In pods (from the second
edition of the rules) whoever is then out of place is put back (``pods.places``): scores, or the lack of repeats, come
before few changes.

Which tables are opened is looked for among the ``CANDIDATES`` nearest in score; who then sits where is exact up to
``pods.exact.MAX_PLAYERS`` players, beyond that a local search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from .contract import Bye, CannotPair, EntrantNo, Pairing, Plan, Proposal, Reason, RoundNo, Stage
from .pods import places, reasons, search
from .pods.check import SCORES, settings_of
from .pods.cost import repeats, score_cost, weights_of
from .pods.exact import MAX_PLAYERS, best_tables
from .pods.field import Field, field_of
from .pods.sizes import Sizes
from .seating import seat_order, seats_had
from .sizes import divide

CANDIDATES = {0: 0, 1: 60, 2: 8}
"""Of how many tables (of each size) those that are opened are chosen, by how many must be: never more than two."""


def repair(stage: Stage, kept: Sequence[Pairing], free: Sequence[Pairing]) -> Proposal:
    """The whole repaired round: ``kept`` and unchanged tables as they are, the others with the reason ``repaired``.

    ``stage`` has the rounds before this one (the running one is left aside) and who is absent now; ``free`` are the
    published tables that may still be changed. Whoever of the stage is neither absent nor at a kept table is to be
    seated. ``notes`` name what has changed. Raises CannotPair where the kept tables share an entrant.
    """
    round_ = _Round.of(stage, kept, free)
    opened = _opened(round_)
    changed, out = _seated(round_, opened)
    if places.knows_places(stage) and round_.no > 1:
        return _put_back(round_, opened, changed, out)
    return _proposal(round_, opened, changed, out)


@dataclass(frozen=True, slots=True)
class _Round:
    stage: Stage
    no: RoundNo
    kept: Sequence[Pairing]
    sound: Sequence[Pairing]
    """Published tables that could stay."""
    broken: Sequence[Pairing]
    field: Field
    """Everybody who is to be seated."""
    index: dict[EntrantNo, int]
    loose: Sequence[int]
    """Who of them sits at no sound table; those of a broken table one after the other, in their old order."""

    @classmethod
    def of(cls, stage: Stage, kept: Sequence[Pairing], free: Sequence[Pairing]) -> _Round:
        no = max((pairing.round for pairing in (*kept, *free)), default=RoundNo(len(stage.rounds) + 1))
        taken = [entrant for pairing in kept for entrant in pairing.seats]
        if len(set(taken)) < len(taken):
            raise CannotPair(Reason("kept_tables_share_an_entrant", {"round": no}))
        before = tuple(one for one in stage.rounds if one.no < no)
        field = field_of(replace(stage, rounds=before, absent={**stage.absent, **dict.fromkeys(taken, Bye.ZERO)}))
        index = {entrant: p for p, entrant in enumerate(field.numbers)}
        sound, broken, seen = list[Pairing](), list[Pairing](), set[EntrantNo]()
        for pairing in free:
            seats, size = set(pairing.seats), len(pairing.seats)
            fits = stage.plan.least <= size <= stage.plan.seats and len(seats) == size
            if fits and seats <= index.keys() and seen.isdisjoint(seats):
                sound.append(pairing)
                seen |= seats
            else:
                broken.append(pairing)
        left = dict.fromkeys(entrant for pairing in broken for entrant in pairing.seats if entrant in index)
        loose = [index[entrant] for entrant in (*left, *(e for e in index if e not in left)) if entrant not in seen]
        return cls(replace(stage, rounds=before), no, kept, sound, broken, field, index, loose)

    def sizes(self, players: int) -> Sizes:
        """As many players seated as possible, at tables as equal as possible."""
        plan = self.stage.plan
        for byes in range(players):
            tables = divide(players - byes, plan.seats, plan.least)
            if tables is not None:
                return Sizes(tables, byes)
        return Sizes((), players)

    def pool(self, opened: Sequence[Pairing]) -> list[int]:
        return [*self.loose, *(self.index[entrant] for pairing in opened for entrant in pairing.seats)]


def _opened(round_: _Round) -> Sequence[Pairing]:
    """The fewest sound tables to break up so that as many as possible are seated; of these, the best ones."""
    whole = len(round_.loose) + sum(len(pairing.seats) for pairing in round_.sound)
    fewest = round_.sizes(whole).byes
    for count in CANDIDATES:
        good = [opened for opened in _choices(round_, count) if round_.sizes(len(round_.pool(opened))).byes == fewest]
        if good:
            return min(good, key=lambda opened: _badness(round_, opened)) if len(good) > 1 else good[0]
    return round_.sound


def _choices(round_: _Round, count: int) -> Iterator[tuple[Pairing, ...]]:
    """Combinations of the tables with scores nearest to the loose players', as many of each size."""
    levels = round_.field.levels
    wanted = sum(levels[p] for p in round_.loose) / max(len(round_.loose), 1)

    def distance(pairing: Pairing) -> float:
        return abs(sum(levels[round_.index[entrant]] for entrant in pairing.seats) / len(pairing.seats) - wanted)

    near = sorted(round_.sound, key=lambda pairing: (distance(pairing), pairing.table))
    most = CANDIDATES[count]
    of_size = {size: [one for one in near if len(one.seats) == size][:most] for size in range(2, 5)}
    return combinations([one for one in near if one in of_size[len(one.seats)]], count)


def _badness(round_: _Round, opened: Sequence[Pairing]) -> tuple[int, int]:
    tables, _ = _tables(round_, round_.pool(opened))
    return _cost(round_.field, tables)


def _cost(field: Field, tables: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Repeat meetings, then differences in score."""
    weights = weights_of(field, 1)
    again = sum(repeats(field, table) for table in tables)
    return again, sum(score_cost(field, weights, 0, table) for table in tables)


def _seated(round_: _Round, opened: Sequence[Pairing]) -> tuple[list[list[int]], list[int]]:
    """The changed tables and the unseated players: a table's players stay together if that costs no repeat."""
    pool = round_.pool(opened)
    tables, out = _tables(round_, pool)
    if not opened:
        together = _together(round_)
        if together and len(out) == 0 and _cost(round_.field, together)[0] <= _cost(round_.field, tables)[0]:
            return together, out
    return tables, out


def _tables(round_: _Round, pool: list[int]) -> tuple[list[list[int]], list[int]]:
    """The best tables of the pool, and the unseated players."""
    sizes = round_.sizes(len(pool))
    if not sizes.tables:
        return [], pool
    part = round_.field.part(pool)
    if len(pool) <= MAX_PLAYERS:
        found = best_tables(part, sizes)
    else:
        effort = search.LARGE if len(pool) > 60 else search.FULL
        found = search.search(part, sizes, effort, Random(round_.stage.seed)).next_round()
    tables = [[pool[p] for p in table] for table in found]
    return (tables[:-1], tables[-1]) if sizes.byes else (tables, [])


def _together(round_: _Round) -> list[list[int]]:
    """The rest of each broken table stays together and the others join; [] if that does not seat everybody."""
    plan, field = round_.stage.plan, round_.field
    loose = set(round_.loose)
    tables = []
    for pairing in round_.broken:
        stay = [round_.index[e] for e in pairing.seats if e in round_.index and round_.index[e] in loose]
        loose -= set(stay)
        tables.append(stay)
    tables = [table for table in tables if table]
    weights = weights_of(field, 1)
    for p in sorted(loose):
        room = [table for table in tables if len(table) < plan.seats]
        if not room:
            return []

        def joining(table: list[int], p: int = p) -> tuple[bool, int, int]:
            whole = [*table, p]
            return len(table) >= plan.least, repeats(field, whole), score_cost(field, weights, 0, whole)

        min(room, key=joining).append(p)
    return tables if all(len(table) >= plan.least for table in tables) else []


def _proposal(
    round_: _Round,
    opened: Sequence[Pairing],
    changed: Sequence[Sequence[int]],
    out: Sequence[int],
    numbers: Sequence[int] | None = None,
) -> Proposal:
    """``numbers`` of the changed tables: by default those that have become free."""
    field, plan = round_.field, round_.stage.plan
    given_up = [*round_.broken, *opened]
    stay = [*round_.kept, *(pairing for pairing in round_.sound if pairing not in opened)]
    numbers = _numbers(given_up, stay, len(changed)) if numbers is None else numbers
    by_score, had = _is_by_score(plan), seats_had(round_.stage)
    new = []
    for number, table in zip(numbers, changed, strict=True):
        why = reasons.of_table(field, table, plan.seats, drawn=False, proven=False, by_score=by_score)
        reason = Reason("repaired", {"scores": {"code": why.code, "data": dict(why.data)}})
        new.append(Pairing(round_.no, number, seat_order([field.numbers[p] for p in table], had), reason=reason))
    seated = {entrant for pairing in round_.kept for entrant in pairing.seats}
    note = Reason(
        "round_repaired", {"changed": sorted(p.table for p in given_up), "new": list(numbers), "unseated": len(out)}
    )
    return Proposal(
        pairings=tuple(sorted([*stay, *new], key=lambda pairing: pairing.table)),
        byes={
            **{entrant: bye for entrant, bye in round_.stage.absent.items() if entrant not in seated},
            **{field.numbers[p]: Bye.PAIRING for p in out},
        },
        bye_reasons={field.numbers[p]: reasons.of_bye(field, p) for p in out},
        notes=((note,) if given_up or new else ()) + reasons.of_round(field, changed, proven=False),
    )


def _put_back(round_: _Round, opened: Sequence[Pairing], changed: Sequence[list[int]], out: Sequence[int]) -> Proposal:
    """The same, and then whoever is out of place goes where they belong (``pods.places``)."""
    stay = [pairing for pairing in round_.sound if pairing not in opened]
    given_up, field = [*round_.broken, *opened], round_.field
    from_top = sorted(changed, key=lambda table: sorted(-field.levels[p] for p in table))
    numbers = _numbers(given_up, [*round_.kept, *stay], len(changed))
    tables = dict(zip(numbers, from_top, strict=True)) | {
        pairing.table: table for pairing, table in zip(stay, places.seated(field, stay), strict=True)
    }
    order = sorted(tables)
    before = [tables[number] for number in order]
    old = places.touched(field, places.seated(field, stay), stay)
    new = {*numbers, *(stay[at].table for at in old)}
    changeable = [at for at, no in enumerate(order) if no in new]
    after = places.put_back(field, before, changeable, by_score=_is_by_score(round_.stage.plan))
    staying = {pairing.table for pairing in stay}
    moved = {no for no, table in zip(order, after, strict=True) if no in staying and set(table) != set(tables[no])}
    opened = [*opened, *(pairing for pairing in stay if pairing.table in moved)]
    of_number = dict(zip(order, after, strict=True))
    changed_numbers = sorted({*numbers, *moved})
    return _proposal(round_, opened, [of_number[no] for no in changed_numbers], out, changed_numbers)


def _is_by_score(plan: Plan) -> bool:
    return plan.format == "pods" and settings_of(plan).first == SCORES


def _numbers(given_up: Sequence[Pairing], stay: Sequence[Pairing], count: int) -> list[int]:
    """Numbers for the new tables: first those that have become free."""
    free = sorted({pairing.table for pairing in given_up} - {pairing.table for pairing in stay})
    next_ = max((pairing.table for pairing in (*given_up, *stay)), default=0) + 1
    return (free + list(range(next_, next_ + count)))[:count]
