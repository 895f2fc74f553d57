// @ts-check
// The volume of the sounds, chosen at the table and remembered by the browser; off at first.

const STORED = "volume"; // the key in the browser's storage
const LAST = "volume-before"; // the key of the level to restore when the sounds are switched on
const USUAL = "medium";

/** The gain of each level. @type {Map<string, number>} */
const GAINS = new Map([
  ["off", 0],
  ["low", 0.25],
  ["medium", 0.6],
  ["high", 1],
]);

let level = stored(STORED, "off");

/** @param {string} name @param {string} otherwise */
function stored(name, otherwise) {
  try {
    const kept = localStorage.getItem(name) ?? "";
    return GAINS.has(kept) ? kept : otherwise;
  } catch {
    // Storage may be blocked.
    return otherwise;
  }
}

/** The chosen level: off, low, medium or high. */
export const volumeLevel = () => level;

/** The chosen gain, from 0 to 1. */
export const volume = () => GAINS.get(level) ?? 0;

/** Choose a level and remember it. @param {string} chosen */
export function setVolume(chosen) {
  if (!GAINS.has(chosen)) return;
  level = chosen;
  try {
    localStorage.setItem(STORED, level);
    if (level !== "off") localStorage.setItem(LAST, level);
  } catch {
    // Storage may be blocked; the level then lasts as long as the page.
  }
}

/** Switch the sounds off, or back on at the last volume. */
export function toggleVolume() {
  setVolume(level === "off" ? stored(LAST, USUAL) : "off");
}
