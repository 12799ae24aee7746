"""What is read: positions, logs, choices, replays, lists; and who may read what."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.utils import translation

from elekt_core.contract import UNKNOWN, SeatNo
from elekt_core.record.text import format_record
from matches.models import Secret
from matches.play import queries, verification
from matches.play.choices import choices_at
from matches.play.redaction import Perspective
from matches.play.shapes import Position
from matches.play.timeline import timelines
from matches.tables import queries as table_queries
from players.models import Player
from tests.elekt_core import toy
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return started("Alice", "Bob", seed="queries")


def test_a_player_sees_their_own_hand_and_backs_of_the_others(table: Table) -> None:
    for seat in (0, 1):
        view = queries.position(match_id=table.match, player=table.players[seat]).view
        assert UNKNOWN not in view.hands[seat]
        assert set(view.hands[1 - seat]) == {UNKNOWN}
        assert set(view.deck) == {UNKNOWN}


@pytest.mark.parametrize("who", ["Charlie", None])
def test_a_spectator_sees_backs_only(table: Table, who: str | None) -> None:
    here = queries.position(match_id=table.match, player=person(who) if who else None)
    assert here.perspective == "spectator"
    assert {card for hand in here.view.hands for card in hand} == {UNKNOWN}
    assert list(here.options) == []
    assert not here.is_mine


def test_options_are_given_to_the_awaited_seat_only(table: Table) -> None:
    seat = table.awaited()
    mine = queries.position(match_id=table.match, player=table.players[seat])
    other = queries.position(match_id=table.match, player=table.players[1 - seat])
    assert {option.choice for option in mine.options} == {(card,) for card in mine.view.hands[seat]}
    assert list(other.options) == []
    assert mine.is_mine
    assert not other.is_mine
    assert [(q.seat, q.kind, q.rule) for q in mine.awaiting] == [(seat, "play", "T1")]
    assert [(q.seat, q.mine) for q in other.awaiting] == [(seat, False)]


def test_a_player_who_looks_as_a_spectator_gets_no_options(table: Table) -> None:
    player = table.players[table.awaited()]
    here = queries.position(match_id=table.match, player=player, perspective="spectator")
    assert list(here.options) == []
    assert {card for hand in here.view.hands for card in hand} == {UNKNOWN}


@pytest.mark.parametrize("perspective", [SeatNo(1), "open"])
def test_nobody_looks_into_other_hands_before_the_end(table: Table, perspective: Perspective) -> None:
    for player in (table.players[0], person("Charlie"), None):
        for read in (queries.position, queries.replay, queries.log, queries.events, verification.record):
            with pytest.raises(NotAllowed, match="hidden_perspective"):
                read(match_id=table.match, player=player, perspective=perspective)


def test_after_the_end_everybody_may_look_from_everywhere(table: Table) -> None:
    hands = queries.position(match_id=table.match, player=table.players[1], at=7).view.hands[1]
    table.play_out()
    charlie = person("Charlie")
    assert queries.perspectives(queries.match(match_id=table.match, player=charlie)) == ("open", 0, 1, "spectator")
    open_view = queries.position(match_id=table.match, player=charlie, perspective="open", at=7).view
    assert open_view.hands[1] == hands
    as_bob = queries.position(match_id=table.match, player=charlie, perspective=SeatNo(1), at=7).view
    assert as_bob.hands[1] == hands
    assert set(as_bob.hands[0]) == {UNKNOWN}, "a seat as it was then"


def test_a_position_can_be_looked_at_again(table: Table) -> None:
    seen = []
    while queries.match(match_id=table.match, player=None).ended_at is None:
        for seat in (0, 1):
            here = queries.position(match_id=table.match, player=table.players[seat])
            seen.append((here.at, seat, here.view))
        table.decide()
    for at, seat, view in seen:
        again = queries.position(match_id=table.match, player=table.players[seat], perspective=SeatNo(seat), at=at)
        assert again.view == view


@pytest.mark.parametrize("at", [0, -1, 999])
def test_a_position_that_does_not_exist_is_not_found(table: Table, at: int) -> None:
    with pytest.raises(NotFound, match="unknown_position"):
        queries.position(match_id=table.match, player=None, at=at)


def test_unknown_matches_and_seats_are_not_found(table: Table) -> None:
    with pytest.raises(NotFound, match="unknown_match"):
        queries.position(match_id=uuid4(), player=None)
    with pytest.raises(NotFound, match="unknown_seat"):
        queries.position(match_id=table.match, player=None, perspective=SeatNo(2))


def test_an_old_position_offers_nothing(table: Table) -> None:
    at, seat = table.version(), table.awaited()
    table.decide()
    here = queries.position(match_id=table.match, player=table.players[seat], at=at)
    assert not here.is_head
    assert list(here.options) == []
    assert not here.is_mine
    assert not here.may_concede


def test_who_is_renamed_has_the_new_name_in_the_log_and_the_old_one_nowhere(table: Table) -> None:
    timeline = timelines.get(table.match, lambda: toy.game)
    for number in range(5):
        Player.objects.filter(id=str(table.players[0])).update(name=f"Alice {number}")
        for tongue in ("pl", "en"):
            with translation.override(tongue):
                queries.log(match_id=table.match, player=None)
                queries.log(match_id=table.match, player=table.players[0])
    assert {str(key).count("Alice 4") for key in timeline.memo} == {1}
    assert len(timeline.memo) == 4


# --- choosing step by step ----------------------------------------------------------------------------------


def test_a_choice_ends_in_a_decision_that_can_be_sent(table: Table) -> None:
    seat = table.awaited()
    first = choices_at(queries.position(match_id=table.match, player=table.players[seat]))
    hand = queries.position(match_id=table.match, player=table.players[seat]).view.hands[seat]
    assert [choice.part for choice in first.next] == [f"card:{card}" for card in hand]
    assert first.decision is None
    last = choices_at(queries.position(match_id=table.match, player=table.players[seat]), [first.next[1].part])
    assert last.decision == first.next[1].decision == {"seat": seat, "kind": "play", "card": hand[1]}
    assert last.next == ()
    assert last.sentence == f"Play {hand[1]}"
    assert table.decide(seat, decision=last.decision, expected_version=last.version).version > last.version


def test_nobody_else_is_offered_choices(table: Table) -> None:
    for player in (table.players[1 - table.awaited()], person("Charlie"), None):
        with pytest.raises(NotAllowed, match="not_awaited"):
            choices_at(queries.position(match_id=table.match, player=player))


def test_a_path_that_leads_nowhere_is_not_found(table: Table) -> None:
    with pytest.raises(NotFound, match="unknown_choice"):
        choices_at(queries.position(match_id=table.match, player=table.players[table.awaited()]), ["card:99"])


def test_what_comes_later_and_what_would_need_other_steps_is_known() -> None:
    table = started("Alice", "Bob", game="elekt", seed="later")
    while (here := asked_at(table)).awaiting[0].kind != "assign_or_pass":
        table.decide()
    units = [choice.part for choice in choices_at(here).next if choice.part != "pass"]
    assert set(choices_at(here).later) == {"zone:missions", "zone:influences", "zone:court"}
    assert choices_at(here).apart == ()
    further = choices_at(here, units[:1])
    assert (further.later, set(further.apart)) == ((), set(units[1:]))


def test_what_one_card_cannot_do_several_cannot_either() -> None:
    table = started("Alice", "Bob", game="elector_counts", seed="several")
    here = asked_at(table)
    while not (pair := two_defenders(here)):
        table.decide()
        here = asked_at(table)
    elsewhere = {one.parts for one in here.refusals if one.parts[:2] == (pair[0], "defend") and one.rule == "K9.1"}
    assert elsewhere
    assert elsewhere <= {one.parts for one in choices_at(here, [*pair, "defend"]).refusals}
    assert not elsewhere & {one.parts for one in choices_at(here, pair[1:]).refusals}


def asked_at(table: Table) -> Position:
    return queries.position(match_id=table.match, player=table.players[table.awaited()])


def two_defenders(here: Position) -> list[str]:
    paths = (here.game.parts(option) for option in here.options)
    return next((list(path[:2]) for path in paths if len(path) == 4 and path[2] == "defend"), [])


# --- log and replay -----------------------------------------------------------------------------------------


def test_the_log_grows_by_what_has_happened(table: Table) -> None:
    assert queries.log(match_id=table.match, player=None) == ()
    seat = table.awaited()
    card = table.option(seat)["card"]
    version = table.version()
    table.decide()
    name = ("Alice", "Bob")[seat]
    lines = queries.log(match_id=table.match, player=None)
    assert [line.text for line in lines] == [f"{name} plays {card}."]
    assert lines[0].seq == version + 1
    table.decide()
    assert len(queries.log(match_id=table.match, player=None, after=version + 1)) == 1


def test_the_log_is_told_with_the_names_of_today(table: Table) -> None:
    from players.models import Player

    table.decide()
    Player.objects.update(name="Zofia")
    assert "Zofia" in queries.log(match_id=table.match, player=None)[0].text


def test_bots_of_one_kind_are_told_apart() -> None:
    table = started("Alice", "bot:random", "bot:random")
    with translation.override("en"):
        assert queries.match(match_id=table.match, player=None).names == ("Alice", "Random bot 1", "Random bot 2")


def test_a_replay_stops_where_somebody_had_to_decide(table: Table) -> None:
    ends = [table.version()]
    while queries.match(match_id=table.match, player=None).ended_at is None:
        table.decide()
        ends.append(table.version())
    replay = queries.replay(match_id=table.match, player=None, at=ends[2])
    assert list(replay.steps) == ends
    assert (replay.previous, replay.next) == (ends[1], ends[3])
    assert queries.replay(match_id=table.match, player=None, at=ends[2] - 1).next == ends[2]
    assert queries.replay(match_id=table.match, player=None).next is None
    assert replay.position.perspective == "open"


# --- lists --------------------------------------------------------------------------------------------------


def test_lists_tell_running_from_finished_and_mine_from_others(table: Table) -> None:
    other = started("Dora", "Emil")
    other.play_out()
    alice = table.players[0]
    assert alice is not None
    assert {m.id for m in table_queries.matches(player=None)} == {table.match, other.match}
    assert [m.id for m in table_queries.matches(player=None, over=True)] == [other.match]
    assert [m.id for m in table_queries.matches(player=None, over=False)] == [table.match]
    assert [m.id for m in table_queries.matches_of(player=alice)] == [table.match]
    assert table_queries.matches_of(player=alice, over=True) == []
    shown = queries.match(match_id=other.match, player=None)
    assert sorted(seat.score or 0 for seat in shown.seats) == sorted(
        s for s in (seat.score for seat in shown.seats) if s is not None
    )
    assert shown.is_over
    assert shown.awaited == ()


# --- nothing leaks ------------------------------------------------------------------------------------------


def test_no_hash_and_no_seed_is_told_before_the_end(table: Table) -> None:
    from ledger import store

    while queries.match(match_id=table.match, player=None).ended_at is None:
        secrets = {event.hash.hex() for event in store.read(table.match)}
        secrets |= {event.meta["state"] for event in store.read(table.match) if event.meta}
        secrets.add(bytes(Secret.objects.get(match=table.match).seed).hex())
        for player in (*table.players, None):
            told = format_record(verification.record(match_id=table.match, player=player))
            told += json.dumps([e.as_json() for e in queries.events(match_id=table.match, player=player)])
            assert not [secret for secret in secrets if secret in told]
        table.decide()


def test_the_record_is_open_after_the_end_and_verifies(table: Table) -> None:
    with pytest.raises(Conflict, match="match_not_over"):
        verification.of_finished(match_id=table.match, player=None)
    table.play_out()
    assert verification.record(match_id=table.match, player=None).is_open
    result = verification.of_finished(match_id=table.match, player=None)
    assert {check.status for check in result.checks} == {"ok"}
