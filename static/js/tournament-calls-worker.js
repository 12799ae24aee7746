// Shows the notification of a call where pages may not, and leads back to the page. It keeps nothing and fetches nothing.
"use strict";

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((one) => one.url === address);
      return page ? page.focus() : self.clients.openWindow(address);
    }),
  );
});
