"""In play nothing scrolls: the table is as high as the window, and the hand and the question are in sight.

Whole games are played by the services; at sampled decisions the page is looked at in each size of a window. No product
runs: the browser's requests are answered by the pages themselves. Games from outside that bring nothing but their types
are looked at by the same means. ``PICTURES=DIR`` keeps a picture of each look.
"""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone, translation
from playwright.sync_api import Browser, Page, Route, expect

from elekt_core.chance import SeededChance
from elekt_core.contract import SeatNo, Setup
from elekt_core.record.match import Play, apply
from elekt_core.registry import get_game
from matches.clocks.controls import TimeControl
from matches.models import Match, Review
from matches.play import queries, services
from matches.play.timeline import timelines
from matches.reviews import judge
from matches.reviews import services as review_services
from matches.style import tables
from tests.elekt_core.conftest import Site
from tests.elekt_core.conftest import site as packages
from tests.matches.factories import Table, started
from tests.sampling import LONG, sample
from tests.test_documented_game import SOURCE

__all__ = ["packages"]

pytestmark = pytest.mark.django_db

SIZES = ((1440, 900), (1024, 768), (820, 1180), (390, 844), (390, 664), (360, 640))
"""The last two are what a phone's browser leaves: the compact set. The middle may be a rim too high there."""
NAMES = ("Alice", "Bartholomew", "Celina", "Darek")
PICTURES = os.environ.get("PICTURES", "")
LOOKS = sample(1, 60)
"""How many decisions of a game are looked at."""
FITTED = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
"""The page has heard of its window's size."""
MEASURE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const page = document.documentElement, middle = document.querySelector(".lay-middle");
    const inside = (selector) => box(selector).top >= 0 && box(selector).bottom <= innerHeight;
    const low = [...document.querySelectorAll("#prompt .choices .btn")]
        .filter((one) => one.checkVisibility() && !one.closest(".on-board") && one.getBoundingClientRect().height < 38);
    return [
        page.scrollHeight > innerHeight && `the page is ${page.scrollHeight - innerHeight} px too high`,
        page.scrollWidth > innerWidth && `the page is ${page.scrollWidth - innerWidth} px too wide`,
        !inside("#prompt") && "the question is out of sight",
        !inside(".lay-hand") && "the hand is out of sight",
        document.querySelector(".lay-hand .face") && box(".lay-hand").height < 40 && "the hand is too low",
        middle.scrollHeight - middle.clientHeight > 8
            && `the middle scrolls by ${middle.scrollHeight - middle.clientHeight} px`,
        low.length > 0 && "a button is too low for a finger",
        ...[...document.querySelectorAll(".plain-card")].map((card) =>
            card.querySelector(".card-name").offsetWidth > card.clientWidth && "a card is too narrow for its name"),
        ...[...document.querySelectorAll(".plain-name")].map((name) => name.offsetWidth < 24 && "a name is gone"),
        ...[...document.querySelectorAll(".seat-strip")].map((strip) => {
            const shown = strip.offsetWidth ? strip : strip.firstElementChild; // where only its head is left of it
            const within = shown.getBoundingClientRect();
            const clock = strip.querySelector(".clock")?.getBoundingClientRect();
            const name = strip.querySelector(".seat-name, h3").getBoundingClientRect();
            if (!clock || !clock.width || clock.right > within.right + 3 || clock.bottom > within.bottom + 3)
                return "a seat's strip does not show its clock";
            if ([...strip.querySelectorAll(".realm-figures > div")]
                .some((one) => one.getBoundingClientRect().right > within.right)) return "a figure is cut";
            const covered = [...strip.querySelectorAll(".figures > div")].map((one) => one.getBoundingClientRect())
                .some((one) => one.right > clock.left + 2 && one.left < clock.right - 2
                    && one.bottom > clock.top + 4 && one.top < clock.bottom - 4);
            if (covered) return "a clock lies over a figure";
            return clock.left < name.right && clock.top < name.bottom - 3 && clock.bottom > name.top + 3
                && "a clock lies over a name";
        }),
    ].filter(Boolean);
}"""
AT_THE_END = """() => {
    const page = document.documentElement, [prompt, middle] = ["#prompt", ".lay-middle"].map(
        (name) => document.querySelector(name));
    for (const said of document.querySelectorAll(".turned li span[title]"))
        said.textContent = said.title.padEnd(600, " and so on"); // sentences may be long
    return [
        page.scrollHeight > innerHeight && `the page is ${page.scrollHeight - innerHeight} px too high`,
        page.scrollWidth > innerWidth && `the page is ${page.scrollWidth - innerWidth} px too wide`,
        prompt.scrollHeight > prompt.clientHeight + 8
            && `the result scrolls by ${prompt.scrollHeight - prompt.clientHeight} px`,
        middle.scrollHeight > middle.clientHeight + 8
            && `the middle scrolls by ${middle.scrollHeight - middle.clientHeight} px`,
    ].filter(Boolean);
}"""


def show(page: Page, html: bytes, *, refuses: bool = True) -> None:
    """Made before the browser asks for it: what answers a browser has no connection to the test's database.

    Whatever else the page asks for is refused, or gets no answer, as on a slow line.
    """

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = finders.find(path.removeprefix("/static/"))
            route.fulfill(path=str(file), content_type=mimetypes.guess_type(path)[0])
        elif route.request.is_navigation_request():
            route.fulfill(body=html, content_type="text/html")
        elif refuses:
            route.abort()

    page.unroute_all(behavior="ignoreErrors")
    page.route("**/*", answer)
    page.goto("http://table.test/")


def faults(page: Page, table: Table, measure: str = MEASURE) -> dict[str, Any]:
    row = Match.objects.get(id=table.match)
    name = f"{row.game}-{row.table.size}-{'end' if row.ended_at else row.version}"
    return misfits(page, table.client(0).get(f"/matches/{table.match}/").content, SIZES, name, measure)


def misfits(page: Page, html: bytes, sizes: Sequence[tuple[int, int]], name: str, measure: str) -> dict[str, Any]:
    """What does not fit, by size of the window. By its ``name`` a picture is kept."""
    show(page, html)
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        if wrong := page.evaluate(measure):
            found[f"{width}x{height}"] = wrong
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}x{height}.png")
    return found


STAKES = (Path(__file__).parents[1] / "outside" / "high_stakes.py").read_text()


def stakes(name: str, hand: int, *changes: tuple[str, str]) -> str:
    """High Stakes under another name and with a larger hand."""
    found = STAKES.replace('"high_stakes"', f'"{name}"').replace("range(16)", f"range({4 * hand})")
    for old, new in (("* 4", f"* {hand}"), ("+ 4", f"+ {hand}"), *changes):
        assert old in found
        found = found.replace(old, new)
    return found


OUTSIDE = {
    "goofspiel": SOURCE,
    "fuller": stakes("fuller", 13),
    "fullest": stakes("fullest", 26),
    # its choices lie nowhere on the board: 52 buttons
    "announced": stakes(
        "announced",
        13,
        ("[(card,) for card in state.hands[seat]]", "[(card, n) for card in state.hands[seat] for n in range(4)]"),
        ("*choice", "choice[0]"),
    ),
}
"""Games that bring nothing but their types."""


@pytest.fixture
def outside(packages: Site) -> None:
    for name, source in OUTSIDE.items():
        packages.install(name, source)
    timelines.forget()


@pytest.mark.parametrize(
    ("game", "every", "seats"),
    [
        ("elekt", 5, 4),
        ("goofspiel", 2, 4),
        ("announced", 2, 3),
        *sample([], [("enclave", 17, 3), ("elector_counts", 19, 4)]),
        *sample([], [("goofspiel", 1, 2), ("fuller", 1, 2), ("fuller", 2, 4), ("fullest", 3, 4), ("announced", 1, 4)]),
    ],
)
@pytest.mark.usefixtures("outside")
def test_the_hand_the_question_and_the_clocks_are_in_sight_and_nothing_scrolls(
    browser: Browser, game: str, every: int, seats: int
) -> None:
    time = TimeControl(mode="increment", base=900, extra=10)
    table, random = started(*NAMES[:seats], game=game, seed="7", time=time), Random(3)
    context = browser.new_context()
    page, made, found = context.new_page(), 0, {}
    while made < every * LOOKS:
        seat = table.awaited()
        here = queries.position(match_id=table.match, player=table.players[seat])
        if here.match.is_over:
            break
        if seat == 0:
            made += 1
            if made % every == 0 and (wrong := faults(page, table)):
                found[f"{made}: {here.awaiting[0].kind}"] = wrong
        table.decide(seat, decision=table.option(seat, random.randrange(len(here.options))))
    for seat in range(1, seats):
        player = table.players[seat]
        assert player is not None
        if queries.match(match_id=table.match, player=None).is_over:
            break
        services.concede(
            match_id=table.match, seat=SeatNo(seat), decision_id=uuid4(), actor=services.player_actor(player)
        )
    is_over = queries.match(match_id=table.match, player=None).is_over
    if LONG and is_over and (wrong := faults(page, table, AT_THE_END)):  # with its review there is more to fit
        found["the end"] = wrong
    if wrong := faults(page, reviewed(table), AT_THE_END):
        found["the end with its review"] = wrong
    context.close()
    assert made >= every, "no decision was looked at"
    assert found == {}


def reviewed(table: Table) -> Table:
    """Its three decisions with the longest sentences are marked."""
    match = queries.match(match_id=table.match, player=None)
    timeline, game = queries.timeline_of(match), get_game(match.game)
    said, found = game.words("en", match.names), []
    for at in timeline.ends(timeline.version):
        state = timeline.state(at)
        for question in game.awaiting(state):
            longest = max(game.options(state, question.seat), key=lambda one: len(said.decision(one, state)))
            found.append((len(said.decision(longest, state)), at, longest))
    worst = sorted(found, key=lambda one: -one[0])[:3]
    decisions = [
        {"at": at, "seat": int(one.seat), "mark": "blunder", "played": dict(game.encode_decision(one)), "loss": 1840,
         "only": False}
        for _length, at, one in worst
    ]  # fmt: skip
    host = table.players[0]
    assert host is not None
    Review.objects.create(
        id=review_services.review_id(match.id, match.ruleset), match=match.id, ruleset=match.ruleset, version="1",
        budget="usual", seed="", asked_by=host, asked_at=timezone.now(), parts=1, done=1, status="done",
        report=judge.text({"decisions": decisions, "curves": {}}),
    )  # fmt: skip
    return table


MOMENTS = {
    ("enclave", 2, 2, 151): ("market", SIZES[1:3]),  # nine cards in the hand
    ("enclave", 4, 109, 232): ("exchange", SIZES[-1:]),
    ("enclave", 4, 1, 172): ("use_items", (SIZES[1], SIZES[-1])),  # what each choice would lead to is long
}
"""What once left too little room, and where: a game, its seats, its seed, how many decisions were made."""
SOME = sample(0, 12)
"""How many further moments of each game with each number of seats are looked at."""


def moment(name: str, seats: int, seed: int, made: int) -> tables.Moment:
    """Of a game that is played in memory, where seat 0 decides: after so many decisions, or the next time."""
    game, random = get_game(name), Random(seed)
    play = Play.begin(game, Setup(name, game.newest().name, seats, {}), SeededChance(b"%d" % seed))
    while (asked := game.awaiting(play.state)[0].seat) or len(play.batches) < made:
        play.decide(random.choice(list(game.options(play.state, asked))))
    return tables.Moment(game, play.state.copy(), len(play.events), ())


def test_the_fullest_moments_fit(browser: Browser) -> None:
    context = browser.new_context()
    page, found = context.new_page(), {}
    looked = dict.fromkeys(
        (
            (game, seats, seed, 9 * seed)
            for seed in range(SOME)
            for game in ("elekt", "enclave", "elector_counts")
            for seats in (2, 3, 4)
        ),
        ("", SIZES),
    )
    for at, (kind, sizes) in (MOMENTS | looked).items():
        here = moment(*at)
        asked = here.game.awaiting(here.state)[0].kind
        assert asked == (kind or asked)
        with translation.override("pl"):  # its words are longer
            html = tables.drawn(here).encode()
        if wrong := misfits(page, html, sizes, "-".join(map(str, (*at, asked))), MEASURE):
            found[(*at, asked)] = wrong
    context.close()
    assert found == {}


ENDS = {
    ("elector_counts", 4, 0): SIZES[-2:],  # what each has held is listed
    ("elekt", 3, 3): (SIZES[1], SIZES[-1]),  # the winner is asked something more
}
"""The same of ends, with their reviews: a game, its seats, its seed."""
FURTHER = sample(0, 4)
"""How many further ends of each game with each number of seats are looked at."""


def played_out(name: str, seats: int, seed: int) -> Table:
    """To the end, in memory: what its page shows is not asked of the ledger."""
    table, random, chance = started(*NAMES[:seats], game=name, seed=f"{seed}"), Random(seed), SeededChance(b"%d" % seed)
    timeline, game = queries.timeline_of(queries.match(match_id=table.match, player=None)), get_game(name)
    state = timeline.state(timeline.version)
    while (outcome := game.outcome(state)) is None:
        decision = random.choice(list(game.options(state, game.awaiting(state)[0].seat)))
        timeline.extend(timeline.version, apply(game, state, decision, chance).events, timezone.now())
    Match.objects.filter(id=table.match).update(
        version=timeline.version, ended_at=timezone.now(), winner=outcome.winner, termination=outcome.termination,
        ranks=list(outcome.ranks), scores=list(outcome.scores),
        awaited=sum(1 << question.seat for question in game.awaiting(state)),
    )  # fmt: skip
    return table


def test_the_ends_fit_with_their_reviews(browser: Browser) -> None:
    context = browser.new_context()
    page, found = context.new_page(), {}
    looked = dict.fromkeys(
        (
            (game, seats, seed)
            for seed in range(FURTHER)
            for game in ("elekt", "enclave", "elector_counts")
            for seats in (2, 3, 4)
        ),
        SIZES,
    )
    for at, sizes in (ENDS | looked).items():
        table = reviewed(played_out(*at))
        html = table.client(0, "pl").get(f"/matches/{table.match}/").content
        if wrong := misfits(page, html, sizes, "-".join(map(str, (*at, "end"))), AT_THE_END):
            found[at] = wrong
    context.close()
    assert found == {}


LISTED = "#prompt .choices > li:not(.on-board, .is-folded)"


def test_where_room_is_wanted_what_a_place_stands_for_is_listed_once_it_is_tapped(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    show(page, tables.drawn(moment("enclave", 2, 1, 109)).encode())
    page.evaluate(FITTED)
    places = page.locator("#board [data-several]")
    expect(page.locator(LISTED)).to_have_count(0)
    for place in places.all()[:2]:
        place.click()
        listed = page.locator(LISTED)
        expect(listed).to_have_count(2)
        named = place.get_attribute("data-several")
        assert named is not None
        assert [one.get_attribute("id") for one in listed.locator(".choice").all()] == named.split()
        assert page.evaluate(MEASURE) == []
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate(FITTED)
    expect(page.locator(LISTED)).to_have_count(2 * places.count())
    context.close()


CROWD = """() => {
    for (const sites of document.querySelectorAll(".sites"))
        while (sites.children.length < 18) sites.append(sites.firstElementChild.cloneNode(true));
}"""
SHOWN = """() => [...document.querySelectorAll(".realm")].map((one) => one.querySelector(".sites").checkVisibility())"""


def test_a_full_middle_says_less_until_nothing_scrolls_and_what_it_folds_opens_at_a_tap(browser: Browser) -> None:
    context = browser.new_context()
    page, table = context.new_page(), started(*NAMES[:2], game="elector_counts", seed="7")
    show(page, table.client(0).get(f"/matches/{table.match}/").content)
    page.evaluate(CROWD)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(FITTED)
    expect(page.locator(".live")).to_have_attribute("data-tight", "3")
    assert page.evaluate("document.querySelector('.lay-middle').scrollHeight") <= page.evaluate(
        "document.querySelector('.lay-middle').clientHeight + 8"
    )
    assert sum(page.evaluate(SHOWN)) == 1
    for at, head in enumerate(page.locator(".realm-opens").all()):
        head.check(force=True)
        assert page.evaluate(SHOWN) == [at == 0, at == 1]
    page.set_viewport_size({"width": 1440, "height": 1800})
    page.evaluate(FITTED)
    assert page.locator(".live[data-tight]").count() == 0
    assert page.evaluate(SHOWN) == [True, True]
    context.close()
