"""A game that another distribution brings, and that says nothing of its board, is staged as the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .short_cuts import at_one_table, come_in

SCENES = 60_000
WATCH = """() => {
    window.lit = [];
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (frames[0]?.transform?.startsWith("translate")) moved.push(this.dataset.names);
        return animate.call(this, frames, how);
    };
    document.addEventListener("stage:scene", () => {
        const said = find("#stage").textContent;
        lit.push([said, all("#board .is-spotlit").map((thing) => thing.dataset.names.trim().split(" ")[0])]);
    });
}"""


@pytest.fixture
def somebody(site: str, browser: Browser) -> Iterator[Callable[[str], Page]]:
    opened: list[Any] = []

    def come(name: str) -> Page:
        context = browser.new_context(base_url=site, locale="en-GB", reduced_motion="no-preference")
        opened.append(context)
        return come_in(context, name)

    yield come
    for context in opened:
        context.close()


def test_a_card_moves_to_the_table_and_is_told_with_the_seat_that_plays_it(somebody: Callable[[str], Page]) -> None:
    alice, bob = somebody("Alice"), somebody("Bob")
    at_one_table(alice, bob, game="high_stakes")
    for page in (alice, bob):
        expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
    leads, follows = (alice, bob) if alice.locator("#prompt.prompt-mine").count() else (bob, alice)
    for page in (leads, follows):
        page.evaluate(WATCH)
    seat = 0 if leads is alice else 1
    card = leads.locator("#board .is-choice").first.get_attribute("data-names") or ""
    name = card.split()[0]
    assert name.startswith("card:")
    leads.locator("#board .is-choice").first.click()
    expect(follows.locator(f"#board .plain-laid[data-names='{name}']")).to_be_visible()
    for page in (leads, follows):
        page.wait_for_function("lit.length > 0")
        expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
        ((said, lit),) = page.evaluate("lit")
        assert said == f"{'Alice' if leads is alice else 'Bob'} plays {name.removeprefix('card:')}."
        assert set(lit) == {f"seat:{seat}", name}
        assert page.locator(".is-veiled, .ghost, .is-spotlit").count() == 0
    assert name in leads.evaluate("moved"), "from the hand to the table"
    assert name not in follows.evaluate("moved"), "nobody saw where it lay"
    figures = follows.locator(".plain-figure[data-number^='tricks.']")
    assert sorted(figures.all_inner_texts()) == ["0", "0"]
    leads.locator("#board .lay-hand [data-names]").first.click()
    expect(leads.locator("#errors")).to_have_text("It is not your turn to choose.")
    follows.locator(f"#board .plain-laid[data-names='{name}']").click()
    expect(follows.locator("#errors")).to_contain_text("it is no answer to the question")
    follows.locator("#board .is-choice").first.click()
    for page in (leads, follows):
        expect(page.locator(".plain-figure[data-number^='tricks.']", has_text="1")).to_have_count(1)
        expect(page.locator("#stage")).to_be_hidden(timeout=SCENES)
        assert [said for said, _ in page.evaluate("lit")][-1].endswith("takes the trick.")
