// Orders by hand: rows that are dragged or moved up and down, and players who change places.
"use strict";

(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const say = (text) => { const place = document.getElementById("announce"); if (place) place.textContent = text; };
  const FAR = 8; // pixels that a pointer moves before it drags

  // --- seeding: a list in order -----------------------------------------------------------------------------

  const list = document.querySelector("[data-order]");
  const rows = () => all("[data-row]", list);

  function number() {
    rows().forEach((row, at) => { row.querySelector("input").value = at + 1; });
  }

  function move(row, by) {
    const order = rows();
    const to = Math.max(0, Math.min(order.length - 1, order.indexOf(row) + by));
    place(row, to);
    row.querySelector("[data-move]").focus();
    say(`${row.dataset.row}: ${to + 1}`);
  }

  function place(row, to) {
    const others = rows().filter((other) => other !== row);
    if (to >= others.length) list.append(row);
    else others[to].before(row);
    number();
  }

  if (list) {
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-move]");
      if (button) move(button.closest("[data-row]"), Number(button.dataset.move));
    });
    list.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1, Home: -9999, End: 9999 }[event.key];
      if (!by || !event.target.matches("[data-grip]")) return;
      event.preventDefault();
      const row = event.target.closest("[data-row]");
      move(row, by);
      row.querySelector("[data-grip]").focus();
    });
    list.addEventListener("change", (event) => {
      const row = event.target.closest("[data-row]");
      const wanted = Number(event.target.value);
      if (row && wanted >= 1) place(row, wanted - 1);
    });
    list.addEventListener("pointerdown", (event) => {
      const grip = event.target.closest("[data-grip]");
      if (!grip || event.button) return;
      const row = grip.closest("[data-row]");
      event.preventDefault();
      row.classList.add("is-dragged");
      const follow = (moved) => {
        const over = rows().filter((other) => other !== row)
          .findIndex((other) => { const box = other.getBoundingClientRect(); return moved.clientY < box.top + box.height / 2; });
        const to = over < 0 ? rows().length - 1 : over;
        if (rows().indexOf(row) !== to) place(row, to);
        if (moved.clientY < 60) scrollBy(0, -12);
        if (moved.clientY > innerHeight - 60) scrollBy(0, 12);
      };
      const end = () => {
        row.classList.remove("is-dragged");
        document.removeEventListener("pointermove", follow);
        document.removeEventListener("pointerup", end);
        document.removeEventListener("pointercancel", end);
      };
      document.addEventListener("pointermove", follow); // the row leaves its place, and with it what it captures
      document.addEventListener("pointerup", end);
      document.addEventListener("pointercancel", end);
    });
  }

  // --- seats: one is chosen, then another, or one is dragged onto the other ---------------------------------

  const board = document.querySelector("[data-seats]");
  const form = document.getElementById("swap-form");
  let chosen = null;
  let dragged = null;

  function choose(seat) {
    if (chosen) chosen.setAttribute("aria-pressed", "false");
    chosen = seat === chosen ? null : seat;
    if (!chosen) return;
    chosen.setAttribute("aria-pressed", "true");
    say(board.dataset.chosen.replace("{}", chosen.dataset.name));
  }

  function exchange(one, other) {
    if (one === other) return;
    form.elements.namedItem("one").value = one.dataset.seat;
    form.elements.namedItem("other").value = other.dataset.seat;
    form.requestSubmit();
  }

  if (board && form) {
    board.addEventListener("click", (event) => {
      const seat = event.target.closest("[data-seat]");
      if (!seat || dragged) { dragged = null; return; }
      if (chosen && chosen !== seat) exchange(chosen, seat);
      else choose(seat);
    });
    board.addEventListener("keydown", (event) => { if (event.key === "Escape" && chosen) choose(chosen); });
    board.addEventListener("pointerdown", (event) => {
      const seat = event.target.closest("[data-seat]");
      if (!seat || event.button) return;
      if (event.pointerType !== "mouse" && !event.target.closest("[data-handle]")) return; // that scrolls
      const from = [event.clientX, event.clientY];
      let over = null;
      const follow = (moved) => {
        const [x, y] = [moved.clientX - from[0], moved.clientY - from[1]];
        if (!dragged && Math.hypot(x, y) < FAR) return;
        dragged = seat;
        seat.classList.add("is-dragged");
        seat.style.transform = `translate(${x}px, ${y}px)`;
        over?.classList.remove("is-over");
        over = document.elementsFromPoint(moved.clientX, moved.clientY)
          .map((one) => one.closest?.("[data-seat]")).find((one) => one && one !== seat) ?? null;
        over?.classList.add("is-over");
        if (moved.clientY < 60) scrollBy(0, -12);
        if (moved.clientY > innerHeight - 60) scrollBy(0, 12);
      };
      const end = (last) => {
        document.removeEventListener("pointermove", follow);
        document.removeEventListener("pointerup", end);
        document.removeEventListener("pointercancel", end);
        seat.classList.remove("is-dragged");
        seat.style.transform = "";
        over?.classList.remove("is-over");
        if (dragged && over && last.type === "pointerup") exchange(seat, over);
        setTimeout(() => { dragged = null; });
      };
      document.addEventListener("pointermove", follow);
      document.addEventListener("pointerup", end);
      document.addEventListener("pointercancel", end);
    });
  }
})();
