// @ts-check
// The names of marked territories, on a map that is too small for all names.

import { find, required } from "../site/dom.js";
import { choiceOf } from "./choices.js";
import { board, centreOf, draw, mapWidth, sheet, territories } from "./elements.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

const SIZE = 11; // pixels
const GAP = 2; // pixels between a name and its badge
const EDGE = 3; // pixels between a name and the edge of the map

const layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "marked-names" });

/** Draw the names that fit: those of chosen territories first. */
export function showMarkedNames() {
  layer.replaceChildren();
  if (!board.classList.contains("is-zoomed-out")) return;
  const marked = territories().filter(choiceOf);
  marked.sort((one, other) => rank(one) - rank(other));
  const badges = [...board.querySelectorAll(".badge-row, .event-sign")];
  /** @type {Box[]} */
  const taken = badges.map((badge) => badge.getBoundingClientRect());
  const frame = sheet.getBoundingClientRect();
  const scale = frame.width / mapWidth;
  for (const territory of marked) {
    const box = drawName(territory, scale, taken, frame);
    if (box) taken.push(box);
  }
}

/** @param {Element} territory */
const rank = (territory) => (choiceOf(territory)?.isChosen ? 0 : 1);

/**
 * Draw a name where it covers nothing; a name without room is left out.
 * @param {SVGGElement} territory
 * @param {number} scale pixels per unit of the map
 * @param {readonly Box[]} taken
 * @param {Box} frame the map on the screen
 */
function drawName(territory, scale, taken, frame) {
  const name = draw(layer, "text", { "font-size": SIZE / scale });
  name.textContent = territory.dataset.name ?? "";
  const text = name.getBoundingClientRect();
  const [width, height] = [text.width + 2 * GAP, text.height];
  const badge = required(territory.querySelector(".badge-row")).getBoundingClientRect();
  const boxes = placesAround(badge, width, height);
  const box = boxes.find((place) => isFree(place, taken, frame));
  if (!box) {
    name.remove();
    return null;
  }
  const [x, y] = centreOf(territory);
  const aside = (box.left + box.right - badge.left - badge.right) / 2;
  const down = (box.top + box.bottom - badge.top - badge.bottom) / 2;
  name.setAttribute("x", String(x + aside / scale));
  name.setAttribute("y", String(y + (down + SIZE / 3) / scale));
  return box;
}

/**
 * The places for a name, best first: below, above, and beside its badge.
 * @param {Box} badge
 * @param {number} width
 * @param {number} height
 * @returns {Box[]}
 */
function placesAround({ left, right, top, bottom }, width, height) {
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const corners = [
    [x, bottom + GAP],
    [x, top - GAP - height],
    [right + GAP, y],
    [left - GAP - width, y],
    [right, bottom - height / 2],
    [left - width, bottom - height / 2],
    [right, top - height / 2],
    [left - width, top - height / 2],
    [x, bottom + GAP + height],
    [x, top - GAP - 2 * height],
  ];
  return corners.map(([a, b]) => ({ left: a, right: a + width, top: b, bottom: b + height }));
}

/**
 * @param {Box} box
 * @param {readonly Box[]} taken
 * @param {Box} frame
 */
function isFree(box, taken, frame) {
  const isInside = box.left >= frame.left + EDGE && box.right <= frame.right - EDGE
    && box.top >= frame.top + EDGE && box.bottom <= frame.bottom - EDGE;
  const covers = (/** @type {Box} */ other) =>
    other.right > box.left && other.left < box.right && other.bottom > box.top && other.top < box.bottom;
  return isInside && !taken.some(covers);
}
