// Shows push messages, and opens the page they are about. It caches no pages.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = event.data ? event.data.json() : {};
  const options = {
    body: message.body,
    // With the same tag, a message delivered twice is shown once.
    tag: message.id,
    icon: "/static/icons/icon-192.png",
    data: message.url,
  };
  event.waitUntil(self.registration.showNotification(message.title || "Castlerisk", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data || "/notices/";
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const page = pages.find((each) => each.url === url);
    return page ? page.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});
