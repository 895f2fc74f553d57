// @ts-check
// Behaviour of all forms at the table.

import { latestVersion } from "../web/live/queue.js";

// Send the newest version received, because the form may be older.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post") detail.parameters.have = latestVersion();
});
