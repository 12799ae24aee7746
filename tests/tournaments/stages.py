"""Stages drawn by Hypothesis, and small ones written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tournaments.formats.contract import (
    Bye,
    Entrant,
    EntrantNo,
    Pairing,
    Penalty,
    Plan,
    Result,
    Round,
    RoundNo,
    Scoring,
    Stage,
)


def stage_of(
    rounds: Sequence[Sequence[tuple[Sequence[int], Result | None]]],
    /,
    byes: Sequence[dict[int, Bye]] = (),
    ratings: dict[int, int] | None = None,
    **plan: Any,
) -> Stage:
    """Each round is its tables: seats, and the result. Entrants are whoever occurs, by their numbers."""
    out = [*byes, *([{}] * (len(rounds) - len(byes)))]
    numbers = {no for one in rounds for seats, _ in one for no in seats} | {no for one in out for no in one}
    return Stage(
        Plan(**{"format": "dutch", **plan}),
        tuple(Entrant(EntrantNo(no), (ratings or {}).get(no, 0)) for no in sorted(numbers)),
        tuple(
            Round(
                RoundNo(number),
                tuple(
                    Pairing(RoundNo(number), at, tuple(EntrantNo(no) for no in seats), result=result)
                    for at, (seats, result) in enumerate(one, 1)
                ),
                {EntrantNo(no): bye for no, bye in out[number - 1].items()},
            )
            for number, one in enumerate(rounds, 1)
        ),
    )


@st.composite
def results(draw: st.DrawFn, seats: int, finished: bool = False) -> Result | None:
    """As the services write them: places from 1 with gaps after ties, who forfeited placed behind the others."""
    if not finished and draw(st.integers(0, 9)) == 0:
        return None
    absent = draw(st.frozensets(st.integers(0, seats - 1))) if draw(st.integers(0, 4)) == 0 else frozenset()
    marks = [(seat in absent, 0 if seat in absent else draw(st.integers(0, seats))) for seat in range(seats)]
    places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
    scores = tuple(draw(st.integers(0, 9)) for _ in range(seats)) if draw(st.booleans()) else ()
    return Result(places, scores, absent)


@st.composite
def stages(draw: st.DrawFn, seats: int = 2, scoring: st.SearchStrategy[Scoring] | None = None) -> Stage:
    """Any tables at all, met before or not; somebody is paired in every round."""
    numbers = draw(st.lists(st.integers(1, 40), min_size=seats, max_size=9, unique=True))
    rounds = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(numbers))
        tables: list[list[int]] = []
        while len(order) >= max(2, seats - 1) and (not tables or draw(st.integers(0, 5))):
            size = min(len(order), draw(st.integers(max(2, seats - 1), seats)))
            tables.append(order[:size])
            order = order[size:]
        pairings = tuple(
            Pairing(RoundNo(number), at, tuple(EntrantNo(no) for no in table), result=draw(results(len(table))))
            for at, table in enumerate(tables, 1)
        )
        byes = {EntrantNo(no): draw(st.sampled_from(list(Bye))) for no in sorted(order)}
        rounds.append(Round(RoundNo(number), pairings, byes))
    entrants = [
        Entrant(EntrantNo(no), draw(st.sampled_from([0, 1200, 1875, 2700])), draw(st.sampled_from(["", "GM", "WFM"])))
        for no in numbers
    ]
    requests = st.dictionaries(st.sampled_from(numbers), st.sampled_from([Bye.FULL, Bye.HALF, Bye.ZERO]))
    penalties = st.builds(
        Penalty, st.sampled_from(numbers), st.integers(1, 5), st.integers(-4, 4).filter(lambda points: points != 0)
    )
    plan = Plan(
        draw(st.sampled_from(["dutch", "round_robin"])),
        seats=seats,
        least=max(2, seats - 1),
        rounds=draw(st.integers(0, 9)),
        scoring=draw(scoring) if scoring is not None else Scoring(),
    )
    absent = draw(requests)
    return Stage(
        plan,
        tuple(entrants),
        tuple(rounds),
        {EntrantNo(no): absent[no] for no in sorted(absent)},
        tuple(draw(st.lists(penalties, max_size=2))),
    )
