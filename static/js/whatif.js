// Before one decides: what a choice would lead to is printed where it would happen, how a number comes about is told
// on demand, and what cannot be chosen says why. The texts stand in the prompt; here they get their places.
"use strict";

// --- what would be: numbers and outcomes on the board ------------------------------------------------------

const ROOM = 18000; // pixels, by which a line does not cover it

function showForeseen() {
  for (const cell of all("#board [data-would]")) delete cell.dataset.would;
  for (const line of all("#board .would")) line.remove();
  for (const bar of all("#board [data-bar]")) bar.style.width = "";
  const confirming = find("#confirm")?.form.querySelector(".foreseen");
  if (confirming) {
    printNumbers(confirming, () => true);
    return;
  }
  const only = pointed && document.contains(pointed) ? pointed : null;
  for (const choice of only ? [only] : all("#prompt [data-part]")) {
    const foreseen = choice.closest("li").querySelector(".foreseen");
    if (!foreseen) continue;
    const place = argument(choice.dataset.part);
    printNumbers(foreseen, (at) => only || at.startsWith(`${place}.`));
    for (const thing of placesOf(choice)) {
      const place = roomFor(thing);
      if (place === thing || only) sayThere(foreseen, place ?? thing);
    }
  }
}

// Where there is room for what would be: at the thing itself, or in the place in which it lies.
function roomFor(thing) {
  let place = thing;
  while (place && place.offsetWidth * place.offsetHeight < ROOM) place = place.parentElement.closest("#board [data-names]");
  return place;
}

function printNumbers(foreseen, isMeant) {
  for (const entry of (foreseen.dataset.numbers ?? "").split(" ").filter(Boolean)) {
    const [at, value] = entry.split("=");
    const cell = isMeant(at) && find(`#board [data-number="${CSS.escape(at)}"]`);
    if (!cell) continue;
    const [number, standing] = value.split(":");
    cell.dataset.would = number;
    cell.dataset.wouldBe = standing;
    const bar = find(`#board [data-bar="${CSS.escape(at)}"]`);
    if (bar) bar.style.width = `${number}px`;
  }
}

const narrow = matchMedia("(max-width: 700px)");

function sayThere(foreseen, thing) {
  const line = document.createElement("p");
  line.className = "would";
  line.ariaHidden = "true"; // those who listen hear it with the choice
  const outcomes = all("li", foreseen);
  const here = outcomes.length === 1 ? all("span", foreseen) : outcomes; // alone it stands at the place it speaks of
  const said = here.map((one) => one.textContent.trim()).join(" · ");
  line.textContent = narrow.matches ? said.split(" · ").at(-1) : said; // the numbers above must stay in sight
  if (line.textContent) thing.append(line);
}

// The choice under the finger, the mouse or the keys shows all that would change, the others step back.
let pointed = null;
let isPreviewed = false; // with the next frame

function choiceOf(target) {
  const thing = target?.closest?.("#board .is-choice[data-for]:not([data-several])");
  return thing ? document.getElementById(thing.dataset.for) : target?.closest?.("#prompt [data-part]") ?? null;
}

function point(target) {
  const choice = choiceOf(target);
  const next = choice?.closest("li")?.querySelector(".foreseen") ? choice : null;
  if (next === pointed) return;
  pointed = next;
  if (!isPreviewed) afterPaint(() => { isPreviewed = false; showForeseen(); }); // a finger that points also presses
  isPreviewed = true;
}

document.addEventListener("pointerover", (event) => point(event.target));
document.addEventListener("focusin", (event) => point(event.target));
document.addEventListener("table:linked", showForeseen);

// --- how a number comes about ------------------------------------------------------------------------------

const answers = new Map(); // address of a question -> its answer: a position at one event never changes

async function tellTerms(place) {
  const here = find("[data-terms-url]");
  const at = find("#prompt")?.dataset.version ?? find("#replay")?.dataset.at;
  const address = new URL(here.dataset.termsUrl, location.href);
  address.searchParams.set("place", place.dataset.terms);
  address.searchParams.set("at", at);
  if (!answers.has(address.href)) {
    const answer = await fetch(address);
    if (!answer.ok) return;
    answers.set(address.href, await answer.text());
  }
  find("#terms").innerHTML = answers.get(address.href);
  showBeside(place);
}

// What is told on demand stands below what it is about, or where there is room.
function showBeside(place) {
  const box = find("#terms");
  box.showPopover();
  const cell = place.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(cell.left, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(cell.bottom + 6, innerHeight - box.offsetHeight - 8))}px`;
  say(box.textContent.trim().replace(/\s+/g, " "));
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("#board [data-terms]");
  if (place && !place.closest(".is-choice")) tellTerms(place);
});
document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("#board [data-terms]");
  if (!place || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  tellTerms(place);
});

// --- a card of the hand as it is printed: a tap on one that cannot be chosen, `?` on the choice of one that can ---

const FACE = "#board .lay-hand .face[data-names]:not(.face-down)";

function showFace(face) {
  const copy = face.cloneNode(true);
  for (const part of [copy, ...all("[id], [data-names]", copy)]) {
    part.removeAttribute("id");
    part.removeAttribute("data-names");
  }
  for (const name of [...copy.classList]) {
    if (name.startsWith("is-") && name !== "is-suppressed") copy.classList.remove(name);
  }
  for (const line of all(".would", copy)) line.remove();
  find("#terms").replaceChildren(copy);
  showBeside(face);
}

document.addEventListener("click", (event) => {
  const face = event.target.closest(FACE);
  if (face && !face.matches(".is-choice, .is-taken") && !event.target.closest("a, button, summary, [data-terms]")) showFace(face);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
  const choice = document.activeElement?.closest("#prompt [data-part]");
  const face = choice && placesOf(choice).find((place) => place.matches(FACE));
  if (face) showFace(face);
});

// --- why not -----------------------------------------------------------------------------------------------

let isSkipping = false; // the tap only wants the scenes to be over
document.addEventListener("pointerdown", () => { isSkipping = inPlay.isStaging(); });

document.addEventListener("click", (event) => {
  const thing = event.target.closest("#board [data-names]");
  if (!thing || isSkipping || event.target.closest("a, button, summary, .is-choice, [data-terms]")) return;
  const line = whyNot(thing);
  if (line) complain(...line.cloneNode(true).childNodes);
});

// What the game says of the thing as it is now, or that it comes after another step; what it says of the thing after
// other steps, or that it goes with others; what it says of the place in which the thing lies; else that it is no answer.
function whyNot(thing) {
  const blocked = all("#prompt [data-blocked]").flatMap((line) =>
    line.dataset.blocked.split("|").map((path) => ({ line, parts: path.split(" ") })));
  const naming = ({ dataset }) => {
    const names = dataset.names.split(" ");
    return (part) => names.includes(part) || names.includes(argument(part));
  };
  const named = naming(thing);
  const lineOf = (names) => blocked.find(({ parts }) => names(parts))?.line;
  const listed = (list) => all(`#prompt [data-${list}]`).find(({ dataset }) => dataset[list].split(" ").some(named));
  const inPlace = (place) =>
    place && (lineOf((parts) => parts.length === 1 && naming(place)(parts[0])) ?? inPlace(placeAround(place)));
  return lineOf((parts) => parts.length === 1 && named(parts[0])) ?? listed("later") ??
    lineOf((parts) => named(parts.at(-1))) ?? lineOf((parts) => named(parts[0])) ?? listed("apart") ??
    inPlace(placeAround(thing)) ?? (isLookedFor(thing) ? find("#no-answer") : null);
}

const placeAround = (thing) => thing.parentElement.closest("#board [data-names]");

// Cards of one's own, and what lies in the middle; but what is read at a touch there, only on the way to an answer.
function isLookedFor(thing) {
  if (thing.matches(".is-taken") || find("[data-names]", thing)) return false;
  const isReadOnly = thing.matches("[tabindex]") && !find("#prompt .taken");
  return Boolean(thing.closest(".lay-hand") || (find("#question") && !isReadOnly && thing.closest(".lay-middle")));
}

// --- single keys, for who wants them: 1-9 for the cards of the hand, P passes, L leads to the log, letters to places;
// --- one that is held down does not answer the next question

document.addEventListener("keydown", (event) => {
  if (wished.keys !== "yes" || event.repeat) return;
  if (event.altKey || event.ctrlKey || event.metaKey || isCovered()) return;
  if (!find(".live") || event.target.closest("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "l") find("#log")?.focus();
  const choice = /^[1-9]$/.test(key) ? choiceOf(all("#board .lay-hand .is-choice")[Number(key) - 1])
    : key === "p" ? find('#prompt [data-part="pass"]') : choiceOf(find(`#board .is-choice[data-letter="${CSS.escape(key)}"]`));
  if (!choice) return;
  event.preventDefault();
  choice.click();
});
