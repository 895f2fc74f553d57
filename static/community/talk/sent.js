// @ts-check
// Clears a message once it is accepted, and keeps a refused one, so that it can be corrected.

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.message-form, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});
