"""Going back by consent: the fold goes on from there, the same draws come again, and nothing is forgotten."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, UNKNOWN, Decision, SeatNo, Setup, Viewer
from elekt_core.errors import BadRecord, CoreError
from elekt_core.kit.dealing import Table, cards_in
from elekt_core.record.clocks import ClocksPaused, ClocksSet, FlagFell
from elekt_core.record.match import Batch, Play, state_after, state_hash
from elekt_core.record.record import Record, record_of_play
from elekt_core.record.redact import redacted_record
from elekt_core.record.replay import Replay, replay_record
from elekt_core.record.takeback import Branch, CardsShown, TakenBack, in_force, learned, line_of
from elekt_core.record.text import format_record, parse_record
from elekt_core.record.verify import verify_record
from elekt_core.registry import get_game
from tests.sampling import sample

from ..builders import STREAM, running_play
from ..conftest import OUTSIDE, Site
from ..toy import game as toy

PLAYED = [("elekt", 3), ("elekt", 2), ("enclave", 3), ("elector_counts", 3)]
TAKEBACKS = sample(6, 40)
UNDONE_AT_MOST = 5


def begun(name: str, seats: int) -> Play[Any]:
    game = get_game(name)
    setup = Setup(name, game.ruleset().name, seats, {})
    return Play.begin(game, setup, SeededChance(derive("takeback", name, seats)))


def drawn(play: Play[Any], draw: Random) -> Decision:
    seat = draw.choice(play.game.awaiting(play.state)).seat
    options = play.game.options(play.state, seat)
    return options[draw.randrange(len(options))]


def ends(play: Play[Any]) -> list[int]:
    found, count = [], 0
    for batch in play.batches:
        count += len(batch.events)
        found.append(count)
    return found


def played_with_takebacks(name: str, seats: int) -> Play[Any]:
    """A random game in which now and then some decisions are taken back, and others are made."""
    play, draw = begun(name, seats), Random(f"{name} {seats}")
    left = TAKEBACKS
    for _ in range(3000):
        if play.game.outcome(play.state) is not None:
            break
        if left and len(play.batches) > UNDONE_AT_MOST and draw.random() < 0.04:
            line = line_of(play.events)
            places = [end for end in ends(play)[:-1] if line.in_force(end) and end < line.events[-1]]
            play.take_back(draw.choice(places[-UNDONE_AT_MOST:]), 0, range(1, seats))
            left -= 1
        play.decide(drawn(play, draw))
    assert play.game.outcome(play.state) is not None
    assert left < TAKEBACKS
    return play


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_the_same_decision_after_a_takeback_leads_to_the_same_bytes(name: str, seats: int) -> None:
    play, draw = begun(name, seats), Random(name)
    game, compared = play.game, 0
    for _ in range(sample(60, 1000)):
        if game.outcome(play.state) is not None:
            break
        first, to = len(play.batches), len(play.events)
        decisions = []
        for _ in range(draw.randrange(1, UNDONE_AT_MOST)):
            if game.outcome(play.state) is None:
                decisions.append(drawn(play, draw))
                play.decide(decisions[-1])
        if game.outcome(play.state) is not None:
            break
        undone = play.batches[first:]
        play.take_back(to, 0)
        again = [play.decide(decision) for decision in decisions]
        assert [(b.events, b.state_hash) for b in again] == [(b.events, b.state_hash) for b in undone]
        assert [[game.encode_event(e) for e in b.events] for b in again] == [
            [game.encode_event(e) for e in b.events] for b in undone
        ]
        compared += len(again)
    assert compared > 50


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_a_record_with_takebacks_is_proved_redacted_and_written(name: str, seats: int) -> None:
    play = played_with_takebacks(name, seats)
    game = play.game
    record = record_of_play(play, STREAM)
    assert record.format == 4
    assert verify_record(record, game).ok
    assert all(check.status == "ok" for check in verify_record(record, game).checks)
    assert parse_record(format_record(record)) == record
    viewers: list[Viewer] = [None, *map(SeatNo, range(seats))]
    for viewer in viewers:
        cut = redacted_record(record, viewer, game)
        assert verify_record(cut, game).ok
        assert parse_record(format_record(cut)) == cut
        seen, whole = replay_record(game, cut), replay_record(game, record)
        for position in whole.ends:
            assert seen.state(position) == whole.view(position, viewer)


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_every_position_is_the_fold_of_the_line_that_is_in_force(name: str, seats: int) -> None:
    play = played_with_takebacks(name, seats)
    replay = Replay(play.game)
    for batch in play.batches:
        replay.extend(batch.events)
    draw = Random(name)
    for position in [len(replay), *(draw.randrange(len(replay)) for _ in range(60)), *ends(play)[-10:]]:
        assert replay.state(position) == state_after(play.game, play.events, position)
    line = replay.line()
    assert [play.events[number - 1] for number in line.events] == in_force(play.events)
    assert replay.ends_upto(len(replay)) == tuple(end for end in ends(play) if line.in_force(end))
    undone = {number for branch in line.branches for number in branch.events}
    beside = {branch.taken_back for branch in line.branches}
    assert sorted([*line.events, *undone, *beside]) == list(range(1, len(replay) + 1))


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_what_was_learned_in_a_branch_can_be_listed(name: str, seats: int) -> None:
    play = played_with_takebacks(name, seats)
    facts, game = play.events, play.game
    viewers: list[Viewer] = [None, *map(SeatNo, range(seats))]
    found = set()
    for branch in line_of(facts).branches:
        before = state_after(game, facts, branch.after)
        for viewer in viewers:
            listed = learned(game, facts, branch, viewer)
            cards = [card for _, some in listed for card in some]
            assert min(cards, default=0) >= 0, "none that is unknown, or no card"
            table = Table(type(before))
            known = Counter(table.lying(game.view(before, viewer)))
            del known[UNKNOWN]
            assert known + Counter(cards) <= Counter(table.lying(before)), (
                "each card once, and none that was known before"
            )
            for number, some in listed:
                found.add(viewer)
                assert number in branch.events
                assert {*some} <= {*cards_in(game.redact(facts[number - 1], viewer))}
    assert len(found) > 1


def test_what_a_plain_game_lists_by_name_is_learned_too(site: Site) -> None:
    """A hand in ``known_to_seat``, cards of facts that are plain numbers: what was dealt and played stays known."""
    site.install("high_stakes", (OUTSIDE / "high_stakes.py").read_text())
    play = begun("high_stakes", 2)
    for _ in range(3):
        play.decide(play.game.options(play.state)[0])
    hands, facts = play.game.initial(), play.events
    for fact in facts[:4]:
        play.game.evolve(hands, fact)
    deal = Branch(1, tuple(range(2, len(facts) + 1)), len(facts) + 1)
    played = [fact[1] for fact in facts if type(fact).__name__ == "CardPlayed"]
    for viewer in (None, SeatNo(0), SeatNo(1)):
        told = {card for _, cards in learned(play.game, facts, deal, viewer) for card in cards}
        assert told == {*played, *(hands.hands[viewer] if viewer is not None else ())}
    again = play.game.redeal(play.game.view(play.state, SeatNo(0)), SeededChance(bytes(32)))
    assert again.hands[0] == play.state.hands[0]


def test_a_copy_of_a_card_that_is_known_is_learned_too() -> None:
    """Cards of Elector Counts that are alike have one number."""
    play = begun("elector_counts", 2)
    game, found = play.game, 0
    draw = Random(2)
    for _ in range(60):
        before, facts = play.state.copy(), play.events
        seat = game.awaiting(before)[0].seat
        viewer = SeatNo(1 - seat)
        play.decide(drawn(play, draw))
        if game.outcome(play.state) is not None:
            break
        seen, then = (lying_in(game.view(state, viewer)) for state in (before, play.state))
        shown = {card for fact in play.batches[-1].events for card in cards_in(game.redact(fact, viewer))}
        copies = {card: n for card, n in (then - seen).items() if card in shown and seen[card]}
        branch = Branch(len(facts), tuple(range(len(facts) + 1, len(play.events) + 1)), len(play.events) + 1)
        told = Counter(card for _, cards in learned(game, play.events, branch, viewer) for card in cards)
        assert all(told[card] >= 1 for card in copies)
        found += len(copies)
    assert found


def lying_in(view: Any) -> Counter[int]:
    return Counter(card for card in Table(type(view)).lying(view) if card != UNKNOWN)


def test_a_spectator_learns_what_was_played_and_its_owner_does_not() -> None:
    play = begun("elekt", 2)
    draw = Random(1)
    while not any(type(event).__name__ == "UnitAssigned" for event in play.batches[-1].events):
        play.decide(drawn(play, draw))
    facts = play.events
    place = next(n for n, event in enumerate(facts, 1) if type(event).__name__ == "UnitAssigned")
    play.take_back(ends(play)[-2], 0, [1])
    (branch,) = line_of(play.events).branches
    owner, unit = play.events[place - 1][:2]
    told = {viewer: learned(play.game, play.events, branch, viewer) for viewer in (None, SeatNo(0), SeatNo(1))}
    assert (place, (unit,)) in told[None]
    assert all(unit not in cards for _, cards in told[owner])
    assert any(unit in cards for _, cards in told[SeatNo(1 - owner)])


# --- what cannot be taken back ----------------------------------------------------------------------------------


def refused(play: Play[Any], to: int, seat: int = 0, consented: tuple[int, ...] = ()) -> str:
    before, batches = play.game.fingerprint(play.state), len(play.batches)
    with pytest.raises(CoreError, match="wrong_takeback") as error:
        play.take_back(to, seat, consented)
    assert (play.game.fingerprint(play.state), len(play.batches)) == (before, batches)
    return str(error.value.data["why"])


def test_only_the_end_of_a_batch_in_force_can_be_gone_back_to() -> None:
    play = running_play(decisions=4)
    places = ends(play)
    assert refused(play, places[1] - 1) == "not_an_end"
    assert refused(play, 0) == "not_an_end"
    assert refused(play, places[-1]) == "nothing_undone"
    assert refused(play, places[2], 7) == "no_such_seat"
    assert refused(play, places[2], 0, (0, 1)) == "consent"
    play.take_back(places[1], 0, [1, 2])
    assert refused(play, places[3]) == "not_an_end"
    assert refused(play, places[1]) == "nothing_undone"


def test_a_match_that_is_over_is_not_taken_back() -> None:
    play = running_play(decisions=2, seats=2)
    play.decide(Decision(SeatNo(0), CONCEDE))
    assert toy.outcome(play.state) is not None
    assert refused(play, ends(play)[0]) == "over"


def with_fact(play: Play[Any], *facts: Any) -> Record:
    play.note(*facts)
    return record_of_play(play, STREAM)


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (TakenBack(1, 0, (), 0), "not_an_end"),
        (TakenBack(999, 0, (), 0), "not_an_end"),
        (TakenBack(-1, 0, (), 0), "not_an_end"),
        (TakenBack(2, 0, (2, 1), 1), "consent"),
        (TakenBack(2, 3, (), 1), "no_such_seat"),
        (TakenBack(2, 0, (), 7), "draws"),
    ],
)
def test_a_forged_takeback_is_found(fact: TakenBack, why: str) -> None:
    play = running_play(decisions=3)
    fact = fact._replace(to=ends(play)[1]) if fact.to == 2 else fact
    flaw = verify_record(with_fact(play, fact), toy).flaw
    assert flaw is not None
    assert (flaw.name, flaw.code, flaw.data["why"]) == ("fold", "wrong_takeback", why)


def test_facts_beside_the_games_stand_behind_them() -> None:
    play = running_play(decisions=1)
    agreed = ClocksSet("delay", (9, 9, 9), 1)
    batch = play.decide(toy.options(play.state)[0], [agreed])
    assert verify_record(record_of_play(play, STREAM), toy).ok
    play.batches[-1] = type(batch)((batch.events[-1], *batch.events[:-1]), batch.state_hash, batch.decision)
    flaw = verify_record(record_of_play(play, STREAM), toy).flaw
    assert flaw is not None
    assert (flaw.name, flaw.code) == ("fold", "out_of_place")
    alone = running_play(decisions=2)
    flaw = verify_record(with_fact(alone, agreed, TakenBack(ends(alone)[0], 0, (), 0)), toy).flaw
    assert flaw is not None
    assert flaw.data["why"] == "not_alone"


def out_of_place(play: Play[Any]) -> int:
    """The event with that flaw."""
    flaw = verify_record(record_of_play(play, STREAM), toy).flaw
    assert flaw is not None
    assert (flaw.name, flaw.code) == ("fold", "out_of_place")
    return int(flaw.data["seq"])


def test_a_decision_has_not_led_to_such_facts_alone() -> None:
    for fact in (ClocksSet("delay", (9, 9, 9), 1), TakenBack(ends(running_play())[0], 0, (), 0)):
        play = running_play(decisions=2)
        decision = toy.options(play.state)[0]
        state = state_after(toy, [*play.events, fact])
        play.batches.append(Batch((fact,), state_hash(toy, state), decision))
        assert out_of_place(play) == len(play.events)


def test_a_record_does_not_begin_with_such_facts() -> None:
    """Else its first fact would commit to no seed, and the draws would be anybody's."""
    play = running_play(decisions=2, seats=2)
    concede = Decision(SeatNo(0), CONCEDE)
    play.decide(concede)
    first = play.batches[0]
    before = Batch((ClocksSet("delay", (1, 1), 1),), state_hash(toy, toy.initial()), setup=first.setup)
    play.batches[:1] = [before, Batch(first.events, first.state_hash, concede)]
    assert out_of_place(play) == 1


def test_cards_are_shown_only_in_what_one_viewer_writes() -> None:
    play = running_play(decisions=2)
    play.note(CardsShown(("hands", "0"), ("1",)))
    assert out_of_place(play) == len(play.events)


@pytest.mark.parametrize(
    "fact",
    [FlagFell(3, 1), FlagFell(-1, 1), TakenBack(1, 3, (), 0), TakenBack(1, 0, (7,), 0), ClocksSet("delay", (1,), 1)],
)
def test_a_seat_that_is_not_there_is_named_when_a_record_is_gone_through(fact: Any) -> None:
    play = running_play(decisions=3)
    with pytest.raises(BadRecord, match="does_not_fold") as error:
        replay_record(toy, with_fact(play, fact))
    assert error.value.data["seq"] == len(play.events)


def test_many_takebacks_in_a_row_are_gone_through_at_once() -> None:
    """Each goes back to the one before it; a position costs no more than the facts that lead to it."""
    play = running_play(decisions=2)
    replay = Replay(toy)
    for batch in play.batches:
        replay.extend(batch.events)
    for _ in range(1500):
        replay.extend([ClocksPaused(1)])
        replay.extend([TakenBack(len(replay) - 1, 0, (), 0)])
    assert replay.state() == play.state
    for position in (len(replay) - 1, len(replay) - 40):
        assert replay.state(position) == play.state


# --- text -------------------------------------------------------------------------------------------------------


def with_header(record: Record, old: str, new: str) -> str:
    """Another header, with a checksum that fits."""
    *lines, end = format_record(record).splitlines()
    assert old in lines[0]
    body = "\n".join([lines[0].replace(old, new), *lines[1:]]) + "\n"
    checksum = sha256(body.encode()).hexdigest()
    return f'{body}{end[: end.index("sha256")]}sha256":"{checksum}"}}\n'


def test_the_number_of_the_format_says_whether_there_are_such_facts() -> None:
    plain = record_of_play(running_play(), STREAM)
    with_clocks = with_fact(running_play(), ClocksSet("increment", (1, 1, 1), 0), ClocksPaused(1))
    assert (plain.format, with_clocks.format) == (1, 4)
    assert parse_record(with_header(plain, '"format":1', '"format":1')) == plain
    wrong = [
        (plain, '"format":1', '"format":4', "missing_field", "chain"),
        (plain, '"format":1', '"chain":2,"format":4', "bad_field", "format"),
        (with_clocks, '"chain":2,"format":4', '"format":1', "bad_field", "format"),
        (with_clocks, '"format":4', '"format":3', "bad_field", "format"),
        (with_clocks, '"format":4', '"format":6', "record_too_new", None),
    ]
    for record, old, new, code, field in wrong:
        with pytest.raises(BadRecord) as error:
            parse_record(with_header(record, old, new))
        assert (error.value.code, error.value.data.get("field")) == (code, field)
        assert error.value.data["line"] == 1
