"""How the events of tables, card lists and kept positions stand in ledgers since they were first written.

The texts were taken from ledgers of that time. They may never change: what is stored is not rewritten.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from elekt_core.record.chain import canonical
from ledger.events import parsed
from ledger.typed import Kinds
from matches.cardlists import events as lists
from matches.positions import events as positions
from matches.tables import events as tables

A, B, C = UUID(int=0xA), UUID(int=0xB), UUID(int=0xC)
OPTIONS = {"sets": ["core", {"n": 1}], "x": None, "open": True}
POSITION = {"hands": [[1, 2], ["?"]], "round": 3}

STORED: list[tuple[Kinds[Any], object, str, str]] = [
    (
        tables.KINDS,
        tables.TableOpened("elekt", "e24", 3, OPTIONS, "named", A, (A, B), "ab", C),
        "table_opened",
        '{"access":"named","card_list":"00000000-0000-0000-0000-00000000000c","cards":"ab","game":"elekt",'
        '"host":"00000000-0000-0000-0000-00000000000a","invited":["00000000-0000-0000-0000-00000000000a",'
        '"00000000-0000-0000-0000-00000000000b"],"options":{"open":true,"sets":["core",{"n":1}],"x":null},'
        '"ruleset":"e24","size":3}',
    ),
    (
        tables.KINDS,
        tables.TableOpened("elekt", "e24", 2, {}, "open", A, ()),
        "table_opened",
        '{"access":"open","card_list":null,"cards":"","game":"elekt","host":"00000000-0000-0000-0000-00000000000a",'
        '"invited":[],"options":{},"ruleset":"e24","size":2}',
    ),
    (
        tables.KINDS,
        tables.SeatsReserved((A, None)),
        "seats_reserved",
        '{"players":["00000000-0000-0000-0000-00000000000a",null]}',
    ),
    (tables.KINDS, tables.TakebacksAgreed(True), "takebacks_agreed", '{"allowed":true}'),
    (tables.KINDS, tables.RatingAgreed("live"), "rating_agreed", '{"speed":"live"}'),
    (tables.KINDS, tables.ReviewAgreed(), "review_agreed", "{}"),
    (tables.KINDS, tables.RatingWaived(), "rating_waived", "{}"),
    (
        tables.KINDS,
        tables.TimeAgreed("per_decision", 0, 86400, ("nights", "holidays"), "bot"),
        "time_agreed",
        '{"base":0,"extra":86400,"flag":"bot","mode":"per_decision","off":["nights","holidays"]}',
    ),
    (
        tables.KINDS,
        tables.SeatTaken(1, B),
        "seat_taken",
        '{"player":"00000000-0000-0000-0000-00000000000b","seat":1}',
    ),
    (tables.KINDS, tables.BotSeated(2, "greedy"), "bot_seated", '{"bot":"greedy","seat":2}'),
    (
        tables.KINDS,
        tables.BranchedOff(C, 12, "ab", None),
        "branched_off",
        '{"event":12,"head":"ab","seen_by":null,"source":"00000000-0000-0000-0000-00000000000c"}',
    ),
    (
        tables.KINDS,
        tables.SpectatorsAgreed(3, 0, open_hands=True),
        "spectators_agreed",
        '{"decisions":3,"minutes":0,"open_hands":true}',
    ),
    (
        tables.KINDS,
        tables.RecordImported(C, "a-stream", "aa", "bb", "seed"),
        "record_imported",
        '{"by":"00000000-0000-0000-0000-00000000000c","digest":"bb","head":"aa","proof":"seed","source":"a-stream"}',
    ),
    (
        tables.KINDS,
        tables.GameRecorded(A, B, "spectator", C),
        "game_recorded",
        '{"by":"00000000-0000-0000-0000-00000000000a","event":"00000000-0000-0000-0000-00000000000c",'
        '"scribing":"00000000-0000-0000-0000-00000000000b","seen_by":"spectator"}',
    ),
    (tables.KINDS, tables.RecordIsPartial("0"), "record_is_partial", '{"seen_by":"0"}'),
    (tables.KINDS, tables.RecordIsCoarse("rounds"), "record_is_coarse", '{"detail":"rounds"}'),
    (
        tables.KINDS,
        tables.ListingAgreed(A, True),
        "listing_agreed",
        '{"agrees":true,"player":"00000000-0000-0000-0000-00000000000a"}',
    ),
    (tables.KINDS, tables.AccessChanged("link"), "access_changed", '{"access":"link"}'),
    (tables.KINDS, tables.SeatLeft(0), "seat_left", '{"seat":0}'),
    (tables.KINDS, tables.MatchStarted(C), "match_started", '{"match":"00000000-0000-0000-0000-00000000000c"}'),
    (tables.KINDS, tables.TableClosed(), "table_closed", "{}"),
    (
        tables.KINDS,
        tables.InvitationWithdrawn(A),
        "invitation_withdrawn",
        '{"player":"00000000-0000-0000-0000-00000000000a"}',
    ),
    (
        lists.KINDS,
        lists.CardListOpened("elekt", 'Ä "x"', A, "link"),
        "card_list_opened",
        '{"access":"link","game":"elekt","name":"Ä \\"x\\"","owner":"00000000-0000-0000-0000-00000000000a"}',
    ),
    (
        lists.KINDS,
        lists.CardListVersionAdded(1, "ab", "[a]\n", ""),
        "card_list_version_added",
        '{"cards":"ab","note":"","number":1,"text":"[a]\\n"}',
    ),
    (lists.KINDS, lists.CardListRenamed("x"), "card_list_renamed", '{"name":"x"}'),
    (lists.KINDS, lists.CardListAccessChanged("owner"), "card_list_access_changed", '{"access":"owner"}'),
    (lists.KINDS, lists.CardListRetired(), "card_list_retired", "{}"),
    (lists.KINDS, lists.CardListRestored(), "card_list_restored", "{}"),
    (
        positions.KINDS,
        positions.PositionKept("elekt", A, "n", "link", "e24", 2, OPTIONS, "", None, POSITION),
        "position_kept",
        '{"access":"link","card_list":null,"cards":"","game":"elekt","name":"n",'
        '"options":{"open":true,"sets":["core",{"n":1}],"x":null},"owner":"00000000-0000-0000-0000-00000000000a",'
        '"position":{"hands":[[1,2],["?"]],"round":3},"ruleset":"e24","seats":2}',
    ),
    (
        positions.KINDS,
        positions.PositionChanged("e24", 2, {}, "ab", C, POSITION),
        "position_changed",
        '{"card_list":"00000000-0000-0000-0000-00000000000c","cards":"ab","options":{},'
        '"position":{"hands":[[1,2],["?"]],"round":3},"ruleset":"e24","seats":2}',
    ),
    (positions.KINDS, positions.PositionRenamed("n"), "position_renamed", '{"name":"n"}'),
    (positions.KINDS, positions.PositionAccessChanged("owner"), "position_access_changed", '{"access":"owner"}'),
    (positions.KINDS, positions.PositionDropped(), "position_dropped", "{}"),
]


@pytest.mark.parametrize(("kinds", "event", "kind", "text"), STORED, ids=[row[2] for row in STORED])
def test_an_event_is_stored_as_it_always_was(kinds: Kinds[Any], event: object, kind: str, text: str) -> None:
    new = kinds.encoded([event])[0]
    assert (new.kind, new.version, canonical(new.payload).decode()) == (kind, 1, text)


@pytest.mark.parametrize(("kinds", "event", "kind", "text"), STORED, ids=[row[2] for row in STORED])
def test_an_event_is_read_as_it_always_was(kinds: Kinds[Any], event: object, kind: str, text: str) -> None:
    assert kinds.decode(kind, 1, parsed(text)) == event


@pytest.mark.parametrize("kinds", [tables.KINDS, lists.KINDS, positions.KINDS], ids=lambda kinds: str(kinds.first))
def test_no_kind_of_event_is_without_its_text_here(kinds: Kinds[Any]) -> None:
    assert {row[2] for row in STORED if row[0] is kinds} == kinds.names
