// @ts-check
// The volume's buttons at the table, and the button on the map that switches the sounds off or on.

import { closest, find, findAll } from "../site/dom.js";
import { playSound } from "./sounds.js";
import { setVolume, toggleVolume, volumeLevel } from "./volume.js";

const control = find(document, "#volume", HTMLElement);

function show() {
  for (const button of control ? findAll(control, "button", HTMLButtonElement) : []) {
    button.setAttribute("aria-pressed", String(button.value === volumeLevel()));
  }
  const isOn = volumeLevel() !== "off";
  for (const button of findAll(document, "[data-table-tool=m]", HTMLButtonElement)) {
    button.setAttribute("aria-pressed", String(isOn));
  }
}

/** Show the new volume, and let it be heard. */
function changed() {
  show();
  playSound("turn");
}

/** Switch the sounds off or on. */
export function toggleSound() {
  toggleVolume();
  changed();
}

if (control) {
  control.hidden = false;
  control.addEventListener("click", (event) => {
    const button = closest(event, "button", HTMLButtonElement);
    if (!button) return;
    setVolume(button.value);
    changed();
  });
  show();
}
