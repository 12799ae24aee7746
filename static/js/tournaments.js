// Live pages of tournaments: what changed is fetched and morphed in, and nothing that somebody types is lost.
// Results are entered by a click for each place, or by its digit.
"use strict";

const find = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const live = find("#live[data-stream]");
const shown = () => find("#live [data-version]");
const version = () => Number(shown()?.dataset.version ?? 0);

// --- a form that was touched stays as it is until it is sent ----------------------------------------------

function touched(event) {
  const form = event.target.closest?.("#live form[method=post]");
  if (form) form.dataset.typed = "yes";
}
document.addEventListener("input", touched);
document.addEventListener("change", touched);

const isTyped = (node) => node.nodeType === 1 && node.tagName === "FORM" && node.dataset.typed === "yes";
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) => !isTyped(old);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.method !== "post") return;
  find("#errors")?.replaceChildren();
  delete event.target.dataset.typed;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig?.verb !== "post" || !xhr || xhr.status < 400) return;
  if (xhr.getResponseHeader("HX-Retarget") === "#errors") requestConfig.elt.dataset.typed = "yes";
  if (xhr.status === 409) heardOf(Infinity); // somebody else was faster: see what they did
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false; // a whole page that says what is wrong, with no place here
    complain();
  } else if (new URL(xhr.responseURL).pathname !== new URL(event.detail.pathInfo.requestPath, location.href).pathname) {
    event.detail.shouldSwap = false;
    location.assign(xhr.responseURL); // sent elsewhere, to log in for example
  } else {
    const coming = /data-version="(\d+)"/.exec(xhr.responseText);
    if (coming && Number(coming[1]) < version()) event.detail.shouldSwap = false;
  }
});

document.addEventListener("htmx:sendError", complain);

function complain() {
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.textContent = live?.dataset.broken ?? "";
  find("#errors")?.replaceChildren(notice);
}

// --- the live stream (live.js) ----------------------------------------------------------------------------

// A page may show several streams (a league and its season): the addresses then stand at what it shows, with a space
// between them, and its version is the sum of theirs.
const addresses = () => shown()?.dataset.streams ?? live.dataset.stream;
let connected = "";
let stands = [];

function streams() {
  connected = addresses();
  const all = connected.split(" ").map((text) => new URL(text, location.href));
  if (all.length === 1) all[0].searchParams.set("after", version());
  stands = all.map((address) => Number(address.searchParams.get("after")));
  return all;
}

function told(data, at) {
  stands[at] = Number(data);
  heardOf(stands.reduce((sum, one) => sum + one));
}

// What the page shows may have become another stream's: a season that was opened.
function follow() {
  if (!shown()?.dataset.streams || shown().dataset.streams.split("?")[0] === connected.split("?")[0] &&
    shown().dataset.streams.split(" ").length === connected.split(" ").length) return;
  stream.disconnect();
  stream.connect();
}

// The page as its address gives it now; several changes at once are fetched once, and what an answer to a form has
// brought already is not fetched again.
let heard = 0;
let timer = 0;

function heardOf(latest) {
  heard = Math.max(heard, latest);
  clearTimeout(timer);
  timer = setTimeout(refresh, 60);
}

function refresh() {
  const here = shown();
  if (!here?.id || heard <= version()) return;
  if (find(".htmx-request") || find("dialog[open]")) { timer = setTimeout(refresh, 300); return; }
  heard = 0;
  const before = states();
  htmx.ajax("GET", location.href, { source: here, target: here, swap: "morph:outerHTML" })
    .then(() => { say(before); follow(); });
}

const states = () => new Map(all(".desk-table[id]").map((table) => [table.id, find(".desk-state", table).textContent.trim()]));

// Which tables have come further meanwhile, for those who listen.
function say(before) {
  const news = [...states()].filter(([id, state]) => before.has(id) && before.get(id) !== state)
    .map(([id, state]) => `${find("h3", document.getElementById(id)).textContent}: ${state}`);
  if (news.length) find("#announce").textContent = news.slice(0, 5).join(". ");
}

// Who asked to be told of a call is told in the background as well (tournament-calls.js).
const stream = live && listen(streams, { version: told }, () => document.documentElement.dataset.calls === "on");

// Somebody's panel is where the focus goes when it was asked for.
document.addEventListener("htmx:afterRequest", (event) => {
  const opened = event.detail.requestConfig?.elt?.dataset?.opens;
  if (opened) document.getElementById(opened)?.focus();
});

// --- places by clicks and digits --------------------------------------------------------------------------

const places = (row) => all("input[type=radio]", row);

// With scripts a name is a button (css/tournaments.css): it takes the next free place, in finishing order.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-next-place]");
  if (!button) return;
  const row = button.closest("[data-seat-row]");
  const taken = all("[data-seat-row]", row.parentElement).filter((other) => other !== row)
    .map((other) => places(other).find((radio) => radio.checked && radio.value !== "-")?.value);
  const free = places(row).find((radio) => !taken.includes(radio.value));
  if (free) choose(free);
});

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("[data-seat-row]");
  if (!row || event.target.matches(".desk-score") || event.ctrlKey || event.altKey || event.metaKey) return;
  const chosen = places(row).find((radio) => radio.value === event.key);
  if (!chosen) return;
  event.preventDefault();
  choose(chosen);
  const next = row.nextElementSibling;
  const there = next ? find("[data-next-place]", next) : find(".desk-enter, .btn-main", row.closest("form"));
  there?.focus();
});

function choose(radio) {
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}
