// Whose turn it is, on every page: in the header, the title and the icon of the tab. The pages of one browser ask for
// it together, one of them now and then; what one has heard it leaves in the storage for the others.
"use strict";

(() => {
  const KEY = "turns";
  const SOON = 1500; // after something has changed on this page
  const link = document.getElementById("turns");
  const icon = document.getElementById("icon");
  if (!link) { try { localStorage.removeItem(KEY); } catch { /* no storage */ } return; }

  const plain = icon.href;
  let count = 0;
  let every = Number(link.dataset.every) * 1000;
  let asked = Date.now(); // the page itself came with the answer
  let asking = false;
  let failed = 0;

  function drawn(n) {
    const said = n > 9 ? "9+" : String(n);
    const size = said.length > 1 ? 11 : 15;
    const picture =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#ffc95c"/>` +
      `<text x="12" y="12.5" dominant-baseline="central" text-anchor="middle" font-family="sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#1c1206">${said}</text></svg>`;
    return `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }

  function show(n) {
    count = n;
    link.hidden = !n;
    link.querySelector("b").textContent = n;
    icon.href = n ? drawn(n) : plain;
    name();
  }

  // Other scripts set the title; the number goes before whatever they say.
  function name() {
    const bare = document.title.replace(/^\(\d+\) /, "");
    const wanted = count ? `(${count}) ${bare}` : bare;
    if (document.title !== wanted) document.title = wanted;
    return bare;
  }

  let said = name();
  new MutationObserver(() => {
    const now = name();
    if (now !== said) soon();
    said = now;
  }).observe(document.querySelector("title"), { childList: true });

  const soon = () => { asked = Math.min(asked, Date.now() - every + SOON); };

  async function ask() {
    if (asking || !navigator.onLine) return;
    asking = true;
    asked = Date.now();
    try {
      const answer = await fetch(link.dataset.ask, { headers: { accept: "application/json" }, priority: "low" });
      if (!answer.ok) throw new Error(String(answer.status));
      const heard = await answer.json();
      every = heard.every * 1000;
      failed = 0;
      show(heard.count);
      tell();
    } catch {
      failed = Math.min(failed + 1, 5);
    } finally {
      asking = false;
    }
  }

  function tell() {
    try { localStorage.setItem(KEY, JSON.stringify({ count, at: asked, every })); } catch { /* no storage */ }
  }

  window.addEventListener("storage", (event) => {
    if (event.key !== KEY || !event.newValue) return;
    const heard = JSON.parse(event.newValue);
    if (heard.at < asked) return;
    asked = heard.at;
    every = heard.every;
    show(heard.count);
  });

  // A page in the background asks less often; who comes back to it is told at once.
  const due = () => every && Date.now() - asked >= every * 2 ** failed * (document.hidden ? 3 : 1);
  setInterval(() => { if (due()) ask(); }, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - asked > SOON) ask(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.requestConfig?.verb === "post") soon(); });

  show(Number(link.querySelector("b").textContent));
  tell();
})();
