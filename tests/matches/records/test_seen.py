"""What one viewer saw of a match comes in: kept as far as it was seen, once, and published no wider than it was."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from elekt_core.contract import SeatNo, Viewer
from elekt_core.record.coarse import RoundTold
from elekt_core.record.record import Record, StoredBatch, encode_entry
from elekt_core.record.redact import redacted_record
from elekt_core.record.takeback import CardsShown
from elekt_core.record.text import format_record, parse_record
from elekt_core.registry import get_game
from elekt_core.scribe import read_seen
from elekt_core.shorthand import write_shorthand
from ledger import projections
from ledger import verify as ledger
from matches.archive import queries as archive
from matches.archive.projection import fill_essences
from matches.models import ArchivedGame, Match, Scribing, Seat, Table
from matches.play import branches, queries, verification, warm_rows
from matches.records.judged import BadItem
from matches.records.judging import judge
from matches.records.queries import report
from matches.records.split import split
from matches.reviews import services as reviews
from matches.scribe import keeping, services
from matches.scribe import projection as recordings
from matches.scribe import queries as scribings
from matches.scribe.commands import Detail, TakeBack
from matches.scribe.events import ALL_HANDS
from players.ratings.models import RatedGame
from web.errors import Conflict, NotAllowed

from ..factories import account, started
from ..scribe.test_coarse import coarse
from ..scribe.test_keeping import kept, over, own_hand
from ..scribe.test_scribing import begun, entered
from .test_importing import THREE, WHOLE, handed_in, items, match_of, refused

pytestmark = pytest.mark.django_db
HEAD = '[Game "elekt"]\n[Ruleset "elekt-2e-r2"]\n[Seats "3"]\n[Seen "spectator"]\n'
SHEET = re.findall(r"```\n(\[Game.*?)```", Path("docs/short-notation.md").read_text("utf-8"), re.S)[1]
"""The documented one: some decisions, a round, and the result."""


def as_seen(text: bytes, viewer: Viewer) -> Record:
    return redacted_record(parse_record(text), viewer)


def written(record: Record) -> bytes:
    return format_record(record).encode()


def imported(record: Record, by: UUID, **more: str) -> UUID:
    (item,) = items(handed_in(written(record), by, **more))
    assert item.status == "stored", (item.code, item.data)
    return match_of(item)


def found(player: UUID | None, **wanted: str) -> list[UUID]:
    return [one.match.id for one in archive.search(archive.Wanted(**wanted), player=player).games]  # type: ignore[arg-type]  # its own fields


def told(record: Record) -> object:
    return [(batch.entries, batch.decision, (batch.meta or {}).get("setup")) for batch in record.batches]


@pytest.mark.parametrize(
    ("text", "viewer"), [(WHOLE, None), (THREE, SeatNo(1)), (THREE, frozenset({SeatNo(0), SeatNo(2)}))]
)
def test_what_a_viewer_saw_becomes_a_match_as_far_as_it_was_seen(text: bytes, viewer: Viewer) -> None:
    alice, record = account("Alice"), as_seen(text, viewer)
    match = imported(record, alice)
    shown = queries.match(match_id=match, player=None)
    assert shown.imported is not None
    assert (shown.imported.by, shown.imported.proof, shown.is_over) == (alice, "none", True)
    seen_by = "spectator" if viewer is None else viewer
    assert queries.replay(match_id=match, player=alice).perspectives == (seen_by,)
    with pytest.raises(NotAllowed):
        queries.position(match_id=match, player=alice, perspective="open")
    assert verification.of_finished(match_id=match, player=None).ok
    exported = verification.record(match_id=match, player=None)
    assert (exported.perspective, told(exported)) == (record.perspective, told(record))
    assert not Seat.objects.filter(player__isnull=False).exists()
    assert not RatedGame.objects.exists()
    assert found(None) == found(None, origin="imported") == [match]
    assert found(None, origin="recorded") == found(None, origin="here") == []
    for name in ("matches", "archive", "brought_cards", "solo"):
        assert projections.rebuild(projections.named(name), compare=True).differences == []
    assert not list(ledger.every_stream())
    client = Client(headers={"accept-language": "en"})
    for page in ("replay/1/", "replay/", "verification/"):
        said = client.get(f"/matches/{match}/{page}", follow=True)
        assert (said.status_code, "Imported by Alice" in said.text) == (200, True)
        assert "its deal cannot be proved" in said.text
    said = client.get(f"/matches/{match}/review/")
    assert said.status_code == 200
    assert ("only what spectators saw is known" in " ".join(said.text.split())) == (viewer is None)
    with pytest.raises(Conflict if viewer is None else NotAllowed):
        reviews.ask(match_id=match, by=alice if viewer is None else account("Bob"))
    with pytest.raises(NotAllowed):
        branches.play_on(match_id=match, at=5, by=alice, seat=0, seen_by=0, bots={})


def test_what_was_exported_is_exported_again_after_it_was_imported() -> None:
    alice = account("Alice")
    with transaction.atomic():
        first = verification.record(match_id=kept(over(alice), alice), player=alice)
        transaction.set_rollback(True)  # the next installation is empty
    texts = []
    record = first
    for _ in range(2):
        with transaction.atomic():
            record = verification.record(match_id=imported(record, alice), player=None)
            texts.append(written(record))
            transaction.set_rollback(True)
        warm_rows.forget()
    assert texts[0] == texts[1]
    assert told(record) == told(first)
    assert [batch.at for batch in record.batches] == [batch.at for batch in first.batches]


def test_a_game_comes_in_once_whoever_saw_it_and_in_whatever_form() -> None:
    alice, bob = account("Alice"), account("Bob")
    views = [as_seen(THREE, viewer) for viewer in (SeatNo(0), SeatNo(0), SeatNo(2), None)]
    views += [replace(views[0], stream="another")]
    row = handed_in(b"".join(map(written, views)), bob)
    assert [item.status for item in items(row)] == ["stored", "same", "same", "same", "same"]
    assert Match.objects.count() == 1
    assert items(handed_in(THREE, alice))[0].status == "stored", "the whole match tells more"
    assert items(handed_in(written(views[3]), alice))[0].status == "same"


def test_staff_import_what_was_seen_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records"
    file.write_bytes(written(as_seen(THREE, None)) + SHEET.encode() + written(as_seen(THREE, SeatNo(1))))
    call_command("import_records", str(file))
    assert "2 stored, 1 same, 0 refused" in capsys.readouterr().out
    assert set(Match.objects.values_list("seen_by", flat=True)) == {"spectator"}


def test_nobody_publishes_a_private_match_by_what_one_seat_saw_of_it() -> None:
    table = started("Alice", "Bob")
    table.play_out()
    record = verification.record(match_id=table.match, player=None)
    Table.objects.filter(id=table.id).update(access="named")
    ArchivedGame.objects.update(listed=False)
    charlie = account("Charlie")
    views = [replace(redacted_record(record, viewer), stream="") for viewer in (SeatNo(0), SeatNo(1), None)]
    row = handed_in(b"".join(map(written, views)), charlie)
    assert [(item.status, item.match) for item in items(row)] == [("same", table.match)] * 3
    assert [one.match for one in report(import_id=row.id, player=charlie).items] == [None] * 3
    assert found(None) == []
    assert Match.objects.count() == 1


def test_a_recorded_game_that_is_here_is_known_again_and_stays_its_players() -> None:
    alice, bob = account("Alice"), account("Bob")
    match = kept(over(alice, viewer=1), alice)
    record = verification.record(match_id=match, player=alice)
    texts = [written(record), written(replace(record, stream="elsewhere"))]
    row = handed_in(b"".join(texts), bob)
    assert [(item.status, item.match) for item in items(row)] == [("same", match)] * 2
    assert [one.match for one in report(import_id=row.id, player=bob).items] == [None] * 2
    assert found(None) == found(bob) == []


def test_only_those_with_the_address_find_what_was_imported_for_them() -> None:
    alice = account("Alice")
    match = imported(as_seen(WHOLE, SeatNo(0)), alice, access="link")
    assert found(None) == []
    assert queries.match(match_id=match, player=None).seen_by == "0"


def test_older_rows_learn_what_everybody_saw() -> None:
    match = imported(as_seen(WHOLE, None), account("Alice"))
    known = ArchivedGame.objects.get(match=match).seen_by_all
    ArchivedGame.objects.update(seen_by_all="")
    assert (fill_essences(), fill_essences()) == (1, 0)
    assert ArchivedGame.objects.get(match=match).seen_by_all == known != ""


# --- of a recorded game that is no match yet ---------------------------------------------------------------------


def running(scribing: UUID, by: UUID) -> Record:
    """As its page hands it out."""
    return parse_record(scribings.record(scribings.scribing(scribing_id=scribing, player=by)))


@pytest.mark.parametrize("viewer", [None, 1, ALL_HANDS])
def test_what_is_imported_before_it_is_kept_is_the_match_that_it_becomes(viewer: int | None) -> None:
    alice, bob = account("Alice"), account("Bob")
    scribing = over(alice, viewer)
    known = Scribing.objects.get(id=scribing).seen_by_all
    record = running(scribing, alice)
    texts = written(record) + written(replace(record, stream="elsewhere"))
    row = handed_in(texts, bob)
    assert [item.status for item in items(row)] == ["same"] * 2
    assert [one.match for one in report(import_id=row.id, player=bob).items] == [None] * 2
    assert not Match.objects.exists()
    match = kept(scribing, alice)
    assert {item.match for item in [*items(row), *items(handed_in(texts, bob))]} == {match}
    assert ArchivedGame.objects.get().seen_by_all == known
    shown = queries.match(match_id=match, player=alice)
    assert (shown.imported, shown.recorded and shown.recorded.by) == (None, alice)
    keeping.agree_to_listing(match, by=alice, agrees=True)
    assert [one.match for one in report(import_id=row.id, player=bob).items] == [match] * 2
    assert projections.rebuild(projections.named("scribings"), compare=True).differences == []


@pytest.mark.parametrize("detail", ["result", "rounds"])
def test_a_recorded_result_is_known_again_before_it_is_kept(detail: Detail) -> None:
    alice, bob = account("Alice"), account("Bob")
    scribing = coarse(alice, detail)
    entered(scribing, alice, *(["result"] if detail == "rounds" else []), "1", "2", "points unknown")
    (item,) = items(handed_in(written(running(scribing, alice)), bob))
    assert (item.status, item.match) == ("same", kept(scribing, alice))
    assert items(handed_in(written(running(scribing, alice)), bob))[0].match == item.match


def test_who_imports_a_copy_ahead_of_the_end_takes_nothing_from_whoever_keeps_the_game() -> None:
    alice, bob = account("Alice"), account("Bob")
    scribing = over(alice, viewer=1)
    record = running(scribing, alice)
    services.take_back(scribing, TakeBack(), by=alice)
    assert Scribing.objects.get(id=scribing).seen_by_all == ""
    early = imported(record, bob)
    entered(scribing, alice, "concede:0")
    match = kept(scribing, alice)
    assert match != early
    shown = queries.match(match_id=match, player=alice)
    assert (shown.imported, shown.recorded and shown.recorded.by, shown.names) == (None, alice, ("A", "Alice"))
    assert not Seat.objects.filter(table__match=early, player__isnull=False).exists()
    assert not RatedGame.objects.exists()


def test_older_recorded_games_learn_what_everybody_saw() -> None:
    alice = account("Alice")
    scribing = over(alice)
    known = Scribing.objects.get(id=scribing).seen_by_all
    Scribing.objects.update(seen_by_all="")
    begun(alice)
    assert (recordings.fill_essences(), recordings.fill_essences()) == (1, 0)
    assert Scribing.objects.get(id=scribing).seen_by_all == known != ""


# --- coarse, and by hand -----------------------------------------------------------------------------------------


def test_a_sheet_from_a_table_comes_in_with_its_names() -> None:
    alice = account("Alice")
    text = SHEET.replace('[A "Alice"]', '[A "Ala"]\n[Event "Club evening"]\n[Date "2026-11-20"]')
    (item,) = items(handed_in(text.encode(), alice))
    assert item.status == "stored", (item.code, item.data)
    shown = queries.match(match_id=match_of(item), player=None)
    assert shown.imported is not None
    assert (shown.names[0], shown.imported.event, shown.detail) == ("Ala", "Club evening", "rounds")
    assert shown.started_at.date().isoformat() == "2026-11-20"
    assert [seat.rank for seat in shown.seats] == [2, 3, 1]
    assert verification.of_finished(match_id=shown.id, player=None).ok
    for name in ("matches", "archive", "brought_cards"):
        assert projections.rebuild(projections.named(name), compare=True).differences == []
    assert items(handed_in(text.encode(), alice))[0].status == "same"


def test_a_sheet_is_written_again_as_it_was_read() -> None:
    alice = account("Alice")
    match = match_of(items(handed_in(SHEET.encode(), alice))[0])
    text = verification.in_short_notation(match_id=match, player=None, language="pl")
    assert "* Oblężenie" in text
    told, record = read_seen(text).session.record(""), verification.record(match_id=match, player=None)
    assert [batch.entries for batch in told.batches] == [batch.entries for batch in record.batches]
    assert items(handed_in(text.encode(), alice))[0].match == match


@pytest.mark.parametrize("seen", [True, False])
def test_a_sheet_of_a_game_that_was_broken_off_becomes_a_match_without_a_result(seen: bool) -> None:
    alice = account("Alice")
    begun = write_shorthand(parse_record(WHOLE)).partition("1. ")[0]
    text = (f"{HEAD}~ siege mint swords necrarch wildclanner symbiont\n= -\n" if seen else f"{begun}= -\n").encode()
    match = match_of(items(handed_in(text, alice))[0])
    shown = queries.match(match_id=match, player=None)
    assert (shown.is_over, {seat.rank for seat in shown.seats}) == (True, {None})
    assert Client().get(f"/matches/{match}/replay/1/").status_code == 200
    again = verification.in_short_notation(match_id=match, player=None, language="pl")
    assert again.endswith("\n= -\n")
    assert items(handed_in(again.encode(), alice))[0].match == match
    assert items(handed_in(written(verification.record(match_id=match, player=None)), alice))[0].match == match
    for name in ("matches", "archive"):
        assert projections.rebuild(projections.named(name), compare=True).differences == []


def test_a_record_that_tells_no_answers_says_where_its_short_notation_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = imported(as_seen(THREE, None), account("Alice"))
    monkeypatch.setattr(verification, "MAX_SECONDS", 0.0)
    said = Client(headers={"accept-language": "en"}).get(f"/matches/{match}/record/short/")
    assert (said.status_code, "elekt_core notate" in said.text) == (409, True)


def test_games_of_which_only_the_result_is_known_are_told_apart_by_what_stands_beside_it() -> None:
    alice = account("Alice")
    texts = [f'{HEAD}[Round "{number}"]\n= A 1 B 2 C 3\n' for number in (1, 2, 2)]
    row = handed_in("\n".join(texts).encode(), alice)
    assert [item.status for item in items(row)] == ["stored", "stored", "same"]
    for item in items(row)[:2]:
        exported = verification.record(match_id=match_of(item), player=None)
        assert items(handed_in(written(exported), alice))[0].match == item.match
    match = match_of(items(row)[0])
    assert Client().get(f"/matches/{match}/replay/1/").status_code == 200


def test_a_recorded_result_is_known_again_by_when_it_was() -> None:
    alice, bob = account("Alice"), account("Bob")
    games = []
    for _ in range(2):
        scribing = own_hand(alice, 1)
        entered(scribing, alice, "coarse:result")
        entered(scribing, alice, "place:1", "place:2", "points:none")
        games.append(kept(scribing, alice))
    for match in games:
        record = verification.record(match_id=match, player=alice)
        (item,) = items(handed_in(written(replace(record, stream="")), bob))
        assert (item.status, item.match) == ("same", match)


# --- what is refused ---------------------------------------------------------------------------------------------


def broken(*facts: object) -> bytes:
    """What a spectator saw, with these facts behind the first batch."""
    record, game = as_seen(WHOLE, None), get_game("elekt")
    first, *rest = record.batches
    seq = first.entries[-1].seq
    batch = StoredBatch(tuple(encode_entry(game, fact, seq + n) for n, fact in enumerate(facts, 1)))  # type: ignore[arg-type]  # facts
    moved = [
        replace(one, entries=tuple(entry._replace(seq=entry.seq + len(facts)) for entry in one.entries)) for one in rest
    ]
    return written(replace(record, batches=(first, batch, *moved)))


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (broken(CardsShown(("seats", "7", "hand"), ("acolyte.0",))), "does_not_fold"),
        (broken(CardsShown(("seats", "0", "hand"), ("<b>no card</b>",))), "does_not_fold"),
        (f"{HEAD}~ siege mint swords necrarch wildclanner symbiont\n1. B clock\n".encode(), "record_not_over"),
        (f"{HEAD}~ siege mint nobody\n".encode(), "shorthand_no_such_choice"),
    ],
    ids=range(4),
)
def test_what_nobody_can_have_seen_is_named_with_its_place(text: bytes, code: str) -> None:
    told, line, column = refused(text)
    assert told == code
    assert line > 1 or code.startswith("record")
    assert column >= 1


@pytest.mark.one_database
def test_a_round_with_a_card_that_there_is_not_is_refused() -> None:
    record, game = read_seen(f"{HEAD}* siege A\n= A 1 B 2 C 3").session.record("sheet"), get_game("elekt")
    *before, one, last = record.batches
    (entry,) = one.entries
    told = replace(one, entries=(encode_entry(game, RoundTold(1, ("buy_here",), (0,)), entry.seq),))
    assert judged(written(replace(record, batches=(*before, one, last)))) == ""
    assert judged(written(replace(record, batches=(*before, told, last)))) == "does_not_fold"


def judged(text: bytes) -> str:
    (item,) = split(text.splitlines(keepends=True))
    try:
        judge(item, timezone.now())
    except BadItem as bad:
        return bad.code
    return ""
