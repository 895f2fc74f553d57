// @ts-check
// Countdowns by the server's clock, and times in the visitor's time zone.

import { find, findAll } from "../../site/dom.js";
import { improveServerTime, secondsLeft, setServerTime } from "./server-time.js";

const TICK = 250; // milliseconds between updates
const LATE = 10; // seconds left at which a countdown is highlighted
/** @type {Intl.DateTimeFormatOptions} */
const FORMAT = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
};

/** @type {Intl.DateTimeFormatOptions} */
const NEAR_FORMAT = { weekday: "long", hour: "2-digit", minute: "2-digit" };

const page = find(document, "[data-now]", HTMLElement);

/** @param {Intl.DateTimeFormatOptions} options @param {string | undefined} timeZone */
function formatFor(options, timeZone) {
  try {
    return new Intl.DateTimeFormat([], { ...options, timeZone });
  } catch {
    // The browser may not know the time zone.
    return new Intl.DateTimeFormat([], options);
  }
}

// Created once, because creating a format takes far longer than using it.
const zone = page?.dataset.zone || undefined;
const format = formatFor(FORMAT, zone);
const nearFormat = formatFor(NEAR_FORMAT, zone);

/** @param {number} seconds */
function durationText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const time of findAll(document, "time.countdown", HTMLTimeElement)) {
    const left = secondsLeft(time);
    const text = durationText(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("is-late", left <= LATE);
    const title = `until ${format.format(new Date(time.dateTime))}`;
    if (time.title !== title) time.title = title;
  }
}

function localise() {
  for (const time of findAll(document, "time.when:not([data-local])", HTMLTimeElement)) {
    time.dataset.local = "yes";
    const chosen = time.classList.contains("is-near") ? nearFormat : format;
    time.textContent = chosen.format(new Date(time.dateTime));
  }
}

function show() {
  localise();
  tick();
}

if (page) {
  setServerTime(page.dataset.now ?? "");
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    const now = document.getElementById("version")?.dataset.now;
    if (target?.id === "version" && now) improveServerTime(now);
  });
  document.addEventListener("htmx:afterSettle", show);
  setInterval(tick, TICK);
  show();
}
