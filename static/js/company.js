// What goes on beside a match: the rematch, talk and takebacks, by a live stream of their own (live.js).
"use strict";

const company = document.querySelector("#live[data-company]");
let companyAt = Number(new URL(company.dataset.company, location.href).searchParams.get("after"));

function companyStream() {
  const address = new URL(company.dataset.company, location.href);
  address.searchParams.set("after", companyAt);
  return [address];
}

// Into the element of that id, wherever the page has it.
function swapIn(id, html) {
  const here = document.getElementById(id);
  if (!here) return;
  const before = here.querySelector("[role=status]")?.textContent;
  Idiomorph.morph(here, html, { morphStyle: "outerHTML" });
  const now = document.getElementById(id)?.querySelector("[role=status]")?.textContent;
  if (now && now !== before) document.getElementById("announce").textContent = now.trim();
}

listen(companyStream, {
  version: (data) => { companyAt = Number(data); },
  end: (html) => swapIn("end", html),
  takeback: (html) => { swapIn("takeback", html); lapse(); },
});

// A request lapses when play goes on. The page hears that by the match's stream, not by this one.
function lapse() {
  const asked = document.getElementById("takeback");
  const at = Number(document.getElementById("prompt")?.dataset.version ?? 0);
  if (asked) asked.hidden = "asked" in asked.dataset && at > Number(asked.dataset.version);
}
const position = document.getElementById("position");
if (position) {
  new MutationObserver(lapse).observe(position, { subtree: true, attributes: true, attributeFilter: ["data-version"] });
}
