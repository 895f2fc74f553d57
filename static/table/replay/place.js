// @ts-check
// Where the step is: the heading, the slider, the links, and the address.

import { find, findAll, required } from "../../site/dom.js";
import { showOnSlider } from "./slider.js";
import { isUndone, placeOf, stepBeside } from "./timeline.js";

/** @typedef {import("./timeline.js").Game} Game */
/** @typedef {import("./timeline.js").Unit} Unit */

const SETTLED = 300; // milliseconds until the address has the step: browsers limit how often it may change

const root = required(find(document, "#replay", HTMLElement));
const place = required(find(root, "[data-place]", HTMLElement));
const counter = required(find(root, "[data-step]", HTMLElement));
const undoneTag = required(find(root, "[data-undone]", HTMLElement));
const copyButton = find(root, "button[data-copy]", HTMLButtonElement);
const copyText = copyButton?.textContent ?? "";
const links = findAll(root, "a[data-unit]", HTMLAnchorElement).map((link) => ({
  link,
  unit: /** @type {Unit} */ (link.dataset.unit),
  way: Number(link.dataset.way),
}));

let timer = 0;

/** The unit and the way of the link that was pressed. @param {Event} event */
export const pressedLink = (event) =>
  links.find(({ link }) => event.target instanceof Node && link.contains(event.target));

/** @param {Game} game @param {number} step @param {string} eyes */
export function showPlace(game, step, eyes) {
  showOnSlider(game, step);
  place.textContent = placeOf(game, step);
  counter.textContent = `Step ${step} of ${game.last}`;
  undoneTag.hidden = !isUndone(game, step);
  const address = new URL(root.dataset.address ?? "", location.href);
  const addressOf = (/** @type {number} */ at) => {
    address.search = new URLSearchParams({ at: String(at), eyes }).toString();
    return address.href;
  };
  for (const { link, unit, way } of links) {
    link.href = addressOf(stepBeside(game, step, unit, way));
    link.setAttribute("aria-disabled", String(step === (way > 0 ? game.last : 0)));
  }
  if (copyButton) {
    copyButton.dataset.copy = addressOf(step);
    copyButton.textContent = copyText;
  }
  clearTimeout(timer);
  const noted = addressOf(step);
  if (address.pathname === location.pathname) {
    timer = setTimeout(() => history.replaceState(null, "", noted), SETTLED);
  }
}
