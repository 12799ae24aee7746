"""The table of a stage."""

from __future__ import annotations

from tournaments.formats.contract import Bye, Entrant, EntrantNo, Pairing, Plan, Result, Round, RoundNo, Stage
from tournaments.standings import standings


def test_points_decide_first_then_the_number_of_wins_and_equal_rows_share_a_rank() -> None:
    def table(number: int, first: int, second: int, places: tuple[int, int]) -> Pairing:
        return Pairing(RoundNo(1), number, (EntrantNo(first), EntrantNo(second)), result=Result(places))

    one = Round(RoundNo(1), (table(1, 1, 2, (2, 1)), table(2, 3, 4, (1, 1))), {EntrantNo(5): Bye.PAIRING})
    stage = Stage(Plan("swiss"), tuple(Entrant(EntrantNo(no)) for no in range(1, 6)), (one,))
    assert [(row.rank, row.entrant, row.points) for row in standings(stage)] == [
        (1, 2, 2),
        (1, 5, 2),
        (3, 3, 1),
        (3, 4, 1),
        (5, 1, 0),
    ]
