// @ts-check
// Sends this device's time zone for new accounts, and offers it to accounts with another time zone.

import { findAll, required } from "../../site/dom.js";

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The local times of two moments, in January and July, to compare zones with different names.
 * @param {string} timeZone
 */
function clockTimes(timeZone) {
  const year = new Date().getFullYear();
  return [0, 6]
    .map((month) => new Date(year, month, 1).toLocaleString("en", { timeZone }))
    .join();
}

/** @param {string} zone */
function isOther(zone) {
  try {
    return clockTimes(zone) !== clockTimes(deviceZone);
  } catch {
    // The browser may not know the time zone.
    return false;
  }
}

/** @param {HTMLElement} note */
function showNote(note) {
  required(note.querySelector("span")).textContent = deviceZone.replaceAll("_", " ");
  const link = required(note.querySelector("a"));
  link.search = String(new URLSearchParams({ time_zone: deviceZone }));
  link.hash = "id_time_zone";
  note.hidden = false;
}

if (deviceZone) {
  for (const field of findAll(document, "[data-device-zone]", HTMLInputElement)) {
    field.value = deviceZone;
  }
  for (const note of findAll(document, "[data-zone-here]", HTMLElement)) {
    if (isOther(note.dataset.zoneHere ?? "")) showNote(note);
  }
}
