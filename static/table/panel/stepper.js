// @ts-check
// Buttons that change a number; editing a number also selects its way of attacking.

import { closest, find, findAll, required } from "../../site/dom.js";

function showButtons() {
  const buttons = findAll(document, "#panel [data-stepper] button[hidden]", HTMLElement);
  for (const button of buttons) button.hidden = false;
}

/**
 * Set a number within its bounds, as if it had been typed.
 * @param {HTMLInputElement} input
 * @param {number} value
 */
export function setNumber(input, value) {
  input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), value)));
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-stepper] button", HTMLButtonElement);
  const stepper = button?.closest("[data-stepper]");
  if (!button || !stepper) return;
  const input = required(find(stepper, "input", HTMLInputElement));
  if (button.dataset.set) setNumber(input, Number(button.dataset.set));
  else setNumber(input, (Number(input.value) || 0) + Number(button.dataset.step));
});

// Entering a number of dice, or of armies to stop at, selects that way of attacking.
document.addEventListener("input", (event) => {
  const way = closest(event, ".attack-mode", HTMLElement);
  const radio = way && find(way, "input[name=how]", HTMLInputElement);
  if (radio && event.target !== radio) radio.checked = true;
});

document.addEventListener("htmx:afterSettle", showButtons);
document.addEventListener("htmx:afterRequest", showButtons);
showButtons();
