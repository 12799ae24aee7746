"""The contract of changing, for tables, matches, card lists and positions."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from ledger import store
from matches import changing
from matches.cardlists import services as cards
from matches.cardlists.commands import ChangeCardList, OpenCardList
from matches.cardlists.events import KINDS as CARDS
from matches.cardlists.events import CardListRenamed
from matches.cardlists.projection import save as save_cards
from matches.models import Match, Table
from matches.play import services
from matches.positions import services as positions
from matches.positions.commands import ChangePosition, KeepPosition
from matches.positions.events import KINDS as POSITIONS
from matches.positions.events import PositionRenamed
from matches.positions.projection import save as save_position
from matches.positions.shapes import Board
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from tests.changing import Contract

from .cardlists import files
from .factories import GAME, person, started


class TestTables(Contract):
    streams = changing.TABLES
    projections = ("matches",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = person("Alice"), person("Bob"), person("Charlie")
        return table_services.open_table(
            OpenTable(game=GAME, seats=4, access=Table.Access.NAMED, invited=(self.bob,), host_seat=None), by=self.alice
        ).table

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return table_services.change(self.id, SitDown(number), by=by, **how)

    def test_a_match_begins_at_the_moment_at_which_its_table_is_full(self) -> None:
        seated = {"bots": {0: "random", 1: "random"}, "host_seat": None}
        table = table_services.open_table(OpenTable(game=GAME, seats=3, **seated), by=self.alice).table  # type: ignore[arg-type]
        match = table_services.change(table, SitDown(), by=self.alice).match
        assert match is not None
        assert {event.at for event in store.read(match)} == {store.read(table)[-1].at}


class TestCardLists(Contract):
    """Only its owner changes one, so Bob is Alice; an id of somebody else's was the clock's."""

    streams = cards.CARD_LISTS
    projections = ("card_lists",)

    def begin(self) -> UUID:
        self.alice, self.charlie = person("Alice"), person("Charlie")
        self.bob = self.alice
        return cards.open_list(OpenCardList(game="elekt", name="Own", text=files.named("First")), by=self.alice).list

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return cards.change(self.id, ChangeCardList(name=f"Name {number}"), by=by, **how)

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        id_ = uuid4()
        store.append(self.id, 2, CARDS.encoded([CardListRenamed("X")]), decision_id=id_, actor="clock")
        save_cards(self.streams.load(self.id))
        assert self.refused(self.alice, 2, decision_id=id_) == 409


class TestPositions(Contract):
    streams = positions.POSITIONS
    projections = ("positions",)

    def begin(self) -> UUID:
        self.alice, self.charlie = person("Alice"), person("Charlie")
        self.bob = self.alice
        return positions.keep(
            KeepPosition(name="Kept", board=Board(GAME, "", 2, {}, position={})), by=self.alice
        ).position

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return positions.change(self.id, ChangePosition(name=f"Name {number}"), by=by, **how)

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        id_ = uuid4()
        kinds = POSITIONS.encoded([PositionRenamed("X")])
        store.append(self.id, 1, kinds, decision_id=id_, actor="clock")
        save_position(self.streams.load(self.id))
        assert self.refused(self.alice, 2, decision_id=id_) == 409


class TestMatches(Contract):
    """Three play Enclave, and all have to choose an action card in secret."""

    streams = changing.MATCHES
    projections = ("matches",)
    asked_together = True

    def begin(self) -> UUID:
        table = started("Alice", "Bob", "Dana", game="enclave", seed="contract")
        while Match.objects.get(id=table.match).awaited != 0b111:
            table.decide()
        self.table, self.seen = table, table.version()
        self.alice, self.bob = table.players[:2]  # type: ignore[assignment]
        self.charlie = person("Charlie")
        return table.match

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        seat = self.table.players.index(by) if by in self.table.players else 0
        action = ("oracle", "shepherd", "office")[number - 1]
        given: dict[str, Any] = {"decision_id": uuid4(), "expected_version": self.seen} | how
        return services.decide(
            match_id=self.table.match,
            seat=seat,
            decision={"kind": "choose_action", "action": action},
            actor=services.player_actor(by),
            **given,
        )

    def test_a_stale_version_is_refused(self, stream: UUID) -> None:
        """What was answered is no longer asked; what has not happened yet cannot be answered."""
        self.change(self.alice, 1)
        assert self.refused(self.alice, 2) == 409
        assert self.refused(self.bob, 2, expected_version=store.version(stream) + 1) == 409
