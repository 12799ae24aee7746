// Recording a game at a real table. Forms do the work; what stands here finds names and sends an answer without leaving
// the page. What nobody answers is written down on the device (scribe-queue.js).
"use strict";

const scribe = document.getElementById("scribe");
const state = document.getElementById("scribe-state");

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
const panel = () => scribe.querySelector("[data-entries]");
const token = () => scribe.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
// Without a secure context there is no randomUUID: the same is made of random bytes, which there are everywhere.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// --- finding a name -----------------------------------------------------------------------------------------

function narrow() {
  const field = document.getElementById("scribe-find");
  if (!field) return;
  const typed = plain(field.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of scribe.querySelectorAll(".scribe-choices > li")) {
    const names = plain(item.firstElementChild.dataset.names).split(/[^\p{L}\p{N}]+/u);
    const fits = typed.every((piece) => names.some((name) => name.startsWith(piece)));
    item.hidden = !fits || shown >= Number(field.dataset.offered);
    if (fits) shown += 1;
  }
  scribe.querySelector(".scribe-none").hidden = shown > 0;
  document.getElementById("scribe-anyway").value = field.value;
}

document.addEventListener("input", (event) => {
  if (event.target.id === "scribe-find") narrow();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "scribe-find") return;
  event.preventDefault();
  scribe.querySelector(".scribe-choices > li:not([hidden]) button")?.click();
});

// --- answering ----------------------------------------------------------------------------------------------

let sending = false;

// What the server says against it stands above the question, and nothing else changes.
function refuse(text) {
  const said = new DOMParser().parseFromString(text, "text/html").querySelector(".notice.error");
  say(said?.textContent.trim() || scribe.dataset.failed);
}

function say(text) {
  scribe.querySelector(".scribe-refused")?.remove();
  const notice = document.createElement("p");
  notice.className = "notice error scribe-refused";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  panel().prepend(notice);
}

async function post(url, body, header) {
  return fetch(url, { method: "POST", body, headers: { "X-Scribe": header, "X-CSRFToken": token() } });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!scribe.contains(form) || "leaves" in form.dataset) return;
  event.preventDefault();
  if (sending) return;
  const body = new FormData(form);
  if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
  sending = true;
  scribe.setAttribute("aria-busy", "true");
  try {
    const answer = await post(form.action, body, "panel");
    const text = await answer.text();
    if (answer.redirected || (answer.ok && !text.includes("data-entries="))) {
      say(scribe.dataset.away); // somebody else answered: the login, or the network's own page
    } else if (answer.ok) {
      const had = panel().dataset.entries;
      scribe.innerHTML = text; // made by the server from templates that escape
      narrow();
      if (panel().dataset.entries !== had) state.textContent = scribe.dataset.stored;
      document.getElementById("scribe-asked").focus({ preventScroll: true });
      scribe.scrollIntoView({ block: "start" });
    } else {
      refuse(text);
    }
  } catch {
    const picks = body.getAll("pick");
    if (!picks.length) {
      say(scribe.dataset.open); // pressed again it has the same id, and counts once
      return;
    }
    if (!words.length) {
      words.push(...picks);
      pending = body.get("entry");
    }
    writeDown(true);
  } finally {
    sending = false;
    scribe.removeAttribute("aria-busy");
  }
});

// What other phones have entered meanwhile is fetched while nothing is half answered here.
async function look() {
  if (document.hidden || sending || words.length || panel().dataset.picks !== "0") return;
  if (document.getElementById("scribe-find")?.value) return;
  try {
    const since = panel().dataset.version;
    const headers = { "X-Scribe": "panel" };
    const answer = await fetch(`${scribe.dataset.page}?since=${since}`, { headers });
    if (answer.status !== 200 || answer.redirected || sending || panel().dataset.version !== since) return;
    scribe.innerHTML = await answer.text(); // made by the server from templates that escape
    narrow();
    state.textContent = scribe.dataset.changed;
  } catch {
    // no connection: the next look will tell
  }
}
setInterval(look, 4000);
narrow();
