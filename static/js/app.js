// What every page needs: morphing that leaves alone what somebody is typing, and forms that are sent once.
"use strict";

// Times are told in the zone of whoever reads them. The first page of all is already there: the next one knows.
// To find it takes a phone a while, so it waits until the page has long been usable.
const ZONE_AFTER = 2500;
window.addEventListener("load", () => setTimeout(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}, ZONE_AFTER));

// Asked for at each swap: the text of a button that was just pressed must become that of the next question.
Object.defineProperty(Idiomorph.defaults, "ignoreActiveValue", {
  enumerable: true,
  get: () => Boolean(document.activeElement?.matches("input, select, textarea")),
});

// What a person has opened stays open when a fragment is swapped.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS");

// What is the same is left alone as a whole, its parts are not looked at; not where somebody may have filled something in.
const FILLED_IN = "input, select, textarea";
Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, next) =>
  !(node instanceof Element && node.isEqualNode(next) && !node.matches(FILLED_IN) && !node.querySelector(FILLED_IN));

// The second click of a double click must not answer the question that the first one brought up.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("a.choice, button.choice, [data-once] button, .is-choice")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// Nor must an Enter that is held down a moment too long.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest("a, button")) event.preventDefault();
}, true);

// A form without scripts' help is sent once as well.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) event.preventDefault();
  if (!form.elements.csrfmiddlewaretoken) form.append(tokenField()); // a form that came in a live update
  form.dataset.sent = "yes";
});
function tokenField() {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "csrfmiddlewaretoken";
  field.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  return field;
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// The form for a table asks about the seats that there will be.
function showSeats() {
  const chosen = document.querySelector("input[name=seats]:checked");
  if (!chosen) return;
  for (const field of document.querySelectorAll("[data-seat]")) {
    field.hidden = Number(field.dataset.seat) > Number(chosen.value);
  }
}
document.addEventListener("change", (event) => { if (event.target.name === "seats") showSeats(); });
showSeats();

// A rule in place: where somebody plays or watches, its number opens it over the page; a click with a key held
// down, and pages without scripts, go to its own page.
const ruleBox = document.getElementById("rule-box");
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule]");
  if (!link || !ruleBox?.showModal || link.closest(".rules-book")) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  htmx.ajax("GET", link.getAttribute("href"), { target: "#rule-box", swap: "innerHTML" }).then(() => {
    const title = document.getElementById("rule-box-title");
    if (!title) { location.assign(link.href); return; }
    if (!ruleBox.open) ruleBox.showModal();
    for (const away of ruleBox.querySelectorAll("a:not([data-rule])")) away.target = "_blank";
    ruleBox.scrollTop = 0;
    title.focus();
  });
});
ruleBox?.addEventListener("click", (event) => { if (event.target === ruleBox) ruleBox.close(); });
ruleBox?.addEventListener("close", () => ruleBox.replaceChildren());

// A field that counts only with one value of another is shown with it. Without scripts it is always there.
function showWhatCounts() {
  for (const field of document.querySelectorAll("[data-where]")) {
    const [name, value] = field.dataset.where.split("=");
    field.hidden = new FormData(field.closest("form")).get(name) !== value;
  }
}
document.addEventListener("change", showWhatCounts);
document.addEventListener("DOMContentLoaded", showWhatCounts);
