// @ts-check
// The speed of the replay, remembered by the browser.

import { find, required } from "../../site/dom.js";

const KEY = "replay-speed";

const list = required(find(document, "#replay-speed", HTMLSelectElement));

/** How many times as fast as at the table. */
export const speed = () => Number(list.value);

/** Choose the next faster or slower speed. @param {number} way */
export function changeSpeed(way) {
  list.selectedIndex = Math.min(list.length - 1, Math.max(0, list.selectedIndex + way));
  remember();
}

function remember() {
  try {
    localStorage.setItem(KEY, list.value);
  } catch {
    // Storage may be blocked; the speed is then not stored.
  }
}

function recall() {
  try {
    const stored = localStorage.getItem(KEY);
    if ([...list.options].some(({ value }) => value === stored)) list.value = stored ?? "";
  } catch {
    // Storage may be blocked.
  }
}

recall();
list.addEventListener("change", remember);
