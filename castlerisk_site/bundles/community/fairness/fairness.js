// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}

// static/community/fairness/copy.js
function showCopyButtons() {
  for (const button of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    button.hidden = !navigator.clipboard;
  }
}
document.addEventListener("click", async (event) => {
  const button = closest(event, "button[data-copy]", HTMLButtonElement);
  if (!button) return;
  const text = button.dataset.copy || button.previousElementSibling?.textContent || "";
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
});
document.addEventListener("htmx:afterSettle", showCopyButtons);
showCopyButtons();

// static/community/fairness/csrf-token.js
var FIELD = "csrfmiddlewaretoken";
var token = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";
document.addEventListener("submit", ({ target: form }) => {
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.needsToken === void 0 || form.elements.namedItem(FIELD)) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = FIELD;
  field.value = token();
  form.append(field);
});

// static/community/fairness/public-value.js
var BYTES = 32;
var randomValue = () => Array.from(
  crypto.getRandomValues(new Uint8Array(BYTES)),
  (byte) => byte.toString(16).padStart(2, "0")
).join("");
async function giveValue(form) {
  if (form.dataset.ownValue !== "" || form.dataset.sent) return;
  form.dataset.sent = "yes";
  const body = new FormData(form);
  body.set("public_value", randomValue());
  const headers = { "HX-Request": "true" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  const values = document.getElementById("public-values");
  if (!answer.ok || !values) return;
  values.outerHTML = await answer.text();
  showCopyButtons();
  prepare();
}
function prepare() {
  for (const field of findAll(document, "input[data-public-value]", HTMLInputElement)) {
    if (field.value === "") field.value = randomValue();
  }
  for (const button of findAll(document, "button[data-draw]", HTMLButtonElement)) {
    button.hidden = false;
  }
  findAll(document, "form[data-own-value]", HTMLFormElement).forEach(giveValue);
}
document.addEventListener("click", (event) => {
  const button = closest(event, "button[data-draw]", HTMLButtonElement);
  const field = button && document.getElementById(button.dataset.draw ?? "");
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.value = randomValue();
  }
});
document.addEventListener("htmx:afterSettle", prepare);
prepare();
find(document, "form[data-begin]", HTMLFormElement)?.requestSubmit();
