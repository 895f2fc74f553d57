// Shows what is pushed, and opens the table it is about. It keeps no pages.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  // What comes a second time takes the place of the first.
  const shown = { body: told.body, tag: told.id, icon: "/static/icons/icon-192.png", data: told.url };
  event.waitUntil(self.registration.showNotification(told.title || "Castlerisk", shown));
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
