// A board one can tap, wherever one is asked what to do: a table, an exercise, a game that is recorded. Buttons and
// links do the work; each thing on the board clicks the choice that names it, and the pages work without it.
"use strict";

// Without a secure context there is no randomUUID: the same is made of random bytes, which there are everywhere.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const find = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

// What scripts of play answer to the others, where they are there: whether a plan is being carried out (ahead.js), where
// a thing that was dropped is seen (drag.js), and whether scenes are being told (staging.js).
const inPlay = { isCarriedOut: () => false, draggedBox: () => null, isStaging: () => false };

// --- the board as a set of buttons: each named thing clicks the choice that names it ---------------------

const argument = (part) => part.slice(part.indexOf(":") + 1);

// Radio buttons that change places while they are swapped can turn each other off: then none is on.
function openTabs() {
  for (const radio of all("#board input[type=radio][checked]")) {
    radio.checked ||= !all(`#board input[name="${radio.name}"]`).some((other) => other.checked);
  }
}

// What the whole page is laid out by. A style that asks for it by `:has()` of an element so far up is looked up anew for
// half of the page whenever a thing comes or goes.
function showState() {
  const { classList } = document.body;
  classList.toggle("plays", Boolean(find(".live")));
  classList.toggle("has-result", Boolean(find(".live .result")));
  classList.toggle("is-coached", Boolean(find(".live #coach")));
}

function linkBoard() {
  showState();
  openTabs();
  for (const marked of all(".is-choice, .is-taken")) {
    marked.classList.remove("is-choice", "is-taken", "is-advised", "is-opened");
    delete marked.dataset.for;
    delete marked.dataset.several;
  }
  for (const step of all("#prompt [data-taken]")) {
    mark(step.dataset.taken, "is-taken", step.matches("a, button") ? step.id : "");
  }
  for (const choice of all("#prompt [data-part]")) { // it names several parts where copies look the same
    for (const part of choice.dataset.part.split(" ")) mark(part, "is-choice", choice.id);
  }
  for (const choice of all("#prompt .is-advised")) {
    for (const thing of placesOf(choice)) thing.classList.add("is-advised");
  }
  document.body.classList.add("is-linked");
  hide(all("#prompt [data-part]").map((choice) => [choice, placesOf(choice).length > 0])); // most are in reach
  room.disconnect();
  for (const middle of all(".live .lay-middle")) room.observe(middle);
  fit();
  document.dispatchEvent(new Event("table:linked"));
}

// What is lit on the table is not listed as well; where its place is folded away, lies under something else or is too
// small for the thumb (`.live[data-thumb]`, pixels), it is.
function hideDoubles() {
  const thumb = Number(find(".live")?.dataset.thumb ?? 0);
  const isEasy = (thing) => isInReach(thing) && (!thumb || isLarge(thing.getBoundingClientRect(), thumb));
  hide(all("#prompt [data-part]").map((choice) => [choice, placesOf(choice).some(isEasy)]));
  foldShared();
}

// Where room is wanted, what one place stands for is listed once that place is tapped.
function foldShared() {
  const shared = all(".live[data-tight] .is-choice[data-several]").filter(isInReach);
  for (const choice of all("#prompt .choices:not(.scribe-choices) [data-part]")) {
    const places = shared.filter((place) => place.dataset.several.split(" ").includes(choice.id));
    const isFolded = places.length > 0 && !places.some((place) => place.matches(".is-opened"));
    choice.closest("li")?.classList.toggle("is-folded", isFolded);
  }
}

const isLarge = ({ width, height }, thumb) => Math.min(width, height) >= thumb;

function hide(choices) {
  for (const [choice, isLit] of choices) choice.closest("li")?.classList.toggle("on-board", isLit);
}

const RIM = 6; // pixels
const ABOVE = "#stage, dialog, [popover]"; // what comes and goes over the table

// What is scrolled out of sight counts as in reach: listed as well, it would leave the middle still less room.
function isInReach(thing) {
  if (!thing.checkVisibility()) return false;
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  const middle = [(left + right) / 2, (top + bottom) / 2];
  const points = [middle, [left + RIM, top + RIM], [right - RIM, top + RIM], [left + RIM, bottom - RIM]];
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
    document.dispatchEvent(new Event("table:fitted"));
    return;
  }
  delete live.dataset.tight;
  hideDoublesOf(middle);
  for (let tight = 1; tight <= TIGHTEST && middle.scrollHeight > middle.clientHeight + 1; tight += 1) {
    live.dataset.tight = tight;
    hideDoublesOf(middle);
  }
  fitted = sizeOf(middle);
  document.dispatchEvent(new Event("table:fitted"));
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
        thing.dataset.several = `${thing.dataset.several ?? thing.dataset.for} ${click}`; // the prompt asks which
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
  if (several) {
    openPlace(id);
    choice?.focus();
  } else choice?.click();
}

function openPlace(id) {
  for (const place of all("#board [data-several]")) place.classList.toggle("is-opened", place.dataset.for === id);
  if (find(".live[data-tight]")) fit();
}

function focusPrompt(prompt) {
  (find(".choices .choice, #confirm", prompt) ?? focusable(find("#prompt-title, .question", prompt)))?.focus();
}

function focusable(element) {
  element?.setAttribute("tabindex", "-1");
  return element;
}

// --- keys: arrows walk along the choices, Escape takes the last step back or leads to the question --------

// Whether a dialog or a drawer lies over the page; what says that the connection is lost (live.js) is none.
const isCovered = () => Boolean(find("dialog[open], :popover-open:not(#connection)"));

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || isCovered()) return;
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
  const choices = all("#prompt .choice").filter((choice) => choice.checkVisibility());
  const next = STEPS[event.key]?.(choices.indexOf(document.activeElement));
  if (next === undefined) return;
  event.preventDefault();
  choices.at(next % choices.length).focus();
}
