// Copy and share buttons: shown only where the browser can do it. The texts come from the page.
"use strict";

function showWhatWorks() {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = !navigator.clipboard;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}
showWhatWorks();
document.addEventListener("htmx:afterSettle", showWhatWorks);
document.addEventListener("focusin", showWhatWorks); // what came by the stream

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("button[data-copy]");
  const share = event.target.closest("[data-share]");
  if (copy) {
    await navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
    const region = document.getElementById("announce");
    const before = copy.textContent;
    copy.textContent = copy.dataset.done;
    if (region) region.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = before; }, 2000);
  } else if (share) {
    try {
      await navigator.share({ title: share.dataset.title, url: new URL(share.dataset.share, location.href).href });
    } catch { /* somebody thought better of it */ }
  }
});

for (const field of document.querySelectorAll("input[readonly]#link")) field.addEventListener("focus", field.select);

// A code behind the address's # is for this page alone: no server hears of it, and it does not stay in the address.
for (const field of document.querySelectorAll("[data-from-hash]")) {
  const code = decodeURIComponent(location.hash.slice(1));
  if (!code) continue;
  field.value = code;
  history.replaceState(null, "", location.pathname + location.search);
  field.form.querySelector("button:not([type])")?.focus();
}
