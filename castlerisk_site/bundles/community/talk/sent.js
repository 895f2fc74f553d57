// static/community/talk/sent.js
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.message-form, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});
