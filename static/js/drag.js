// Dragging: a lit thing is picked up by mouse or finger and dropped on a lit place. Both ends are the clicks of tapping
// (board.js): lifting chooses the thing, dropping chooses the place, so previews and confirmations are the same.
"use strict";

const LIFT_AT = 8; // pixels
const HOLD = 350; // milliseconds: a finger that rests picks up, also where moving would scroll
const GIVE_UP = 4000;

let grip = null; // the pressed thing: { thing, name, from, at, pointer, touch, timer }; once lifted also { ghost, fresh, waits }
let swallow = false; // the click that ends a drag

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button > 0) return;
  letGo();
  const thing = event.target.closest("a, button, summary") ? null : event.target.closest("#board :is(.is-choice[data-for], .is-taken)");
  if (!thing || !find(".live #prompt") || !canLift(thing)) return;
  if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  const at = { x: event.clientX, y: event.clientY };
  grip = { thing, name: nameOf(thing), from: at, at, pointer: event.pointerId, touch: event.pointerType === "touch" };
  if (grip.touch) grip.timer = setTimeout(() => { if (grip && !grip.ghost) liftUp(); }, HOLD);
});

const nameOf = (thing) => thing.dataset.names?.trim().split(" ")[0] ?? "";

// What leads to a further step, or has been chosen while places are lit. A choice that is whole has nowhere to be dropped.
function canLift(thing) {
  if (!thing.classList.contains("is-choice")) return true;
  return !("several" in thing.dataset) && Boolean(document.getElementById(thing.dataset.for)?.matches("a"));
}

document.addEventListener("pointermove", (event) => {
  if (!grip || event.pointerId !== grip.pointer || grip.dropped) return;
  grip.at = { x: event.clientX, y: event.clientY };
  const [dx, dy] = [grip.at.x - grip.from.x, grip.at.y - grip.from.y];
  if (!grip.ghost) {
    if (Math.hypot(dx, dy) < LIFT_AT) return;
    if (grip.touch && scrolls(grip.thing, Math.abs(dx) > Math.abs(dy))) letGo();
    else liftUp();
  }
  if (!grip) return;
  grip.ghost.style.transform = `translate(${grip.at.x - grip.from.x}px, ${grip.at.y - grip.from.y}px)`;
  showUnder();
});

// A finger that moves along what can scroll there scrolls it.
function scrolls(thing, sideways) {
  for (let box = thing; box; box = box.parentElement) {
    const room = sideways ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
    const style = getComputedStyle(box);
    const flow = sideways ? style.overflowX : style.overflowY;
    if (room > 1 && (flow === "auto" || flow === "scroll" || (box === document.documentElement && flow !== "clip" && flow !== "hidden"))) return true;
  }
  return false;
}

document.addEventListener("touchmove", (event) => {
  if (grip?.ghost && event.cancelable) event.preventDefault();
}, { passive: false });
document.addEventListener("dragstart", (event) => { if (grip) event.preventDefault(); });
document.addEventListener("contextmenu", (event) => { if (grip?.touch) event.preventDefault(); });

function liftUp() {
  clearTimeout(grip.timer);
  const { thing } = grip;
  grip.fresh = thing.classList.contains("is-choice");
  grip.ghost = ghostOf(thing.cloneNode(true), thing.getBoundingClientRect());
  grip.ghost.classList.add("dragged");
  thing.classList.add("is-dragged");
  document.body.classList.add("dragging");
  if (!grip.fresh) return;
  grip.waits = true;
  document.getElementById(thing.dataset.for).click();
}

const underFinger = () => document.elementFromPoint(grip.at.x, grip.at.y);
const placeUnder = () => underFinger()?.closest("#board .is-choice[data-for]") ?? null;

function showUnder() {
  const place = grip.waits ? null : placeUnder();
  for (const marked of all(".is-under")) if (marked !== place) marked.classList.remove("is-under");
  place?.classList.add("is-under");
  point(underFinger());
}

document.addEventListener("pointerup", (event) => {
  if (!grip || event.pointerId !== grip.pointer) return;
  if (!grip.ghost) {
    letGo();
    return;
  }
  grip.at = { x: event.clientX, y: event.clientY };
  swallow = true;
  setTimeout(() => { swallow = false; });
  grip.dropped = true;
  if (grip.waits) grip.timer = setTimeout(letGo, GIVE_UP);
  else drop();
});

// On a lit place it is chosen; where it lay, it stays picked as if tapped; anywhere else it goes back.
function drop() {
  const place = placeUnder();
  const back = grip.thing.getBoundingClientRect();
  const stays = grip.at.x >= back.left && grip.at.x <= back.right && grip.at.y >= back.top && grip.at.y <= back.bottom;
  if (place && !(stays && place === grip.thing)) {
    clearTimeout(grip.timer);
    grip.timer = setTimeout(letGo, GIVE_UP); // the thing is seen there until the answer has come
    take(place.dataset.for, "several" in place.dataset);
  } else if (stays) letGo();
  else goBack();
}

function goBack() {
  const undo = grip.fresh && !grip.waits && find("#undo");
  letGo();
  if (undo) undo.click();
}

function letGo() {
  if (!grip) return;
  clearTimeout(grip.timer);
  grip.ghost?.remove();
  grip = null;
  document.body.classList.remove("dragging");
  for (const marked of all(".is-dragged, .is-under")) marked.classList.remove("is-dragged", "is-under");
}

document.addEventListener("pointercancel", (event) => { if (grip && event.pointerId === grip.pointer) cancel(); });
window.addEventListener("blur", () => { if (grip?.ghost && !grip.dropped) cancel(); });

// While the answer to lifting is on its way, the step is taken back as soon as it is there.
function cancel() {
  if (!grip.ghost) letGo();
  else if (grip.waits) Object.assign(grip, { dropped: true, at: { x: -1, y: -1 }, timer: setTimeout(letGo, GIVE_UP) });
  else goBack();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !grip?.ghost) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  cancel();
}, { capture: true });

document.addEventListener("click", (event) => {
  if (!swallow || !event.isTrusted) return;
  event.stopPropagation();
  event.preventDefault();
}, { capture: true });

// The step is taken: places are lit now. Or something else has happened, and the thing can be chosen no more.
document.addEventListener("table:changed", () => {
  if (!grip?.ghost) return;
  if (grip.dropped && !grip.waits) {
    letGo();
    return;
  }
  grip.waits = false;
  const isPicked = grip.thing.isConnected && grip.thing.classList.contains("is-taken") && nameOf(grip.thing) === grip.name;
  if (!isPicked) letGo();
  else if (grip.dropped) drop();
  else showUnder();
});
document.addEventListener("htmx:sendError", letGo);
document.addEventListener("htmx:responseError", letGo);

// Where a thing that was dropped is seen: staging lets it fly from there.
inPlay.draggedBox = (name) => (grip?.ghost && grip.name === name ? grip.ghost : null);
