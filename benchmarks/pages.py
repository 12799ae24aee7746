"""How quick pages are in a browser: Lighthouse, interaction to next paint, a click to the first change on the page.

    python -m benchmarks.pages http://127.0.0.1:8000 [--lighthouse DIR] [--runs 3] [--decisions 12] [--only NAME ...]
        [--game elekt ...] [--window 1440x900 390x844]

Asks a product that runs, with its demo. ``--lighthouse`` names a folder in which ``npm install lighthouse`` was done:
it is no dependency of ours. Of several runs the median counts. Interactions are measured while somebody plays against
bots by clicks (Elekt against two), and steps through a replay, at a processor slowed four times: each click's delay
until the next paint as the browser itself reports it (Event Timing), and from its press to the first change in
``main`` (at a table with the time for which a hand holds the button).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, ViewportSize, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
SLOWED, PATIENCE = 4, 120
ARRIVES, HELD = 120, 60
"""Milliseconds for which a hand's pointer is over what it presses, and for which it presses."""
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
WATCH = """() => {
  window.seen = {paints: [], changes: []};
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.interactionId) seen.paints.push([one.interactionId, one.duration]);
  }).observe({type: "event", durationThreshold: 16, buffered: true});
  let clicked = 0;
  addEventListener("pointerdown", () => { clicked = performance.now(); }, {capture: true});
  new MutationObserver(() => {
    if (!clicked) return;
    seen.changes.push(performance.now() - clicked);
    clicked = 0;
  }).observe(document.querySelector("main"), {subtree: true, childList: true, attributes: true, characterData: true});
}"""

PLACE = """() => {
  const offered = "#prompt.prompt-mine .choices .choice";
  const choice = document.querySelector("#prompt #confirm") ??
    document.querySelector(`${offered}:not([data-part="pass"])`) ?? document.querySelector(offered);
  if (!choice || document.querySelector(".awaiting, .htmx-request")) return null;
  const places = [...document.querySelectorAll(`#board .is-choice[data-for="${choice.id}"]:not([data-several])`)];
  const box = (places.find((one) => one.checkVisibility()) ?? choice).getBoundingClientRect();
  return [box.left + Math.min(8, box.width / 2), box.top + Math.min(8, box.height / 2)];
}"""
"""Where the first choice that is no pass is clicked: on the table, if it lies there."""


def main(asked: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site")
    parser.add_argument("--lighthouse", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=12)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--game", nargs="+", default=["elekt"])
    parser.add_argument("--window", nargs="+", default=["1440x900", "390x844"])
    options = parser.parse_args(asked)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game, window in product(options.game, options.window):
            width, height = map(int, window.split("x"))
            size: ViewportSize = {"width": width, "height": height}
            page = browser.new_context(base_url=options.site, locale="en-GB", viewport=size).new_page()
            print(f"{game} {window}")
            step(page, game, options.decisions * 2)
            table = play(page, game, options.decisions)
            page.context.close()
        browser.close()
    if options.lighthouse is None:
        return
    pages = {name: at for name, at in addresses(options.site, table) if not options.only or name in options.only}
    for name, address in pages.items():
        told = [lighthouse(options.lighthouse, address) for _ in range(options.runs)]
        scores = " ".join(f"{key} {median(one['scores'][key] for one in told):.2f}" for key in CATEGORIES)
        times = " ".join(f"{key} {median(one['audits'][key] for one in told):.0f}" for key in AUDITS[:3])
        print(f"{name:<11} {scores} | {times} | {median(one['bytes'] for one in told) / 1024:.0f} KB")
        for fault in told[0]["faults"]:
            print(f"            {fault}")


def addresses(site: str, table: str) -> Iterator[tuple[str, str]]:
    """The pages that are judged: a table in mid-game as a spectator gets it, a replay in its middle."""
    with urlopen(f"{site}/api/v1/matches/") as answer:
        over = next(one for one in json.load(answer) if one["ended_at"])
    with urlopen(f"{site}/tournaments/") as answer:
        tournament = re.findall(r'href="(/tournaments/[0-9a-f-]{36}/)"', answer.read().decode())[-1]
    yield "home", f"{site}/"
    yield "table", table
    yield "replay", f"{site}/matches/{over['id']}/replay/{over['version'] // 2}/"
    yield "rules", f"{site}/games/elekt/rules/"
    yield "tournament", f"{site}{tournament}"
    yield "watch", f"{site}/watch/"


def lighthouse(folder: Path, address: str) -> Mapping[str, Any]:
    """Lighthouse as it comes: a phone, its network and processor simulated."""
    program = folder / "node_modules" / ".bin" / "lighthouse"
    flags = "--chrome-flags=--headless --no-sandbox --disable-dev-shm-usage"
    done = subprocess.run(
        [program, address, "--quiet", "--output=json", flags],
        env={**os.environ, "CHROME_PATH": CHROMIUM},
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    audits = found["audits"]
    heavy = [one for one in audits.values() if one["score"] is not None and one["score"] < 1]
    return {
        "scores": {key: found["categories"][key]["score"] for key in CATEGORIES},
        "audits": {key: audits[key]["numericValue"] for key in AUDITS},
        "bytes": audits["total-byte-weight"]["numericValue"],
        "faults": sorted(f"{one['score']:.2f} {one['id']} {one.get('displayValue', '')}" for one in heavy),
    }


def slowed(page: Page) -> None:
    page.evaluate(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def play(page: Page, game: str, decisions: int) -> str:
    """The address of the table. Each decision is one or more clicks on what the question offers."""
    page.goto("/")
    hero = page.locator(".hero button[name=seats][value='3']")
    first = page.locator(f"form:has(input[name=game][value={game}]) .btn").first
    (hero if game == "elekt" else first).click()
    page.locator("#prompt.prompt-mine").wait_for()
    slowed(page)
    clicks = 0
    last = monotonic() + PATIENCE
    while clicks < decisions * 2 and monotonic() < last and not page.locator("#prompt .result").count():
        box = page.evaluate(PLACE)
        if box:
            click_as_a_hand_does(page, *box)
            clicks += 1
        page.wait_for_timeout(500)
    tell_paints(page, "table", clicks)
    return page.url


def click_as_a_hand_does(page: Page, x: float, y: float) -> None:
    """What the pointer's coming lights is lit before it presses; a pointer that appears pressed waits for it, too."""
    page.mouse.move(x, y)
    page.wait_for_timeout(ARRIVES)
    page.mouse.down()
    page.wait_for_timeout(HELD)
    page.mouse.up()


def step(page: Page, game: str, clicks: int) -> None:
    """Onwards from the middle of a match that is over, a second apart."""
    matches = page.request.get("/api/v1/matches/").json()
    over = next((one for one in matches if one["ended_at"] and one["game"] == game), None)
    if over is None:
        print("replay: no match of this game is over")
        return
    page.goto(f"/matches/{over['id']}/replay/{over['version'] // 2}/")
    page.locator('#replay [data-key="ArrowRight"]').hover()
    page.wait_for_timeout(1000)
    slowed(page)
    for _ in range(clicks):
        page.locator('#replay [data-key="ArrowRight"]').click()
        page.wait_for_timeout(1000)
    tell_paints(page, "replay", clicks)


def tell_paints(page: Page, where: str, clicks: int) -> None:
    seen = page.evaluate("window.seen")
    paints: dict[int, float] = {}
    for number, lasted in seen["paints"]:
        paints[number] = max(paints.get(number, 0), lasted)
    quick = [0.0] * (clicks - len(paints))  # the browser reports those that took 16 ms or more
    told(f"{where}: interaction to next paint", [*paints.values(), *quick])
    told(f"{where}: click to first change", seen["changes"])


def told(what: str, taken: Sequence[float]) -> None:
    last = quantiles(taken, n=20, method="inclusive")[-1] if len(taken) > 1 else (*taken, 0)[0]
    print(f"{what:<34} n {len(taken):<3} p50 {median(taken or [0]):.0f} ms  p95 {last:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
