// What happens is seen: the events of a batch are shown one after another, with motion from where things lay to where
// they lie now. The page itself is at its newest at once, so whoever must decide is never kept waiting: what is still
// to be told lies under a veil, which a tap, a key or a decision lifts.
"use strict";

const MAX_SINGLE = 8; // longer batches are told by scenes
const MAX_SCENES = 24;
const MAX_MS = 6000;
const MIN_MS = 250;
const WITH_CHANGE = 750;
const WITHOUT = 450;
const TOKEN_MS = 60; // between two tokens that land
const NEAR = 24; // pixels: less is the page making room
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const pace = () => (document.hidden ? 0 : PACES[wished.pace]);

// --- what lies where ---------------------------------------------------------------------------------------

let before = null;

function things() {
  const found = new Map();
  for (const thing of all("#board [data-names]")) {
    const name = firstNameOf(thing);
    if (name && !("copy" in thing.dataset) && !found.has(name)) found.set(name, thing);
  }
  const counted = new Map();
  for (const token of all("#board [data-token]")) {
    const name = token.dataset.token;
    counted.set(name, (counted.get(name) ?? 0) + 1);
    found.set(`${name}#${counted.get(name)}`, token);
  }
  return found;
}

const firstNameOf = (thing) => thing?.dataset.names.trim().split(" ")[0] ?? "";

// The tokens of one kind in one place look alike: they are counted (`occultism.acolyte.0#2`), as the lines do it.
const isToken = (name) => name.includes("#");

// A line names things by their arguments (`acolyte.0`, `missions`) and seats as `seat:0`.
const isNamed = (names, name) =>
  names.has(name) || (isToken(name) && names.has(name.slice(0, name.indexOf("#") + 1))) || names.has(argument(name)) || (/^(player:)?\d+$/.test(name) && names.has(`seat:${argument(name)}`));

// Only what the lines name can be held back, and is copied: a copy of every card with its plate is dear.
function remember(lines) {
  const places = new Map();
  if (pace() && !calm.matches) {
    const named = heldBy(lines);
    for (const [name, thing] of things()) {
      const box = (veiled.get(name)?.ghost ?? inPlay.draggedBox(name) ?? thing).getBoundingClientRect();
      const place = veiled.get(name)?.of ?? placeOf(thing);
      if (box.width) places.set(name, { box, place, copy: isNamed(named, name) ? copyOf(thing) : null });
    }
  }
  const numbers = new Map(all("#board [data-number]").map((cell) => [cell.dataset.number, cell.dataset.was ?? written(cell)]));
  before = { places, numbers };
}

function copyOf(thing) {
  const copy = thing.cloneNode(true);
  copy.style.setProperty("--seat", getComputedStyle(thing).getPropertyValue("--seat")); // it will lie in no seat
  return copy;
}

const written = (cell) => cell.dataset.value ?? cell.lastChild?.textContent.trim() ?? "";

// --- the veil: a thing that has moved is seen where it lay, a number as it was ------------------------------

const veiled = new Map(); // name -> { thing, ghost, box, of: the place where it lay, place: the one it is told with }

// What has come face down is named by nothing: it is told with the place where it lies now. Tokens come and go by the
// number that the lines say.
function isTold(names, figures, name, { thing, place }) {
  if (!isNamed(names, name)) return Boolean(place && isNamed(names, place));
  const [at, number] = name.split("#");
  return !isToken(name) || !figures.has(at) || (Number(number) <= Number(figures.get(at))) === Boolean(thing);
}

function ghostOf(ghost, box) {
  for (const part of [ghost, ...all("[id], [data-names], [tabindex], .is-veiled", ghost)]) {
    part.removeAttribute("id");
    part.removeAttribute("data-names");
    part.removeAttribute("tabindex");
    part.classList.remove("is-veiled");
  }
  ghost.classList.add("ghost");
  ghost.inert = true;
  ghost.ariaHidden = "true";
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  return ghost;
}

// A Zone, a seat or a location: the page may make room for it, but it goes nowhere.
const isPlace = (thing) => Boolean(find("[data-names]", thing));
const placeOf = (thing) => firstNameOf(thing.parentElement.closest("#board [data-names]"));

// What has come is seen from the first line that names it on, what goes away until the last one.
const isLeaving = (name, { thing, box }) => Boolean(box) && !isToken(name) && !thing?.matches(":not(.lay-hand *)");

// What may be chosen now is in sight at once, whatever else is still to be told.
const mayBeChosen = (thing) => Boolean(thing?.classList.contains("is-choice"));

// Whose clock runs must see at once what there is: scenes are told, but nothing is held back.
function isHurried() {
  const clock = find(".clock[data-mine][data-delay]");
  return Boolean(find("#prompt.prompt-mine") && clock && Number(clock.dataset.left) < 3600000);
}

function veil(named) {
  if (isHurried()) return;
  uncover();
  const now = things();
  const flown = []; // places are read before anything is written: each reading after a writing lays the page out anew
  for (const [name, { box, copy, place: of }] of before.places) {
    const thing = now.get(name);
    const place = thing?.getBoundingClientRect();
    const far = place && Math.hypot(place.left - box.left, place.top - box.top) > NEAR;
    if (thing && (!far || isPlace(thing) || isToken(name))) continue;
    flown.push({ name, thing, place, box: withPlace(box, before.places.get(of)?.box, now.get(of)), of, copy });
  }
  const come = before.places.size ? [...now].filter(([name, thing]) =>
    !before.places.has(name) && (isNamed(named, name) || isNamed(named, placeOf(thing))) && !mayBeChosen(thing) &&
    thing.getBoundingClientRect().width) : [];
  const stay = [...veiled.values()].filter(({ thing, ghost }) => ghost && !thing).map((one) =>
    [one, withPlace(one.ghost.getBoundingClientRect(), before.places.get(one.of)?.box, now.get(one.of))]);
  for (const [one, box] of stay) {
    one.box = box;
    Object.assign(one.ghost.style, { left: `${box.left}px`, top: `${box.top}px` });
  }
  const away = new Set(flown.map(({ name }) => name));
  for (const { name, thing, place, box, of, copy } of flown) {
    if (isToken(name) && away.has(of)) continue; // it goes with its Unit
    veiled.get(name)?.ghost?.remove();
    if (isNamed(named, name) && !mayBeChosen(thing)) {
      thing?.classList.add("is-veiled");
      veiled.set(name, { thing, ghost: copy && ghostOf(copy, box), box, of });
    } else if (thing) fly(thing, box, place);
  }
  for (const [name, thing] of come) {
    thing.classList.add("is-veiled");
    veiled.set(name, { thing, ghost: null, box: null, place: isNamed(named, name) ? "" : placeOf(thing) });
  }
  for (const cell of all("#board [data-number]")) {
    const was = before.numbers.get(cell.dataset.number);
    if (was !== undefined && was !== written(cell) && pace()) cell.dataset.was = was;
    else delete cell.dataset.was;
  }
}

// Where a thing lay in a place, in the place as it lies now: what is seen of it covers no question that has grown.
function withPlace(box, was, place) {
  const is = was && place?.getBoundingClientRect();
  if (!is?.height) return box;
  const left = is.left + (box.left - was.left) * (is.width / was.width);
  const top = is.top + (box.top - was.top) * (is.height / was.height);
  return new DOMRect(Math.min(left, is.right - box.width), Math.min(top, is.bottom - box.height), box.width, box.height);
}

let flying = 0;

function fly(thing, box, to, scale = 1, delay = 0) {
  if (!to.width || !pace() || calm.matches) return;
  const away = `translate(${box.left - to.left}px, ${box.top - to.top}px) scale(${scale})`;
  const frames = [{ transform: away }, { transform: "none" }];
  flying += 1;
  document.body.classList.add("is-flown-over"); // on its way a thing makes nothing scroll
  thing.animate(frames, { duration: 260 * Math.min(1, pace()), delay, fill: "backwards", easing: "ease-out" })
    .finished.catch(() => {}).finally(landed);
}

function landed() {
  flying -= 1;
  if (flying) return;
  document.body.classList.remove("is-flown-over");
  document.dispatchEvent(new Event("stage:landed"));
}

// Of all that is shown the places are read first, as in `veil`. Whether there was anything. A token comes from another
// one of its kind that leaves, from the supply (`supply:heat`, or named as its kind), or `towards`, a seat; there it goes.
function unveil(names, towards) {
  const to = towards?.getBoundingClientRect();
  const lying = names.some(isToken) && to ? things() : new Map();
  const shown = names.map((name) => {
    const { thing, ghost, box } = veiled.get(name);
    veiled.delete(name);
    const kind = isToken(name) ? name.slice(0, name.indexOf(".")) : "";
    const home = (kind && boxOf(lying.get(`supply:${kind}`) ?? lying.get(kind))) || to;
    return { thing, ghost, box, kind, home, place: thing?.getBoundingClientRect(), from: ghost?.getBoundingClientRect() };
  });
  const left = shown.filter(({ kind, thing, ghost }) => kind && ghost && !thing);
  for (const one of shown) {
    if (one.kind && one.thing && !one.box) one.moved = left.find(({ kind, isMoved }) => kind === one.kind && !isMoved);
    if (one.moved) one.moved.isMoved = true;
  }
  let landing = 0;
  for (const { thing, ghost, box, kind, home, place, from, moved, isMoved } of shown) {
    thing?.classList.remove("is-veiled");
    if (thing && box) fly(thing, box, place);
    else if (thing && kind && home) {
      fly(thing, moved?.from ?? home, place, 1.4, landing);
      landing += TOKEN_MS;
    } else if (thing && !calm.matches) thing.animate([{ opacity: 0, transform: "scale(1.25)" }, {}], { duration: 220, easing: "ease-out" });
    if (!ghost) continue;
    if (thing || !home || isMoved || calm.matches) {
      ghost.remove();
      continue;
    }
    const away = `translate(${home.left - from.left}px, ${home.top - from.top}px) scale(.4)`;
    ghost.animate([{}, { transform: away, opacity: 0 }], { duration: 420, easing: "ease-in" }).finished.finally(() => ghost.remove());
  }
  return shown.length > 0;
}

function showNumbers(cells) {
  for (const cell of cells) {
    delete cell.dataset.was;
    if (!calm.matches && pace()) cell.animate([{ transform: "scale(1.4)" }, { transform: "none" }], { duration: 220, easing: "ease-out" });
  }
}

// --- scenes ------------------------------------------------------------------------------------------------

let told = []; // log lines that have not been shown
let scenes = [];
let running = 0;
let waiting = 0;
let fought = []; // the seats whose sums were counted last
let shownAt = -Infinity; // the last scene

const wordsOf = (lines, what) => lines.flatMap((line) => (line.dataset[what] ?? "").split(" ").filter(Boolean));
const figuresOf = (lines) => new Map(wordsOf(lines, "figures").map((one) => one.split("=")));
const namesOf = (lines) => new Set([...wordsOf(lines, "things"), ...[...figuresOf(lines).keys()].flatMap((at) => [at, `${at}#`])]);
const termsOf = (line) => sumsOf([line]).flatMap(({ terms }) => terms.map(({ thing }) => thing)).filter(Boolean);
const heldBy = (lines) => new Set([...namesOf(lines), ...lines.flatMap(termsOf)]); // a term lies there until it was counted
const kindOf = (line) => /chapter-\d is-(\S+)/.exec(line.className)?.[1] ?? "";
const textOf = (line) => find(".said", line).textContent.trim().replace(/\s+/g, " ");

// What follows from a count is told once it has been counted.
function scenesOf(lines) {
  if (lines.length <= MAX_SINGLE) return lines.map((line) => [line]);
  const groups = [];
  for (const [at, line] of lines.entries()) {
    if (!at || "scene" in line.dataset || "sums" in lines[at - 1].dataset) groups.push([]);
    groups.at(-1).push(line);
  }
  return groups.length > 1 ? groups : chunks(lines, MAX_SINGLE);
}

function atMost(n, found) {
  const extra = Math.max(0, found.length - n);
  return extra ? [found.slice(0, extra + 1).flat(), ...found.slice(extra + 1)] : found;
}

function chunks(lines, n) {
  const size = Math.ceil(lines.length / n);
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, i) => lines.slice(i * size, (i + 1) * size));
}

function stage(lines) {
  clearTimeout(waiting);
  waiting = 0;
  if (!pace()) {
    finish();
    return;
  }
  if (lines.length) { // else the page has changed by something of which nothing is told, as who is there
    scenes = atMost(MAX_SCENES, [...scenes, ...scenesOf(lines)]);
    shareOut();
  }
  const wait = shownAt + MIN_MS * pace() - performance.now(); // a batch that was skipped may have ended just now
  running ||= setTimeout(step, Math.max(0, wait)); // never at once: laying out the page has taken long enough
}

// How long each scene that waits may take: what is left beyond the least of all, by what each would like.
const longest = new WeakMap();

function shareOut() {
  const liked = scenes.map((lines) => Math.max(winnersOf(lines).length ? ELECTION_MS : WITH_CHANGE, countingMs(sumsOf(lines))));
  const all = liked.reduce((sum, one) => sum + one, 0);
  const left = MAX_MS - MIN_MS * scenes.length;
  scenes.forEach((lines, at) => longest.set(lines, MIN_MS + left * liked[at] / all));
}

// What lies under the veil and is told by some lines, but for what stays until others.
function toldBy(lines, later) {
  const [names, numbers, held] = [heldBy(lines), figuresOf(lines), heldBy(later)];
  const isShown = ([name, one]) => isTold(names, numbers, name, one) && !(isLeaving(name, one) && isNamed(held, name));
  return [...veiled].filter(isShown).map(([name]) => name);
}

function step() {
  clearTimeout(running);
  const lines = scenes.shift();
  if (!lines) {
    finish();
    return;
  }
  const names = namesOf(lines);
  const lying = things();
  const [sums, crest] = [sumsOf(lines), crestOf(lines)];
  const whereIs = (name) => boxOf(veiled.get(name)?.ghost ?? lying.get(name) ?? lying.get(`${name}#1`));
  const counted = calm.matches ? [] : lines.filter((line) => line.dataset.sums); // what it leads to is seen after it
  const first = lines.filter((line) => !counted.includes(line));
  const shown = toldBy(lines, scenes.flat());
  const isLit = (name) => isNamed(names, name) && (!isToken(name) || calm.matches || shown.includes(name));
  const lit = [...lying].filter(([name]) => isLit(name)).map(([, thing]) => thing);
  const seat = lit.find((thing) => thing.matches(".seat, .mat, .realm, .plain-seat"));
  const won = crest && whereIs(crest.thing);
  clearSums();
  if (sums.length) fought = sums.map((sum) => sum.seat);
  const isSeen = (name) => veiled.has(name) && name !== crest?.thing;
  // It reads where things lie, so it comes first.
  unveil(toldBy(first, [...counted, ...scenes.flat()]).filter(isSeen), seat);
  clearSpotlight();
  for (const thing of lit) {
    thing.classList.add("is-spotlit");
    thing.classList.toggle("is-fresh", !("token" in thing.dataset));
  }
  const held = all("#board [data-was]:not([data-figure])");
  const cells = held.filter((cell) => lit.some((thing) => thing.closest(".zone, [data-scene-of]")?.contains(cell) || thing.contains(cell)));
  showNumbers(cells);
  const figures = showFigures(figuresOf(first));
  const winners = winnersOf(lines);
  if (winners.length) {
    proclaim(winners);
    tellWin(winners);
  }
  const changes = shown.length || cells.length || figures || crest;
  const wanted = winners.length ? ELECTION_MS : changes ? WITH_CHANGE : WITHOUT;
  const ms = Math.max(MIN_MS, Math.min(Math.max(wanted, countingMs(sums)), longest.get(lines))) * pace();
  const numbers = [...figuresOf(lines).keys()].map((at) => find(`#board [data-number="${CSS.escape(at)}"]`));
  const about = [...[...lit, ...cells, ...numbers].map(boxOf), ...[...shown, ...lines.flatMap(termsOf)].map(whereIs), won];
  caption(lines, sums, ms, about.filter(Boolean), {
    where: whereIs,
    counted: () => {
      unveil(shown.filter(isSeen), seat);
      showFigures(figuresOf(counted));
    },
  });
  if (crest) {
    const way = Math.min(CREST_MS * pace(), ms / 2);
    const lay = () => {
      tellWin([crest.seat], fought);
      layCrest(crest, won, way, () => unveil(shown.filter((name) => veiled.has(name)), seat));
    };
    if (sums.length && !calm.matches) taking = setTimeout(lay, ms - way);
    else lay();
  }
  shownAt = performance.now();
  document.dispatchEvent(new CustomEvent("stage:scene", { detail: lines.map(kindOf) }));
  running = setTimeout(step, ms);
}

// Nothing is said of `against` where all were.
const tellWin = (by, against) => document.dispatchEvent(new CustomEvent("stage:won", { detail: { by, against } }));

// Where a thing lies, or is on its way to; null where it cannot be seen.
function boxOf(thing) {
  const box = thing?.getBoundingClientRect();
  if (!box?.width) return null;
  const { e: x, f: y } = new DOMMatrix(flying ? getComputedStyle(thing).transform : "none");
  return new DOMRect(box.x - x, box.y - y, box.width, box.height);
}

// Titles, Heat and the like go as the lines say.
function showFigures(numbers) {
  let changed = 0;
  for (const [at, value] of numbers) {
    const cell = find(`#board [data-number="${CSS.escape(at)}"][data-was]`);
    if (!cell || cell.dataset.was === value) continue;
    changed += 1;
    showNumbers([cell]);
    if (value !== written(cell)) cell.dataset.was = value;
  }
  return changed;
}

// What has changed since my last decision, and was told, stays marked until the next one; after a reload as well.
function markTold() {
  const pending = new Set([...told, ...scenes.flat()]);
  const names = namesOf(all(".live #log li.is-new").filter((line) => !pending.has(line)));
  for (const [name, thing] of things()) if (!isToken(name) && isNamed(names, name)) thing.classList.add("is-fresh");
}

function clearSpotlight() {
  for (const thing of all(".is-spotlit")) thing.classList.remove("is-spotlit");
}

// Everything is as it is now; what changed stays marked until the next decision of one's own.
function finish() {
  lift();
  markTold();
  document.dispatchEvent(new Event("stage:over"));
}

function lift() {
  clearTimeout(running);
  clearTimeout(waiting);
  running = waiting = 0;
  scenes = [];
  fought = [];
  unveil([...veiled.keys()], null);
  clearSums();
  clearCrests();
  for (const ghost of all("body > .ghost:not(.dragged)")) ghost.remove();
  showNumbers(all("#board [data-was]"));
  clearSpotlight();
  const place = find("#stage");
  if (place) place.hidden = true;
}

const isStaging = () => Boolean(running || scenes.length);
inPlay.isStaging = isStaging;

// --- when --------------------------------------------------------------------------------------------------

document.addEventListener("table:told", (event) => {
  told.push(...event.detail);
  waiting ||= setTimeout(() => stage(told.splice(0)), 200); // the position that they lead to comes with them
});

// A replay says which line leads to the position that comes.
document.addEventListener("table:changing", ({ detail }) => {
  remember(detail ? all(`#line-${detail}`) : [...told, ...scenes.flat()]);
});

document.addEventListener("table:changed", () => {
  if (!before) return;
  const lines = find("#replay") ? linesOfReplay() : told.splice(0);
  veil(heldBy([...lines, ...scenes.flat()]));
  before = null;
  stage(lines);
  markTold();
});

let shownLine = "";

function linesOfReplay() {
  lift();
  const at = `line-${find("#replay").dataset.line}`;
  const line = at === shownLine ? null : document.getElementById(at);
  shownLine = at;
  return line ? [line] : [];
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.target.closest?.("#prompt") || inPlay.isCarriedOut()) return;
  const isSent = event.target.matches("form");
  afterPaint(() => {
    finish();
    if (isSent) for (const thing of all(".is-fresh")) thing.classList.remove("is-fresh");
  });
});
document.addEventListener("pointerdown", (event) => {
  if (isStaging() && event.target.closest("#board, #stage")) afterPaint(finish);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !isStaging() || event.target.closest("button, input, select, textarea, summary, a, [role=button]")) return;
  event.preventDefault();
  finish();
});
// Escape skips wherever the focus is, and does nothing else then: no step is taken back.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.repeat || !isStaging() || isCovered() || find(".dragged")) return;
  event.preventDefault();
  event.stopPropagation();
  finish();
}, true);
document.addEventListener("visibilitychange", () => { if (document.hidden && isStaging()) finish(); });
window.addEventListener("resize", () => { if (isStaging()) finish(); });

// What has happened since one's last decision, once more.
document.addEventListener("click", (event) => {
  const again = event.target.closest("[data-again]");
  if (!again || !pace()) return;
  event.preventDefault(); // else it leads to the replay
  lift();
  stage(all("#log li").filter((line) => Number(line.dataset.seq) >= Number(again.dataset.again)));
});

markTold();
