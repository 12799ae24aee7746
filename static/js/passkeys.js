// Passkeys: a form that is sent asks the browser for one first, and takes along what it says.
"use strict";
(() => {
  const browser = window.webauthnJSON;  // allauth's: bytes to text and back
  const say = (form, what) => {
    for (const place of form.querySelectorAll("[data-said]")) place.hidden = place.dataset.said !== what;
  };

  async function options(form) {
    if (!form.dataset.ask) return JSON.parse(document.getElementById("passkey-options").textContent);
    const answer = await fetch(form.dataset.ask, { headers: { Accept: "application/json" } });
    return answer.json();
  }

  async function credential(form) {
    const { creation_options: creation, request_options: request } = await options(form);
    if (request) return browser.get(request);
    // One that can be found without a username, where the device has room for it: it then logs in by itself.
    Object.assign(creation.publicKey.authenticatorSelection, { residentKey: "preferred", requireResidentKey: false });
    return browser.create(creation);
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!browser || !browser.supported()) { say(form, "none"); continue; }
    const button = form.querySelector("button");
    button.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        form.elements.credential.value = JSON.stringify(await credential(form));
        form.submit();
      } catch {
        say(form, "refused");
        button.disabled = false;
      }
    });
  }
})();
