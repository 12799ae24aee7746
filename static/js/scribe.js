// Recording a game at a real table. Forms do the work; what stands here finds names, sends an answer without leaving the
// page, and keeps what is written down without a connection on the device until it can be sent, once and in order.
"use strict";

const scribe = document.getElementById("scribe");
const state = document.getElementById("scribe-state");
const offline = document.getElementById("scribe-offline");
const queueList = document.getElementById("scribe-queue");
const words = [];

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
let pending = ""; // the id of the entry that was on its way when the connection broke: it may have arrived

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

// --- the queue on this device -------------------------------------------------------------------------------

// Some browsers keep nothing in a private window: then the queue lives as long as this page, and the page says so.
const held = new Map();
const unkept = {
  getAll: () => [...held.values()],
  put: (one) => held.set(one.id, one),
  delete: (id) => held.delete(id),
};
const opened = new Promise((resolve, reject) => {
  const asked = indexedDB.open("scribe", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "id" });
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
}).catch(() => {
  document.getElementById("scribe-unkept").hidden = false;
  return null;
});
window.addEventListener("beforeunload", (event) => {
  if (held.size) event.preventDefault();
});

async function queue(mode, work) {
  const database = await opened;
  if (!database) return work(unkept);
  const asked = work(database.transaction("queue", mode).objectStore("queue"));
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function waiting() {
  const all = await queue("readonly", (store) => store.getAll());
  return all.filter((one) => one.scribing === scribe.dataset.scribing).sort((one, other) => one.after - other.after);
}

// An answer that was tapped is a key of the server's: ``unit=necrarch``.
const readable = (word) => word.split(/[=:]/).pop().replaceAll("_", " ");

async function writeDown(open) {
  const all = await waiting();
  offline.hidden = !open && all.length === 0;
  queueList.replaceChildren(...all.map((one) => {
    const item = document.createElement("li");
    item.textContent = one.picks.map(readable).join(" · ") + (one.refused ? ` – ${one.refused}` : "");
    item.className = one.refused ? "is-refused" : "";
    return item;
  }));
  document.getElementById("note-words").replaceChildren(...words.map((word) => {
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = readable(word);
    return tag;
  }));
  if (all.length) state.textContent = `${scribe.dataset.waiting} ${all.length}`;
}

document.getElementById("scribe-note").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.getElementById("note-word");
  if (field.value.trim()) words.push(field.value.trim());
  field.value = "";
  field.focus();
  writeDown(true);
});
document.getElementById("note-done").addEventListener("click", async () => {
  const field = document.getElementById("note-word");
  if (field.value.trim()) words.push(field.value.trim());
  field.value = "";
  if (!words.length) return;
  const all = await waiting();
  const after = Number(panel().dataset.entries) + all.length;
  const one = { id: pending || newId(), scribing: scribe.dataset.scribing, after, picks: words.splice(0) };
  pending = "";
  await queue("readwrite", (store) => store.put(one));
  await writeDown(true);
  send();
});
document.getElementById("note-drop").addEventListener("click", async () => {
  const all = await waiting();
  const refused = all.findIndex((one) => one.refused);
  const dropped = words.length ? [] : all.slice(refused >= 0 ? refused : -1);
  words.splice(0);
  pending = ""; // what is written next is another entry
  for (const one of dropped) await queue("readwrite", (store) => store.delete(one.id));
  await writeDown(dropped.length < all.length);
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

let flushing = false;

async function send() {
  if (flushing) return;
  flushing = true;
  try {
    const all = await waiting();
    let sent = 0;
    for (const one of all) {
      if (one.refused) break; // what stands behind it waits until it is dropped
      const body = new FormData();
      body.append("entry", one.id);
      body.append("after", one.after);
      for (const pick of one.picks) body.append("pick", pick);
      const answer = await post(scribe.dataset.step, body, "queue");
      if (answer.status >= 500 || answer.status === 429) break;
      const told = await answer.json().catch(() => null);
      // Stored is only what the server says so of: the login page and a network's own page answer 200, too.
      const stored = answer.ok && !answer.redirected && Number.isInteger(told?.entries);
      if (!stored && (answer.ok || answer.redirected || [401, 403].includes(answer.status))) {
        say(scribe.dataset.away);
        break;
      }
      if (!stored) {
        one.refused = told?.message ?? scribe.dataset.failed;
        await queue("readwrite", (store) => store.put(one));
        break;
      }
      await queue("readwrite", (store) => store.delete(one.id));
      sent += 1;
    }
    if (sent && !words.length) document.location.reload();
    else await writeDown(all.length > sent);
  } catch {
    await writeDown(true); // still no connection
  } finally {
    flushing = false;
  }
}

window.addEventListener("online", send);
document.getElementById("scribe-again").addEventListener("click", async () => {
  const all = await waiting();
  if (all.length) send();
  else document.location.reload();
});
setInterval(async () => { if (!offline.hidden && (await waiting()).some((one) => !one.refused)) send(); }, 5000);
narrow();
waiting().then((all) => { if (all.length) send(); });
