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
  const there = document.getElementById(id);
  if (there) htmx.process(there);
  const now = there?.querySelector("[role=status]")?.textContent;
  if (now && now !== before) document.getElementById("announce").textContent = now.trim();
}

listen(companyStream, {
  version: (data) => { companyAt = Number(data); },
  end: (html) => swapIn("end", html),
  chat: addChat,
  around: (html) => { swapIn("around", html); lapse(); },
  orders: (html) => swapIn("orders", html),
  takeback: (html) => { swapIn("takeback", html); lapse(); },
});

// A request lapses when play goes on. The page hears that by the match's stream, not by this one.
function lapse() {
  const asked = document.getElementById("takeback");
  const at = Number(document.getElementById("prompt")?.dataset.version ?? 0);
  if (asked) asked.hidden = at > Number(asked.dataset.version);
  const around = document.getElementById("around");
  if (around) around.hidden = "lapses" in around.dataset && at > Number(around.dataset.lapses);
}
const position = document.getElementById("position");
if (position) {
  new MutationObserver(lapse).observe(position, { subtree: true, attributes: true, attributeFilter: ["data-version"] });
}

// --- chat: a line takes the place of its older self, or goes behind the last one ---------------------------

const chatLog = document.getElementById("chat");
const chatView = document.getElementById("chat-view");

function addChat(html) {
  if (!chatLog) return;
  const shunned = new Set((chatLog.dataset.shunned ?? "").split(" "));
  const atEnd = chatView.scrollHeight - chatView.scrollTop - chatView.clientHeight < 60;
  const box = document.createElement("ol");
  box.innerHTML = html;
  let added = 0;
  for (const line of [...box.children]) {
    if (shunned.has(line.dataset.by)) continue;
    const before = document.getElementById(line.id);
    if (before) { before.replaceWith(line); continue; }
    const next = [...chatLog.children].find((one) => Number(one.dataset.number) > Number(line.dataset.number));
    chatLog.insertBefore(line, next ?? null);
    added += 1;
  }
  if (atEnd) chatView.scrollTop = chatView.scrollHeight;
  if (added) showUnread(added);
}

// How many lines came since the chat was last in sight, on whatever leads to it.
let unread = 0;
function showUnread(more) {
  unread = document.getElementById("chat-box").checkVisibility() && !document.hidden ? 0 : unread + more;
  for (const badge of document.querySelectorAll("[data-unread]")) {
    badge.textContent = unread ? String(unread) : "";
    badge.hidden = !unread;
  }
}
if (chatLog) {
  chatView.scrollTop = chatView.scrollHeight;
  document.addEventListener("toggle", () => {
    showUnread(0);
    chatView.scrollTop = chatView.scrollHeight;
  }, true);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.id !== "chat-form" || !event.detail.successful) return;
    event.target.reset();
    event.target.elements.text.focus();
  });
}
