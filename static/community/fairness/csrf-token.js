// @ts-check
// Adds the visitor's CSRF token to forms in frames, which are rendered without one.

const FIELD = "csrfmiddlewaretoken";

/** @returns {string} */
const token = () =>
  JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";

document.addEventListener("submit", ({ target: form }) => {
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.needsToken === undefined || form.elements.namedItem(FIELD)) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = FIELD;
  field.value = token();
  form.append(field);
});
