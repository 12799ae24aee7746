// What is written down at a real table without a connection: it is kept on the device until it can be sent, once and in
// order.
"use strict";

const offline = document.getElementById("scribe-offline");
const queueList = document.getElementById("scribe-queue");
const words = [];
let pending = ""; // the id of the entry that was on its way when the connection broke: it may have arrived

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
waiting().then((all) => { if (all.length) send(); });
