// Live streams of a page: closed while nobody looks, opened again where they were left; and what the page says while
// they are cut.
"use strict";

// A page holds the texts that it was sent last, so that only lines that have changed need to be sent (web/live/patches.py).
// They count once their frame is whole, which the event `version` says.
class Held {
  constructor() { this.version = 0; this.texts = {}; this.coming = {}; }

  take(kind, text) { this.coming[kind] = text; }

  // Each text that has changed, by its kind; nothing where this is the patch of something else.
  patch(data) {
    const found = {};
    for (const [kind, [count, parts]] of Object.entries(JSON.parse(data))) {
      const lines = this.texts[kind]?.split("\n");
      if (lines?.length !== count) return null;
      const put = (part) => typeof part === "string" ? part : lines.slice(part[0], part[0] + part[1]).join("\n");
      found[kind] = parts.map(put).join("\n");
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

const GRACE = 1200;

// The notice lies over the question's bar, or at the edge of the window where that is out of sight, above everything.
// Meanwhile what may be done goes dark, and what was picked stays picked.
const cut = {
  shown: false,
  lost: new Set(), // a page may listen to several things: all of them must be back

  say(who, is) {
    if (is) this.lost.add(who);
    else this.lost.delete(who);
    this.show(this.lost.size > 0);
  },

  show(is) {
    const notice = document.getElementById("connection");
    if (!notice || this.shown === is) return;
    this.shown = is;
    document.body.classList.toggle("is-cut", is);
    notice.hidden = !is;
    notice.textContent = is ? document.getElementById("live").dataset.lost : "";
    if (!notice.matches(".notice") || !notice.showPopover) return;
    notice.popover = "manual";
    if (is) notice.showPopover();
    else if (notice.matches(":popover-open")) notice.hidePopover();
    this.place();
  },

  place() {
    const notice = document.getElementById("connection");
    if (!this.shown || !notice.matches(".notice")) return;
    const bar = document.querySelector(".live #prompt")?.getBoundingClientRect();
    const inSight = bar && bar.height && bar.bottom > 24 && bar.top < innerHeight - 24;
    notice.classList.toggle("is-over-bar", Boolean(inSight));
    if (!inSight) { notice.removeAttribute("style"); return; }
    const top = Math.min(Math.max(bar.top, 4), innerHeight - notice.offsetHeight - 4);
    const height = Math.min(bar.height, 96);
    notice.style.cssText = `top:${top}px;left:${bar.left}px;width:${bar.width}px;min-height:${height}px`;
  },
};

for (const moved of ["scroll", "resize"]) {
  addEventListener(moved, () => requestAnimationFrame(() => cut.place()), { passive: true, capture: true });
}
document.addEventListener("toggle", (event) => {
  const notice = document.getElementById("connection");
  if (!cut.shown || event.newState !== "open" || event.target === notice || !notice.matches(":popover-open")) return;
  notice.hidePopover(); // what was opened last lies on top
  notice.showPopover();
  cut.place();
}, true);

// Nothing is decided on a table that may no longer be as it is shown.
document.addEventListener("click", (event) => {
  if (!cut.shown || !event.target.closest?.(".live :is(#prompt, #board, .position)")) return;
  if (!event.target.closest("a, button, .is-choice, .is-taken") || event.target.closest("[popovertarget], a[data-rule]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById("connection").classList.add("is-said");
  setTimeout(() => document.getElementById("connection").classList.remove("is-said"), 400);
}, true);

// `addresses()` are the streams to listen to now, none where there are none; `heard` is what each kind of event does,
// given its data and which of the streams said it; `stays()` whether they stay open while the page is in the background.
function listen(addresses, heard, stays = () => false) {
  let sources = [];
  let retry = 0;
  let over = false;
  const kept = new Map(); // what is held of each stream, by its path

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

  // A moment's gap is nobody's concern; a browser that is offline says so at once.
  let told = 0;
  function lost(is, after = GRACE) {
    clearTimeout(told);
    if (is) told = setTimeout(() => cut.say(connect, true), cut.shown ? 0 : after);
    else cut.say(connect, false);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connect();
    else if (!stays()) disconnect();
  });
  window.addEventListener("online", connect);
  window.addEventListener("offline", () => { disconnect(); lost(true, 0); });
  window.addEventListener("pagehide", () => { clearTimeout(told); disconnect(); });
  window.addEventListener("pageshow", connect);
  connect();
  return { connect, disconnect, isOpen: () => sources.length > 0 && sources.every((one) => one.readyState === EventSource.OPEN) };
}
