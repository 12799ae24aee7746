// Live streams of a page: closed while nobody looks, opened again where they were left.
"use strict";

// `addresses()` are the streams to listen to now, none where there are none; `heard` is what each kind of event does,
// given its data and which of the streams said it; `stays()` whether they stay open while the page is in the background.
function listen(addresses, heard, stays = () => false) {
  let sources = [];
  let retry = 0;
  let over = false;

  function connect() {
    if (over || sources.length || (document.hidden && !stays()) || !navigator.onLine) return;
    sources = addresses().map((address, at) => {
      const source = new EventSource(address);
      source.addEventListener("open", () => { retry = 0; lost(false); });
      source.addEventListener("error", () => {
        disconnect();
        lost(true);
        retry = Math.min(retry + 1, 6);
        setTimeout(connect, 250 * 2 ** retry);
      });
      source.addEventListener("access_ended", leave);
      for (const [kind, does] of Object.entries(heard)) source.addEventListener(kind, (event) => does(event.data, at));
      return source;
    });
  }

  // Logged out, or no longer at this table: the page itself says what may be seen now. Not over and over.
  function leave() {
    disconnect();
    over = true;
    const last = Number(sessionStorage.getItem("left-stream"));
    if (Date.now() - last < 60000) { lost(true); return; }
    sessionStorage.setItem("left-stream", String(Date.now()));
    location.reload();
  }

  function disconnect() {
    sources.forEach((source) => source.close());
    sources = [];
  }

  function lost(is) {
    const notice = document.getElementById("connection");
    if (!notice) return;
    notice.hidden = !is;
    notice.textContent = is ? document.getElementById("live").dataset.lost : "";
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connect();
    else if (!stays()) disconnect();
  });
  window.addEventListener("online", connect);
  window.addEventListener("offline", () => { disconnect(); lost(true); });
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", connect);
  connect();
  return { connect, disconnect, isOpen: () => sources.length > 0 && sources.every((one) => one.readyState === EventSource.OPEN) };
}
