"""The one way in: what is decided, by whom, when, and what is refused without a trace."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from elekt_core.errors import IllegalDecision, MalformedDecision, MatchOver, NotYourTurn
from ledger import store
from matches import changing
from matches.models import Match, Secret
from matches.play import queries, services, warm_rows
from matches.play.decided import CLOCK
from matches.play.timeline import timelines
from tests.elekt_core import toy
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, Refused, StaleVersion

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob", seed="decide")


def stored(table: Table) -> list[tuple[str, Any]]:
    return [(event.kind, event.payload) for event in store.read(table.match)]


def refuses(table: Table, kind: type[Exception], **changes: Any) -> Any:
    """The error; and nothing was stored, nor did the row move."""
    before, row = stored(table), Match.objects.filter(id=table.match).values().get()
    with pytest.raises(kind) as refused:
        table.decide(**changes)
    assert stored(table) == before
    assert Match.objects.filter(id=table.match).values().get() == row
    return refused.value


def test_a_match_is_played_to_its_end(table: Table) -> None:
    row = table.play_out()
    assert row.ended_at is not None
    assert sorted(row.ranks) in ([1, 1], [1, 2])
    assert sum(row.scores) == 4  # one point for each trick
    assert row.awaited == 0
    assert row.termination == "tricks"


def test_a_decision_moves_the_match_by_whole_batches(table: Table) -> None:
    before = table.version()
    done = table.decide()
    assert done.first_seq == before + 1
    assert done.version == table.version() == store.version(table.match)
    assert not done.repeated


def test_the_decision_and_its_actor_are_kept_beside_the_facts(table: Table) -> None:
    seat, asked = table.awaited(), uuid4()
    option = table.option(seat)
    done = table.decide(decision=option, decision_id=asked)
    first = store.read(table.match)[done.first_seq - 1]
    assert first.decision_id == asked
    assert first.actor == f"player:{table.players[seat]}"
    assert first.meta["decision"] == option


def test_the_seed_is_committed_to_first_and_revealed_last(table: Table) -> None:
    row = table.play_out()
    facts = store.read(table.match)
    seed = bytes(Secret.objects.get(match=table.match).seed)
    assert facts[0].payload["commitment"] == sha256(seed).hexdigest()
    assert facts[-1].payload["seed"] == seed.hex()
    assert not any(seed.hex() in str(fact.payload) + str(fact.meta) for fact in facts[: row.version - 1])


def test_play_draws_a_secret_seed_for_each_match() -> None:
    seeds = {bytes(Secret.objects.get(match=started("Alice", "Bob").match).seed) for _ in range(3)}
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {32}


# --- sent twice ---------------------------------------------------------------------------------------------


def test_a_decision_sent_twice_counts_once_and_gets_the_same_answer(table: Table) -> None:
    seat = table.awaited()
    asked: dict[str, Any] = {"decision": table.option(seat), "expected_version": table.version()}
    asked["decision_id"] = uuid4()
    first = table.decide(seat, **asked)
    again = table.decide(seat, **asked)
    assert (again.version, again.first_seq) == (first.version, first.first_seq)
    assert again.repeated
    assert store.version(table.match) == first.version


def test_a_repeated_decision_is_answered_even_when_the_match_is_over(table: Table) -> None:
    seat = table.awaited()
    asked: dict[str, Any] = {"decision": table.option(seat), "expected_version": table.version()}
    asked["decision_id"] = uuid4()
    first = table.decide(seat, **asked)
    table.play_out()
    assert table.decide(seat, **asked).version == first.version


def test_a_decision_id_of_somebody_else_is_refused(table: Table) -> None:
    asked, seat = uuid4(), table.awaited()
    table.decide(seat, decision_id=asked)
    other = table.awaited()
    assert other != seat
    assert refuses(table, Conflict, seat=other, decision_id=asked).code == "decision_id_taken"


# --- refused ------------------------------------------------------------------------------------------------


def test_a_stale_version_is_told_where_the_match_stands(table: Table) -> None:
    old = table.version()
    table.decide()
    error = refuses(table, StaleVersion, expected_version=old)
    assert (error.expected, error.actual) == (old, table.version())


def test_a_version_from_the_future_is_stale_too(table: Table) -> None:
    assert refuses(table, StaleVersion, expected_version=table.version() + 1).actual == table.version()


def test_an_outsider_cannot_decide(table: Table) -> None:
    refuses(table, NotAllowed, actor=services.player_actor(person("Charlie")))


def test_a_player_cannot_decide_for_the_other_seat(table: Table) -> None:
    seat = table.awaited()
    refuses(table, NotAllowed, seat=seat, actor=services.player_actor(table.players[1 - seat] or UUID(int=0)))


def test_nobody_can_decide_as_the_clock_for_a_seat_that_still_plays(table: Table) -> None:
    refuses(table, NotAllowed, actor=CLOCK)


def test_nobody_can_decide_as_a_bot_where_a_person_sits(table: Table) -> None:
    refuses(table, NotAllowed, actor=services.bot_actor(""))
    refuses(table, NotAllowed, actor=services.bot_actor("random"))


def test_who_is_not_awaited_cannot_decide(table: Table) -> None:
    refuses(table, NotYourTurn, seat=1 - table.awaited(), decision={"kind": "play", "card": 1})


def test_an_illegal_decision_names_its_rule(table: Table) -> None:
    seat = table.awaited()
    here = queries.position(match_id=table.match, player=table.players[seat])
    foreign = next(card for card in range(16) if card not in here.view.hands[seat])
    assert refuses(table, IllegalDecision, decision={"kind": "play", "card": foreign}).rule == "T1"


@pytest.mark.parametrize(
    ("decision", "kind"),
    [
        ({"kind": "play", "card": "ace"}, MalformedDecision),
        ({"kind": "play"}, MalformedDecision),
        ({"kind": "dance"}, MalformedDecision),
        ({"kind": "play", "card": 1, "seat": 7}, MalformedDecision),
        ({"kind": 5}, BadRequest),
        ({"card": 1}, BadRequest),
    ],
)
def test_a_malformed_decision_names_its_field(table: Table, decision: dict[str, Any], kind: type[Exception]) -> None:
    assert "field" in refuses(table, kind, decision=decision).data


def test_an_unknown_match_or_seat_is_not_found(table: Table) -> None:
    refuses(table, NotFound, match_id=uuid4(), decision={"kind": "play", "card": 1})
    refuses(table, NotFound, seat=0, decision={"kind": "play", "card": 1}, **{"match_id": uuid4()})
    for seat in (2, -1, True):
        actor = services.player_actor(table.players[0] or UUID(int=0))
        with pytest.raises((NotFound, NotAllowed)):
            services.decide(
                match_id=table.match,
                seat=seat,
                decision={"kind": "play", "card": 1},
                expected_version=table.version(),
                decision_id=uuid4(),
                actor=actor,
            )


def test_a_match_that_is_over_takes_no_decision(table: Table) -> None:
    table.play_out()
    refuses(table, MatchOver, seat=0, decision={"kind": "play", "card": 1})


def test_nothing_is_stored_where_the_read_model_fails(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(changing, "take_batch", fail)
    refuses(table, RuntimeError)
    monkeypatch.undo()
    assert not table.decide().repeated


def test_a_decision_is_made_where_its_sender_stands_though_others_move_the_timeline_meanwhile(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads share a timeline: the slower one has found the version right, and then the quicker one stores."""
    real, seat, version = services.read_decision, table.awaited(), table.version()
    late = table.option(seat, 1)

    def meanwhile(*asked: Any) -> Any:
        monkeypatch.setattr(services, "read_decision", real)
        table.decide(seat)
        timelines.get(table.match, lambda: toy.game).catch_up()
        return real(*asked)

    monkeypatch.setattr(services, "read_decision", meanwhile)
    with pytest.raises(StaleVersion):
        table.decide(seat, decision=late, expected_version=version)


def test_who_foresees_the_next_version_takes_nothing_back_from_the_read_model(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match's row is read, then somebody else decides, then the sender's version turns out to be right."""
    twin = started("Alice", "Bob", seed="decide")
    foreseen = twin.decide().version
    seat, option = twin.awaited(), twin.option(twin.awaited())
    real = warm_rows.get

    def meanwhile(match_id: UUID) -> Any:
        row = real(match_id)
        monkeypatch.setattr(warm_rows, "get", real)
        table.decide()
        return row

    monkeypatch.setattr(warm_rows, "get", meanwhile)
    with pytest.raises(StaleVersion):
        table.decide(seat, decision=option, expected_version=foreseen)
    assert Match.objects.get(id=table.match).batches == 2
    table.decide(seat, decision=option, expected_version=foreseen)
    assert Match.objects.get(id=table.match).batches == 3


# --- conceding ----------------------------------------------------------------------------------------------


def test_conceding_is_possible_out_of_turn_and_ends_a_match_of_two(table: Table) -> None:
    seat = 1 - table.awaited()
    actor = services.player_actor(table.players[seat] or UUID(int=0))
    services.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor=actor)
    row = Match.objects.get(id=table.match)
    assert row.ended_at is not None
    assert row.winner == 1 - seat
    assert row.termination == "forfeit"
    with pytest.raises(MatchOver):
        services.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor=actor)


def test_an_outsider_cannot_concede_for_a_seat(table: Table) -> None:
    actor = services.player_actor(person("Charlie"))
    with pytest.raises(NotAllowed):
        services.concede(match_id=table.match, seat=0, decision_id=uuid4(), actor=actor)
    assert Match.objects.get(id=table.match).ended_at is None


# --- warm and cold ------------------------------------------------------------------------------------------


def test_a_process_that_knows_nothing_decides_the_same(table: Table) -> None:
    while Match.objects.get(id=table.match).ended_at is None:
        timelines.forget()
        table.decide()
    twin = started("Alice", "Bob", seed="decide")
    twin.play_out()
    assert stored(table) == stored(twin)


def test_a_process_that_stands_behind_catches_up(table: Table) -> None:
    behind = timelines.get(table.match, lambda: toy.game)
    version = behind.catch_up()
    timelines.forget()  # from here on another process plays
    table.decide()
    assert behind.version == version
    assert behind.catch_up() == table.version()
    other = timelines.get(table.match, lambda: toy.game)
    assert other is not behind
    assert behind.state(table.version()) == other.state(other.catch_up())


@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_one_is_told_to_look_again(table: Table) -> None:
    seat, version = table.awaited(), table.version()
    options = [table.option(seat, 0), table.option(seat, 1)]
    barrier = Barrier(2)
    answers: list[object] = []

    def send(decision: dict[str, Any]) -> None:
        barrier.wait()
        try:
            answers.append(table.decide(seat, decision=decision, expected_version=version))
        except Refused as error:
            answers.append(error)
        finally:
            connection.close()

    _at_once(send, options)
    assert sorted(type(answer).__name__ for answer in answers) == ["Decided", "StaleVersion"]


@pytest.mark.django_db(transaction=True)
def test_the_same_decision_from_two_tabs_at_once_counts_once(table: Table) -> None:
    seat, version, asked = table.awaited(), table.version(), uuid4()
    option = table.option(seat)
    barrier = Barrier(4)
    answers: list[services.Decided] = []

    def send(_: int) -> None:
        barrier.wait()
        try:
            answers.append(table.decide(seat, decision=option, expected_version=version, decision_id=asked))
        finally:
            connection.close()

    _at_once(send, range(4))
    assert len({(answer.version, answer.first_seq) for answer in answers}) == 1
    assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
    assert store.version(table.match) == answers[0].version


def _at_once(work: Callable[[Any], None], arguments: Any) -> None:
    threads = [Thread(target=work, args=[argument]) for argument in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
