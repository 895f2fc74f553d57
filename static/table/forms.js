// @ts-check
// Behaviour of all forms at the table.

import { latestVersion } from "../live/queue.js";

// Send the newest version received, because the form may be older.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post") detail.parameters.have = latestVersion();
});

// Clear a message once it is accepted; keep a refused one, so that it can be corrected.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.message-form, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});
