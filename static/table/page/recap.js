// @ts-check
// Replays the missed moves on the map, step by step. Without scripts, links do the same.

import { find, findAll, required } from "../../site/dom.js";

/** @typedef {Record<string, string>} Parts HTML by id */
/** @typedef {{ changed: Parts, lines: string }} Step */

const STEP_TIME = 1600; // milliseconds for which a step is shown
const SVG = "http://www.w3.org/2000/svg";

const replay = required(document.getElementById("replay"));
const lines = required(find(replay, "[data-lines]", HTMLElement));
const counter = required(find(replay, "[data-shown]", HTMLElement));
const playButton = required(find(replay, "[data-play]", HTMLButtonElement));
const links = findAll(replay, "[data-go]", HTMLAnchorElement);
/** @type {{ base: Parts, steps: Step[] }} */
const { base, steps } = JSON.parse(required(document.getElementById("steps")).textContent);
const first = Number(replay.dataset.place);

let position = first;
/** @type {number | null} */
let timer = null;

/**
 * The map after `count` steps: the latest drawing of each part.
 * @param {number} count
 * @returns {Parts}
 */
const mapAfter = (count) => Object.assign({}, base, ...steps.slice(0, count).map(({ changed }) => changed));

/**
 * @param {string} id
 * @param {string} html
 */
function replacePart(id, html) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = html;
  if (holder.firstElementChild) document.getElementById(id)?.replaceWith(holder.firstElementChild);
}

/** @param {number} count */
function show(count) {
  const before = mapAfter(position);
  for (const [id, html] of Object.entries(mapAfter(count))) {
    if (before[id] !== html) replacePart(id, html);
  }
  position = count;
  lines.innerHTML = position ? steps[position - 1].lines : "<li>As you last saw it.</li>";
  counter.textContent = String(position);
  for (const link of links) {
    const end = link.dataset.go === "1" ? steps.length : 0;
    link.setAttribute("aria-disabled", String(position === end));
  }
  if (position === steps.length) stop();
  // Make the map refresh, as after a swap.
  document.dispatchEvent(new Event("htmx:afterSettle"));
}

function stop() {
  if (timer !== null) clearInterval(timer);
  timer = null;
  playButton.textContent = "Play";
  lines.setAttribute("aria-live", "polite");
}

function play() {
  if (position === steps.length) show(0);
  playButton.textContent = "Stop";
  // Screen readers must not read out every step of the replay.
  lines.setAttribute("aria-live", "off");
  timer = setInterval(() => show(position + 1), STEP_TIME);
}

for (const link of links) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (timer !== null) stop();
    show(Math.min(steps.length, Math.max(0, position + Number(link.dataset.go))));
  });
}
playButton.hidden = false;
playButton.addEventListener("click", () => (timer === null ? play() : stop()));
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (!first && !prefersStill) play();
