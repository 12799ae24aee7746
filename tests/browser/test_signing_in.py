"""A passkey is added and used in a real browser, as second step and alone; another site's account logs in."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.sinks import LoginSink

from .test_clubs import PASSWORD, signed_up

Axe = Callable[[Page], list[str]]
FRIENDS = re.compile(r"//[^/]+/friends/$")
"""The page itself, not one that leads there."""


def give_a_device(page: Page) -> None:
    """An authenticator of the browser's own, that knows whose finger is on it."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    sure = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    protocol.send("WebAuthn.addVirtualAuthenticator", {"options": device | sure})


def log_out(page: Page) -> None:
    page.goto("/account/")
    if page.get_by_role("button", name="Menu").is_visible():
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("body:not([data-me])")).to_be_attached()


def test_a_passkey_is_a_second_step_and_a_log_in(browser: Browser, site: str, axe: Axe) -> None:
    here = f"http://localhost:{urlsplit(site).port}"  # browsers give no passkeys to a number
    page = signed_up(browser, here, "Paula", 390)
    faults: dict[str, list[str]] = {}
    give_a_device(page)
    page.goto("/account/")
    page.get_by_role("link", name="The second step of logging in").click()
    faults["off"] = axe(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Your password").fill(PASSWORD)
    faults["again"] = axe(page)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of the passkey").fill("phone")
    faults["add"] = axe(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    faults["codes"] = axe(page)
    assert len(page.locator("#codes").inner_text().split()) == 10
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("phone", exact=True)).to_be_visible()
    faults["on"] = axe(page)
    page.get_by_role("link", name="Set up an app").click()
    faults["app"] = axe(page)

    log_out(page)
    page.goto("/login/?next=/friends/")
    page.get_by_label("Username").fill("paula-390")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="the second step")).to_be_visible()
    faults["second step"] = axe(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(FRIENDS)

    log_out(page)
    page.goto("/login/?next=/friends/")
    faults["log in"] = axe(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(FRIENDS)
    assert {what: some for what, some in faults.items() if some} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


def test_another_sites_account_logs_in_and_keeps_a_guests_matches(
    browser: Browser, site: str, other_site: LoginSink, axe: Axe
) -> None:
    page = browser.new_context(base_url=site, locale="en-GB").new_page()
    other_site.name = "Gilda"
    page.goto("/guest/")
    page.get_by_label("Your name at the table").fill("Gus")
    page.locator("main form button").click()
    expect(page.get_by_role("link", name="Gus")).to_be_visible()
    guest = page.locator("body").get_attribute("data-me")
    page.goto("/login/")
    page.get_by_role("button", name="Continue with the Guild").click()
    expect(page.get_by_text("You have an account now.")).to_be_visible()
    assert page.locator("body").get_attribute("data-me") == guest
    assert set(other_site.asked[0].split()) == {"openid", "profile"}, "no address is asked for"
    page.get_by_role("link", name="Accounts of other sites").click()
    assert axe(page) == []
    page.get_by_role("button", name="Disconnect").click()
    expect(page.get_by_text("Choose a password first")).to_be_visible()

    log_out(page)
    page.goto("/login/?next=/friends/")
    page.get_by_role("button", name="Continue with the Guild").click()
    page.wait_for_url(FRIENDS)
    assert page.locator("body").get_attribute("data-me") == guest, "known again"
    log_out(page)
    other_site.name = "Hugo"
    page.goto("/login/")
    page.get_by_role("button", name="Continue with the Guild").click()
    expect(page.get_by_role("link", name="Hugo").first).to_be_visible()
    assert page.locator("body").get_attribute("data-me") != guest
    page.context.close()
