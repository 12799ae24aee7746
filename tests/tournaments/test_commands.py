"""Commands: each has somebody who may send it, and deciding one twice gives the same."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import get_args
from uuid import UUID

import pytest

from tests.matches.factories import person
from tournaments import commands, rights
from tournaments.chance import Chance
from tournaments.commands import Command, TablesCommand
from tournaments.corrections import Tables
from tournaments.decide import decide, tables_of
from tournaments.state import Role
from web.errors import NotAllowed

from .factories import entered, opened, state_of

ALL: tuple[type[Command], ...] = get_args(Command)
FOR_OTHERS = {
    commands.CheckIn,
    commands.Enter,
    commands.Withdraw,
    commands.Challenge,
    commands.ConfirmEntry,
    commands.ConfirmResult,
    commands.EnterOneself,
    commands.NotePresence,
    commands.ObjectTo,
    commands.ObjectToAll,
    commands.ObjectToRating,
    commands.Postpone,
    commands.Report,
    commands.RuleAll,
    commands.RuleObjections,
    commands.WithdrawAll,
    commands.WithdrawObjection,
}
"""Of these it depends on the entry or the table who may send them."""
NOW, REMARK = datetime(2026, 3, 1, 18, tzinfo=UTC), UUID(int=7)


def test_each_command_is_for_officers_or_it_depends_on_what_it_names() -> None:
    assert len(ALL) > 40
    assert set(ALL) == rights.NEEDED.keys() | FOR_OTHERS
    assert not rights.NEEDED.keys() & FOR_OTHERS


@pytest.mark.parametrize("kind", ALL)
def test_a_command_is_plain_data(kind: type[Command]) -> None:
    assert is_dataclass(kind)
    assert kind.__hash__ is not None, "it cannot be changed"


@pytest.mark.parametrize("kind", get_args(TablesCommand))
def test_what_can_be_previewed_says_what_becomes_of_the_tables(kind: type[TablesCommand]) -> None:
    assert "tables" in {one.name for one in fields(kind)} or kind is commands.Correct


@pytest.mark.django_db
def test_lots_and_remarks_come_from_the_chance_that_is_handed_in() -> None:
    alice = person("Alice")
    tournament = opened(alice)
    entered(tournament, alice, 4)
    state, command = state_of(tournament), commands.StartStage("main", reason="Check in everyone")
    first, again, other = (
        decide(state, command, by=alice, now=NOW, chance=Chance(lots, REMARK)) for lots in (b"one", b"one", b"other")
    )
    assert first == again != other
    assert [getattr(event, "remark", None) for event in first] == [REMARK]


@pytest.mark.django_db
def test_a_withdrawal_is_ones_own_only_as_long_as_it_says_nothing_of_tables() -> None:
    alice = person("Alice")
    tournament = opened(alice)
    people = entered(tournament, alice, 2)
    state = state_of(tournament)
    rights.check(state, commands.Withdraw(1), people[0])
    for command in (commands.Withdraw(2), commands.Withdraw(1, Tables("main"))):
        with pytest.raises(NotAllowed):
            rights.check(state, command, people[0])
    assert rights.has_role(state, alice, Role.OWNER)
    assert tables_of(commands.Withdraw(1)) is None
