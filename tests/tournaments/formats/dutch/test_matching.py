"""The matching on bits, against rustworkx."""

from __future__ import annotations

from random import Random

import pytest
import rustworkx

from tournaments.formats.dutch.matching import FREE, Matching


def _graph(dice: Random) -> tuple[list[tuple[int, int]], list[int]]:
    size, density = dice.randrange(2, 15), dice.choice([0.15, 0.3, 0.5, 0.8])
    edges = [(one, other) for other in range(size) for one in range(other) if dice.random() < density]
    adjacent = [0] * size
    for one, other in edges:
        adjacent[one] |= 1 << other
        adjacent[other] |= 1 << one
    return edges, adjacent


def _most(size: int, edges: list[tuple[int, int]]) -> int:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(*edge, 1) for edge in edges])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


@pytest.mark.parametrize("greedily", [False, True])
def test_as_many_pairs_as_can_be(greedily: bool) -> None:
    dice = Random(5)
    for _ in range(400):
        edges, adjacent = _graph(dice)
        size = len(adjacent)
        matching = Matching(adjacent, (1 << size) - 1)
        if greedily:
            matching.pair_greedily(range(size))
        most = _most(size, edges)
        assert matching.complete(size - 2 * most)
        paired = [at for at in range(size) if matching.mate[at] != FREE]
        assert len(paired) == 2 * most
        assert all(adjacent[at] >> matching.mate[at] & 1 for at in paired)
        assert all(matching.mate[matching.mate[at]] == at for at in paired)


def test_a_pair_is_fixed_exactly_when_all_others_keep_mates() -> None:
    dice = Random(6)
    tried = 0
    while tried < 60:
        edges, adjacent = _graph(dice)
        size = len(adjacent)
        matching = Matching(adjacent, (1 << size) - 1)
        if size % 2 or not matching.complete():
            continue
        tried += 1
        for one, other in edges:
            left = [edge for edge in edges if not {one, other} & set(edge)]
            possible = _most(size, left) == size // 2 - 1
            before = list(matching.mate)
            assert matching.fix(one, other) == possible
            assert (matching.mate == before) or possible
            assert matching.open == 0
            matching.alive = (1 << size) - 1
