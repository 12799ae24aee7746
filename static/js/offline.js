// The page without a connection shows what the last visit left (device.js). All of it is put in as text.
"use strict";

(async () => {
  if (!("caches" in window)) return;
  const answer = await (await caches.open("elekt-mine")).match("/offline/kept");
  const kept = answer ? await answer.json() : {};
  const shown = (id) => {
    document.getElementById("kept-nothing").hidden = true;
    const box = document.getElementById(id);
    box.hidden = false;
    return box;
  };
  const { lang } = document.documentElement;
  const dateLocale = lang === "en" ? "en-GB" : lang; // as the server writes dates: the day before the month
  const when = (at) => new Date(at).toLocaleString(dateLocale);
  if (kept.table) shown("kept-table").querySelector("p").textContent = `${kept.table.text} (${when(kept.table.at)})`;
  if (kept.standings) {
    const box = shown("kept-standings");
    box.querySelector("p").textContent = `${kept.standings.title}, ${when(kept.standings.at)}`;
    for (const [number, cells] of kept.standings.rows.entries()) {
      const row = box.querySelector("table").insertRow();
      for (const text of cells) {
        const cell = document.createElement(number ? "td" : "th");
        cell.textContent = text;
        row.append(cell);
      }
    }
  }
})();
