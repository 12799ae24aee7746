"""Browser tests drive the running product with a real Chromium: `site` is its address, `page` a browser's page.

Several people are several contexts: ``new_context()`` gives one with its own cookies.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Keyboard, Locator, Page, expect

from tests.product import Product, running
from tests.sinks import LoginSink, PushSink, login_sink, push_sink

from .evenings import There, set_up

HERE = Path(__file__).parent
PATIENCE = 90_000
"""Milliseconds to wait for what must come: no promise of speed, for a whole suite runs beside it."""
expect.set_options(timeout=PATIENCE)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first that there is: without a window, the shell does the same for less."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
HOW = f"none of {', '.join(NAMES)} found: apt-get install {NAMES[0]}, or set CHROMIUM to a path"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason=HOW))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def browser_context_args(product: Product) -> dict[str, Any]:
    """Of ``page`` and ``new_context``: with all that moves."""
    size = {"width": 1440, "height": 900}
    return {"base_url": product.url, "locale": "en-GB", "viewport": size, "reduced_motion": "no-preference"}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Whatever is done in its windows may take its time. What moves on pages takes a fifth of the processor, so the
    windows that tests open themselves are of people who asked for less of it, unless they say so."""
    opened = browser.new_context

    def patient(**how: Any) -> BrowserContext:
        how.setdefault("reduced_motion", "reduce")
        context = opened(**how)
        context.set_default_timeout(PATIENCE)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


@pytest.fixture(autouse=True, scope="session")
def nobody_is_quicker_than_the_scripts() -> Iterator[None]:
    """A key or a click counts once the page has all that listens to it: a busy machine shows it seconds before. And
    before it has its styles a browser lets nothing be focused, and says nothing of that: the key would go nowhere."""
    keyboard: Callable[[Page], Keyboard] = vars(Page)["keyboard"].fget
    click, focus = Locator.click, Locator.focus

    def patient_keyboard(page: Page) -> Keyboard:
        page.wait_for_load_state()
        return keyboard(page)

    def patient_click(locator: Locator, **how: Any) -> None:
        locator.page.wait_for_load_state()
        click(locator, **how)

    def patient_focus(locator: Locator, **how: Any) -> None:
        locator.wait_for(state="attached")  # or it would be the last page that is waited for
        locator.page.wait_for_load_state()
        focus(locator, **how)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Page, "keyboard", property(patient_keyboard))
        patched.setattr(Locator, "click", patient_click)
        patched.setattr(Locator, "focus", patient_focus)
        yield


@pytest.fixture(scope="session")
def pushes() -> Iterator[PushSink]:
    """The push service of all browsers."""
    with push_sink() as sink:
        yield sink


@pytest.fixture(scope="session")
def other_site() -> Iterator[LoginSink]:
    """A site with whose accounts people may log in."""
    with login_sink() as sink:
        yield sink


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory, pushes: PushSink, other_site: LoginSink) -> Iterator[Product]:
    """One product for all browser tests of a process: each test opens tables of its own. A game that another
    distribution brings is installed beside it."""
    other = {"SERVER": other_site.address, "CLIENT": "elekt", "SECRET": "between us", "TITLE": "the Guild"}
    settings = {f"SOCIAL_GUILD_{name}": value for name, value in other.items()}
    settings["PYTHONPATH"] = str(HERE.parent / "outside")
    folder = tmp_path_factory.mktemp("product")
    with running(folder, PUSH_LOCAL=pushes.netloc, SOCIAL_LOGIN="guild", **settings) as started:
        yield started


@pytest.fixture
def site(product: Product) -> str:
    return product.url


@pytest.fixture(scope="session")
def there(product: Product) -> There:
    """Tournaments that are under way."""
    return set_up(product)


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page on which any error in the console (a policy's refusal, a script that failed) fails the test."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


@pytest.fixture
def axe() -> Callable[[Page | Frame], list[str]]:
    """The accessibility faults of a page as it is now, one line each."""
    source = next(HERE.glob("axe-*.min.js")).read_text(encoding="utf-8")

    def faults(page: Page | Frame) -> list[str]:
        page.evaluate(source)  # not as a script element: the policy forbids inline scripts, to us as well
        found = page.evaluate(
            "async () => (await axe.run(document, {preload: false, resultTypes: ['violations']})).violations"
        )
        return [
            f"{fault['id']}: {fault['help']}: {json.dumps(node['target'])} {node['html'][:200]}"
            for fault in found
            for node in fault["nodes"]
        ]

    return faults
