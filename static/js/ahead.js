// What is settled ahead: a choice that is planned while others decide, and passing until something concerns me. Kept in
// this tab alone (it outlives a reload); the server decides nothing by it. When the question comes, the page asks what
// the plan means there, and sends it if it means the same.
"use strict";

const PLANNED = `planned ${location.pathname}`;
let planned = null; // { path, meaning, said } for one choice, { since } while passing
let carrying = false; // a plan is being carried out: what has happened is shown all the same

try { planned = JSON.parse(sessionStorage.getItem(PLANNED)); } catch { /* a browser that keeps nothing */ }

const texts = () => find("#live").dataset;
const isAsked = () => Boolean(find(".live #prompt.prompt-mine"));
inPlay.isCarriedOut = () => carrying;

function keep(plan) {
  planned = plan;
  try {
    if (plan) sessionStorage.setItem(PLANNED, JSON.stringify(plan));
    else sessionStorage.removeItem(PLANNED);
  } catch { /* as above */ }
  showPlanned();
}

function dropPlan(...why) {
  keep(null);
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = why.join(" ");
  if (why.length) find("#errors")?.replaceChildren(notice);
}

function showPlanned() {
  const place = find("#planned");
  if (place) {
    place.hidden = !planned;
    find("[data-said]", place).textContent = !planned ? "" : planned.path ? `${texts().planned} ${planned.said}` : texts().passing;
  }
  const offer = find("#plan-ahead");
  if (offer) offer.hidden = Boolean(planned);
  for (const thing of all("#board .is-planned")) thing.classList.remove("is-planned");
  if (!planned?.path || isAsked()) return;
  for (const part of planned.path) {
    for (const name of new Set([argument(part), part])) {
      for (const thing of all(`#board [data-names~="${CSS.escape(name)}"]`)) thing.classList.add("is-planned");
    }
  }
}

// --- making a plan -----------------------------------------------------------------------------------------

let planning = ""; // the steps so far, while the page of a plan is open

document.addEventListener("table:changed", () => {
  const whole = find("#plan");
  const passing = find("#pass-ahead");
  if (passing) passing.hidden = false;
  if (whole || isAsked()) planning = "";
  if (whole) {
    keep({ path: JSON.parse(whole.dataset.path), meaning: whole.dataset.meaning, said: whole.textContent.trim() });
    say(`${texts().planned} ${planned.said}`);
    askPrompt("plan=stop");
  } else if (find(".prompt-plan")) planning = find(".prompt-plan").dataset.plan;
  else if (planning && find("#plan-ahead")) askPrompt(planning); // somebody else has decided meanwhile
  if (find("#prompt .result")) keep(null);
  showPlanned();
  carryOut();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig?.path.includes("plan=stop")) planning = "";
});

const choose = (query) => `${texts().choose}?${query}`;

async function askPrompt(query) {
  const answer = await fetch(choose(query), { headers: { "HX-Request": "true" } });
  const here = find("#prompt");
  if (!answer.ok || isAsked() || !here) {
    planning = "";
    return;
  }
  Idiomorph.morph(here, await answer.text(), { morphStyle: "outerHTML" });
  htmx.process(find("#prompt"));
  afterSwap();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#plan-nothing")) dropPlan();
  else if (planned && !isAsked() && event.target.closest("#board .is-planned")) dropPlan();
  else if (event.target.closest("#pass-ahead")) {
    keep({ since: version });
    find("#prompt [data-pass]")?.click();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && planned && !isAsked() && !isCovered()) dropPlan();
});

// --- carrying it out ---------------------------------------------------------------------------------------

async function carryOut() {
  if (!planned || carrying || !isAsked() || stored > version || find("#prompt .taken")) return;
  const [plan, at] = [planned, version];
  if (!plan.path && plan.since === at) return; // the pass that it begins with is on its way
  const pass = find("#prompt [data-pass]");
  if (!plan.path && !pass) {
    dropPlan(texts().impassable);
    return;
  }
  carrying = true;
  try {
    const query = new URLSearchParams((plan.path ?? [pass.dataset.part]).map((part) => ["path", part]));
    if (!plan.path) query.set("since", plan.since);
    const answer = await fetch(choose(query), { headers: { "HX-Request": "true" } });
    const html = answer.ok ? await answer.text() : "";
    if (planned === plan && version === at && isAsked()) answerWith(plan, html);
  } finally {
    carrying = false;
  }
  if (planned && version !== at) carryOut();
}

function answerWith(plan, html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("prompt");
  const form = next && find("#confirm", next)?.form;
  if (plan.path && form?.dataset.meaning !== plan.meaning) dropPlan(texts().unplanned, plan.said);
  else if (!plan.path && (!form || "concerned" in next.dataset)) dropPlan(texts().concerned, next?.dataset.concerned ?? "");
  else {
    keep(plan.path ? null : { since: version });
    const here = find("#prompt");
    Idiomorph.morph(here, next.outerHTML, { morphStyle: "outerHTML" });
    htmx.process(find("#prompt"));
    find("#confirm").click();
  }
}

showPlanned();
if (find("#plan-ahead")) find("#plan-ahead").hidden = Boolean(planned);
if (find("#pass-ahead")) find("#pass-ahead").hidden = false;
carryOut();
