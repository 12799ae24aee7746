// Notices on this device: asks the browser for a push subscription and hands it in.
"use strict";

(async () => {
  const box = document.getElementById("device"), said = document.getElementById("device-said");
  const button = document.getElementById("device-add");
  const say = (which) => { said.textContent = document.getElementById(`device-${which}`).content.textContent.trim(); };
  if (!window.isSecureContext) { say("insecure"); return; }
  if (!navigator.serviceWorker || !("PushManager" in window) || !("Notification" in window)) { say("missing"); return; }
  if (Notification.permission === "denied") { say("refused"); return; }

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const found = await navigator.serviceWorker.getRegistration("/");
  const had = await found?.pushManager.getSubscription().catch(() => null);
  const listed = had && localStorage.getItem("device") === had.endpoint;
  say(listed ? "here" : "ready");
  button.hidden = false;

  button.addEventListener("click", async () => {
    if (await Notification.requestPermission() !== "granted") { say("refused"); return; }
    button.disabled = true;
    try {
      await navigator.serviceWorker.register(box.dataset.worker, { scope: "/" });
      const worker = await navigator.serviceWorker.ready;
      await (await worker.pushManager.getSubscription())?.unsubscribe();
      const one = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytes(box.dataset.key),
      });
      send({ endpoint: one.endpoint, key: text(one.getKey("p256dh")), secret: text(one.getKey("auth")), name: here() });
      try { localStorage.setItem("device", one.endpoint); } catch { /* no storage */ }
    } catch {
      say("failed");
      button.disabled = false;
    }
  });

  // A form as any other: what is refused is told in its place.
  function send(fields) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = box.dataset.add;
    fields.csrfmiddlewaretoken = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }

  function here() {
    const agent = navigator.userAgent;
    const browser = ["Edg", "Firefox", "Chrome", "Safari"].find((one) => agent.includes(one)) ?? "";
    const machine = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((one) => agent.includes(one)) ?? "";
    return [browser.replace("Edg", "Edge"), machine].filter(Boolean).join(", ");
  }
})();
