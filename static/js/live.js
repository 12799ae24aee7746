// Live streams of a page: closed while nobody looks, opened again where they were left.
"use strict";

// The new text, or null where this is the patch of something else. New lines are taken from the front of `fresh`.
function patched(text, [parts, count], fresh) {
  const lines = text?.split("\n");
  if (lines?.length !== count) return null;
  let at = 0;
  const put = (part) => {
    if (typeof part === "number") return fresh.splice(0, part);
    const [skipped, many] = part;
    at += skipped + many;
    return lines.slice(at - many, at);
  };
  return parts.flatMap(put).join("\n");
}

// A page holds the texts that it was sent last, so that only lines that have changed need to be sent (web/live/patches.py).
// They count once their frame is whole, which the event `version` says.
class Held {
  constructor() { this.version = 0; this.texts = {}; this.coming = {}; }

  take(kind, text) { this.coming[kind] = text; }

  // Each text that has changed, by its kind; nothing where this is the patch of something else.
  patch(data) {
    const [told, news] = data.split("\n");
    const fresh = news.split("\u001e");
    const found = {};
    for (const [kind, patch] of Object.entries(JSON.parse(told))) {
      found[kind] = patched(this.texts[kind], patch, fresh);
      if (found[kind] === null) return null;
    }
    return found;
  }

  commit(version) {
    Object.assign(this.texts, this.coming);
    this.coming = {};
    this.version = Number(version);
  }

  forget() { this.version = 0; this.texts = {}; this.coming = {}; }
}

// What lies over the page, a drawer or a dialog, would cover the notice: meanwhile it lies above that.
function raiseNotice() {
  const notice = document.getElementById("connection");
  if (!notice?.showPopover) return;
  const isCovered = document.querySelector(":popover-open:not(#connection), dialog:modal");
  notice.popover = null;
  if (notice.hidden || !isCovered) return;
  notice.popover = "manual";
  notice.showPopover();
}
document.addEventListener("toggle", ({ target }) => { if (target.id !== "connection") raiseNotice(); }, true);

const broken = new Set(); // what a page listens to and cannot hear: one notice stands for all of them

// `addresses()` are the streams to listen to now, none where there are none; `heard` is what each kind of event does,
// given its data and which of the streams said it; `stays()` whether they stay open while the page is in the background.
function listen(addresses, heard, stays = () => false) {
  let sources = [];
  let retry = 0;
  let over = false;
  const kept = new Map(); // what is held of each stream, by its path
  const own = {};

  function connect() {
    if (over || sources.length || (document.hidden && !stays()) || !navigator.onLine) return;
    sources = addresses().map((address, at) => {
      const from = new URL(address, location.href);
      if (!kept.has(from.pathname)) kept.set(from.pathname, new Held());
      const held = kept.get(from.pathname);
      held.coming = {};
      if (held.version) from.searchParams.set("have", held.version);
      const source = new EventSource(from);
      source.addEventListener("open", () => { retry = 0; lost(false); });
      source.addEventListener("error", () => {
        disconnect();
        lost(true);
        retry = Math.min(retry + 1, 6);
        setTimeout(connect, 250 * 2 ** retry);
      });
      source.addEventListener("access_ended", leave);
      for (const [kind, does] of Object.entries(heard)) {
        source.addEventListener(kind, (event) => {
          held.take(kind, event.data);
          does(event.data, at);
        });
      }
      source.addEventListener("patch", (event) => {
        const found = held.patch(event.data);
        if (!found) {
          held.forget();
          disconnect();
          connect();
          return;
        }
        for (const [kind, text] of Object.entries(found)) {
          held.take(kind, text);
          heard[kind]?.(text, at);
        }
      });
      source.addEventListener("version", (event) => held.commit(event.data));
      return source;
    });
  }

  // Logged out, or no longer at this table: the page itself says what may be seen now. Not over and over.
  function leave() {
    disconnect();
    over = true;
    const last = Number(sessionStorage.getItem("left-stream"));
    if (Date.now() - last < 60000) { lost(true); return; }
    sessionStorage.setItem("left-stream", String(Date.now()));
    location.reload();
  }

  function disconnect() {
    sources.forEach((source) => source.close());
    sources = [];
  }

  function lost(is) {
    if (is) broken.add(own);
    else broken.delete(own);
    const notice = document.getElementById("connection");
    if (!notice) return;
    const page = document.getElementById("live");
    page.classList.toggle("is-lost", broken.size > 0);
    notice.hidden = !broken.size;
    notice.textContent = broken.size ? page.dataset.lost : "";
    raiseNotice();
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connect();
    else if (!stays()) disconnect();
  });
  window.addEventListener("online", connect);
  window.addEventListener("offline", () => { disconnect(); lost(true); });
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", connect);
  connect();
  return { connect, disconnect, isOpen: () => sources.length > 0 && sources.every((one) => one.readyState === EventSource.OPEN) };
}
