// The platform's service worker: shows push messages, opens their pages, and has a page for when there is no connection.
// It keeps the offline page with what that needs, and what the last visit left for it (device.js); nothing else.
"use strict";

const SHELL = "elekt-shell-2", MINE = "elekt-mine", OFFLINE = "/offline/";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== MINE) await caches.delete(name);
    await self.clients.claim();
  })());
});

// The page is fetched without cookies: it is nobody's, so it holds nothing of anybody.
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" });
  if (!page.ok) return;
  const html = await page.clone().text();
  await cache.put(OFFLINE, page);
  const parts = [...html.matchAll(/(?:href|src)="(\/static\/[^"]+\.(?:css|js|svg|woff2))"/g)].map((found) => found[1]);
  await Promise.all([...new Set(parts)].map((part) => cache.add(part).catch(() => null)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname === "/logout/") {
    event.waitUntil(caches.delete(MINE));
    return;
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

self.addEventListener("push", (event) => {
  let told;
  try { told = event.data.json(); } catch { return; }
  event.waitUntil((async () => {
    if (await isSeen(String(told.path))) return;
    await self.registration.showNotification(String(told.title), {
      body: String(told.text),
      tag: String(told.tag),
      icon: "/static/img/icon-192.png",
      badge: "/static/img/icon-192.png",
      data: String(told.path),
    });
  })());
});

// Whoever looks at the page sees there what has happened.
async function isSeen(path) {
  const target = new URL(path, self.location.origin).pathname;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((one) => one.visibilityState === "visible" && new URL(one.url).pathname === target);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data, self.location.origin);
  if (target.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find((one) => one.url === target.href);
    return page ? page.focus() : self.clients.openWindow(target.href);
  })());
});
