// @ts-check
// Behaviour of all forms at the table.

// Send the version of the page, because the form may be older.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const version = document.getElementById("version")?.dataset.version;
  if (version !== undefined && detail.verb === "post") detail.parameters.have = version;
});

// Clear a message once it is accepted; keep a refused one, so that it can be corrected.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.message-form, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});
