// @ts-check
// The volume's list at the table, and the button on the map that switches the sounds off or on.

import { find, findAll } from "../site/dom.js";
import { playSound } from "./sounds.js";
import { setVolume, toggleVolume, volumeLevel } from "./volume.js";

const control = find(document, "#volume", HTMLElement);
const list = control && find(control, "select", HTMLSelectElement);

function show() {
  if (list) list.value = volumeLevel();
  const isOn = volumeLevel() !== "off";
  for (const button of findAll(document, "[data-table-tool=m]", HTMLButtonElement)) {
    button.setAttribute("aria-pressed", String(isOn));
  }
}

/** Show the new volume, and play a sound at it. */
function changed() {
  show();
  playSound("turn");
}

/** Switch the sounds off or on. */
export function toggleSound() {
  toggleVolume();
  changed();
}

if (control && list) {
  control.hidden = false;
  list.addEventListener("change", () => {
    setVolume(list.value);
    changed();
  });
}
show();
