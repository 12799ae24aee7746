// Clocks of a match: they tick here from what the server last said, and what the network takes is measured.
"use strict";

(() => {
  const EVERY = 200;
  const SHORT = 20000;
  const MINUTE = 60000;
  const REMEMBERED = 8; // questions
  const told = new Set();
  let offset = null; // instants of the tables' clock minus performance.now()
  let asked = { falls: 0, at: 0 };

  // The least time that any answer took is nearest to the truth, so the greatest offset is; a page tells it late, never
  // early.
  function learn(at) {
    const found = at - performance.now();
    if (offset === null || found > offset) offset = found;
  }

  function clocks() {
    return document.querySelectorAll(".clock[data-at]");
  }

  function leftOf(clock) {
    const left = Number(clock.dataset.left);
    if (!("delay" in clock.dataset)) return left;
    const used = Math.max(0, performance.now() + offset - Number(clock.dataset.at));
    return Math.max(0, left - Math.max(0, used - Number(clock.dataset.delay)));
  }

  function text(left) {
    const seconds = Math.ceil(left / 1000);
    const two = (n) => String(n).padStart(2, "0");
    if (left >= 86400000) return `${Math.floor(left / 86400000)}d ${Math.floor((left % 86400000) / 3600000)}h`;
    const minutes = Math.floor(seconds / 60);
    const told = seconds < 3600 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
    return `${told}:${two(seconds % 60)}`;
  }

  // As long as a clock runs, its flag falls at the same instant, however often the page is told: by that a question is
  // known again after the first step of its answer, and what comes between the steps counts as thinking, not as lag.
  const fallsAt = ({ dataset }) => Number(dataset.at) + Number(dataset.left) + Number(dataset.delay);

  // When this browser first showed a question, so that no page that is loaded anew takes thinking for lag.
  function shownAt(falls) {
    let at = Date.now();
    try {
      const known = new Map(JSON.parse(localStorage.getItem("questions") ?? "[]"));
      at = known.get(falls) ?? at;
      localStorage.setItem("questions", JSON.stringify([...known.set(falls, at)].slice(-REMEMBERED)));
    } catch { /* no storage */ }
    return performance.now() - Math.max(0, Date.now() - at);
  }

  // Twice a decision at most, and of one's own clock alone.
  function announce(clock, left, list) {
    for (const [limit, words] of [[SHORT, list.dataset.short], [MINUTE, list.dataset.minute]]) {
      const key = `${fallsAt(clock)} ${limit}`;
      if (left < limit && left > 0 && Number(clock.dataset.left) >= limit && !told.has(key)) {
        told.add(key);
        const announced = document.getElementById("announce");
        if (announced) announced.textContent = words;
        return;
      }
    }
  }

  function tick() {
    for (const clock of clocks()) {
      if (offset === null) learn(Number(clock.dataset.at));
      const left = leftOf(clock);
      const shown = clock.querySelector("b");
      const now = text(left);
      if (shown.textContent !== now) shown.textContent = now;
      clock.classList.toggle("clock-short", left < SHORT);
      const list = clock.closest(".clocks");
      if (list && "mine" in clock.dataset && "delay" in clock.dataset) {
        if (asked.falls !== fallsAt(clock)) asked = { falls: fallsAt(clock), at: shownAt(fallsAt(clock)) };
        announce(clock, left, list);
      }
    }
  }

  // Every fragment says when it was made: whatever comes teaches the offset.
  new MutationObserver(() => { clocks().forEach((clock) => learn(Number(clock.dataset.at))); tick(); })
    .observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-at"] });
  document.body.addEventListener("htmx:configRequest", (event) => {
    if (asked.falls && event.detail.parameters.decision !== undefined) { // these parameters know no "in"
      event.detail.parameters.thought = Math.round(performance.now() - asked.at);
    }
  });
  clocks().forEach((clock) => learn(Number(clock.dataset.at)));
  tick();
  setInterval(tick, EVERY);
})();
