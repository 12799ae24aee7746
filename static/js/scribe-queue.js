// What is written down at a real table while nobody answers: the entry that is being written and the whole ones that
// wait. Both are kept on the device until the server has them, so that a phone that dies loses nothing. Several people
// may be logged in on one device, one after another: each is shown and sends only what they wrote down themselves.
"use strict";

const offline = document.getElementById("scribe-offline");
const queueList = document.getElementById("scribe-queue");
const field = document.getElementById("note-word");

// --- the device ---------------------------------------------------------------------------------------------

// Some browsers keep nothing in a private window, and a full device writes nothing: then the queue lives as long as
// this page, and the page says so.
const held = new Map();
const unkept = {
  getAll: () => [...held.values()],
  put: (one) => held.set(one.id, one),
  delete: (id) => held.delete(id),
};
let isFailing = false;
const opened = new Promise((resolve, reject) => {
  const opening = indexedDB.open("scribe", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("queue", { keyPath: "id" });
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
}).catch(() => {
  warn();
  return null;
});
function warn() {
  document.getElementById("scribe-unkept").hidden = false;
}
window.addEventListener("beforeunload", (event) => {
  if (held.size) event.preventDefault();
});

// ``work`` returns what it asked for last; all it does is done together or not at all.
async function queue(mode, work) {
  const database = await opened;
  if (!database || isFailing) return inPage(database, mode, work);
  try {
    return await onDevice(database, mode, work);
  } catch {
    if (!isFailing) await fail(database);
    return inPage(database, mode, work);
  }
}

// Resolves once all is on the disk: what a request has put may still be lost.
function onDevice(database, mode, work) {
  return new Promise((resolve, reject) => {
    const durability = mode === "readwrite" ? "strict" : "default";
    const transaction = database.transaction("queue", mode, { durability });
    const asking = work(transaction.objectStore("queue"));
    transaction.oncomplete = () => resolve(asking?.result);
    transaction.onabort = () => reject(transaction.error);
    // At once: the page may be gone before it hears that all was written.
    if (mode === "readwrite") transaction.commit?.();
  });
}

// From now on the page holds what the device had.
async function fail(database) {
  isFailing = true;
  warn();
  const all = await onDevice(database, "readonly", (store) => store.getAll()).catch(() => []);
  for (const one of all) {
    if (one.scribing === scribe.dataset.scribing && !held.has(one.id)) held.set(one.id, one);
  }
}

// What goes here goes from the device, too, if it can: else it would come back with the next page.
function inPage(database, mode, work) {
  const gone = [];
  const done = work({ ...unkept, delete: (id) => { gone.push(id); return unkept.delete(id); } });
  if (database && gone.length) {
    onDevice(database, mode, (store) => gone.map((id) => store.delete(id)).pop()).catch(() => {});
  }
  return done;
}

const me = document.body.dataset.me;
// Mine: what I wrote down before two of them were merged is mine, too.
const profiles = scribe.dataset.profiles.split(" ");
const isMine = ({ person }) => !person || profiles.includes(person);

async function kept() {
  const all = await queue("readonly", (store) => store.getAll());
  return all.filter((one) => one.scribing === scribe.dataset.scribing);
}

const waiting = async () => (await kept())
  .filter((one) => isMine(one) && !one.id.startsWith("draft "))
  .sort((one, other) => one.after - other.after);

// --- the entry that is being written ------------------------------------------------------------------------

// ``typed`` stands in the field and goes to place ``at``. Where ``tapped``, the words are an answer that was on its way
// when the connection broke: it has its ``entry`` and ``after``, for it may have arrived. ``replaces`` is a refused
// one.
const nothing = { words: [], typed: "", at: -1, tapped: false, entry: "", after: 0, replaces: "" };
const whose = { scribing: scribe.dataset.scribing, person: me };
const draft = { id: `draft ${whose.scribing} ${me}`, ...whose, ...nothing };

const isWriting = () => draft.words.length > 0 || draft.typed !== "" || draft.replaces !== "";

function write(change) {
  Object.assign(draft, change);
  field.value = draft.typed;
  return queue("readwrite", putDraft);
}

const putDraft = (store) => (isWriting() ? store.put({ ...draft }) : store.delete(draft.id));

// The words with the one in the field at its place.
function written() {
  const all = [...draft.words];
  if (draft.typed.trim()) all.splice(draft.at < 0 ? all.length : draft.at, 0, draft.typed.trim());
  return all;
}

// Nobody answered. Another answer to the same question is another entry, for the first may have arrived.
async function lost(body) {
  const picks = body.getAll("pick");
  if (!picks.length) {
    say(scribe.dataset.open); // pressed again it has the same id, and counts once
    return;
  }
  const other = draft.tapped && draft.entry === body.get("entry") && draft.words.join("\n") !== picks.join("\n");
  const entry = other ? newId() : body.get("entry");
  const isNew = !draft.tapped;
  await write({ ...nothing, words: picks, tapped: true, entry, after: Number(body.get("after")) });
  say(held.size ? scribe.dataset.held : scribe.dataset.kept);
  await writeDown(true);
  if (isNew) offline.scrollIntoView({ block: "nearest" });
}

// The server has answered to the entry: what was written down of it is no longer needed.
async function answered(entry) {
  if (!draft.tapped || draft.entry !== entry) return;
  await write({ ...nothing });
  await writeDown(false);
}

// What was written down before is entered before what is tapped now; only the very answer may be tapped again.
let unsent = 0;
const comesFirst = () => unsent > 0 || (isWriting() && !draft.tapped);

// --- showing ------------------------------------------------------------------------------------------------

// An answer that was tapped is a key of the server's: ``unit=necrarch``.
const readable = (word) => word.split(/[=:]/).pop().replaceAll("_", " ");

async function writeDown(open) {
  const all = await waiting();
  unsent = all.some((one) => one.refused) ? 0 : all.length;
  offline.hidden = !open && all.length === 0 && !isWriting();
  queueList.replaceChildren(...all.map(item));
  const tags = document.getElementById("note-words");
  tags.replaceChildren(...draft.words.map((word, at) => {
    const tag = document.createElement("button");
    tag.type = "button";
    tag.className = "tag";
    tag.title = tags.dataset.change;
    tag.textContent = readable(word);
    tag.addEventListener("click", () => rewrite(at));
    return tag;
  }));
  if (all.length) state.textContent = `${scribe.dataset.waiting} ${all.length}`;
}

function item(one) {
  const shown = document.getElementById("scribe-waits").content.firstElementChild.cloneNode(true);
  shown.querySelector(".words").textContent = one.picks.map(readable).join(" · ");
  if (!one.refused) return shown;
  shown.className = "is-refused";
  shown.querySelector(".reason").textContent = one.refused;
  const may = { behind: one.late, change: !one.late, drop: true };
  for (const button of shown.querySelectorAll("button")) {
    button.hidden = !may[button.dataset.do];
    button.addEventListener("click", () => resolve[button.dataset.do](one));
  }
  shown.querySelector(".row").hidden = false;
  return shown;
}

// --- what a scribe does with it -----------------------------------------------------------------------------

// Take a word back into the field; the one that was there goes to its place.
async function rewrite(at) {
  const words = written();
  const moved = draft.typed.trim() && draft.at >= 0 && draft.at <= at ? at + 1 : at;
  const [typed] = words.splice(moved, 1);
  await write({ words, typed, at: moved, tapped: false, entry: "" }); // changed it is another entry
  await writeDown(true);
  field.focus();
}

field.addEventListener("input", () => write({ typed: field.value, tapped: false }));
document.getElementById("scribe-note").addEventListener("submit", async (event) => {
  event.preventDefault();
  await write({ words: written(), typed: "", at: -1, tapped: false });
  field.focus();
  await writeDown(true);
});
document.getElementById("note-done").addEventListener("click", async () => {
  const picks = written();
  if (!picks.length) return;
  const { entry, replaces } = draft;
  Object.assign(draft, nothing); // what is typed from now on is the next entry
  field.value = "";
  const all = await waiting();
  const old = all.find((one) => one.id === replaces);
  const after = old?.after ?? (all.length ? all[all.length - 1].after + 1 : Number(panel().dataset.entries));
  const one = { id: entry || newId(), ...whose, after, picks };
  await queue("readwrite", (store) => {
    if (old) store.delete(old.id);
    store.put(one);
    return putDraft(store);
  });
  await writeDown(true);
  send();
});
document.getElementById("note-drop").addEventListener("click", async () => {
  const last = isWriting() ? undefined : (await waiting()).pop();
  await write({ ...nothing }); // what is written next is another entry
  if (last) await queue("readwrite", (store) => store.delete(last.id));
  await writeDown(Boolean(last) && (await waiting()).length > 0);
});

// What may be done with an entry that was refused.
const resolve = {
  async change(one) {
    await write({ ...nothing, words: one.picks, replaces: one.id });
    await writeDown(true);
    field.focus();
  },
  async drop(one) {
    const behind = (await waiting()).filter((other) => other.after > one.after);
    await queue("readwrite", (store) => {
      for (const other of behind) store.put({ ...other, after: other.after - 1 });
      return store.delete(one.id);
    });
    if (draft.replaces === one.id) await write({ ...nothing });
    await writeDown(false);
    send();
  },
  // Another phone was faster: what waits goes behind what stands now.
  async behind() {
    const text = await fresh("");
    if (!text) {
      say(scribe.dataset.open);
      return;
    }
    show(text);
    if ("owed" in panel().dataset) {
      say(scribe.dataset.owed);
      return;
    }
    const all = await waiting();
    const stands = Number(panel().dataset.entries);
    await queue("readwrite", (store) =>
      all.map(({ id, picks }, number) => store.put({ id, ...whose, picks, after: stands + number })).pop());
    send();
  },
};

// --- sending ------------------------------------------------------------------------------------------------

let flushing = false;

async function send() {
  if (flushing || sending) return;
  flushing = true;
  let sent = 0;
  try {
    for (let one; (one = (await waiting())[0]) && !one.refused && (await sendOne(one)); ) sent += 1;
    if (sent) {
      const text = await fresh("");
      if (text) show(text);
    }
    await writeDown(false);
  } catch {
    await writeDown(true); // still no connection
  } finally {
    flushing = false;
  }
  const again = draft.tapped && !sending && !queueList.children.length;
  if (again) await enter(scribe.dataset.step, form(draft, draft.words));
}

function form({ entry, after }, picks) {
  const body = new FormData();
  body.append("entry", entry);
  body.append("after", after);
  for (const pick of picks) body.append("pick", pick);
  return body;
}

// Whether it is stored, and no longer waits. Stored is only what the server says so of: the login page and a network's
// own page answer 200, too.
async function sendOne(one) {
  const answer = await post(scribe.dataset.step, form({ entry: one.id, after: one.after }, one.picks), "queue");
  const told = json(answer.text);
  if (answer.ok && !answer.redirected && Number.isInteger(told?.entries)) {
    await queue("readwrite", (store) => store.delete(one.id));
    panel().dataset.entries = told.entries;
    return true;
  }
  if (answer.ok || answer.redirected || [401, 403].includes(answer.status)) {
    say(scribe.dataset.away);
    return false;
  }
  const late = told?.code === "scribe_went_on";
  await queue("readwrite", (store) => store.put({ ...one, refused: told?.message ?? scribe.dataset.failed, late }));
  return false;
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

window.addEventListener("online", send);
document.getElementById("scribe-again").addEventListener("click", () => {
  if (unsent || draft.tapped) send();
  else document.location.reload();
});
setInterval(() => { if (unsent || draft.tapped) send(); }, 5000);

kept().then(async (all) => {
  document.getElementById("scribe-others").hidden = all.every(isMine);
  const before = all.find((one) => one.id === draft.id);
  if (before && !isWriting()) await write(before);
  await writeDown(false);
  if (unsent || draft.tapped) send();
});
