// The page of somebody who waits: it hears how the queue stands, says so, and goes to the table.
"use strict";

const place = document.getElementById("seek");
const stream = document.getElementById("live").dataset.stream;

function tellTime() {
  const since = place.querySelector("[data-since]");
  if (!since) return;
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since.dateTime)) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours < 24) {
    const told = [minutes, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
    since.dataset.told ??= since.textContent;
    since.textContent = `${since.dataset.told} (${hours ? `${hours}:` : ""}${told})`;
  }
}

if (stream) {
  listen(() => [stream], {
    seek: (html) => {
      const had = place.contains(document.activeElement);
      Idiomorph.morph(place, html, { morphStyle: "innerHTML" });
      tellTime();
      const title = place.querySelector("h2");
      if (title && !place.querySelector("[data-since]")) {
        document.getElementById("announce").textContent = title.textContent;
        if (had && !place.contains(document.activeElement)) document.querySelector("main").focus();
      }
    },
    go: (address) => location.assign(address),
  }, () => true);
  tellTime();
  setInterval(tellTime, 1000);
}
