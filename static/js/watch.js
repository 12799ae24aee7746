// Several tables on one page, by one stream (live.js): a browser opens few connections to a host.
"use strict";

const versionOf = (place) => place.querySelector(".tile-in").dataset.version;

function together() {
  const asked = new URLSearchParams();
  for (const place of document.querySelectorAll(".tile[data-stream]")) {
    asked.append("token", new URL(place.dataset.stream, location.href).searchParams.get("token"));
    asked.append("after", versionOf(place));
  }
  return asked.size ? [`/live/several?${asked}`] : [];
}

listen(together, {
  tile: (html) => {
    const next = new DOMParser().parseFromString(html, "text/html").querySelector(".tile-in");
    const place = document.getElementById(next?.dataset.of);
    if (!place || Number(next.dataset.version) <= Number(versionOf(place))) return;
    Idiomorph.morph(place, next, { morphStyle: "innerHTML" });
  },
});
