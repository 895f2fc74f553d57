// @ts-check
// Selects the quick set-up for correspondence games, unless the host has chosen a set-up.

import { find } from "../../site/dom.js";

const SLOW = new Set(["daily", "relaxed"]);

const form = find(document, ".new-game", HTMLFormElement);
let isChosen = false;

/** @param {Event} event */
const control = ({ target }) => (target instanceof HTMLInputElement ? target : null);

// A click on the option already selected fires no change event, but is a choice too.
form?.addEventListener("click", (event) => {
  if (control(event)?.name === "setup") isChosen = true;
});
form?.addEventListener("change", (event) => {
  const input = control(event);
  if (input?.name !== "clock" || !SLOW.has(input.value) || isChosen) return;
  const quick = find(form, '[name="setup"][value="quick"]', HTMLInputElement);
  if (quick) quick.checked = true;
});
