"""Every kind of tampering is found and named; what cannot be checked is said to be skipped."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from elekt_core.chance import SeededChance, commitment_of
from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.record.match import Play
from elekt_core.record.record import Entry, Record, StoredBatch, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.text import format_record
from elekt_core.record.verify import CHECKS, Check, Verification, verify_record, verify_text

from ..builders import SEED, STREAM, finished_play, finished_record, finished_text, rechained, running_record, setup
from ..toy import game as toy

Change = Callable[[Record], Record]


def flaws(record: Record) -> dict[str, Check]:
    return {check.name: check for check in verify_record(record, toy).checks if check.status == "flaw"}


def skipped(result: Verification) -> dict[str, str]:
    return {check.name: check.code for check in result.checks if check.status == "skipped"}


def with_entry(record: Record, seq: int, **fields: Any) -> Record:
    def entries(batch: StoredBatch) -> tuple[Entry, ...]:
        return tuple(entry._replace(**fields) if entry.seq == seq else entry for entry in batch.entries)

    return replace(record, batches=tuple(replace(batch, entries=entries(batch)) for batch in record.batches))


def with_batch(record: Record, number: int, **fields: Any) -> Record:
    batches = list(record.batches)
    batches[number] = replace(batches[number], **fields)
    return replace(record, batches=tuple(batches))


def seq_of(record: Record, kind: str) -> int:
    return next(entry.seq for entry in record.entries if entry.kind == kind)


def payload_of(record: Record, seq: int) -> dict[str, Any]:
    return dict(record.entries[seq - 1].payload)


def test_a_finished_record_passes_every_check() -> None:
    result = verify_record(finished_record(), toy)
    assert [(check.name, check.status) for check in result.checks] == [(name, "ok") for name in CHECKS]
    assert result.ok
    assert result.flaw is None
    assert result.head == finished_record().entries[-1].hash
    assert result.events == len(finished_record().entries)


def timed(record: Record, first: int = 0) -> Record:
    """As a ledger stores it today: from batch ``first`` on with times, which the hashes cover."""
    batches = [replace(batch, at=10**15 + n if n >= first else None) for n, batch in enumerate(record.batches)]
    return rechained(replace(record, batches=tuple(batches)))


@pytest.mark.parametrize("first", [0, 2], ids=["new", "begun under the older chain"])
def test_times_of_batches_are_proved(first: int) -> None:
    record = timed(finished_record(), first)
    assert verify_record(record, toy).ok
    assert verify_text(format_record(record), toy).ok
    assert record.entries[-1].hash != finished_record().entries[-1].hash
    for number, at in ((2, 10**15), (3, None), (1, 10**15 + 2)):
        if record.batches[number].at != at:
            moved = with_batch(record, number, at=at)
            assert set(flaws(moved)) == {"chain"}
            assert not verify_text(format_record(moved), toy).ok


def test_a_redacted_record_keeps_the_times() -> None:
    record = timed(finished_record())
    for viewer in (None, SeatNo(1)):
        cut = redacted_record(record, viewer, toy)
        assert [batch.at for batch in cut.batches] == [batch.at for batch in record.batches]
        assert verify_record(cut, toy).ok


def test_a_text_is_checked_for_its_form_first() -> None:
    assert verify_text(finished_text(), toy).ok
    result = verify_text(finished_text()[:-5], toy)
    assert [check.name for check in result.checks] == ["format"]
    assert result.flaw is not None
    assert result.flaw.code in ("not_json", "truncated")


def test_the_seed_of_a_running_game_is_still_secret_and_the_rest_is_checked() -> None:
    result = verify_record(running_record(), toy)
    assert result.ok
    assert skipped(result) == {"seed": "still_secret"}


def test_a_game_without_a_seed_is_checked_as_far_as_it_goes() -> None:
    class Unseeded(SeededChance):
        def commitment(self) -> str:
            return ""

        def reveal(self) -> str:
            return ""

    play = Play.begin(toy, setup(), Unseeded(SEED))
    while toy.awaiting(play.state):
        play.decide(toy.options(play.state)[0])
    result = verify_record(record_of_play(play, STREAM), toy)
    assert result.ok
    assert skipped(result) == {"seed": "no_seed"}


def test_a_game_that_was_given_up_is_verified_too() -> None:
    play = Play.begin(toy, setup(), SeededChance(SEED))
    play.decide(Decision(SeatNo(1), CONCEDE))
    assert verify_record(record_of_play(play, STREAM), toy).ok


def test_every_hash_is_checked() -> None:
    record = finished_record()
    for entry in record.entries:
        assert entry.hash is not None
        other = entry.hash[:-1] + ("0" if entry.hash[-1] != "0" else "1")
        found = flaws(with_entry(record, entry.seq, hash=other))
        assert set(found) == {"chain"}
        assert found["chain"].data["seq"] == entry.seq
        assert json.loads(finished_text().splitlines()[found["chain"].data["line"] - 1])["seq"] == entry.seq
        assert flaws(with_entry(record, entry.seq, hash=None))["chain"].code == "missing_hash"


CHANGES: list[tuple[str, Change]] = [
    ("the stream", lambda r: replace(r, stream="another")),
    ("a kind", lambda r: with_entry(r, 5, kind="turn")),
    ("a version", lambda r: with_entry(r, 5, version=2)),
    ("a payload", lambda r: with_entry(r, 5, payload={"seat": 2, "cards": [0, 1, 2]})),
    ("an actor", lambda r: with_batch(r, 1, actor="player:b")),
    ("a decision id", lambda r: with_batch(r, 1, id="x")),
    ("a decision", lambda r: with_batch(r, 1, meta={**(r.batches[1].meta or {}), "decision": {}})),
    ("the hash of a position", lambda r: with_batch(r, 1, meta={**(r.batches[1].meta or {}), "state": "0" * 64})),
    ("further data of a batch", lambda r: with_batch(r, 1, meta={**(r.batches[1].meta or {}), "late": True})),
    ("where a batch begins", lambda r: merged(r, 1)),
]


def merged(record: Record, number: int) -> Record:
    batches = list(record.batches)
    tail = batches.pop(number + 1)
    batches[number] = replace(batches[number], entries=(*batches[number].entries, *tail.entries))
    return replace(record, batches=tuple(batches))


@pytest.mark.parametrize("change", [c[1] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_the_chain_covers(change: Change) -> None:
    found = flaws(change(finished_record()))
    assert found["chain"].code == "wrong_hash"
    assert found["chain"].data["line"] >= 2


def test_the_time_of_an_event_is_information_only() -> None:
    assert verify_record(with_entry(finished_record(), 4, at="2026-01-02T03:04:05+00:00"), toy).ok


# --- a forger who computes the whole chain anew is found by what the rules say ----------------------------------


def test_another_shuffle_does_not_follow_from_the_seed() -> None:
    record = finished_record()
    deck = list(payload_of(record, 2)["cards"])
    deck[-1], deck[-2] = deck[-2], deck[-1]  # these cards stay in the deck
    found = flaws(rechained(with_entry(record, 2, payload={"cards": deck})))
    assert "chain" not in found
    assert found["decisions"].code == "other_event"
    assert found["decisions"].data["seq"] == 2
    assert "states" in found


def test_another_seed_does_not_open_the_commitment() -> None:
    record = finished_record()
    end = seq_of(record, "game_ended")
    forged = {**payload_of(record, end), "seed": "00" * 32}
    found = flaws(rechained(with_entry(record, end, payload=forged)))
    assert found["seed"].code == "wrong_seed"


def test_a_seed_and_commitment_exchanged_together_do_not_give_these_cards() -> None:
    record = finished_record()
    end = seq_of(record, "game_ended")
    seed = bytes(32)
    record = with_entry(record, end, payload={**payload_of(record, end), "seed": seed.hex()})
    record = with_entry(record, 1, payload={**payload_of(record, 1), "commitment": commitment_of(seed)})
    found = flaws(rechained(record))
    assert set(found) == {"states", "decisions"} or set(found) == {"decisions"}
    assert found["decisions"].data["seq"] == 2


@pytest.mark.parametrize("seed", ["", "xyz"])
def test_a_finished_game_must_reveal_its_seed(seed: str) -> None:
    record = finished_record()
    end = seq_of(record, "game_ended")
    found = flaws(rechained(with_entry(record, end, payload={**payload_of(record, end), "seed": seed})))
    assert found["seed"].code == "wrong_seed"


def test_a_wrong_position_hash_is_found() -> None:
    record = finished_record()
    meta = {**(record.batches[3].meta or {}), "state": "0" * 64}
    found = flaws(rechained(with_batch(record, 3, meta=meta)))
    assert set(found) == {"states"}
    assert found["states"].data["seq"] == record.batches[3].entries[-1].seq


def test_a_missing_position_hash_is_found() -> None:
    record = finished_record()
    meta = {"decision": record.batches[3].decision}
    assert flaws(rechained(with_batch(record, 3, meta=meta)))["states"].code == "missing_state"


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ({"seat": 0, "kind": "play", "card": 99}, "decision_refused"),
        ({"seat": 7, "kind": "play", "card": 1}, "decision_refused"),
        ({"seat": True, "kind": "play", "card": 1}, "decision_refused"),
        ({"seat": 0, "kind": "dance"}, "decision_refused"),
        ({"seat": 0, "kind": "play", "card": 1, "fast": 1}, "decision_refused"),
        ({}, "decision_refused"),
    ],
)
def test_a_decision_that_cannot_have_been_made_is_found(decision: dict[str, Any], code: str) -> None:
    for record in (finished_record(), running_record()):
        state = record.batches[2].state_hash
        forged = rechained(with_batch(record, 2, meta={"decision": decision, "state": state}))
        assert flaws(forged)["decisions"].code in (code, "not_an_option")
        assert flaws(forged)["decisions"].data["seq"] == record.batches[2].entries[0].seq


def test_a_missing_decision_is_found() -> None:
    record = finished_record()
    forged = rechained(with_batch(record, 2, meta={"state": record.batches[2].state_hash}))
    assert flaws(forged)["decisions"].code == "missing_decision"


def test_a_decision_of_a_running_game_must_have_been_an_option() -> None:
    record = running_record()
    decision = record.batches[1].decision or {}
    foreign = next(
        e.payload["cards"][0]
        for e in record.entries
        if e.kind == "cards_drawn" and e.payload["seat"] != decision["seat"]
    )
    meta = {"decision": {**decision, "card": foreign}, "state": record.batches[1].state_hash}
    found = flaws(rechained(with_batch(record, 1, meta=meta)))
    assert found["decisions"].code == "decision_refused"


def drawn(record: Record) -> tuple[int, list[Any]]:
    """The number of the first batch that has drawn, and its draws."""
    found = ((number, (batch.meta or {}).get("draws")) for number, batch in enumerate(record.batches))
    return next((number, draws) for number, draws in found if draws)


def with_draws(record: Record, number: int, draws: list[Any] | None) -> Record:
    meta = {name: value for name, value in (record.batches[number].meta or {}).items() if name != "draws"}
    return rechained(with_batch(record, number, meta=meta | ({} if draws is None else {"draws": draws})))


@pytest.mark.parametrize("make", [finished_record, running_record])
def test_a_draw_is_recorded_with_number_size_and_result_and_cannot_be_another(make: Callable[[], Record]) -> None:
    record = make()
    batch, draws = drawn(record)
    number, size, result = draws[0]
    other = (result + 1) % size if isinstance(result, int) else [*result[1:], result[0]]
    assert flaws(with_draws(record, batch, [[number, size, other], *draws[1:]]))["decisions"].code in {
        "other_draws",
        "other_event",
    }
    assert flaws(with_draws(record, batch, [*draws, [number + 99, 2, 0]]))["decisions"].code == "other_draws"


def test_once_draws_are_named_those_of_a_later_batch_cannot_be_left_out() -> None:
    record = finished_record()
    _, later = [number for number, batch in enumerate(record.batches) if (batch.meta or {}).get("draws")]
    found = flaws(with_draws(record, later, None))
    assert set(found) == {"decisions"}
    assert (found["decisions"].code, found["decisions"].data["seq"]) == (
        "other_draws",
        record.batches[later].entries[0].seq,
    )


@pytest.mark.parametrize("make", [finished_record, running_record])
def test_a_record_of_the_time_before_draws_were_recorded_is_still_proved(make: Callable[[], Record]) -> None:
    record = make()
    for number in range(len(record.batches)):
        record = with_draws(record, number, None)
    assert not flaws(record)


def test_an_event_that_cannot_have_happened_is_found() -> None:
    record = running_record()
    played = seq_of(record, "card_played")
    seat = payload_of(record, played)["seat"]
    other = next(e.payload["cards"][0] for e in record.entries if e.kind == "cards_drawn" and e.payload["seat"] != seat)
    found = flaws(rechained(with_entry(record, played, payload={"seat": seat, "card": other})))
    assert found["fold"].code == "does_not_fold"
    assert found["fold"].data["seq"] == played


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "card_burnt"}, "unknown_kind"),
        ({"kind": "trick_won", "version": 3, "payload": {"seat": 0}}, "unknown_kind"),
        ({"payload": {}}, "bad_payload"),
        ({"payload": {"seat": 0, "cards": [1, 2, 3], "note": 1}}, "bad_payload"),
    ],
)
def test_events_that_this_program_cannot_read_are_named(fields: dict[str, Any], code: str) -> None:
    found = flaws(rechained(with_entry(finished_record(), 4, **fields)))
    assert found["events"].code == code
    assert (found["events"].data["seq"], found["events"].data["line"]) == (4, 6)


def test_an_old_version_of_an_event_is_brought_up_to_date() -> None:
    record = finished_record()
    seq = seq_of(record, "trick_won")
    old = {"winner": payload_of(record, seq)["seat"]}
    assert verify_record(rechained(with_entry(record, seq, version=1, payload=old)), toy).ok


def test_a_record_cut_off_in_the_middle_of_a_batch_is_found() -> None:
    record = finished_record()
    last = record.batches[-1]
    found = flaws(replace(record, batches=(*record.batches[:-1], replace(last, entries=last.entries[:-1]))))
    assert set(found) == {"states", "decisions"}  # without its seed the game counts as running
    first = record.batches[0]
    found = flaws(replace(record, batches=(replace(first, entries=first.entries[:2]),)))
    assert found["fold"].code == "stops_midway"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "header_differs"),
        ({"seats": 4}, "header_differs"),
        ({"options": {}}, "header_differs"),
        ({"ruleset": "high-card-1"}, "header_differs"),
        ({"ruleset": "high-card-9"}, "unknown_ruleset"),
        ({"card_set": "32"}, "other_cards"),
    ],
)
def test_a_header_that_contradicts_the_setup_is_found(fields: dict[str, Any], code: str) -> None:
    assert flaws(replace(finished_record(), **fields))["header"].code == code


def test_a_game_that_is_not_installed_is_named_with_the_nearest_one() -> None:
    result = verify_record(replace(finished_record(), game="elekd"))
    assert result.flaw is not None
    assert result.flaw.code == "unknown_game"
    assert result.flaw.data["nearest"] == "elekt"
    assert skipped(result) == dict.fromkeys(("events", "fold", "states", "seed", "decisions"), "stopped_before")


def test_a_first_batch_without_a_setup_is_found() -> None:
    record = with_batch(finished_record(), 0, meta={"state": finished_record().batches[0].state_hash})
    assert flaws(rechained(record))["header"].code == "bad_setup_field"


# --- redacted records -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, SeatNo(0), SeatNo(1), SeatNo(2)])
def test_a_redacted_record_is_checked_as_far_as_it_goes(viewer: SeatNo | None) -> None:
    for record, seed in ((finished_record(), {}), (running_record(), {"seed": "still_secret"})):
        result = verify_record(redacted_record(record, viewer, toy), toy)
        assert result.ok
        hidden = {"chain": "redacted", "states": "redacted"} | ({"decisions": "redacted"} if viewer is None else {})
        assert skipped(result) == hidden | seed
        assert result.head == ""


def test_a_redacted_record_with_a_foreign_decision_is_found() -> None:
    record = redacted_record(running_record(), SeatNo(1), toy)
    number = next(n for n, batch in enumerate(record.batches) if batch.decision)
    forged = with_batch(record, number, meta={"decision": {"seat": 1, "kind": "play", "card": 99}})
    assert flaws(forged)["decisions"].code == "not_an_option"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_games_verify(seats: int) -> None:
    for number in range(20):
        record = record_of_play(finished_play(seats, bytes([number])), STREAM)
        assert verify_record(record, toy).ok
