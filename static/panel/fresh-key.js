// @ts-check
// Gives every sending of a form beside the panel a key of its own: such a form stays on the page.

const BYTES = 12;

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.matches("[data-fresh-key]")) return;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  detail.parameters.key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
});
