// The sentences of a scene: where they stand they cover neither what may be chosen nor what the scene is about.
"use strict";

const NARROW = matchMedia("(max-width: 47.99rem)");
const MARGIN = 4; // pixels, from the edges of the window
const SLIGHT = 600; // square pixels: so much less covered is worth no other place
const CHOICE_WORTH = 100; // what may be chosen, to what is shown

// `about` are the boxes of what the scene shows; `how` see `countUp`.
function caption(lines, sums, ms, about, how) {
  const place = find("#stage");
  if (!place) return;
  const last = lines.findLastIndex((line) => line.dataset.sums); // the line before names what is counted
  const said = last >= 0 ? [lines[Math.max(0, last - 1)]] : lines;
  const shown = said.length > 3 ? [said[0], ...said.slice(-2)] : said;
  const sentences = shown.map((line) => Object.assign(document.createElement("span"), { textContent: textOf(line) }));
  place.replaceChildren(...sentences);
  place.hidden = false;
  if (sums.length) countUp(sums, place, ms, { holds: !isHurried(), called, ...how });
  makeWay(place, about);
}

// As the log has called a card that lies nowhere in sight.
function called(thing) {
  const card = CSS.escape(thing.replace(/\.\d+$/, ""));
  return all(`#log [data-card="${card}"]`).at(-1)?.textContent ?? "";
}

// Of the places where it may stand the first that covers least. The question of others has nothing to say while a scene
// runs, one that waits for an answer in time is never covered.
function makeWay(place, about) {
  const kept = all(isHurried() ? "#board .is-choice, #prompt" : "#board .is-choice, #prompt .choice, #confirm");
  const choices = kept.map((one) => one.getBoundingClientRect());
  const { left, right, height } = place.getBoundingClientRect();
  const at = (top) => ({ left, right, top, bottom: top + height });
  const covered = (boxes, top) => boxes.reduce((sum, box) => sum + overlap(box, at(top)), 0);
  const tops = topsFor(height);
  const costs = tops.map((top) => Math.round((CHOICE_WORTH * covered(choices, top) + covered(about, top)) / SLIGHT));
  place.style.top = `${tops[costs.indexOf(Math.min(...costs))]}px`;
}

// Where it is narrow, over the head of the site and the round, or over the bar with what is asked.
function topsFor(height) {
  const lowest = innerHeight - height - MARGIN;
  const [middle, low] = [0.42 * innerHeight, Math.min(0.74 * innerHeight, lowest)];
  if (!NARROW.matches) return [64, middle, low];
  const bar = find("#prompt")?.getBoundingClientRect();
  return [MARGIN, ...(bar ? [bar.top, bar.bottom - height] : []), lowest, low, middle];
}

function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return width > 0 ? width * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)) : 0;
}
