// What each person sets for themselves at this browser: pace, sound, vibration, confirmations, questions, hints. Kept in its storage.
"use strict";

const PACES = { slow: 1.6, normal: 1, fast: 0.45, off: 0 };
const wished = { pace: "normal", volume: "0", vibrate: "no", confirm: "yes", keys: "yes", ask: "no", hints: "no" };

function readWishes() {
  try {
    for (const name of Object.keys(wished)) wished[name] = localStorage.getItem(`table-${name}`) ?? wished[name];
  } catch { /* a browser that keeps nothing: the usual pace */ }
  if (!(wished.pace in PACES)) wished.pace = "normal";
}

function showWishes() {
  for (const field of document.querySelectorAll("[data-wish]")) {
    if (field.type === "radio") field.checked = field.value === wished[field.dataset.wish];
    else if (field.type === "checkbox") field.checked = wished[field.dataset.wish] === "yes";
    else field.value = wished[field.dataset.wish];
  }
  document.documentElement.classList.toggle("wants-hints", wished.hints === "yes");
}

document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-wish]");
  if (!field) return;
  wished[field.dataset.wish] = field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value;
  try { localStorage.setItem(`table-${field.dataset.wish}`, wished[field.dataset.wish]); } catch { /* as above */ }
  showWishes();
  document.dispatchEvent(new CustomEvent("table:wished", { detail: field.dataset.wish }));
});

// Who wants no second question has the finished choice sent at once: after a step of their own, never on loading a page.
document.addEventListener("htmx:afterSettle", (event) => {
  if (wished.confirm === "no" && event.target.id === "prompt") document.getElementById("confirm")?.click();
});

// Where no answer makes a difference, the game's usual one is given, unless somebody wants to be asked.
let answered = "";
function answerByItself() {
  const prompt = document.querySelector("#prompt[data-by-itself]");
  if (!prompt || wished.ask === "yes" || answered === prompt.dataset.version) return;
  answered = prompt.dataset.version;
  prompt.querySelector(`[data-part="${CSS.escape(prompt.dataset.byItself)}"]`)?.click();
}
document.addEventListener("table:linked", answerByItself);

readWishes();
showWishes();
window.addEventListener("load", answerByItself);
