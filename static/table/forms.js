// @ts-check
// What all forms of the table have in common.

// A form may be older than the page: send the version of the page.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const version = document.getElementById("version")?.dataset.version;
  if (version !== undefined && detail.verb === "post") detail.parameters.have = version;
});

// Clear what was said once it is accepted; a refused text stays, to be corrected.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.say, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});
