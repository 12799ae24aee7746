"""The style page fits every window, and axe finds nothing to object to on it, nor on its tables, in both themes.

``PICTURES=DIR`` takes pictures of it at 390, 820 and 1440 pixels, light and dark; without it the dark one is looked at
with one of its tables, with ``LONG_TESTS=1`` all of it. No product runs: the browser's
requests are answered by the pages themselves.
"""

from __future__ import annotations

import mimetypes
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, Frame, Page, Route

from tests.sampling import sample

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PICTURES = os.environ.get("PICTURES", "")
SIZES = ((390, 844), (820, 1180), (1440, 900))
Theme = Literal["light", "dark"]
ALL: tuple[Theme, ...] = ("dark", "light")
THEMES = ALL if PICTURES else sample(ALL[:1], ALL)
LOOKED_AT = 99 if PICTURES else sample(1, 99)
"""So many of its tables, the first ones, are there."""
LOAD = """async () => {
    const frames = [...document.querySelectorAll("iframe")];
    for (const frame of frames) frame.loading = "eager";
    const isThere = (frame) => !frame.hidden && frame.contentDocument?.body?.matches(".is-linked");
    while (!frames.every((frame) => frame.hidden || isThere(frame))) await new Promise(requestAnimationFrame);
}"""
FEWER = """(n) => { for (const frame of [...document.querySelectorAll("iframe")].slice(n)) frame.hidden = true; }"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
FRAMES = re.compile(r'<iframe src="([^"]+)"')


@pytest.fixture
def pages() -> Mapping[str, bytes]:
    client = Client(headers={"accept-language": "en"})
    page = client.get("/style/").content
    return {"/style/": page} | {path: client.get(path).content for path in FRAMES.findall(page.decode())[:LOOKED_AT]}


def opened(page: Page, pages: Mapping[str, bytes]) -> None:
    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = finders.find(path.removeprefix("/static/"))
            route.fulfill(path=str(file), content_type=mimetypes.guess_type(path)[0])
        elif path in pages:
            route.fulfill(body=pages[path], content_type="text/html")
        else:
            route.abort()

    page.route("**/*", answer)
    page.goto("http://style.test/style/")
    page.evaluate(FEWER, LOOKED_AT)
    page.evaluate(LOAD)


@pytest.mark.parametrize("theme", THEMES)
def test_the_style_page_fits_and_shuts_nobody_out(
    browser: Browser,
    axe: Callable[[Page | Frame], list[str]],
    pages: Mapping[str, bytes],
    theme: Theme,
) -> None:
    context = browser.new_context(color_scheme=theme, viewport={"width": 390, "height": 844})
    page = context.new_page()
    opened(page, pages)
    wide = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide[width] = page.evaluate(TOO_WIDE)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"style-{width}-{theme}.png", full_page=True)
    tables = [frame for frame in page.frames[1:] if urlsplit(frame.url).path in pages]
    faults = {frame.url: axe(frame) for frame in (page.main_frame, *tables)}
    context.close()
    assert len(tables) == len(pages) - 1
    assert wide == dict.fromkeys(wide, 0)
    assert {url: found for url, found in faults.items() if found} == {}
