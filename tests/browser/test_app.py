"""A browser that is an app: a challenge comes by push and is accepted, and the network is cut off.

The push is the product's own request, and the browser's own service worker is given what was in it. Two things stand
in: the push service, which is the test's and therefore has the browser's keys; and where a headless browser has no
place for notifications, what the worker wants to show is written down.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests import sinks
from tests.sinks import PushSink

from .evenings import There, logged_in

PATIENCE = 120.0
KEPT = "async () => (await (await caches.match('/offline/kept'))?.json())?.table && true"
SUBSCRIBED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (asked) => {
  if (asked.applicationServerKey.length !== 65 || !asked.userVisibleOnly) throw new Error("not as asked");
  const keys = %s;
  return { endpoint: "%s", getKey: (name) => Uint8Array.from(keys[name]) };
};
"""
WRITTEN_DOWN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data, tag }) => {
    self.shown.push({ title, text: body, path: data, tag });
  };
}"""


def app(browser: Browser, site: str, session: str, endpoint: str) -> tuple[Page, sinks.Browser]:
    """A browser of somebody, in which notices are turned on with a click; and the keys of its subscription."""
    own = sinks.Browser()
    keys = {"p256dh": own.key, "auth": own.secret}
    told = {which: list(urlsafe_b64decode(key + "=" * (-len(key) % 4))) for which, key in keys.items()}
    context = browser.new_context(base_url=site, locale="en-GB", viewport={"width": 390, "height": 844})
    context.add_init_script(SUBSCRIBED % (json.dumps(told), endpoint))
    page = logged_in(context, site, session)
    page.goto("/account/notices/")
    page.get_by_role("button", name="Notices on this device").click()
    expect(page.get_by_text("This device gets your notices.")).to_be_visible()
    return page, own


def pushed(sink: PushSink, path: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of the next push to this browser."""
    last = monotonic() + PATIENCE
    while monotonic() < last:
        for to, headers, body in list(sink.taken):
            if to == path:
                return headers, body
        sleep(0.1)
    raise AssertionError(f"nothing was pushed to {path}")


def deliver(page: Page, protocol: CDPSession, origin: str, told: Any) -> None:
    """What the browser's own push service would have brought to its service worker."""
    found: list[dict[str, Any]] = []
    protocol.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    protocol.send("ServiceWorker.enable")
    last = monotonic() + PATIENCE
    while not found and monotonic() < last:
        page.wait_for_timeout(50)
    number = next(one["registrationId"] for one in found if one["scopeURL"] == f"{origin}/")
    message = {"origin": origin, "registrationId": number, "data": json.dumps(told)}
    protocol.send("ServiceWorker.deliverPushMessage", message)


def test_a_challenge_comes_by_push_and_the_app_goes_on_without_a_network(
    browser: Browser, site: str, there: There, pushes: PushSink
) -> None:
    phone, own = app(browser, site, there.sessions[there.at_one[0]], f"http://{pushes.netloc}/phone")
    me = phone.locator("body").get_attribute("data-me")
    olga = logged_in(browser.new_context(base_url=site, locale="en-GB"), site, there.sessions["olga"])
    olga.goto(f"/players/{me}/")
    olga.get_by_role("link", name="Challenge to a match").click()
    olga.get_by_role("button", name="Send the challenge").click()
    headers, body = pushed(pushes, "/phone")
    told = own.decrypt(body)
    assert told["title"] == "olga challenges you"
    assert headers["content-encoding"] == "aes128gcm"
    assert sinks.identified(headers["authorization"])["aud"] == f"http://{pushes.netloc}"

    protocol = phone.context.new_cdp_session(phone)
    (worker,) = phone.context.service_workers
    worker.evaluate(WRITTEN_DOWN)
    deliver(phone, protocol, site, told)
    last = monotonic() + PATIENCE
    while not (shown := worker.evaluate("() => self.shown")) and monotonic() < last:
        phone.wait_for_timeout(100)
    assert shown == [told], "title, sentence, page and tag, as they were sent"
    phone.goto(told["path"])
    phone.get_by_role("button", name="Accept and play").click()
    for page in (phone, olga):
        page.wait_for_url("**/matches/**")
    assert phone.url == olga.url

    manifest = protocol.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    phone.goto(there.pods)
    table = phone.locator("[data-offline=table] h2").inner_text()
    phone.wait_for_function(KEPT)
    phone.context.set_offline(True)
    for path in ("/tournaments/", "/players/"):  # what was kept is kept, however often one looks
        phone.goto(path)
        expect(phone.locator("#kept-table")).to_contain_text(table)
    expect(phone.locator("#kept-table")).to_contain_text("Round 1")
    expect(phone.locator("#kept-standings tr")).to_have_count(9)
    expect(phone.locator("#kept-standings")).to_contain_text(there.at_one[0])
    phone.context.set_offline(False)
    phone.goto("/tournaments/")
    expect(phone.get_by_role("heading", name="Tournaments", exact=True)).to_be_visible()
    for page in (phone, olga):
        page.context.close()
