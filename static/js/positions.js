// Setting up positions and looking through scenarios. Forms and links do the work; what stands here saves steps.
"use strict";

// What is typed for later (a name, a text, a card to put somewhere) changes nothing on the board yet.
document.addEventListener("change", (event) => {
  if (event.target.closest?.("#e-text, .keep-row, .play-it, .place-add")) event.stopPropagation();
}, true);

// Enter in a field shows the position instead of pressing the first button of the form.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches?.("#editor input:not([type=submit], [type=file])")) return;
  if (field.closest(".keep-row")) return;
  event.preventDefault();
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// A button that was pressed may be gone after the step: the place it stood in takes the focus.
let pressed = null;
document.addEventListener("htmx:beforeRequest", (event) => {
  const place = event.target.closest?.(".place, .desk-more");
  pressed = place ? { button: event.target.id, place: place.id } : null;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!pressed) return;
  const { button, place } = pressed;
  pressed = null;
  const still = document.getElementById(button);
  if (still) {
    still.focus();
  } else {
    document.getElementById(place)?.querySelector(".place-items button, select")?.focus();
  }
});

// A flaw leads to the field that it is about, or to the nearest one around it.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-flaw]");
  if (!link) return;
  let key = link.dataset.flaw;
  let target = document.getElementById(`e-${key}`);
  while (!target && key.includes(".")) {
    key = key.slice(0, key.lastIndexOf("."));
    target = document.getElementById(`e-${key}`);
  }
  if (!target) return;
  event.preventDefault();
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView({ block: "center" });
  target.querySelector("input:not([type=hidden]), select, button")?.focus();
});

// A scenario is looked through with the arrow keys.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, summary")) return;
  const step = document.querySelector(`#scenario [data-key="${event.key}"]`);
  if (step) {
    event.preventDefault();
    step.click();
  }
});
