// Copy and share buttons: shown only where the browser can do it. The texts come from the page.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
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
