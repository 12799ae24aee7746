// Recording a game at a real table. Forms do the work; what stands here finds names and sends an answer without leaving
// the page. What lies on the board is tapped there (board.js). What nobody answers is written down on the device
// (scribe-queue.js).
"use strict";

const scribe = document.getElementById("scribe");
const state = document.getElementById("scribe-state");

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
const pieces = (text) => plain(text).split(/[^\p{L}\p{N}]+/u);
const panel = () => scribe.querySelector("[data-entries]");
const token = () => scribe.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

// --- finding a name -----------------------------------------------------------------------------------------

const finding = () => document.getElementById("scribe-find");
const items = () => [...scribe.querySelectorAll(".scribe-choices > li:not(.scribe-rest)")];
const offered = () => Number(finding()?.dataset.offered ?? Infinity);
const isListing = () => Boolean(scribe.querySelector(".is-listing"));

// Of what does not lie on the board the first few are listed; whoever types a name finds all.
function narrow() {
  const field = finding();
  if (!field) return;
  const typed = pieces(field.value).filter(Boolean);
  const fitting = items().filter((item) => {
    const names = pieces(item.firstElementChild.dataset.names);
    const fits = typed.every((piece) => names.some((name) => name.startsWith(piece)));
    if (typed.length) item.classList.remove("on-board");
    item.hidden = !fits && !item.classList.contains("on-board");
    return fits && !item.classList.contains("on-board");
  });
  const isLonger = !isListing() && fitting.length > offered(); // the last place leads to all
  for (const item of isLonger ? fitting.slice(offered() - 1) : []) item.hidden = true;
  scribe.querySelector(".scribe-rest").hidden = !isLonger;
  scribe.querySelector(".scribe-none").hidden = fitting.length > 0 || !typed.length;
  document.getElementById("scribe-anyway").value = field.value;
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "scribe-find") return;
  if (!event.target.value.trim()) fit(); // what lies on the board leaves the list again
  narrow();
});

// All there is, in the place of the board: what can be done, then cards by name.
function list(isAll) {
  scribe.firstElementChild.classList.toggle("is-listing", isAll);
  document.getElementById("scribe-less").hidden = !isAll || !panel().closest(".live");
  const all = items().map((item) => {
    const choice = item.firstElementChild;
    const name = isAll && "card" in choice.dataset ? choice.textContent.trim() : "";
    return { item, name, number: Number(choice.id.split("-").pop()) };
  });
  const { compare } = new Intl.Collator(document.documentElement.lang);
  all.sort((one, other) => compare(one.name, other.name) || one.number - other.number);
  scribe.querySelector(".scribe-rest").before(...all.map(({ item }) => item));
  linkBoard();
}

// Where a card came into view that lies nowhere on the board, there is nothing to look for but its name.
function listCards() {
  const places = items().map(({ firstElementChild: choice }) => "card" in choice.dataset && !placesOf(choice).length);
  if (places.length > offered() && places.every(Boolean)) list(true);
}

// A card that lies nowhere on the board is in a hand that nobody here sees: tapping that hand leads to its name.
document.addEventListener("table:fitted", () => {
  const choices = items().map((item) => item.firstElementChild);
  const unseen = choices.some((choice) => "card" in choice.dataset && !placesOf(choice).length);
  for (const hand of scribe.querySelectorAll("[data-backs]")) hand.classList.toggle("is-choice", unseen);
  if (!finding()?.value) narrow();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("#scribe-all, [data-backs].is-choice")) list(true);
  else if (target.closest("#scribe-less")) list(false);
  else return;
  document.getElementById("scribe-asked").focus({ preventScroll: true });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "scribe-find") return;
  event.preventDefault();
  if (!event.repeat) items().find((item) => !item.hidden)?.firstElementChild.click();
});

// --- answering ----------------------------------------------------------------------------------------------

let sending = false;

// What the server says against it stands above the question, and nothing else changes.
function refuse(text) {
  const said = new DOMParser().parseFromString(text, "text/html").querySelector(".notice.error");
  say(said?.textContent.trim() || scribe.dataset.failed);
}

function say(text) {
  const before = scribe.querySelector(".scribe-refused");
  if (before?.textContent === text) return; // said again and again it would be read out each time
  before?.remove();
  const notice = document.createElement("p");
  notice.className = "notice error scribe-refused";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  panel().prepend(notice);
  linkBoard(); // what was tapped may be tapped again
}

// Throws where nobody answers: no connection, one that hangs, or a server that is not there or cannot do it now.
async function asked(url, how) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), Number(scribe.dataset.patience));
  try {
    const answer = await fetch(url, { ...how, signal: stop.signal });
    if (answer.status >= 500 || answer.status === 429) throw new Error(answer.statusText);
    const { ok, status, redirected } = answer;
    return { ok, status, redirected, text: await answer.text() };
  } finally {
    clearTimeout(late);
  }
}

const post = (url, body, header) =>
  asked(url, { method: "POST", body, headers: { "X-Scribe": header, "X-CSRFToken": token() } });

function show(text) {
  const wasListing = isListing();
  scribe.innerHTML = text; // made by the server from templates that escape
  begin(wasListing);
}

function begin(wasListing) {
  narrow();
  linkBoard();
  if (wasListing && panel().dataset.picks !== "0" && items().length > offered()) list(true);
  else listCards();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!scribe.contains(form) || "leaves" in form.dataset) return;
  event.preventDefault();
  if (sending) return;
  if (comesFirst()) {
    say(scribe.dataset.first);
    send();
    return;
  }
  const body = new FormData(form);
  if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
  enter(form.action, body, event.submitter);
});

async function enter(url, body, button) {
  sending = true;
  for (const waits of [scribe, button]) waits?.setAttribute("aria-busy", "true");
  for (const thing of button ? placesOf(button) : []) thing.classList.add("is-taken");
  try {
    const answer = await post(url, body, "panel");
    if (answer.redirected || (answer.ok && !answer.text.includes("data-entries="))) {
      say(scribe.dataset.away); // somebody else answered: the login, or the network's own page
      return;
    }
    if (answer.ok) {
      const had = panel().dataset.entries;
      const isSearching = Boolean(finding()?.value);
      show(answer.text);
      if (panel().dataset.entries !== had) state.textContent = scribe.dataset.stored;
      const next = isSearching && panel().dataset.picks !== "0" && finding();
      (next || document.getElementById("scribe-asked")).focus({ preventScroll: true });
      if (!panel().closest(".live")) panel().scrollIntoView({ block: "start" });
    } else {
      refuse(answer.text);
    }
    if (![401, 403].includes(answer.status)) await answered(body.get("entry"));
  } catch {
    lost(body);
  } finally {
    sending = false;
    for (const waits of [scribe, button]) waits?.removeAttribute("aria-busy");
  }
}

// What other phones have entered meanwhile is fetched while nothing is half answered here.
async function look() {
  if (document.hidden || sending || isWriting() || panel().dataset.picks !== "0") return;
  if (finding()?.value || scribe.querySelector(":popover-open, .scribe-more[open]")) return; // somebody reads there
  const since = panel().dataset.version;
  const text = await fresh(`?since=${since}`);
  if (!text || sending || panel().dataset.version !== since) return;
  show(text);
  state.textContent = scribe.dataset.changed;
}

// The panel as it is now; "" where nothing has changed, or nobody answers.
async function fresh(since) {
  try {
    const answer = await asked(scribe.dataset.page + since, { headers: { "X-Scribe": "panel" } });
    return answer.status === 200 && !answer.redirected ? answer.text : "";
  } catch {
    return ""; // the next look will tell
  }
}
setInterval(look, 4000);
begin(false);
