// The table and replay pages: live updates, a board one can click, keys. Buttons and links do the work;
// whatever stands here only saves steps, and the pages work without it.
"use strict";

const find = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const say = (text) => { const region = find("#announce"); if (region && text) region.textContent = text; };

// What scripts of play answer to the others, where they are there: whether a plan is being carried out (ahead.js), and
// where a thing that was dropped is seen (drag.js).
const inPlay = { isCarriedOut: () => false, draggedBox: () => null };

// --- the board as a set of buttons: each named thing clicks the choice that names it ---------------------

const argument = (part) => part.slice(part.indexOf(":") + 1);

// Radio buttons that change places while they are swapped can turn each other off: then none is on.
function openTabs() {
  for (const radio of all("#board input[type=radio][checked]")) {
    radio.checked ||= !all(`#board input[name="${radio.name}"]`).some((other) => other.checked);
  }
}

function linkBoard() {
  openTabs();
  for (const marked of all(".is-choice, .is-taken")) {
    marked.classList.remove("is-choice", "is-taken", "is-advised");
    delete marked.dataset.for;
    delete marked.dataset.several;
  }
  for (const step of all("#prompt [data-taken]")) mark(step.dataset.taken, "is-taken", step.href ? step.id : "");
  for (const choice of all("#prompt [data-part]")) mark(choice.dataset.part, "is-choice", choice.id);
  for (const choice of all("#prompt .is-advised")) {
    for (const thing of placesOf(choice)) thing.classList.add("is-advised");
  }
  document.body.classList.add("is-linked");
  hide(all("#prompt [data-part]").map((choice) => [choice, placesOf(choice).length > 0])); // most are in reach
  fit();
  document.dispatchEvent(new Event("table:linked"));
}

// What is lit on the table is not listed as well; where its place is folded away or lies under something else, it is.
function hideDoubles() {
  hide(all("#prompt [data-part]").map((choice) => [choice, placesOf(choice).some(isInReach)]));
}

function hide(choices) {
  for (const [choice, isLit] of choices) choice.closest("li")?.classList.toggle("on-board", isLit);
}

const RIM = 6; // pixels
const ABOVE = "#stage, dialog, [popover]"; // what comes and goes over the table

// What is scrolled out of sight counts as in reach: listed as well, it would leave the middle still less room.
function isInReach(thing) {
  if (!thing.checkVisibility()) return false;
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + RIM, top + RIM], [right - RIM, top + RIM], [left + RIM, bottom - RIM]];
  const sight = thing.closest(".lay-middle")?.getBoundingClientRect();
  const inSight = points.filter(([, y]) => !sight || (y > sight.top && y < sight.bottom));
  return !inSight.length || inSight.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return thing.contains(hit) || hit?.closest(ABOVE);
  });
}

// In play nothing scrolls: as long as the middle would, a game’s style says less of it (`.live[data-tight="1"]`, 2, 3).
const TIGHTEST = 3;
let fitted = ""; // the size of the middle for which it was found: to find it lays the page out several times
let isOwed = false;

function fit() {
  const live = find(".live");
  isOwed = document.body.matches(".is-flown-over"); // what is on its way is not where it will lie
  const middle = isOwed ? null : find(".live .lay-middle");
  if (!middle) {
    hideDoubles();
    return;
  }
  delete live.dataset.tight;
  hideDoublesOf(middle);
  for (let tight = 1; tight <= TIGHTEST && middle.scrollHeight > middle.clientHeight + 1; tight += 1) {
    live.dataset.tight = tight;
    hideDoublesOf(middle);
  }
  fitted = sizeOf(middle);
}

// What is listed takes room from the middle, where further places may then be folded away.
function hideDoublesOf(middle) {
  let size = "";
  for (let n = 0; n < 3 && size !== sizeOf(middle); n += 1) {
    size = sizeOf(middle);
    hideDoubles();
  }
}

const sizeOf = (middle) => `${middle.clientWidth} ${middle.clientHeight}`;

// The question grows, for one who uses keys.
const room = new ResizeObserver(([{ target }]) => { if (sizeOf(target) !== fitted) requestAnimationFrame(fit); });
for (const middle of all(".live .lay-middle")) room.observe(middle);
window.addEventListener("resize", fit);
document.addEventListener("stage:landed", () => { if (isOwed) fit(); });
for (const kind of ["change", "toggle"]) {
  document.addEventListener(kind, (event) => { if (event.target.closest?.("#board")) fit(); }, { capture: true });
}

// Where on the table a choice can be taken: nowhere if the place stands for several choices.
function placesOf(choice) {
  return all(`#board .is-choice[data-for="${CSS.escape(choice.id)}"]:not([data-several])`);
}

// A choice that lies on the table shows its button to those who use keys; a mouse must not make buttons move under it.
document.addEventListener("keydown", () => document.body.classList.add("by-keys"));
document.addEventListener("click", (event) => { if (event.detail) document.body.classList.remove("by-keys"); });

document.addEventListener("focusin", () => {
  for (const thing of all(".is-pointed")) thing.classList.remove("is-pointed");
  const choice = document.activeElement?.closest("#prompt [data-part]");
  for (const thing of choice ? placesOf(choice) : []) thing.classList.add("is-pointed");
});

// What a part names stands on the board under its argument (a card), or as a whole (`level:3`). Of copies, one for each
// step that was taken is marked so, the others may still be chosen.
function mark(part, className, click) {
  for (const name of new Set([argument(part), part])) {
    const things = all(`#board [data-names~="${CSS.escape(name)}"]`);
    const copies = things.filter((thing) => "copy" in thing.dataset);
    const left = copies.filter((thing) => !thing.classList.contains("is-taken"));
    for (const thing of copies.length ? (className === "is-taken" ? left.slice(0, 1) : left) : things) {
      if (thing.classList.contains("is-choice") && thing.dataset.for !== click) {
        thing.dataset.several = ""; // on top or at the bottom: the prompt asks which
        continue;
      }
      thing.classList.add(className);
      if (click) thing.dataset.for = click;
    }
  }
}

const CHOSEN = "#board .is-choice[data-for], #board .is-taken[data-for]";
const STILL = 12; // pixels that a finger may slip
let pressed = null; // what was under the finger when it came down: the table may change before it is lifted

document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
  const thing = target.closest("a, button, summary") ? null : target.closest(CHOSEN);
  pressed = thing && { id: thing.dataset.for, several: "several" in thing.dataset, clientX, clientY };
});

document.addEventListener("click", (event) => {
  const before = pressed;
  pressed = null;
  if (event.target.closest("a, button, summary") || event.detail > 1) return;
  const thing = event.target.closest(CHOSEN);
  const here = before && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < STILL;
  const aim = here ? before : thing && { id: thing.dataset.for, several: "several" in thing.dataset };
  if (aim) take(aim.id, aim.several);
});

// A choice of the prompt, taken at its place on the board; where the place stands for several, the prompt asks which.
function take(id, several) {
  const choice = document.getElementById(id);
  if (several) choice?.focus();
  else choice?.click();
}

// --- keys: arrows walk along the choices, Escape takes the last step back or leads to the question --------

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || find("dialog[open], :popover-open")) return;
  if (event.key === "Escape" && !event.repeat) backToQuestion();
  else if (event.target.closest("#prompt .choices")) walk(event);
});

function backToQuestion() {
  const prompt = find(".live #prompt");
  const undo = prompt?.contains(document.activeElement) && find("#undo", prompt);
  if (undo) undo.click();
  else if (prompt) focusPrompt(prompt);
}

const forward = (at) => at + 1;
const back = (at) => at - 1;
const STEPS = {
  ArrowRight: forward, ArrowDown: forward, ArrowLeft: back, ArrowUp: back, Home: () => 0, End: () => -1,
};

function walk(event) {
  const choices = all("#prompt .choice");
  const next = STEPS[event.key]?.(choices.indexOf(document.activeElement));
  if (next === undefined) return;
  event.preventDefault();
  choices.at(next % choices.length).focus();
}

// --- swaps: focus and the newest version stay ------------------------------------------------------------

let version = 0;
let promptHadFocus = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest?.("#prompt")) find("#errors")?.replaceChildren();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status === 204) {
    awaitVersion(Number(xhr.getResponseHeader("X-Version")));
    return;
  }
  promptHadFocus = Boolean(find("#prompt")?.contains(document.activeElement));
  if (new URL(xhr.responseURL).pathname !== event.detail.pathInfo.requestPath.split("?")[0]) {
    location.assign(xhr.responseURL); // sent elsewhere, to log in for example
    event.detail.shouldSwap = false;
  } else if (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false; // a whole page that says what is wrong, with no place here
    complain(find("#live, #replay").dataset.broken);
  } else {
    const found = /data-version="(\d+)"/.exec(xhr.responseText);
    if (found && Number(found[1]) < version) event.detail.shouldSwap = false;
    else if (event.detail.target.matches("#position")) document.dispatchEvent(new Event("table:changing"));
  }
});

document.addEventListener("htmx:sendError", () => complain(find("#live, #replay").dataset.broken));

function complain(...said) {
  const place = find("#errors") ?? find("#flash");
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.append(...said);
  place.replaceChildren(notice);
}

document.addEventListener("htmx:afterSettle", () => afterSwap());

function afterSwap() {
  const here = find("#prompt");
  if (here) {
    version = Math.max(version, Number(here.dataset.version));
    document.title = `${here.dataset.title} · Elekt`;
  }
  showAwaiting();
  linkBoard();
  showHere();
  showNew();
  if (promptHadFocus && here && !here.contains(document.activeElement)) focusPrompt(here);
  promptHadFocus = false;
  tellSoon();
  document.dispatchEvent(new Event("table:changed"));
}

function focusPrompt(prompt) {
  (find(".choices .choice, #confirm", prompt) ?? focusable(find("#prompt-title, .question", prompt)))?.focus();
}

function focusable(element) {
  element?.setAttribute("tabindex", "-1");
  return element;
}

// --- a decision on its way: where the stream is open, its answer only says that it is stored --------------

const RECONNECT_AFTER = 3000;
const RELOAD_AFTER = 10000;
let stored = 0; // the version that the stream is about to bring

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post" && stream.isOpen()) event.detail.headers["X-Stream"] = "open";
});

// What is asked here has been answered: nothing else can be until the next question is there.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (stored > version && event.target.closest?.("#prompt")) event.preventDefault();
});

function awaitVersion(wanted) {
  stored = Math.max(stored, wanted);
  showAwaiting();
  setTimeout(() => { if (version < wanted) { stream.disconnect(); stream.connect(); } }, RECONNECT_AFTER);
  setTimeout(() => { if (version < wanted) location.reload(); }, RELOAD_AFTER);
}

function showAwaiting() {
  find("#live")?.classList.toggle("awaiting", stored > version);
}

// --- the live stream (live.js) ---------------------------------------------------------------------------

function streams() {
  const said = find("#live[data-stream]")?.dataset.stream;
  if (!said) return [];
  const address = new URL(said, location.href);
  address.searchParams.set("after", version);
  return [address];
}

// Where several decisions have come by now, only the last position is laid out: their lines are told all the same.
let coming = "";

function swapPosition(html) {
  if (!coming) afterPaint(() => showPosition(coming));
  coming = html;
}

// What was just clicked is seen to be taken before the page is laid out anew. Behind another tab nothing is painted.
const PAINTED_BY = 100; // milliseconds

function afterPaint(does) {
  let isDone = false;
  const once = () => { if (!isDone) { isDone = true; does(); } };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, PAINTED_BY);
}

function showPosition(html) {
  coming = "";
  const here = find("#position");
  const newer = Number(/data-version="(\d+)"/.exec(html)?.[1] ?? 0);
  if (!here || newer <= version) return;
  promptHadFocus = find("#prompt").contains(document.activeElement);
  document.dispatchEvent(new Event("table:changing"));
  Idiomorph.morph(here, html, { morphStyle: "innerHTML" });
  htmx.process(here);
  afterSwap();
}

function swapTable(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const here = find("#table");
  if (!next || !here || Number(next.dataset.version) <= version) return;
  if (next.dataset.go) {
    if (find("form[data-sent]")) return; // its answer leads there, and says who one is from now on
    location.assign(next.dataset.go);
    return;
  }
  Idiomorph.morph(here, next, { morphStyle: "outerHTML" });
  version = Number(next.dataset.version);
  say(find("#table [role=status]")?.textContent);
}

// What was taken back: `12-27` for the events between the two, by spaces.
function removeLines(branches) {
  for (const branch of branches.split(" ")) {
    const [after, before] = branch.split("-").map(Number);
    for (const line of all("#log li[data-seq]")) {
      const seq = Number(line.dataset.seq);
      if (seq > after && seq < before) line.remove();
    }
  }
}

let isAtEnd = true; // of the log: asking where it stands would lay the page out for each line
let scrolling = 0; // to the news, with the next frame

function addLines(html) {
  const log = find("#log");
  if (!log) return;
  const known = new Set(all("li", log).map((line) => line.id));
  const box = document.createElement("ol");
  const fresh = [];
  box.innerHTML = html;
  for (const line of all("li", box)) {
    if (known.has(line.id)) continue;
    heard.push(find(".said", line).textContent.trim());
    log.append(line);
    fresh.push(line);
  }
  if (fresh.length) document.dispatchEvent(new CustomEvent("table:told", { detail: fresh }));
  tellSoon();
  showNew();
  if (isAtEnd) scrolling ||= requestAnimationFrame(() => { scrolling = 0; scrollToNews(log); });
}

// What the last decision led to, where more than one line of it may be news.
function showNew() {
  const since = Number(find("#prompt")?.dataset.since ?? 0);
  for (const line of all(".live #log li")) line.classList.toggle("is-new", since > 0 && Number(line.dataset.seq) >= since);
}

// To the end, or as far as the first news stay in sight.
function scrollToNews(log) {
  const first = find(".is-new", log);
  const end = log.scrollHeight - log.clientHeight;
  log.scrollTop = first ? Math.min(end, Math.max(0, first.offsetTop - 8)) : end;
}

// Whenever the log comes in sight: at once, or where its drawer opens.
function showNewsOf(log) {
  let inSight = false;
  new ResizeObserver(() => {
    if (!inSight) scrollToNews(log);
    inSight = log.clientHeight > 0;
  }).observe(log);
}

// A long log comes by pages: reading on fetches the next one before its link is in sight.
const NEAR_END = 300; // pixels

async function readOn(link) {
  const place = link.closest("li");
  const log = place.parentElement;
  if (place.dataset.busy) return;
  place.dataset.busy = "";
  const answer = await fetch(link.dataset.log).catch(() => null);
  if (!place.isConnected) return;
  if (!answer?.ok) {
    delete place.dataset.busy;
    return;
  }
  const box = document.createElement("ol");
  box.innerHTML = await answer.text();
  if (!place.isConnected) return;
  const isFirst = place === log.firstElementChild;
  const [height, top] = [log.scrollHeight, log.scrollTop];
  place.replaceWith(...box.children);
  if (isFirst) log.scrollTop = top + log.scrollHeight - height; // what one was reading stays where it was
  markLater();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-log]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  readOn(link);
});

document.addEventListener("scroll", ({ target }) => {
  if (target.id !== "log") return;
  isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 60;
  for (const link of all("a[data-log]", target)) {
    const away = link.closest("li").offsetTop - target.scrollTop;
    if (away > -NEAR_END && away < target.clientHeight + NEAR_END) readOn(link);
  }
}, { capture: true, passive: true });

// --- what is said aloud: the news, then what is asked or who won, once -------------------------------------

const MAX_SAID = 10;
const heard = [];
let asked = "";
let telling = 0;

// A moment later: a decision, its events and what bots do at once are one announcement.
function tellSoon() {
  telling ||= setTimeout(() => {
    telling = 0;
    const before = asked;
    asked = question();
    say([...heard.splice(0).slice(-MAX_SAID), asked === before ? "" : asked].join(" ").trim());
  }, 300);
}

function question() {
  const prompt = find(".live #prompt");
  if (!prompt) return "";
  if (find(".result", prompt)) return find("#prompt .winner")?.textContent.trim() ?? "";
  if (!prompt.matches(".prompt-mine")) return "";
  const hint = find("#coach [data-say]")?.textContent ?? "";
  return `${prompt.dataset.title}: ${find(".question", prompt)?.firstChild.textContent.trim() ?? ""} ${hint}`;
}

// --- the replay ------------------------------------------------------------------------------------------

function markLater() {
  const at = Number(find("#replay")?.dataset.at ?? Infinity);
  for (const line of all("#log li[data-seq]")) line.classList.toggle("is-later", Number(line.dataset.seq) > at);
}

function showHere() {
  const replay = find("#replay");
  if (!replay) return;
  markLater();
  const here = document.getElementById(`line-${replay.dataset.line}`);
  for (const line of all("#log .is-here")) if (line !== here) line.classList.remove("is-here");
  here?.classList.add("is-here");
  const view = find(".views [aria-current]", replay);
  if (view) view.parentElement.scrollLeft = view.offsetLeft - view.parentElement.clientWidth / 2; // one row, on a phone
  const log = find("#log");
  if (here && log.checkVisibility({ contentVisibilityAuto: true })) log.scrollTop = here.offsetTop - log.clientHeight / 2;
}
// Below the board the log is laid out when it comes near, and only then can it be scrolled.
find(".replay-page .side")?.addEventListener("contentvisibilityautostatechange", ({ skipped }) => { if (!skipped) showHere(); });

// --- start -----------------------------------------------------------------------------------------------

function start() {
  version = Number(find("#prompt, #table")?.dataset.version ?? 0);
  asked = question();
  afterSwap();
  const log = find(".live #log");
  if (log) showNewsOf(log);
}
start();

// Others at the table see who has no stream open as away. So a page keeps it behind another tab, too; three of them at
// most, as browsers allow six connections to a host.
let keeps = false;
if (find("#live[data-waited]")) {
  if (navigator.locks) {
    for (const place of [1, 2, 3]) {
      navigator.locks.request(`waited-${place}`, { ifAvailable: true }, (lock) => {
        if (!lock || keeps) return null;
        keeps = true;
        stream.connect();
        return new Promise(() => {});
      });
    }
  } else keeps = true;
}

const stream = listen(
  streams,
  { position: swapPosition, table: swapTable, log: addLines, undone: removeLines },
  () => keeps && !find("#prompt .result"),
);
