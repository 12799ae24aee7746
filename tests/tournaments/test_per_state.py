"""What takes long is worked out once for a state."""

from __future__ import annotations

from uuid import UUID

from tournaments.per_state import KEPT, PerState
from tournaments.state import State


def test_each_state_is_worked_out_once_and_never_taken_for_another_of_its_version() -> None:
    asked: list[str] = []

    def work(state: State, key: str) -> str:
        asked.append(f"{state.title} {key}")
        return asked[-1]

    told = PerState(work)
    stored, supposed = (State(UUID(int=1), version=7, title=title) for title in ("stored", "supposed"))
    for _ in range(2):
        assert (told(stored, "a"), told(stored, "b"), told(supposed, "a")) == ("stored a", "stored b", "supposed a")
    assert len(asked) == 3
    others = [State(UUID(int=no)) for no in range(KEPT)]
    for one in others:
        told(one, "a")
    told(stored, "a")
    assert asked.count("stored a") == 2, "only the latest are kept"
