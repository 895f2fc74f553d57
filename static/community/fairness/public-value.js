// @ts-check
// Random public values, drawn by the browser (FAIR-1).

import { closest, find, findAll } from "../../site/dom.js";
import { showCopyButtons } from "./copy.js";

const BYTES = 32;

/** A random value in hexadecimal. */
const randomValue = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Submit a value for a player who took a seat without one. @param {HTMLFormElement} form */
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

/** Fill empty fields, and submit missing values. */
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
// After "Play now", start the game as soon as its seal is shown and the value is drawn.
find(document, "form[data-begin]", HTMLFormElement)?.requestSubmit();
