"""Records come in: whole or not at all, each once, and never as somebody's own."""

from __future__ import annotations

import gzip
import io
import json
import time
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from importlib import import_module
from itertools import product
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from elekt_core.record.chain import canonical
from elekt_core.record.record import Entry, Record
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record, parse_record
from elekt_core.registry import get_game
from elekt_core.shorthand import write_shorthand
from ledger import projections
from ledger import verify as ledger
from matches.archive.essence import SECRETS
from matches.archive.projection import fill_essences
from matches.models import ArchivedGame, Match, RecordLabels, Seat, Table
from matches.play import queries, verification, warm_rows
from matches.records import budget, judging, services, storing
from matches.records import packed as packing
from matches.records.judged import BadItem, Judged
from matches.records.judging import judge
from matches.records.models import ImportDay, ImportItem, RecordImport
from matches.records.queries import report
from matches.records.split import PackedFile, split
from matches.records.storing import Stored, store_all, store_record
from matches.tables import queries as tables
from players import services as people
from players.models import Player
from players.ratings.models import RatedGame
from tests.elekt_core.shorthand.by_hand import games as by_hand
from tests.sampling import sample
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..factories import account, person, started

VECTORS = Path(__file__).parents[3] / "docs" / "vectors"
BY_HAND = Path(by_hand.__file__).parent
WHOLE = (VECTORS / "elekt-two-seats.jsonl").read_bytes()
THREE = (VECTORS / "enclave-three-seats.jsonl").read_bytes()
RUNNING = (VECTORS / "elekt-running.jsonl").read_bytes()
ONE_SEAT = (VECTORS / "elekt-seat-0.jsonl").read_bytes()
pytestmark = pytest.mark.django_db


def handed_in(text: bytes, by: UUID, **more: str) -> RecordImport:
    row = services.hand_in(text, by=by, **more)
    while services.advance(row.id):
        pass
    return RecordImport.objects.get(id=row.id)


def match_of(item: ImportItem) -> UUID:
    assert item.match is not None, item.code
    return item.match


def items(row: RecordImport) -> list[ImportItem]:
    return list(row.item_rows.order_by("number"))


# --- taking apart ---------------------------------------------------------------------------------------------


@pytest.mark.one_database
def test_a_file_is_split_into_its_records_with_their_first_lines() -> None:
    short = b'[Game "elekt"]\n\n1. A x\n{ a comment }\n= A 1 B 2\n'
    found = list(
        split([b"rubbish\n", *WHOLE.splitlines(True), b"\r\n", *short.splitlines(True), *short.splitlines(True)])
    )
    lines = WHOLE.count(b"\n")
    assert [(one.number, one.kind, one.line) for one in found] == [
        (1, "unknown", 1),
        (2, "record", 2),
        (3, "short", lines + 3),
        (4, "short", lines + 8),
    ]
    assert found[1].text == WHOLE
    assert found[2].text == short


@pytest.mark.one_database
def test_a_record_that_breaks_off_hides_no_other() -> None:
    half = WHOLE[: len(WHOLE) // 2].rpartition(b"\n")[0] + b"\n"
    found = list(split((half + THREE).splitlines(keepends=True)))
    assert [one.kind for one in found] == ["record", "record"]
    assert found[1].text == THREE


@pytest.mark.one_database
@pytest.mark.parametrize("begins", [b"PK\x03\x04abc", b"\x1f\x8b\x08", b"a\0b"])
def test_packed_files_are_refused(begins: bytes) -> None:
    with pytest.raises(PackedFile):
        list(split([begins + WHOLE]))


# --- judging ----------------------------------------------------------------------------------------------------


def refused(text: bytes) -> tuple[str, int, int]:
    (item,) = split(text.splitlines(keepends=True))
    with pytest.raises(BadItem) as bad:
        judge(item, timezone.now())
    return bad.value.code, bad.value.data["line"], bad.value.data["column"]


def changed(line: int, old: bytes, new: bytes) -> bytes:
    lines = WHOLE.splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    body, end = b"".join(lines[:-1]), json.loads(lines[-1])
    return body + canonical(end | {"sha256": sha256(body).hexdigest()}) + b"\n"


def as_told_to(perspective: str | int) -> bytes:
    """What seat 0 knows, said to be what somebody else does."""
    return format_record(replace(parse_record(ONE_SEAT), perspective=perspective)).encode()


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (changed(3, b'"hash"', b'hash"'), "not_json", 3, 2),
        (changed(3, b'"seq":1', b'"seq":[' + b"[" * 70 + b"]" * 71), "nested_too_deep", 3, None),
        (changed(3, b'"seq":1', b'"seq":' + b"9" * 4000), "number_too_large", 3, None),
        (changed(1, b'"seats":2', b'"seats":9000000'), "wrong_seats", 1, None),
        (changed(1, b'"elekt"', b'"chess"'), "unknown_game", 1, None),
        (changed(3, b'"hash":"', b'"hash":"0'), "wrong_hash", 3, 2),
        (WHOLE.replace(b'"hash":"', b'"hash":"0', 1), "altered", WHOLE.count(b"\n"), None),
        (RUNNING, "record_not_over", RUNNING.count(b"\n") - 1, 1),
        (as_told_to("spectator"), "tells_too_much", None, None),
        (as_told_to(2), "bad_field", 1, None),
        (WHOLE.rpartition(b"{")[0], "truncated", None, None),
        (b'[Game "elekt"]\n[Ruleset "elekt-2e-r2"]\n[Seats "2"]\n\n1. A nonsense\n', "draw_missing", None, None),
        (b"{" * 100_000 + b"\n", "not_a_record", 1, 1),
        (changed(3, b'"seq":1', b'"seq":1,"a":"\\\\\\u0000"'), "nul_sign", 3, None),
        (b'[Game "elekt"]\n[Stream "a\0b"]\n\n1. A x\n', "nul_sign", 2, 11),
    ],
    ids=range(15),
)
def test_what_cannot_be_is_named_with_line_and_column(
    text: bytes, code: str, line: int | None, column: int | None
) -> None:
    found = refused(text)
    assert found[0] == code or (code == "draw_missing" and "draw" in found[0])
    assert line in (None, found[1])
    assert column in (None, found[2])
    assert found[1] >= 1
    assert found[2] >= 1


def test_a_clock_that_was_ahead_is_refused() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    text = format_record(verification.record(match_id=table.match, player=None)).encode()
    (item,) = split(text.splitlines(keepends=True))
    with pytest.raises(BadItem) as bad:
        judge(item, timezone.now() - timedelta(hours=1))
    assert (bad.value.code, bad.value.data["line"]) == ("record_in_future", 2)


# --- storing ----------------------------------------------------------------------------------------------------


def test_an_imported_match_has_a_replay_and_verifies_and_belongs_to_nobody() -> None:
    alice = account("Alice")
    row = handed_in(WHOLE + THREE, alice)
    assert [item.status for item in items(row)] == ["stored", "stored"]
    match = items(row)[0].match
    assert match is not None
    shown = queries.match(match_id=match, player=None)
    assert shown.is_over
    assert shown.imported is not None
    assert (shown.imported.by, shown.imported.proof) == (alice, "seed")
    assert verification.of_finished(match_id=match, player=None).ok
    assert not Seat.objects.filter(player__isnull=False).exists()
    assert not RatedGame.objects.exists()
    assert match not in [one.id for one in tables.matches(player=alice, over=True)]
    assert not list(ledger.every_stream())
    client = Client()
    for page in ("replay/1/", "replay/", "verification/", ""):
        said = client.get(f"/matches/{match}/{page}", follow=True)
        assert said.status_code == 200
        assert "Alice" in said.text


def test_rows_of_imported_matches_are_rebuilt_equal() -> None:
    both = WHOLE + THREE + (VECTORS / "elekt-taken-back.jsonl").read_bytes()
    row = handed_in(both, account("Alice"))
    assert {item.status for item in items(row)} == {"stored"}
    for name in ("matches", "archive", "brought_cards", "solo"):
        assert projections.rebuild(projections.named(name), compare=True).differences == []


def test_the_same_record_twice_is_one_match_in_whatever_form() -> None:
    alice, bob = account("Alice"), account("Bob")
    first = items(handed_in(WHOLE + WHOLE, alice))
    assert [item.status for item in first] == ["stored", "same"]
    match = match_of(first[0])
    short = verification.in_short_notation(match_id=match, player=None, language="pl")
    again = items(handed_in(short.encode() + b"\n" + WHOLE, bob))
    assert [(item.status, item.match) for item in again] == [("same", match), ("same", match)]
    exported = format_record(verification.record(match_id=match, player=None))
    assert items(handed_in(exported.encode(), bob))[0].match == match
    assert Match.objects.count() == 1


def two_forms(number: int) -> tuple[bytes, bytes]:
    """A game of those that were written down by hand, which name fewer options and other people; and its record."""
    return format_record(by_hand.record(number)).encode(), (BY_HAND / f"{number:02}.txt").read_bytes()


@pytest.mark.parametrize(("number", "first"), sample([(1, 0), (7, 1), (10, 0)], [*product((1, 7, 10), (0, 1))]))
def test_a_record_and_what_somebody_has_written_down_by_hand_are_one_match(number: int, first: int) -> None:
    """With a seed, with draws by hand, and with unknown cards; one after the other, and in one portion."""
    forms, alice = two_forms(number), account("Alice")
    some = [*items(handed_in(forms[first], alice)), *items(handed_in(forms[1 - first], account("Bob")))]
    assert [(item.status, item.match) for item in some] == [("stored", match_of(some[0])), ("same", match_of(some[0]))]
    judged = [judge(next(split(one.splitlines(keepends=True))), timezone.now()) for one in two_forms(number + 1)]
    stored = store_all(judged[:: 1 - 2 * first], by=None, access="anyone", now=timezone.now())
    assert [one.same for one in stored] == [False, True]
    assert len({one.match for one in stored}) == 1


def test_options_that_are_the_usual_ones_need_not_be_said() -> None:
    said = replace(parse_record(WHOLE), options={})
    unsaid = write_shorthand(said, "en", {}).replace('[Options "{}"]\n', "")
    assert "Options" not in unsaid
    row = handed_in(format_record(said).encode() + b"\n" + unsaid.encode(), account("Alice"))
    assert [item.status for item in items(row)] == ["stored", "same"]
    ArchivedGame.objects.update(essence="as it was")
    import_module("matches.migrations.0042_essences_with_usual_options").forget(apps, None)
    assert fill_essences() == 1
    assert [item.status for item in items(handed_in(unsaid.encode(), account("Bob")))] == ["same"]


def test_of_a_portion_what_one_saw_of_a_whole_record_is_that_match() -> None:
    seen = format_record(redacted_record(parse_record(WHOLE), None)).encode()
    judged = [judge(next(split(one.splitlines(keepends=True))), timezone.now()) for one in (WHOLE, seen, ONE_SEAT)]
    stored = store_all(judged, by=None, access="anyone", now=timezone.now())
    assert [one.same for one in stored] == [False, True, True]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seen", [False, True])
def test_of_two_forms_that_come_at_once_one_becomes_the_match(monkeypatch: pytest.MonkeyPatch, seen: bool) -> None:
    """Neither finds the other when it looks, and their digests differ: one names no seed, or sees another hand."""
    record = parse_record(WHOLE)
    other = format_record(redacted_record(record, None)) if seen else write_shorthand(without_seed(record), "en", {})
    texts = [ONE_SEAT if seen else WHOLE, other.encode()]
    looked, found, same = Barrier(2, timeout=60), list[Stored](), storing._same

    def both_look(*given: Any) -> Any:
        answer = same(*given)
        with suppress(BrokenBarrierError):
            looked.wait()
        return answer

    monkeypatch.setattr(storing, "_same", both_look)

    def bring_in(text: bytes) -> None:
        try:
            judged = judge(next(split(text.splitlines(keepends=True))), timezone.now())
            found.append(store_record(judged, by=None, access="anyone", now=timezone.now()))
        finally:
            looked.abort()  # whoever looks again waits for nobody
            connection.close()

    threads = [Thread(target=bring_in, args=[text]) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.same for one in found) == [False, True]
    assert len({one.match for one in found}) == Match.objects.count() == 1


def test_a_record_of_a_match_played_here_is_that_match() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    text = format_record(verification.record(match_id=table.match, player=None))
    found = items(handed_in(text.encode(), account("Charlie")))
    assert [(item.status, item.match) for item in found] == [("same", table.match)]


def without_seed(record: Record) -> Record:
    """As somebody would write it down who has seen the match: no id, no seed, each draw as it fell."""

    def entry(one: Entry) -> Entry:
        return one._replace(payload={name: "" if name in SECRETS else told for name, told in one.payload.items()})

    batches = tuple(replace(one, entries=tuple(map(entry, one.entries))) for one in record.batches)
    return replace(record, stream="", batches=batches)


def test_a_private_match_is_known_again_however_it_is_written_down_and_is_not_published() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    record = verification.record(match_id=table.match, player=None)
    Table.objects.filter(id=table.id).update(access="named")
    ArchivedGame.objects.update(listed=False)
    texts = [
        write_shorthand(one, language, game=get_game(one.game))
        for one in (replace(record, stream=""), without_seed(record))
        for language in ("en", "pl")
    ]
    assert ["[Seed" in text for text in texts] == [True, True, False, False]
    charlie = account("Charlie")
    row = handed_in("\n".join(texts).encode(), charlie)
    assert [(item.status, item.match) for item in items(row)] == [("same", table.match)] * 4
    assert Match.objects.count() == 1
    shown = report(import_id=row.id, player=charlie)
    assert [one.match for one in shown.items] == [None] * 4
    assert ArchivedGame.objects.filter(listed=True).count() == 0


def test_older_rows_of_the_archive_are_given_their_essence() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    known = ArchivedGame.objects.get(match=table.match).essence
    broken = started("Alice", "Bob")
    broken.play_out()
    ArchivedGame.objects.update(essence="")
    Match.objects.filter(id=broken.match).update(cards="lost")
    assert (fill_essences(), fill_essences()) == (1, 0), "what cannot be read keeps nothing from starting"
    assert ArchivedGame.objects.get(match=table.match).essence == known != ""


def test_names_of_the_record_are_texts_and_can_be_taken_out() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    game = queries.position(match_id=table.match, player=None).game
    record = verification.record(match_id=table.match, player=None)
    text = write_shorthand(record, "en", {"A": "Alice", "B": "Bob\u202e" + "x" * 99, "Event": "Club"}, game=game)
    Match.objects.all().delete()  # as on another server
    ArchivedGame.objects.all().delete()
    warm_rows.forget()
    charlie = account("Charlie")
    (item,) = items(handed_in(text.encode(), charlie))
    assert item.status == "stored", item.code
    shown = queries.match(match_id=match_of(item), player=None)
    assert shown.names[0] == "Alice"
    assert shown.names[1].startswith("Bob x")
    assert len(shown.names[1]) <= 64
    assert [seat.player for seat in shown.seats] == [None, None]
    with pytest.raises(NotFound):
        services.erase_labels(match_id=match_of(item), by=person("Bob"))
    services.erase_labels(match_id=match_of(item), by=charlie)
    assert queries.match(match_id=match_of(item), player=None).names[0] != "Alice"


def test_staff_take_names_out_of_what_anybody_has_imported(client: Client) -> None:
    (item,) = items(handed_in(WHOLE, account("Charlie")))
    match, stella = match_of(item), account("Stella")
    RecordLabels.objects.update(names=["Alice", "Bob"])
    client.force_login(Player.objects.get(id=stella))
    assert client.post(f"/matches/{match}/erase-names/").status_code == 404
    Player.objects.filter(id=stella).update(is_staff=True)
    at_its_end = client.get(f"/matches/{match}/replay/", follow=True).content.decode()
    assert f"/matches/{match}/erase-names/" in at_its_end
    assert client.post(f"/matches/{match}/erase-names/").status_code == 302
    assert "Alice" not in queries.match(match_id=match, player=None).names


def test_what_is_refused_leaves_nothing_behind() -> None:
    row = handed_in(changed(3, b'"hash":"', b'"hash":"0') + RUNNING, account("Alice"))
    assert {item.status for item in items(row)} == {"refused"}
    assert not Match.objects.exists()
    assert not Table.objects.exists()
    assert not RecordLabels.objects.exists()
    lines = WHOLE.count(b"\n")
    assert items(row)[1].data["line"] == lines + RUNNING.count(b"\n") - 1


def test_signs_that_no_database_keeps_do_not_stop_an_import() -> None:
    nul = changed(3, b'"kind":"', b'"kind":"\\u0000')
    short = b'[Game "elekt"]\n[Ruleset "elekt-2e-r2"]\n[Seats "2"]\n[Options "{\\"a\\\\ud800b\\": 1}"]\n\n1. A x\n'
    escaped = changed(1, b'"elekt"', b'"ele\\\\u0000kt"')
    row = handed_in(nul + short + escaped + THREE, account("Alice"))
    assert [item.status for item in items(row)] == ["refused", "refused", "refused", "stored"]
    assert [item.code for item in items(row)][0::2] == ["nul_sign", "unknown_game", ""][:2]


def test_a_worker_that_dies_leaves_a_record_whole_or_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = account("Alice")
    row = services.hand_in(WHOLE + THREE, by=alice)

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("matches.records.storing.changing.brought_cards", dies)
        with pytest.raises(KeyboardInterrupt):
            services.advance(row.id)
    assert not Match.objects.exists()
    RecordImport.objects.update(touched_at=timezone.now() - 2 * services.REST)
    ImportItem.objects.filter(held_until__isnull=False).update(held_until=timezone.now())
    assert services.left_lying() == [row.id]
    services.advance(row.id, 60)
    assert Match.objects.count() == 2
    assert services.left_lying() == []
    assert report(import_id=row.id, player=alice).stored == 2


def test_a_record_that_kills_each_worker_is_looked_at_by_one_at_a_time_and_then_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = services.hand_in(WHOLE, by=account("Alice"))
    seen = []

    def dies(*_: object, **__: object) -> None:
        seen.append(services.advance(row.id))  # another worker comes meanwhile: nothing is left for it
        raise KeyboardInterrupt

    monkeypatch.setattr(services, "judge", dies)
    RecordImport.objects.update(touched_at=timezone.now() - 2 * services.REST)
    for _ in range(services.MAX_TRIES):
        assert services.left_lying() == [row.id]
        with pytest.raises(KeyboardInterrupt):
            services.advance(row.id)
        assert services.left_lying() == []
        ImportItem.objects.update(held_until=timezone.now())
    assert not services.advance(row.id)
    assert seen == [False] * services.MAX_TRIES
    assert [(item.status, item.code) for item in items(row)] == [("refused", "record_fails")]
    assert RecordImport.objects.get(id=row.id).waiting == 0


def test_a_record_for_which_nobody_can_wait_is_left_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    row = services.hand_in(WHOLE, by=account("Alice"))
    monkeypatch.setattr(services, "AT_ONCE", 0.0)
    services.begin(row.id)
    (item,) = items(row)
    assert (item.status, item.tries, item.held_until) == ("waiting", 0, None)
    services.advance(row.id)
    assert [item.status for item in items(row)] == ["stored"]


def test_a_record_may_take_so_long_of_the_processor_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    row = services.hand_in(WHOLE + THREE, by=account("Alice"))
    begun = time.monotonic()
    hours = iter(range(100_000))
    monkeypatch.setattr(time, "monotonic", lambda: begun + 3600 * next(hours))
    services.advance(row.id)
    assert [item.status for item in items(row)] == ["stored", "waiting"], "an overloaded machine refuses nothing"
    monkeypatch.setattr(judging, "SECONDS", 0.0)
    services.advance(row.id)
    assert [item.code for item in items(row)] == ["", "takes_too_long"]


def test_whoever_looks_at_a_record_for_long_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    row = services.hand_in(WHOLE, by=account("Alice"))
    (item,) = services._taken(row.id)
    hold = services._holding(item)
    hold()
    held = items(row)[0].held_until
    begun = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: begun + 100)
    hold()
    assert held is not None
    assert (items(row)[0].held_until or held) > held


def test_whoever_is_erased_while_a_record_is_judged_leaves_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = account("Alice")
    row = services.hand_in(WHOLE, by=alice)

    def meanwhile(*given: Any, **more: Any) -> Judged:
        judged = judge(*given, **more)
        services.forget(alice)
        return judged

    monkeypatch.setattr(services, "judge", meanwhile)
    services.advance(row.id)
    assert not RecordLabels.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.one_database
def test_many_short_lines_take_no_more_memory_than_the_text() -> None:
    tracemalloc.start()
    try:
        list(services._items(io.BytesIO(b"a\n" * 200_000)))
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("bound", ["MAX_STORED", "MAX_MILLIS"])
def test_a_person_has_a_budget_for_each_day(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    alice = account("Alice")
    monkeypatch.setattr(budget, bound, 1)
    found = items(handed_in(WHOLE + THREE, alice))
    assert [(item.status, item.code) for item in found] == [("stored", ""), ("refused", "imported_enough")]
    with pytest.raises(Conflict):
        services.hand_in(THREE, by=alice)
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    said = client.post("/archive/import/", {"text": THREE.decode(), "access": "anyone"})
    assert said.status_code == 409
    assert "Go on tomorrow." in said.text
    ImportDay.objects.update(day=timezone.now().date() - timedelta(days=1))
    assert items(handed_in(THREE, alice))[0].status == "stored"
    assert ImportDay.objects.count() == 1
    assert items(handed_in(WHOLE, account("Bob")))[0].status == "same"


def test_imports_are_bounded_and_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = account("Alice")
    with pytest.raises(NotAllowed):
        services.hand_in(WHOLE, by=person("Guest"))
    for bad in (b"", b" \n", b"PK\x03\x04"):
        with pytest.raises(BadRequest):
            services.hand_in(bad, by=alice)
    monkeypatch.setattr(services, "MAX_ITEMS", 1)
    with pytest.raises(BadRequest):
        services.hand_in(WHOLE + THREE, by=alice)
    for _ in range(services.MAX_WAITING):
        row = services.hand_in(WHOLE, by=alice)
    with pytest.raises(Conflict):
        services.hand_in(WHOLE, by=alice)
    with pytest.raises(NotFound):
        report(import_id=row.id, player=account("Bob"))


def test_a_page_and_the_api_import_and_report() -> None:
    alice = account("Alice")
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    assert client.get("/archive/import/").status_code == 200
    empty = client.post("/archive/import/", {"text": " ", "access": "anyone"})
    assert empty.status_code == 422
    text = WHOLE.decode() + "\nrubbish\n"
    done = client.post("/archive/import/", {"text": text.replace("\n", "\r\n"), "access": "link"}, follow=True)
    assert "1 imported" in done.text
    assert "1 refused" in done.text
    assert f"line {WHOLE.count(bytes([10])) + 2}, column 1" in done.text
    owner = Player.objects.get(id=alice)
    secret = people.issue_token(player=owner, label="test", now=timezone.now()).secret
    client = Client(headers={"authorization": f"Bearer {secret}"})
    answer = client.get("/api/v1/archive/imports/").json()
    sent = client.post("/api/v1/archive/imports/", {"text": THREE.decode()}, content_type="application/json")
    assert (sent.status_code, sent.json()["waiting"]) == (201, 1)
    assert answer[0]["refused"] == 1
    assert client.get(f"/api/v1/archive/imports/{answer[0]['id']}/").json()["items"][1]["code"] == "not_a_record"
    assert Client().get(f"/archive/import/{answer[0]['id']}/").status_code == 302
    assert client.get(f"/api/v1/archive/imports/{uuid4()}/").status_code == 404


def test_a_packed_file_comes_in_through_the_page_and_the_api() -> None:
    alice = account("Alice")
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    file = SimpleUploadedFile("records.jsonl.gz", gzip.compress(WHOLE) + gzip.compress(THREE))
    done = client.post("/archive/import/", {"file": file, "access": "anyone"}, follow=True)
    assert "2 imported" in done.text
    owner = Player.objects.get(id=alice)
    secret = people.issue_token(player=owner, label="test", now=timezone.now()).secret
    client = Client(headers={"authorization": f"Bearer {secret}"})
    ways: list[tuple[bytes, str, str]] = [
        (gzip.compress(WHOLE), "application/x-ndjson", "?name=packed&access=link"),
        (WHOLE, "application/x-ndjson", ""),
        (write_shorthand(parse_record(WHOLE)).encode(), "text/plain; charset=utf-8", ""),
        (gzip.compress(json.dumps({"text": WHOLE.decode()}).encode()), "application/json", ""),
    ]
    for body, kind, asked in ways:
        packed = {"content-encoding": "gzip"} if body.startswith(b"\x1f") else {}
        sent = client.post(f"/api/v1/archive/imports/{asked}", body, content_type=kind, headers=packed)
        assert (sent.status_code, sent.json().get("records")) == (201, 1), sent.content
        row = RecordImport.objects.get(id=sent.json()["id"])
        assert (row.name, row.access) == (("packed", "link") if asked else ("", "anyone"))
        services.advance(row.id)
        assert items(row)[0].status == "same"
    wrong = client.post("/api/v1/archive/imports/?access=named", WHOLE, content_type="application/x-ndjson")
    assert wrong.status_code == 400


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("packed", "code"),
    [
        (gzip.compress(WHOLE)[:-20], "import_pack_broken"),
        (gzip.compress(WHOLE) + b"rubbish", "import_pack_broken"),
        (gzip.compress(gzip.compress(WHOLE)), "import_packed"),
        (gzip.compress(b" " * 5_000_000), "import_unpacks_too_long"),
        (gzip.compress(b"a" * 5_000_000), "import_unpacks_too_long"),
        (gzip.compress(b"\n" * 200_000), "import_too_many_lines"),
        (WHOLE * 20, "import_too_long"),
    ],
    ids=range(7),
)
def test_a_packed_file_is_unpacked_no_further_than_its_bounds(
    monkeypatch: pytest.MonkeyPatch, packed: bytes, code: str
) -> None:
    monkeypatch.setattr(packing, "MAX_LINES", 100_000)
    monkeypatch.setattr(packing, "MAX_PLAIN", 10 * len(WHOLE))
    pieces = packing.pieces
    monkeypatch.setattr(packing, "pieces", lambda file: pieces(file, 4_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(BadRequest) as caught:
            list(services._items(io.BytesIO(packed)))
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    assert caught.value.code == code


def test_texts_that_were_handed_in_before_they_were_packed_are_read() -> None:
    row = services.hand_in(WHOLE, by=account("Alice"))
    ImportItem.objects.update(text=WHOLE)
    services.advance(row.id)
    assert items(row)[0].status == "stored"


@pytest.mark.one_database
def test_a_line_that_is_too_long_shifts_no_other() -> None:
    text = b"{" * 3_000_000 + b"\n" + WHOLE
    found = list(split(packing.lines(io.BytesIO(gzip.compress(text)))))
    assert [(one.kind, one.line) for one in found] == [("unknown", 1), ("record", 2)]


def test_staff_import_files_of_any_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from django.core.management import CommandError, call_command

    file = tmp_path / "records.jsonl.gz"
    file.write_bytes(gzip.compress(WHOLE + THREE + RUNNING + WHOLE))
    with pytest.raises(CommandError):
        call_command("import_records", str(file))
    assert "2 stored, 1 same, 1 refused" in capsys.readouterr().out
    assert set(Table.objects.values_list("imported__by", flat=True)) == {None}


def test_two_workers_store_one_record_once() -> None:
    (item,) = split(WHOLE.splitlines(keepends=True))
    judged = judge(item, timezone.now())
    first = store_record(judged, by=None, access="anyone", now=timezone.now())
    second = store_record(judged, by=None, access="anyone", now=timezone.now())
    assert (first.match, first.same, second.match, second.same) == (first.match, False, first.match, True)
