"""axe finds nothing to object to, on each page, in the dark and in the light, on a phone as well."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.sampling import sample

from . import playing
from .short_cuts import against_bots

Axe = Callable[[Page], list[str]]
RULES = tuple(
    f"/games/elekt/rules/{rule}" for rule in ("E2.9/", "E18.5/", "E7/", "E23/", "E25/", "E26/", "?q=zar", "?q=xyzzy")
)
PLAIN = ("/", "/login/", "/signup/", "/guest/", "/games/elekt/cards/", "/games/elekt/rules/", *RULES, "/nowhere/")
MINE = ("/tables/open/", "/account/", "/account/keep/", "/account/erase/", "/account/tokens/")


VECTORS = sorted(Path("docs/vectors").glob("*.jsonl"))
BYTES = "Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))"
LOOKS = [(390, "light", "pl-PL"), (1440, "dark", "en-GB")]


@pytest.mark.parametrize(("width", "scheme", "locale"), sample(LOOKS[:1], LOOKS))
def test_no_page_shuts_anybody_out(browser: Browser, site: str, axe: Axe, width: int, scheme: str, locale: str) -> None:
    context = browser.new_context(
        base_url=site,
        locale=locale,
        viewport={"width": width, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for path in sample(PLAIN[::7], PLAIN):
        page.goto(path)
        found[path] = axe(page)
    against_bots(page, 3)
    match = page.url
    playing.play_until(page, Random(5), decisions=5)
    found["a match"] = axe(page)
    for path in (*sample(MINE[1:2], MINE), match + "replay/40/"):
        page.goto(path)
        found[path] = axe(page)
    page.goto("/signup/")
    page.locator("main form button").click()
    found["a form that was refused"] = axe(page)
    page.goto("/tables/open/")
    page.locator("main form .btn-main").click()
    found["a table that waits"] = axe(page)
    against_bots(page, 2)
    page.locator("#concede summary").click()
    page.locator("#concede button").click()
    page.locator("#prompt .winner").wait_for()
    found["a finished match"] = axe(page)
    page.goto(page.url + "verification/")
    page.locator("#check-here button").click()
    page.locator("#check-said.success").wait_for()
    found["a verification"] = axe(page)
    for vector in VECTORS:
        told = vector.read_bytes()
        draws = [draw for line in told.splitlines() for draw in json.loads(line).get("draws", [])]
        proved = page.evaluate(f"(text) => checkRecord({BYTES})", b64encode(told).decode())
        assert proved["draws"] == len(draws) * proved["seed"]
    refused = f"(text) => {{ try {{ checkRecord({BYTES}) }} catch (flaw) {{ return [flaw.message, flaw.line] }} }}"
    for one in json.loads(Path("docs/vectors/faulty.json").read_text("utf-8")):
        if one["found_by"] == "checker":
            told = Path("docs/vectors", one["file"]).read_bytes()
            assert page.evaluate(refused, b64encode(told).decode()) == [one["code"], one["line"]], one["file"]
    page.locator("#check-here input").set_input_files("docs/vectors/faulty/changed-event.jsonl")
    page.get_by_text("Line 8: the hash of this event does not match its content.").or_(
        page.get_by_text("Wiersz 8: skrót tego zdarzenia nie zgadza się z jego treścią.")
    ).wait_for()
    context.close()
    assert {where: faults for where, faults in found.items() if faults} == {}
