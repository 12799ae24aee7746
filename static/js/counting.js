// What a scene shows beside the things that it moves: sums that are counted up term by term, and the crest of a seat,
// which comes to lie on what it wins. All of it lies over the page and is gone once the scenes are.
"use strict";

const TERM_MS = 120; // of a sum
const LEAD_MS = 300; // until who leads is shown
const CREST_MS = 420; // on its way
const SMALL = 60; // pixels

// `0 missions.0.violence acolyte.0=2 brute.1=1;...`: the seat, its number on the board, the terms.
function sumsOf(lines) {
  const line = lines.findLast((one) => one.dataset.sums);
  return (line?.dataset.sums ?? "").split(";").filter(Boolean).map((sum) => {
    const [seat, at, ...terms] = sum.split(" ");
    return { seat, at, terms: terms.map((term) => term.split("=")).map(([thing, n]) => ({ thing, n: Number(n) })) };
  });
}

function crestOf(lines) {
  const line = lines.findLast((one) => one.dataset.crest);
  const [seat, thing] = line?.dataset.crest.split(" ") ?? [];
  return line && { seat, thing };
}

const countingMs = (sums) => sums.length && sums.flatMap(({ terms }) => terms).length * TERM_MS + 2 * LEAD_MS;

const bannerOf = (seat) => all(`#board .s${seat} .banner, #board .banner.s${seat}`).find((one) => one.checkVisibility());

function layOver(thing, className, box) {
  thing.classList.add(className);
  thing.ariaHidden = "true";
  Object.assign(thing.style, { left: `${box.left}px`, top: `${box.top}px` });
  document.body.append(thing);
  return thing;
}

// --- sums --------------------------------------------------------------------------------------------------

let counting = 0;

// The terms come one after another, to their things, to what is said, and, where `holds`, to the numbers of the board.
// `where` gives the place of a thing, null where it cannot be seen: then it is `called` by its name.
// `counted` is done at the end.
function countUp(sums, place, ms, { holds, where, called, counted }) {
  const rows = sums.map(rowOf);
  const line = Object.assign(document.createElement("span"), { className: "stage-sums" });
  line.append(...rows.map(({ row }) => row));
  place.append(line);
  const terms = sums.flatMap((sum, at) => sum.terms.map((term) => ({ ...term, box: where(term.thing), row: rows[at] })));
  for (const { n, thing, box, row: { said } } of terms) said.append(saidOf(n, box ? "" : called(thing), said));
  const cells = sums.map(({ at }) => holds && find(`#board [data-number="${CSS.escape(at)}"]`));
  for (const cell of cells) if (cell) cell.dataset.was = "0";
  let next = 0;
  const each = Math.min(TERM_MS * pace(), (ms - LEAD_MS * pace() / 2) / Math.max(1, terms.length));
  const count = () => {
    const term = terms[next];
    next += 1;
    if (!term) {
      showLeader(rows, cells);
      counted();
      return;
    }
    const { row } = term;
    row.total += term.n;
    row.sum.textContent = row.total;
    row.said.children[row.counted].className = "";
    row.counted += 1;
    if (cells[rows.indexOf(row)]) cells[rows.indexOf(row)].dataset.was = row.total;
    if (term.box) addBadge(term);
    if (calm.matches) count(); // all at once
    else counting = setTimeout(count, each);
  };
  count();
}

function rowOf({ seat, at }) {
  const row = document.createElement("span");
  row.className = `stage-sum s${seat}`;
  const banner = bannerOf(seat)?.cloneNode(true) ?? "";
  const [sum, said] = ["b", "small"].map((name) => document.createElement(name));
  sum.textContent = "0";
  const sign = find(`#board [data-sign="${CSS.escape(at)}"]`)?.firstElementChild.cloneNode(true);
  row.append(banner, sign ?? "", sum, said);
  return { row, sum, said, total: 0, counted: 0, isAlone: Boolean(sign) };
}

// Not seen until it is counted: the line keeps its size.
function saidOf(n, name, { children: { length } }) {
  const text = `${length ? " + " : ""}${n}`.replace("+ -", "− ");
  return Object.assign(document.createElement("span"), { className: "uncounted", textContent: name ? `${text} ${name}` : text });
}

function addBadge({ n, box, row }) {
  const badge = Object.assign(document.createElement("b"), { textContent: n > 0 ? `+${n}` : String(n).replace("-", "−") });
  badge.classList.add(row.row.classList[1]);
  layOver(badge, "summand", { left: box.right, top: box.top });
  if (!calm.matches) badge.animate([{ transform: "translate(-60%, -40%) scale(1.6)", opacity: 0 }, {}], { duration: TERM_MS, easing: "ease-out" });
}

function showLeader(rows, cells) {
  const most = Math.max(...rows.map(({ total }) => total));
  const leaders = rows.filter(({ total, isAlone }) => total === most && !isAlone);
  for (const { row } of leaders) row.classList.add(leaders.length > 1 ? "ties" : "leads");
  rows.forEach(({ total }, at) => {
    const cell = cells[at];
    if (cell && Number(written(cell)) === total) delete cell.dataset.was; // else it has changed since
  });
}

// --- crests ------------------------------------------------------------------------------------------------

let taking = 0;

// The crest goes from its seat to the thing; `taken` is done as it arrives. Where that takes the thing to the seat, the
// crest goes with it, else it lies there until the scenes are over: on a card in the middle, on what is small above it.
function layCrest({ seat }, box, ms, taken) {
  const banner = bannerOf(seat);
  if (!banner || !box) {
    taken();
    return;
  }
  const from = banner.getBoundingClientRect();
  const isSmall = Math.min(box.width, box.height) < SMALL;
  const crest = banner.cloneNode(true);
  crest.classList.add(`s${seat}`);
  crest.classList.toggle("is-small", isSmall);
  const to = { left: box.left + box.width / 2, top: isSmall ? box.top : box.top + box.height / 2 };
  layOver(crest, "crest", to);
  if (calm.matches) {
    crest.animate([{ opacity: 0 }, {}], { duration: 120 });
    taken();
    return;
  }
  const [x, y] = [from.left + from.width / 2 - to.left, from.top + from.height / 2 - to.top];
  const seated = { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(.6)` };
  crest.animate([seated, {}], { duration: ms, easing: "ease-out" });
  taking = setTimeout(() => {
    if (taken()) crest.animate([{}, { ...seated, opacity: 0 }], { duration: ms, easing: "ease-in" }).finished.finally(() => crest.remove());
  }, ms);
}

// --- the election ------------------------------------------------------------------------------------------

const ELECTION_MS = 900;

const winnersOf = (lines) => lines.flatMap((line) => (line.dataset.winners ?? "").split(" ").filter(Boolean));

// Whoever wins the game has their banner on a plate, whose rays turn once.
function proclaim(winners) {
  const banners = winners.map((side) => [bannerOf(side)?.cloneNode(true), side]).filter(([banner]) => banner);
  if (!banners.length) return;
  const [plate, rays] = [document.createElement("div"), document.createElement("div")];
  plate.className = `election s${winners[0]}`;
  plate.ariaHidden = "true";
  rays.className = "rays";
  for (const [banner, side] of banners) banner.classList.add(`s${side}`);
  plate.append(rays, ...banners.map(([banner]) => banner));
  document.body.append(plate);
  plate.animate([{ opacity: 0 }, {}], { duration: 120 });
  if (!calm.matches) rays.animate([{ transform: "none" }, { transform: "rotate(20deg)" }], { duration: ELECTION_MS * pace(), easing: "ease-out", fill: "forwards" });
}

// What one scene has counted is not seen in the next; a crest stays where it was laid.
function clearSums() {
  clearTimeout(counting);
  clearTimeout(taking);
  for (const badge of all("body > .summand")) badge.remove();
}

function clearCrests() {
  for (const one of all("body > :is(.crest, .election)")) one.remove();
}

// What lay over a thing lies over another one now.
function uncover() {
  for (const one of all("body > :is(.summand, .crest)")) one.remove();
}

document.addEventListener("scroll", uncover, { capture: true, passive: true });
