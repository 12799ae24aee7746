// Pages of tournaments for everybody: timers that count down, pictures that are zoomed, a wall that turns its pages.
"use strict";

{
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

  // --- timers ---------------------------------------------------------------------------------------------

  // The clock of the server, as far as the page tells it: a projector's may be wrong.
  const told = document.querySelector("[data-now]")?.dataset.now;
  const ahead = told ? Date.parse(told) - Date.now() : 0;

  function tick() {
    for (const timer of all("[data-ends]")) {
      const left = Math.round((Date.parse(timer.dataset.ends) - Date.now() - ahead) / 1000);
      const seconds = Math.abs(left);
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      const shown = (parts[0] ? parts : parts.slice(1)).map((part, at) => (at ? String(part).padStart(2, "0") : part));
      const text = (left < 0 ? "+" : "") + shown.join(":");
      if (timer.textContent !== text) timer.textContent = text;
      timer.classList.toggle("is-over", left < 0);
      timer.classList.toggle("is-near", left >= 0 && left < 300);
    }
  }
  if (document.querySelector("[data-ends]") || document.getElementById("live")) {
    tick();
    setInterval(tick, 500);
  }

  // --- a long page on a phone opens at the reader: their own table, which stands first, or their place ------

  const own = document.querySelector("[data-opens-at-me] .is-me");
  if (own && !document.querySelector(".my-table") && !location.hash && !location.search
    && window.matchMedia("(max-width: 40rem)").matches)
    own.scrollIntoView({ block: "center" });

  // --- pictures -------------------------------------------------------------------------------------------

  const SMALLEST = 0.1, LARGEST = 4, STEP = 1.25;
  const scales = new Map();

  const svgOf = (view) => view.querySelector("svg");
  const boxOf = (svg) => svg.viewBox.baseVal;

  // Keeps the point (x, y) of the view where it is.
  function zoom(view, scale, x = view.clientWidth / 2, y = view.clientHeight / 2) {
    const svg = svgOf(view), box = boxOf(svg), before = scales.get(view.id) ?? 1;
    const now = Math.min(LARGEST, Math.max(SMALLEST, scale));
    svg.setAttribute("width", Math.round(box.width * now));
    svg.setAttribute("height", Math.round(box.height * now));
    view.scrollLeft = (view.scrollLeft + x) * (now / before) - x;
    view.scrollTop = (view.scrollTop + y) * (now / before) - y;
    scales.set(view.id, now);
  }

  function press(view, how) {
    const now = scales.get(view.id) ?? 1, box = boxOf(svgOf(view));
    if (how === "in") zoom(view, now * STEP);
    else if (how === "out") zoom(view, now / STEP);
    else if (how === "one") zoom(view, 1);
    else zoom(view, Math.min(view.clientWidth / box.width, view.clientHeight / box.height, 1));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) press(document.getElementById(`view-${button.closest("[data-zoom-for]").dataset.zoomFor}`), button.dataset.zoom);
  });

  document.addEventListener("keydown", (event) => {
    const how = { "+": "in", "=": "in", "-": "out", "0": "one" }[event.key];
    const view = event.target.closest?.("[data-zoomed]");
    if (!view || !how || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    press(view, how);
  });

  const where = (view, event) => {
    const frame = view.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };

  function prepare(view) {
    if (view.dataset.ready) return;
    view.dataset.ready = "yes";
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // a pinch on a touchpad says ctrl, too
      event.preventDefault();
      zoom(view, (scales.get(view.id) ?? 1) * Math.exp(-event.deltaY / 300), ...where(view, event));
    }, { passive: false });
    const fingers = new Map();
    let start = null;
    const span = () => {
      const [one, other] = [...fingers.values()];
      return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    };
    view.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      start = fingers.size === 2 ? { span: span(), scale: scales.get(view.id) ?? 1 } : null;
    });
    view.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      if (start && fingers.size === 2) zoom(view, (start.scale * span()) / start.span, ...where(view, event));
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      view.addEventListener(end, (event) => { fingers.delete(event.pointerId); start = null; });
    }
  }

  function pictures() {
    for (const view of all("[data-zoomed]")) {
      prepare(view);
      if (scales.has(view.id)) zoom(view, scales.get(view.id));
    }
    for (const tools of all("[data-zoom-for]")) tools.hidden = false;
  }

  // --- the wall -------------------------------------------------------------------------------------------

  const STAYS = 9000;
  let at = { section: 0, page: 0 };

  const listOf = (section) => section.querySelector("ol");
  // A list flows into columns beside each other: a page is what fits the screen.
  function pagesOf(list) {
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
    return Math.max(1, Math.round((list.scrollWidth + gap) / (list.clientWidth + gap)));
  }

  function show() {
    const sections = all("[data-wall]");
    if (!sections.length) return;
    at.section %= sections.length;
    sections.forEach((section, number) => { section.hidden = number !== at.section; });
    const list = listOf(sections[at.section]), pages = pagesOf(list);
    at.page = Math.min(at.page, pages - 1);
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
    list.scrollLeft = at.page * (list.clientWidth + gap);
    const note = document.querySelector("[data-wall-page]");
    if (note) note.textContent = pages > 1 ? `${at.page + 1} / ${pages}` : "";
  }

  function turn() {
    const sections = all("[data-wall]");
    if (!sections.length) return;
    const shown = sections[at.section % sections.length];
    if (at.page + 1 < pagesOf(listOf(shown))) at.page += 1;
    else at = { section: (at.section + 1) % sections.length, page: 0 };
    show();
  }

  if (document.body.classList.contains("wall")) {
    document.body.classList.add("is-turned");
    show();
    setInterval(turn, STAYS);
    window.addEventListener("resize", show);
    document.addEventListener("keydown", (event) => { if (event.key === "ArrowRight" || event.key === " ") turn(); });
  }

  // --- an address that names something closed opens it ----------------------------------------------------

  function openNamed() {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named instanceof HTMLDetailsElement) { named.open = true; named.scrollIntoView(); }
  }
  window.addEventListener("hashchange", openNamed);

  // --- paper ----------------------------------------------------------------------------------------------

  for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }

  pictures();
  openNamed();
  document.addEventListener("htmx:afterSettle", () => { tick(); pictures(); if (document.body.classList.contains("wall")) show(); });
}
