// A browser that is an app, or gets notices, keeps for the page without a connection what a page shows of one's next
// table and of standings, as text. Nothing hidden is in it, and it goes with the log-out.
"use strict";

(async () => {
  const MINE = "elekt-mine", KEPT = "/offline/kept", MAX_ROWS = 100;
  if (!window.isSecureContext || !navigator.serviceWorker || !("caches" in window)) return;
  const me = document.body.dataset.me ?? "";
  const found = await navigator.serviceWorker.getRegistration("/");
  const isApp = matchMedia("(display-mode: standalone)").matches;
  if (!me) { await caches.delete(MINE); return; }
  if (!found && !isApp) return;
  if (!found) await navigator.serviceWorker.register("/worker.js", { scope: "/" }).catch(() => null);

  const cache = await caches.open(MINE);
  const known = await (await cache.match(KEPT))?.json().catch(() => null);
  const kept = known?.me === me ? known : { me };
  const table = document.querySelector("[data-offline=table]");
  if (table) kept.table = { text: line(table), path: location.pathname, at: Date.now() };
  const standings = document.querySelector("table[data-offline=standings], [data-offline=standings] table");
  if (standings) {
    const rows = [...standings.rows].slice(0, MAX_ROWS).map((row) => [...row.cells].map(line));
    kept.standings = { title: line(document.querySelector("h1") ?? standings), rows, path: location.pathname, at: Date.now() };
  }
  await cache.put(KEPT, new Response(JSON.stringify(kept), { headers: { "content-type": "application/json" } }));

  function line(node) { return node.innerText.replace(/\s+/g, " ").trim(); }
})();
