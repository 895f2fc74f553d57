// @ts-check
// Adds a new idempotency key to each submission of a form that stays on the page afterwards.

const BYTES = 12;

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.matches("[data-fresh-key]")) return;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  detail.parameters.key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
});
