"""What happens is shown one scene after another, at each person's pace, and nobody who must decide is kept waiting."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from playwright.sync_api import Page, expect

from . import playing
from .short_cuts import against_bots

SCENES = 60_000
"""Milliseconds in which all that two bots have done has been told, some six seconds each."""
WATCH = """() => {
    window.watched = [];
    document.addEventListener("stage:scene", () => watched.push({
        at: performance.now(), said: document.querySelector("#stage").textContent,
    }));
    document.addEventListener("stage:scene", () => { document.body.dataset.watched = watched.length; });
}"""


def at_pace(page: Page, pace: str) -> None:
    page.locator("#pace summary").click()
    page.locator(f"#pace [value={pace}]").check()
    page.locator("#pace summary").click()


def test_what_bots_do_is_told_in_scenes_at_the_pace_that_is_set(page: Page) -> None:
    against_bots(page, 3)
    page.evaluate(WATCH)
    playing.play_until(page, Random(3), decisions=1)
    expect(page.locator("body")).to_have_attribute("data-watched", re.compile(r"^([3-9]|\d\d)$"))
    scenes = page.evaluate("watched")
    assert all(later["at"] - former["at"] > 240 for former, later in pairwise(scenes))
    log = page.locator("#log").inner_text().replace("\n", " ")
    assert all(scene["said"].split(".")[0] in log for scene in scenes)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    again = page.locator("#prompt [data-again]")
    expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
    again.click()
    expect(page.locator("#stage")).to_be_visible()
    page.locator("#stage").click()
    expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
    assert page.locator(".is-veiled, .ghost, .is-spotlit, [data-was]").count() == 0
    at_pace(page, "off")
    page.evaluate("watched.length = 0")
    playing.play_until(page, Random(4), decisions=1)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    assert page.evaluate("watched.length") == 0
    page.reload()
    page.locator("#pace summary").click()
    expect(page.locator("#pace [value=off]")).to_be_checked()


def test_esc_always_skips_and_takes_back_no_step_and_space_presses_the_button(page: Page) -> None:
    against_bots(page, 3)
    playing.play_until(page, Random(3), decisions=2)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
    choices = page.locator("#prompt [data-part]")
    page.keyboard.press("Escape")  # without a scene it leads to the question
    choices.first.focus()
    focused = choices.first.get_attribute("id") or ""
    version = page.locator("#prompt").get_attribute("data-version") or ""
    page.evaluate("stage(all('#log li').slice(-6))")
    expect(page.locator("#stage")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#stage")).to_be_hidden(timeout=1000)
    assert page.evaluate("document.activeElement.id") == focused
    expect(page.locator("#prompt")).to_have_attribute("data-version", version)
    button = page.locator("#prompt button[data-part], #confirm").first
    while not button.count():  # every choice has a further step, or is confirmed
        with page.expect_response(lambda answer: "/choose/" in answer.url):
            choices.first.press("Enter")
        page.wait_for_timeout(200)
    button.focus()
    page.evaluate("stage(all('#log li').slice(-6))")
    expect(page.locator("#stage")).to_be_visible()
    with page.expect_request(lambda request: "/choose/" in request.url or "/decide/" in request.url):
        page.keyboard.press("Space")


MANY = """() => {
    const lines = all("#log li").slice(-8);
    for (let batch = 0; batch < 3; batch += 1) stage(lines);
    return lines.length;
}"""
NOTHING_NEW = """() => {
    for (const name of ["table:changing", "table:changed"]) document.dispatchEvent(new Event(name));
}"""
COUNTED = """() => {
    const line = find("#log li:last-child").cloneNode(true);
    line.dataset.sums = "0 missions.0.violence missions=2 =1;1 missions.1.violence court=1";
    line.dataset.crest = "0 missions.violence";
    stage([line]);
}"""
WOUNDED = """() => {
    const board = find("#board"), log = find("#log li:last-child"), line = log.cloneNode(true);
    board.insertAdjacentHTML("beforeend", '<i id="sign" data-sign="wounds.kind"><u>*</u></i>');
    board.insertAdjacentHTML("beforeend", '<b id="worn" data-number="worn.0" data-figure data-was="5">3</b>');
    log.insertAdjacentHTML("beforeend", '<a data-card="spikes">Spikes</a>');
    line.dataset.sums = "0 wounds.kind spikes.1=4 missions=-2";
    line.dataset.figures = "worn.0=3";
    stage([line]);
}"""
COUNTING = """() => ({
    sums: all("#stage .stage-sum").map((sum) => `${sum.className}: ${sum.innerText.replace(/\\s+/g, " ")}`),
    terms: all("body > .summand").map((term) => term.textContent),
    cells: all("#board [data-was]").map((cell) => `${cell.dataset.number} ${cell.dataset.was}`).sort(),
    crests: all("body > .crest").map((crest) => crest.className),
})"""
MOVING = """() => document.getAnimations().filter(
    ({ effect }) => effect.getKeyframes().some(({ transform }) => transform && transform !== "none"),
).map(({ effect }) => effect.target.className)"""
HEAR = """() => {
    window.heard = [];
    wished.volume = "1";
    for (const name of ["won", "lost"]) SOUNDS[name] = () => heard.push(name);
}"""
ELECTED = """() => {
    const line = find("#log li:last-child").cloneNode(true);
    line.dataset.winners = "1";
    stage([line]);
}"""
TOKENS_COME = """() => {
    const lines = [1, 2].map((n) => {
        const line = find("#log li:last-child").cloneNode(true);
        line.dataset.figures = `power.here=${n}`;
        return line;
    });
    document.dispatchEvent(new CustomEvent("table:told", { detail: lines }));
    document.dispatchEvent(new Event("table:changing"));
    for (const n of [1, 2]) {
        const token = Object.assign(document.createElement("span"), { id: `token-${n}`, textContent: n });
        token.dataset.token = "power.here";
        find(".zone").append(token);
    }
    document.dispatchEvent(new Event("table:changed"));
}"""
TOKEN_MOVES = """() => {
    const line = find("#log li:last-child").cloneNode(true);
    line.dataset.figures = "power.there=0 power.here=1";
    const token = Object.assign(document.createElement("span"), { id: "token-3", textContent: 3 });
    token.dataset.token = "power.there";
    find(".zone").append(token);
    document.dispatchEvent(new CustomEvent("table:told", { detail: [line] }));
    document.dispatchEvent(new Event("table:changing"));
    token.dataset.token = "power.here";
    all(".zone").at(-1).append(token);
    document.dispatchEvent(new Event("table:changed"));
}"""
GOES = """() => {
    const lines = [1, 2].map(() => find("#log li:last-child").cloneNode(true));
    for (const line of lines) line.dataset.things = "goer.0";
    const thing = Object.assign(document.createElement("b"), { textContent: "goer" });
    thing.dataset.names = "goer.0";
    find(".zone").append(thing);
    document.dispatchEvent(new CustomEvent("table:told", { detail: lines }));
    document.dispatchEvent(new Event("table:changing"));
    thing.remove();
    document.dispatchEvent(new Event("table:changed"));
}"""
COVERED = """() => {
    const said = find("#stage").getBoundingClientRect();
    const at = (choice) => { const box = choice.getBoundingClientRect(); return [box.left + 6, box.top + 6]; };
    return all("#board .is-choice").some((choice) => {
        const [x, y] = at(choice);
        return said.left < x && x < said.right && said.top < y && y < said.bottom;
    });
}"""


def test_whatever_has_come_together_is_told_in_some_six_seconds(page: Page) -> None:
    against_bots(page, 3)
    playing.play_until(page, Random(3), decisions=3)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
    page.wait_for_function("() => !isStaging() && !waiting && !told.length")  # nothing is about to begin, either
    page.evaluate(WATCH)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    assert page.evaluate(MANY) == 8
    for half_seconds in range(13):
        assert not page.evaluate(COVERED)
        if half_seconds == 6:
            page.evaluate(NOTHING_NEW)
        page.clock.run_for(500)
    assert page.locator("#stage").is_hidden()
    assert page.evaluate("watched.length") == 24

    page.evaluate(HEAR)
    page.evaluate(COUNTED)  # a confrontation is counted up term by term, then its crest is laid
    page.clock.run_for(60)
    begun = page.evaluate(COUNTING)
    assert begun["sums"] == ["stage-sum s0: 2 2", "stage-sum s1: 0"], "the sum so far, and its terms"
    assert (begun["terms"], begun["crests"]) == (["+2"], [])
    assert begun["cells"] == ["missions.0.violence 2", "missions.1.violence 0"]
    page.clock.run_for(740)
    counted = page.evaluate(COUNTING)
    assert counted["sums"] == ["stage-sum s0 leads: 3 2 + 1", "stage-sum s1: 1 1"]
    assert (counted["terms"], counted["crests"]) == (["+2", "+1"], ["banner s0 is-small crest"])
    assert page.evaluate("heard") == ["won"]
    page.keyboard.press("Escape")
    assert page.evaluate(COUNTING) | {"sums": []} == {"sums": [], "terms": [], "cells": [], "crests": []}

    page.clock.run_for(1000)
    page.evaluate(WOUNDED)  # what is not compared has a sign; what lies nowhere is named; what follows comes after it
    page.clock.run_for(60)
    assert page.evaluate(COUNTING)["sums"] == ["stage-sum s0: * 4 4 Spikes"]
    assert page.locator("#worn").get_attribute("data-was") == "5"
    page.clock.run_for(240)
    assert page.evaluate(COUNTING)["sums"] == ["stage-sum s0: * 2 4 Spikes − 2"]
    expect(page.locator("#worn[data-was]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate("for (const one of all('#sign, #worn')) one.remove()")

    page.evaluate(ELECTED)
    page.clock.run_for(800)
    expect(page.locator(".election > .rays + .banner.s1")).to_be_visible()
    assert page.evaluate("heard") == ["won", "lost"]
    page.clock.run_for(400)
    expect(page.locator(".election")).to_have_count(0)

    page.evaluate(TOKENS_COME)  # each token lands as its line says it
    page.clock.run_for(10)
    expect(page.locator("#token-1.is-veiled")).to_have_count(0)
    expect(page.locator("#token-2.is-veiled")).to_have_count(1)
    assert page.evaluate("find('#token-1').getAnimations()[0].effect.getKeyframes()[0].transform").startswith(
        "translate"
    )
    page.clock.run_for(800)
    expect(page.locator("#token-2.is-veiled")).to_have_count(0)

    page.evaluate("for (const token of all('[id^=token-]')) token.remove()")
    page.clock.run_for(1000)
    page.evaluate(TOKEN_MOVES)  # it comes from where it lay, and is not seen in both places
    page.clock.run_for(10)
    expect(page.locator("body > .ghost")).to_have_count(0)
    assert page.evaluate("find('#token-3').getAnimations().length") == 1

    page.clock.run_for(1000)
    page.evaluate(GOES)  # what goes away lies there until the last line that names it
    page.clock.run_for(10)
    expect(page.locator("body > .ghost", has_text="goer")).to_have_count(1)
    assert page.evaluate("find('.ghost').getAnimations().length") == 0
    page.clock.run_for(800)
    expect(page.locator("body > .ghost")).to_have_count(0)

    page.keyboard.press("Escape")
    page.clock.run_for(1000)
    page.evaluate("for (const one of document.getAnimations()) one.finish()")
    page.emulate_media(reduced_motion="reduce")  # the same as marks and sentences: nothing moves, nothing is held back
    page.evaluate(COUNTED)
    page.clock.run_for(10)
    counted = page.evaluate(COUNTING)
    assert counted["sums"] == ["stage-sum s0 leads: 3 2 + 1", "stage-sum s1: 1 1"]
    assert (counted["terms"], counted["crests"]) == (["+2", "+1"], ["banner s0 is-small crest"])
    expect(page.locator("#stage")).to_contain_text(page.locator("#log li:last-child .said").inner_text())
    expect(page.locator("#board .is-spotlit")).not_to_have_count(0)
    assert page.evaluate(MOVING) == []
    page.clock.run_for(1000)
    page.evaluate(ELECTED)
    page.clock.run_for(10)
    expect(page.locator(".election > .rays + .banner.s1")).to_be_visible()
    assert page.evaluate(MOVING) == []
    page.clock.run_for(1000)
    page.evaluate("for (const token of all('[id^=token-]')) token.remove()")
    page.evaluate(TOKENS_COME)
    assert page.locator(".is-veiled, .ghost").count() == 0
    page.clock.run_for(10)
    assert page.evaluate(MOVING) == []
    page.clock.run_for(2000)
    expect(page.locator("#stage")).to_be_hidden()
    expect(page.locator("#board .is-fresh")).not_to_have_count(0)


SAID_OF = """(names) => {
    const line = find("#log li:last-child").cloneNode(true);
    line.dataset.things = names;
    finish();
    scenes = [[line]];
    longest.set(scenes[0], 900);
    step();
    const said = find("#stage").getBoundingClientRect();
    const covers = (one) => overlap(said, one.getBoundingClientRect()) > 600;
    return {
        covers: all("#board .is-spotlit").filter(covers).map((one) => one.dataset.names),
        choices: all("#board .is-choice, #prompt .choice").filter(covers).length,
        bar: covers(find("#prompt")),
    };
}"""
BESIDE_THE_BAR = """() => {
    const bar = find("#prompt").getBoundingClientRect();
    const about = [new DOMRect(0, 0, innerWidth, bar.top), new DOMRect(0, bar.bottom, innerWidth, innerHeight)];
    makeWay(find("#stage"), about);
    return overlap(find("#stage").getBoundingClientRect(), bar) > 600;
}"""
MY_CLOCK = """() => {
    find("#board").insertAdjacentHTML("beforeend", '<i class="clock" data-mine data-delay="0" data-left="60000"></i>');
}"""


def test_on_a_phone_what_is_said_covers_neither_what_a_scene_shows_nor_what_may_be_chosen(page: Page) -> None:
    against_bots(page, 2)
    playing.play_until(page, Random(3), decisions=1)
    expect(page.locator("#prompt.prompt-mine")).to_be_visible()
    page.wait_for_function("() => !isStaging() && !waiting && !told.length")
    for width, height in ((390, 844), (390, 664), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for names in ("missions influences court", "seat:0 seat:1", "seat:0 seat:1 missions influences court"):
            assert page.evaluate(SAID_OF, names) | {"bar": False} == {"covers": [], "choices": 0, "bar": False}
    page.evaluate("for (const one of all('#board .is-choice, #prompt .choice')) one.remove()")
    assert page.evaluate(BESIDE_THE_BAR), "it may be covered where nothing hurries"
    page.evaluate(MY_CLOCK)
    assert not page.evaluate(BESIDE_THE_BAR), "never while my clock runs"


def test_a_replay_plays_by_itself_until_it_is_stopped(page: Page) -> None:
    against_bots(page, 2)
    page.goto(page.url + "replay/1/")
    at_pace(page, "fast")
    page.locator("#play").click()
    expect(page.locator("#replay")).to_have_attribute("data-at", re.compile(r"^([4-9]|\d\d)$"))
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    stopped = page.locator("#replay").get_attribute("data-at")
    page.locator("#step-ArrowLeft").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-at", stopped or "")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
