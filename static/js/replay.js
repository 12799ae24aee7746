// The replay: a step is the difference from a position that the page holds (live.js puts it together), and the next two
// and the previous one are fetched ahead, so that keys and the replay that plays by itself need not wait.
"use strict";

{
  const MAX_HELD = 24; // positions
  const FRESH_MS = 30000; // a match that goes on changes its replay, too
  const NEAR_LINES = 12; // from the end of the log's page
  const ADDRESS = /^(.*\/replay\/)(\d+)\/$/;
  const held = new Map(); // address, with its viewpoint -> { at, text, digest, since }, the one used last at the end
  const coming = new Map(); // address -> a promise of it

  const here = () => find("#replay").dataset;
  const addressOf = (at) => `${here().base}${at}/?as=${here().seenFrom}`;
  const isFresh = (one) => one && ("over" in here() || performance.now() - one.since < FRESH_MS);

  // The position that an address stands for; null where it is none of this match from this viewpoint.
  function positionOf(href) {
    const there = new URL(href, location.href);
    const found = ADDRESS.exec(there.pathname);
    const isHere = found?.[1] === here().base && there.searchParams.get("as") === here().seenFrom;
    return isHere ? Number(found[2]) : null;
  }

  // --- what is held --------------------------------------------------------------------------------------

  function keep(one) {
    const address = addressOf(one.at);
    held.delete(address);
    held.set(address, one);
    for (const oldest of [...held.keys()].slice(0, -MAX_HELD)) held.delete(oldest);
  }

  function nearest(at) {
    return [...held.values()].sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0];
  }

  function ask(ats) {
    const base = nearest(ats[0]);
    const address = new URL(`${here().base}steps/`, location.href);
    address.searchParams.set("as", here().seenFrom);
    if (base) {
      address.searchParams.set("from", base.at);
      address.searchParams.set("have", base.digest);
    }
    for (const at of ats) address.searchParams.append("to", at);
    const answered = take(address, base).finally(() => { for (const at of ats) coming.delete(addressOf(at)); });
    for (const at of ats) coming.set(addressOf(at), answered);
    return answered;
  }

  async function take(address, base) {
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) return; // the position's own page says why
    const { holds, steps } = await answer.json();
    let text = holds ? base.text : "";
    for (const { at, digest, patch } of steps) {
      text = patched(text, patch, patch[2]);
      if (text === null) return;
      keep({ at, text, digest, since: performance.now() });
    }
  }

  async function fetched(at) {
    const address = addressOf(at);
    if (!isFresh(held.get(address))) await (coming.get(address) ?? ask([at]));
    return held.get(address);
  }

  function fetchAhead() {
    const at = Number(here().at);
    const last = Number(find("#at").max);
    const missing = [at + 1, at + 2, at - 1].filter((one) =>
      one >= 1 && one <= last && !isFresh(held.get(addressOf(one))) && !coming.has(addressOf(one)));
    if (missing.length) ask(missing).catch(() => {}); // whoever goes there asks again
    const lines = [...find("#log").children];
    const line = lines.findIndex((one) => one.matches(".is-here"));
    for (const end of [0, lines.length - 1]) {
      const link = find("a[data-log]", lines[end] ?? document.createElement("li"));
      if (link && line >= 0 && Math.abs(end - line) < NEAR_LINES) readOn(link);
    }
  }

  // --- going there ---------------------------------------------------------------------------------------

  let wanted = 0;
  let going = null; // the position that is on its way: a step that is taken meanwhile counts from there

  async function go(at, remembered) {
    const mine = wanted += 1;
    const painted = new Promise(afterPaint);
    going = at;
    tell(find("#at"), at); // seen at once, before the board is laid out anew
    try {
      const one = await fetched(at);
      if (!one) {
        if (mine === wanted) location.assign(addressOf(at));
        return;
      }
      const log = await logFor(one);
      await painted;
      if (mine === wanted) show(one, log, remembered);
    } catch {
      if (mine !== wanted) return;
      tell(find("#at"), here().at);
      complain(here().broken);
    } finally {
      if (mine === wanted) going = null;
    }
  }

  // The next or the previous position, also where the one that is shown is no longer the last that was asked for.
  function stepFrom(at) {
    const step = at - Number(here().at);
    if (going === null || Math.abs(step) !== 1) return at;
    return Math.min(Math.max(going + step, 1), Number(find("#at").max));
  }

  const lineOf = (text) => /data-line="(?<line>\d+)"\s+data-branch="(?<branch>\d*)"/.exec(text).groups;

  // The page of the log around that position, where the one that is shown does not have its line.
  async function logFor({ at, text }) {
    const { line, branch } = lineOf(text);
    const log = find("#log");
    if (log.dataset.branch === branch && (line === "0" || document.getElementById(`line-${line}`))) return null;
    const answer = await fetch(`${log.dataset.url}&at=${at}`);
    return answer.ok ? { branch, html: await answer.text() } : null;
  }

  function show({ at, text }, log, remembered) {
    const stepsHadFocus = find("#replay .steps").contains(document.activeElement);
    if (remembered) history[remembered](null, "", addressOf(at));
    if (log) {
      find("#log").innerHTML = log.html;
      find("#log").dataset.branch = log.branch;
    }
    document.dispatchEvent(new CustomEvent("table:changing", { detail: lineOf(text).line }));
    Idiomorph.morph(find("#replay"), text, { morphStyle: "outerHTML" });
    htmx.process(find("#replay"));
    for (const field of all('#replay [name="decision_id"]')) field.value = newId();
    afterSwap();
    if (stepsHadFocus && !find("#replay .steps").contains(document.activeElement)) find("#at").focus(); // an end is reached
    fetchAhead();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".replay-page a[href]");
    if (!link || event.defaultPrevented || link.matches(".views a")) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const at = positionOf(link.href);
    if (at === null) return;
    event.preventDefault();
    go(stepFrom(at), "pushState");
  });

  window.addEventListener("popstate", () => {
    const at = positionOf(location.href);
    if (at === null) location.reload();
    else if (at !== Number(here().at)) go(at);
  });

  document.addEventListener("keydown", (event) => {
    if ((event.altKey && !"[]".includes(event.key)) || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, summary, #log")) return;
    const step = find(`#replay [data-key="${CSS.escape(event.key)}"]`);
    if (!step) return;
    event.preventDefault();
    step.click();
  });

  let seeking = 0;
  function tell(slider, at) {
    slider.value = at;
    find("output", slider.form).textContent = `${at}/${slider.max}`;
  }

  function seek(slider) {
    tell(slider, slider.value);
    clearTimeout(seeking);
    seeking = setTimeout(() => go(Number(slider.value), "replaceState"), 60);
  }

  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-seek]")) seek(event.target);
  });
  if (find("#at").value !== here().at) seek(find("#at")); // moved before this script was here

  window.addEventListener("pageshow", (event) => { if (event.persisted) held.clear(); }); // others may see it now

  // Whoever only looks at the position takes no others; a hand at pointer or key comes before the first step.
  const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"];
  function begin() {
    for (const sign of SIGNS) document.removeEventListener(sign, begin);
    fetchAhead();
  }
  for (const sign of SIGNS) document.addEventListener(sign, begin, { passive: true });

  // --- a replay that plays by itself -------------------------------------------------------------------------

  let playing = false;

  function play(on) {
    playing = on;
    showPlay();
    if (on && !isStaging()) onward();
  }

  function onward() {
    const next = find('#replay a[data-key="ArrowRight"]');
    if (playing && next) next.click();
    else play(false);
  }

  document.addEventListener("stage:over", () => { if (playing && !before) setTimeout(onward, pace() ? 0 : MIN_MS); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) play(!playing);
    else if (playing && event.isTrusted && event.target.closest("#replay .steps a, #log a, .chapters a")) play(false);
  });

  function showPlay() {
    const button = find("#play");
    if (!button) return;
    button.hidden = false;
    button.ariaPressed = String(playing);
  }
  document.addEventListener("table:changed", showPlay);
  showPlay();
}
