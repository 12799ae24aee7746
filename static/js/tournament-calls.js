// Who asked for it hears, feels and is shown that their table is called, as long as the page is open.
"use strict";

{
  const alarm = () => document.getElementById("alarm");
  const KEY = "tournament-calls";
  const calls = () => new Map([...document.querySelectorAll("[data-call]")].map((one) => [one.dataset.call, one.dataset.callText]));
  let known = calls();
  let audio = null;
  let worker = null;
  let asked = false;

  const isOn = () => document.documentElement.dataset.calls === "on";

  function kept(value) {
    try {
      if (value !== undefined) localStorage.setItem(KEY, value);
      return localStorage.getItem(KEY);
    } catch { return null; } // no storage: it holds for this page
  }

  function show() {
    const box = alarm(), button = box?.querySelector("button");
    if (!box) return;
    box.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
    const refused = isOn() && asked && !("Notification" in window && Notification.permission === "granted");
    const told = box.querySelector("[role=status]");
    const text = refused ? told.dataset.refused : "";
    if (told.textContent !== text) told.textContent = text;
  }

  function turn(on) {
    document.documentElement.dataset.calls = on ? "on" : "off";
    show();
  }

  // Browsers let a page sound only after somebody has touched it.
  function wake() {
    if (!isOn() || audio) return;
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (Context) audio = new Context();
  }

  // A worker shows notifications where pages may not (Android).
  async function prepare() {
    if ("Notification" in window) {
      if (Notification.permission === "default") await Notification.requestPermission();
      const source = alarm()?.dataset.worker;
      if (Notification.permission === "granted" && navigator.serviceWorker && source) {
        worker = await navigator.serviceWorker.register(source).catch(() => null);
      }
    }
    asked = true;
    show();
  }

  function sound(times) {
    if (!audio) return;
    audio.resume();
    for (let at = 0; at < times; at += 1) {
      const tone = audio.createOscillator(), loud = audio.createGain(), from = audio.currentTime + at * 0.45;
      tone.frequency.value = at % 2 ? 660 : 880;
      loud.gain.setValueAtTime(0.25, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.4);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.4);
    }
  }

  async function notify(text) {
    const title = alarm()?.dataset.title ?? document.title;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const more = { body: text, tag: KEY, renotify: true, requireInteraction: true, data: location.href };
    try {
      if (worker?.active) await worker.showNotification(title, more);
      else new Notification(title, more).onclick = () => window.focus();
    } catch { /* not here: sound and vibration remain */ }
  }

  function look() {
    const now = calls();
    const news = [...now].filter(([call]) => !known.has(call)).map(([, text]) => text);
    known = now;
    show();
    if (!news.length || !isOn()) return;
    sound(6);
    navigator.vibrate?.([400, 150, 400, 150, 800]);
    notify(news.join(" "));
  }

  turn(kept() === "on");
  if (isOn()) prepare();
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  document.addEventListener("htmx:afterSettle", look);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#alarm button")) return;
    turn(!isOn());
    kept(isOn() ? "on" : "off");
    if (!isOn()) return;
    wake();
    sound(1);
    navigator.vibrate?.(200);
    prepare();
  });
}
