// The keys n and p go to the next and the previous mark of a review.
"use strict";

document.addEventListener("keydown", (event) => {
  if (!["n", "p"].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const marks = [...document.querySelectorAll(".review-mark")];
  const here = marks.indexOf(document.activeElement.closest(".review-mark"));
  const next = event.key === "n" ? here + 1 : (here < 0 ? marks.length : here) - 1;
  if (!marks[next]) return;
  event.preventDefault();
  marks[next].focus();
});
