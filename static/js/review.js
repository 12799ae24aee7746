// The keys n and p go to the next and the previous mark of a review, ] and [ along the decisions of one player.
"use strict";

const WALKS = { n: [".review-mark", 1], p: [".review-mark", -1], "]": [".review-decision", 1], "[": [".review-decision", -1] };

document.addEventListener("keydown", (event) => {
  const walk = WALKS[event.key];
  if (!walk || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const [selector, step] = walk;
  const things = [...document.querySelectorAll(selector)];
  const here = things.indexOf(document.activeElement.closest(selector));
  const next = step > 0 ? here + 1 : (here < 0 ? things.length : here) - 1;
  if (!things[next]) return;
  event.preventDefault();
  things[next].focus();
});

// A line on the board: the arrows lead along it, and what the judge assumed is marked.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
});

for (const board of document.querySelectorAll("[data-assumed]")) {
  const assumed = new Set(board.dataset.assumed.split(" "));
  for (const thing of board.querySelectorAll("[data-names]")) {
    if (!thing.dataset.names.split(" ").some((name) => name && assumed.has(name))) continue;
    thing.classList.add("is-assumed");
    thing.title = board.dataset.assumedSays;
  }
}
