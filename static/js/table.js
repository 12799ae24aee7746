// The table, replay and exercise pages: live updates, and what is said aloud (board.js: a board one can click, keys).
// Whatever stands here only saves steps, and the pages work without it.
"use strict";

const say = (text) => { const region = find("#announce"); if (region && text) region.textContent = text; };

// --- what was just clicked is seen to be taken before anything dear is done: the page is painted in between ------

// Behind another tab nothing is painted. Elsewhere a frame is late where the processor is slow, and is waited for.
const PAINTED_BY = 1000; // milliseconds
const HIDDEN_BY = 100;

function afterPaint(does) {
  let isDone = false;
  const once = () => { if (!isDone) { isDone = true; does(); } };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, document.hidden ? HIDDEN_BY : PAINTED_BY);
}

// A server that is near answers before the frame is there: its answer waits.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr } = event.detail;
  const { onload } = xhr;
  const painted = new Promise(afterPaint);
  xhr.onload = async () => { await painted; onload(); };
});

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

// --- a decision on its way: where the stream is open, its answer only says that it is stored --------------

const RECONNECT_AFTER = 3000;
const RELOAD_AFTER = 10000;
let stored = 0; // the version that the stream is about to bring

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post" && stream.isOpen()) event.detail.headers["X-Stream"] = "open";
});

// What a live page brings says neither which version it answers nor what its id is. The same answer to the same question
// keeps its id, however often it is sent.
let sent = {};
document.addEventListener("htmx:configRequest", (event) => {
  const { parameters } = event.detail;
  if (parameters.decision === undefined || parameters.decision_id !== undefined) return;
  const at = find("#prompt").dataset.version;
  if (sent.at !== at || sent.decision !== parameters.decision) sent = { at, decision: parameters.decision, id: newId() };
  parameters.expected_version = at;
  parameters.decision_id = sent.id;
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

function swapAsks(html) {
  const here = find("#asks");
  if (!here) return;
  Idiomorph.morph(here, html, { morphStyle: "outerHTML" });
  htmx.process(find("#asks"));
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

let follows = true; // the log shows what is new, unless somebody reads elsewhere in it
let scrolled = -1; // to where the page itself has scrolled it
let scrolling = 0; // to the news, with the next frame
let followed = ""; // which news it was scrolled to

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
}

// What the last decision led to, where more than one line of it may be news.
function showNew() {
  const since = Number(find("#prompt")?.dataset.since ?? 0);
  for (const line of all(".live #log li")) line.classList.toggle("is-new", since > 0 && Number(line.dataset.seq) >= since);
  follow(since);
}

// Lines may come before the question that says which of them are news.
function follow(since) {
  const log = find(".live #log");
  const news = `${since} ${log?.lastElementChild?.id}`;
  if (!log || news === followed) return;
  followed = news;
  if (follows) scrolling ||= requestAnimationFrame(() => { scrolling = 0; scrollToNews(log); });
}

// To the end, or as far as the first news stay in sight.
function scrollToNews(log) {
  const first = find(".is-new", log);
  const end = log.scrollHeight - log.clientHeight;
  log.scrollTop = first ? Math.min(end, Math.max(0, first.offsetTop - 8)) : end;
  scrolled = log.scrollTop;
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
  if (isFirst) {
    log.scrollTop = top + log.scrollHeight - height; // what one was reading stays where it was
    if (follows) scrolled = log.scrollTop;
  }
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
  const isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 60;
  follows = isAtEnd || Math.abs(target.scrollTop - scrolled) < 2;
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
  { position: swapPosition, asks: swapAsks, table: swapTable, log: addLines, undone: removeLines },
  () => keeps && !find("#prompt .result"),
);
