"""Rated games, their corrections, and what ladders make of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction

from ledger import projections, store
from ledger.events import NewEvent
from players.models import Player
from players.ratings import commands as c
from players.ratings import queries, services
from players.ratings.chances import of_places
from players.ratings.elo import PROVISIONAL, START, rate
from players.ratings.events import LadderKey
from players.ratings.models import Adjustment, Correction, Ladder, RatedGame, Rating, RatingChange, RevisedChange
from players.ratings.outcome import bot, person
from web.errors import Refused

from .factories import ARBITER, LADDER, annulled, corrected, foreseen, people, played

pytestmark = pytest.mark.django_db


def values(ladder: LadderKey = LADDER) -> dict[str, int]:
    return {rung.who: rung.value for rung in queries.ladder(ladder)}


def stored() -> int:
    """Everything that ratings have written."""
    tables = (Ladder, Rating, RatedGame, RatingChange, RevisedChange, Adjustment)
    return sum(model._default_manager.count() for model in tables)


def test_a_first_game_moves_both_as_elo_says() -> None:
    alice, bob = people(2)
    played([alice, bob])
    assert values() == {alice: START + 44_000, bob: START - 44_000}


def test_four_players_are_rated_in_one_game() -> None:
    seats = people(4)
    played(seats, [2, 1, 3, 4])
    gains = rate([START] * 4, [88] * 4, [2, 1, 3, 4])
    assert values() == {who: START + gain for who, gain in zip(seats, gains, strict=True)}


def test_bots_are_rated_on_the_same_scale_and_marked() -> None:
    (alice,) = people(1)
    played([bot("greedy"), alice])
    first, second = queries.ladder(LADDER)
    assert (first.who, first.is_bot, first.value) == ("bot:greedy", True, START + 44_000)
    assert (second.who, second.is_bot) == (alice, False)
    assert [rung.who for rung in queries.ladder(LADDER, bots=False)] == [alice]


def test_games_rulesets_and_speeds_have_ladders_of_their_own() -> None:
    alice, bob = people(2)
    others = [LadderKey("other", "2.1", "rapid"), LadderKey("elekt", "1.0", "rapid"), LadderKey("elekt", "2.1")]
    for ladder in others:
        played([bob, alice], ladder=ladder)
    assert values() == {}
    played([alice, bob])
    assert all(values(ladder)[bob] > START for ladder in others)
    assert values()[alice] > START


def test_somebody_with_few_games_is_provisional_and_has_no_rank() -> None:
    alice, bob, charlie = people(3)
    for _ in range(PROVISIONAL):
        played([alice, bob])
    played([charlie, alice])
    rungs = {rung.who: rung for rung in queries.ladder(LADDER)}
    assert {who: rung.provisional for who, rung in rungs.items()} == {alice: False, bob: False, charlie: True}
    assert (rungs[alice].rank, rungs[bob].rank, rungs[charlie].rank) == (1, 2, None)


def test_each_change_says_why() -> None:
    alice, bob, charlie = people(3)
    played([alice, bob])
    game = played([bob, alice, charlie], [1, 0, 0])
    of_bob, of_alice, _ = queries.explain(game)
    assert of_bob.known == of_bob.published
    why = of_bob.published
    assert [(other.who, other.value) for other in why.opponents] == [(alice, START + 44_000), (charlie, START)]
    assert (why.place, why.k, why.games, why.before) == (1, 88, 1, START - 44_000)
    chance = float(of_places([START - 44_000, START + 44_000, START])[0][0])
    assert why.expected / 1_000_000 == pytest.approx(chance, abs=1e-6)
    assert why.scored == 1_000_000
    assert why.after - why.before == pytest.approx(88_000 * (1 - chance), abs=2)
    assert of_alice.published.scored == 0


def test_a_corrected_result_rates_anew_what_came_after_it() -> None:
    alice, bob, charlie = people(3)
    wrong = played([alice, bob])
    played([bob, charlie])
    before = values()
    corrected(wrong, [bob, alice], [1, 2])
    now = values()
    assert now != before
    fresh = LadderKey("elekt", "2.1", "fresh")
    played([bob, alice], ladder=fresh)
    played([bob, charlie], ladder=fresh)
    assert now == values(fresh)


def test_what_was_published_stays_beside_what_is_known_now() -> None:
    alice, bob, charlie = people(3)
    wrong = played([alice, bob])
    later = played([bob, charlie])
    corrected(wrong, [alice, bob], [2, 1])
    told, known = queries.explain(later)[0].published, queries.explain(later)[0].known
    assert known is not None
    assert (told.before, known.before) == (START - 44_000, START + 44_000)
    assert queries.explain(wrong)[0].corrected_by == 3
    first, second, adjusted = queries.history(LADDER, bob)
    assert (first.after, second.before, second.after) == (told.before, told.before, told.after)
    assert (adjusted.game, adjusted.seat) == (wrong, None)
    assert (adjusted.before, adjusted.after) == (told.after, values()[bob])
    assert [entry.known for entry in (first, second)] == [START + 44_000, values()[bob]]


def test_an_annulled_game_counts_for_nobody() -> None:
    alice, bob, charlie = people(3)
    wrong = played([alice, bob])
    played([bob, charlie])
    annulled(wrong)
    assert alice not in values()
    assert values() == {bob: START + 44_000, charlie: START - 44_000}
    assert [one.known for one in queries.explain(wrong)] == [None, None]
    assert queries.explain(wrong)[0].published.after == START + 44_000


def test_an_annulled_game_can_be_made_to_count_again() -> None:
    alice, bob = people(2)
    game = played([alice, bob])
    before = values()
    annulled(game)
    corrected(game, [alice, bob], [1, 2])
    assert values() == before
    assert not RevisedChange.objects.exists()


def suspended(game: UUID) -> None:
    services.change(c.AnnulGame(game, suspended=True), actor=ARBITER)


def test_a_suspended_game_counts_for_nobody_until_it_counts_again_or_is_annulled() -> None:
    alice, bob, charlie = people(3)
    game = played([alice, bob])
    played([bob, charlie])
    before = values()
    suspended(game)
    assert values() == {bob: START + 44_000, charlie: START - 44_000}
    assert RatedGame.objects.get(game=game).suspended
    with pytest.raises(Refused, match="game_annulled"):
        suspended(game)
    corrected(game, [alice, bob], [1, 2])
    assert values() == before
    assert not RatedGame.objects.get(game=game).suspended
    suspended(game)
    annulled(game)
    row = RatedGame.objects.get(game=game)
    assert (row.annulled, row.suspended) == (True, False)
    assert alice not in values()
    assert projections.rebuild(projections.named("ratings"), compare=True).differences == []


def test_a_wrong_player_is_corrected_too() -> None:
    alice, bob, charlie = people(3)
    game = played([alice, bob])
    corrected(game, [charlie, bob], [1, 2])
    assert values() == {charlie: START + 44_000, bob: START - 44_000}
    assert queries.history(LADDER, alice)[0].known is None


def test_the_ladder_changes_as_the_preview_said() -> None:
    seats = people(4)
    games = [played(seats[shift:] + seats[:shift], [1, 2, 2, 4]) for shift in (0, 1, 2, 3, 0, 1)]
    moved, before = foreseen(games[1]), values()
    annulled(games[1])
    assert _as_moved(moved) == _moved(before, values())
    moved, before = foreseen(games[2], seats, [4, 3, 2, 1]), values()
    corrected(games[2], seats, [4, 3, 2, 1])
    assert _as_moved(moved) == _moved(before, values())


def _as_moved(foreseen: list[queries.Moved]) -> dict[str, tuple[int, int]]:
    assert foreseen
    return {move.who: (move.before, move.after) for move in foreseen}


def _moved(before: dict[str, int], now: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {who: (before[who], now[who]) for who in now if before[who] != now[who]}


def test_a_preview_stores_nothing_and_knows_who_is_new() -> None:
    alice, bob, charlie = people(3)
    game = played([alice, bob])
    before = stored()
    moves = foreseen(game, [charlie, bob], [1, 2])
    assert {move.who: move.after for move in moves} == {alice: START, charlie: START + 44_000}
    assert stored() == before


def test_recording_twice_counts_once() -> None:
    alice, bob = people(2)
    game, decision = uuid4(), uuid4()
    played([alice, bob], game=game, decision_id=decision)
    before = values()
    again = services.record(
        game=game,
        ladder=LADDER,
        seats=[alice, bob],
        places=[1, 2],
        played_at=RatedGame.objects.get(game=game).played_at,
        actor="player:arbiter",
        decision_id=decision,
    )
    assert (again.number, again.repeated) == (1, True)
    assert values() == before


def test_a_correction_that_is_sent_twice_counts_once() -> None:
    alice, bob = people(2)
    game, decision = played([alice, bob]), uuid4()
    corrected(game, [bob, alice], [1, 2], decision)
    corrected(game, [alice, bob], [1, 2])
    before = values()
    corrected(game, [bob, alice], [1, 2], decision)
    assert values() == before
    with pytest.raises(Refused, match="decision_id_taken"):
        services.change(c.CorrectGame(game, (bob, alice), (1, 2)), actor="player:outsider", decision_id=decision)


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("wrong_number_of_players", lambda seats: {"seats": seats[:1], "places": [1]}),
        ("wrong_number_of_players", lambda seats: {"seats": [*seats, *seats], "places": [1] * 6}),
        ("player_twice", lambda seats: {"seats": [seats[0], seats[1], seats[0]]}),
        ("not_a_player", lambda seats: {"seats": [*seats[:2], "Alice"]}),
        ("not_a_player", lambda seats: {"seats": [*seats[:2], "bot:"]}),
        ("unknown_player", lambda seats: {"seats": [*seats[:2], person(UUID(int=7))]}),
        ("no_outcome", lambda seats: {"places": []}),
        ("no_outcome", lambda seats: {"places": [1, 2]}),
        ("no_outcome", lambda seats: {"places": [2, 2, 3]}),
        ("no_outcome", lambda seats: {"places": [1, 0, 0]}),
        ("no_outcome", lambda seats: {"places": [1, 2, True]}),
        ("no_outcome", lambda seats: {"winner": 0}),
        ("no_outcome", lambda seats: {"places": [], "winner": 3}),
        ("unknown_mode", lambda seats: {"ladder": LadderKey("elekt", "2.1", mode="fischer")}),
    ],
)
def test_what_cannot_be_rated_is_refused_by_name_and_changes_nothing(
    code: str, change: Callable[[list[str]], dict[str, object]]
) -> None:
    seats = people(3)
    played(seats)
    before, events = stored(), _events()
    given = {"game": uuid4(), "ladder": LADDER, "seats": seats, "places": [1, 2, 3], **change(seats)}
    with pytest.raises(Refused) as refused:
        services.record(**given, played_at=RatedGame.objects.get().played_at, actor="player:arbiter")  # type: ignore[arg-type]
    assert refused.value.code == code
    assert (stored(), _events()) == (before, events)


def test_a_correction_that_cannot_be_is_refused_by_name_and_changes_nothing() -> None:
    alice, bob, charlie = people(3)
    game, gone = played([alice, bob]), played([alice, bob])
    annulled(gone)
    before, events = stored(), _events()
    for code, act in (
        ("unknown_game", lambda: annulled(uuid4())),
        ("unknown_game", lambda: corrected(uuid4(), [alice, bob], [1, 2])),
        ("unknown_game", lambda: queries.explain(uuid4())),
        ("unknown_game", lambda: foreseen(uuid4())),
        ("same_result", lambda: corrected(game, [alice, bob], [1, 2])),
        ("other_number_of_players", lambda: corrected(game, [alice, bob, charlie], [1, 2, 3])),
        ("player_twice", lambda: corrected(game, [alice, alice], [1, 2])),
        ("no_outcome", lambda: corrected(game, [alice, bob], [2, 2])),
        ("game_annulled", lambda: annulled(gone)),
        ("game_annulled", lambda: foreseen(gone)),
        ("already_rated", lambda: played([bob, alice], game=game)),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == code
    assert (stored(), _events()) == (before, events)


def test_a_game_is_rated_in_the_transaction_that_ends_it_or_not_at_all() -> None:
    """After another stream's append, which is how a match ends."""
    alice, bob = people(2)
    with transaction.atomic():
        store.append(uuid4(), 0, [NewEvent("stone_placed", 1, {})])
        game = played([alice, bob])
    with transaction.atomic():
        store.append(uuid4(), 0, [NewEvent("stone_placed", 1, {})])
        corrected(game, [alice, bob], [2, 1])
    now = values()
    with transaction.atomic():
        played([alice, bob])
        annulled(game)
        transaction.set_rollback(True)
    assert values() == now
    assert Ladder.objects.get().facts == 2


def test_the_event_names_ids_alone() -> None:
    alice = Player.objects.create_user(None, name="Alice Kowalska")
    (bob,) = people(1)
    game = played([person(alice.id), bob])
    (event,) = store.read(game)
    assert "Kowalska" not in str(event)
    assert event.payload["seats"] == [person(alice.id), bob]


def test_ratings_are_rebuilt_from_the_ledger() -> None:
    alice, bob, charlie = people(3)
    games = [played([alice, bob, charlie], [1, 2, 2]), played([charlie, alice], [1, 0]), played([bob, charlie])]
    corrected(games[0], [alice, bob, charlie], [3, 1, 2])
    annulled(games[1])
    before = values()
    done = projections.rebuild(projections.named("ratings"), compare=True)
    assert done.differences == []
    assert (done.events, done.parked) == (_events(), 0)
    assert values() == before


def test_a_fact_that_the_feed_brings_early_waits_for_its_predecessor() -> None:
    alice, bob = people(2)
    games = [played([alice, bob]), played([bob, alice]), played([alice, bob], [1, 1])]
    ratings = projections.named("ratings")
    before = dict(ratings.snapshot())
    first, second, third = (store.read(game) for game in games)
    ratings.reset()
    for events in (third, first, second):
        ratings.apply(events)
    assert dict(ratings.snapshot()) == before


def _events() -> int:
    from ledger.database import database

    return database().count()


def test_a_correction_that_an_older_version_stored_is_rebuilt_as_it_is_stored() -> None:
    """A field that an event has got since, with a default, is not written into what was stored without it."""
    game = played(people(2))
    told = {"ladder": asdict(LADDER), "number": 2, "game": str(game), "reason": ""}
    store.append(uuid4(), 0, [NewEvent("game_annulled", 1, told)], actor=ARBITER)
    projections.rebuild(projections.named("ratings"))
    assert Correction.objects.get().data == told
    assert RatedGame.objects.get().annulled


def test_the_streams_of_corrections_from_before_are_found_in_the_ledger() -> None:
    fast, alice, bob = replace(LADDER, speed="blitz"), *people(2)
    corrected(played([alice, bob]), [alice, bob], [2, 1])
    annulled(played([alice, bob], ladder=fast))
    known = dict(Correction.objects.values_list("id", "stream"))
    assert len(known) == 2
    Correction.objects.update(stream=None)
    import_module("players.migrations.0013_fill_correction_streams").fill(apps, connection.schema_editor())
    assert dict(Correction.objects.values_list("id", "stream")) == known
