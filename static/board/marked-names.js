// @ts-check
// Names shown when the map is too small for the names drawn on it: those of marked territories and of
// those that a lesson names, and on tablets and enlarged maps all others that fit.

import { find, required } from "../site/dom.js";
import { amountOf, choiceOf, lessonPlaces } from "./choices.js";
import { board, draw, mapWidth, sheet, territories } from "./elements.js";
import { isEnlarged } from "./zoom.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @typedef {{ territory: SVGGElement, name: SVGElement, text: Box, badge: Box }} Drawn */

const SIZE = 11; // font size in pixels
const SMALL_SIZE = 9; // font size in pixels for territories without a mark
const GAP = 2; // pixels between a name and its badge
const EDGE = 3; // pixels between a name and the edge of the map
const CLOSE = 2; // how many of the places from `placesAround` are close to the badge: below and above it

const isTablet = matchMedia("(min-width: 46.01rem)");
const layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "marked-names" });

/**
 * The territories that the lesson of a tutorial names.
 * @type {readonly Element[]}
 */
let taught = [];

/** Draw the names that fit: those that a lesson names, chosen ones and those with armies to place first. */
export function showMarkedNames() {
  layer.replaceChildren();
  taught = lessonPlaces();
  if (!board.classList.contains("has-fitted-names")) return;
  const hasAll = isTablet.matches || isEnlarged();
  const named = territories().filter((territory) => hasAll || isMarked(territory));
  named.sort((one, other) => rank(one) - rank(other));
  const badges = [...board.querySelectorAll(".badge-row, .event-sign")];
  /** @type {Box[]} */
  const taken = badges.map((badge) => badge.getBoundingClientRect());
  const numbers = territories().map(badgeOf);
  const frame = sheet.getBoundingClientRect();
  const scale = frame.width / mapWidth;
  const names = named.map((territory) => drawName(territory, scale));
  // Measure all names before placing the first, because each change would force a new layout.
  for (const drawn of names.map((name, index) => measured(named[index], name))) {
    const box = placeName(drawn, scale, taken, frame, numbers);
    if (box) taken.push(box);
    else drawn.name.remove();
  }
}

/** @param {Element} territory */
const isMarked = (territory) => taught.includes(territory) || choiceOf(territory) !== undefined;

/** Whether the name of a territory comes before others. @param {Element} territory */
function isFirst(territory) {
  const choice = choiceOf(territory);
  const isTaken = choice !== undefined && (choice.isChosen || amountOf(choice) > 0);
  return isTaken || taught.includes(territory);
}

/** Whether a player must read the name on the map. @param {Element} territory */
function isNeeded(territory) {
  const choice = choiceOf(territory);
  return taught.includes(territory) || (choice !== undefined && amountOf(choice) > 0);
}

/** @param {Element} territory */
function rank(territory) {
  if (isFirst(territory)) return 0;
  return isMarked(territory) ? 1 : 2;
}

/**
 * @param {SVGGElement} territory
 * @param {number} scale pixels per unit of the map
 */
function drawName(territory, scale) {
  const size = isMarked(territory) ? SIZE : SMALL_SIZE;
  const name = draw(layer, "text", { "font-size": size / scale });
  name.textContent = territory.dataset.name ?? "";
  return name;
}

/**
 * @param {SVGGElement} territory
 * @param {SVGElement} name
 * @returns {Drawn}
 */
function measured(territory, name) {
  return { territory, name, text: name.getBoundingClientRect(), badge: badgeOf(territory) };
}

/** @param {Element} territory */
const badgeOf = (territory) => required(territory.querySelector(".badge-row")).getBoundingClientRect();

/**
 * Place a name where it covers nothing; return its box, or null if there is no room.
 * @param {Drawn} drawn
 * @param {number} scale pixels per unit of the map
 * @param {readonly Box[]} taken
 * @param {Box} frame the map on the screen
 * @param {readonly Box[]} numbers the badges of all territories
 */
function placeName({ territory, name, text, badge }, scale, taken, frame, numbers) {
  const height = text.bottom - text.top;
  const places = placesAround(badge, text.right - text.left + 2 * GAP, height);
  // On a phone, a name beside its badge would look like a neighbour's name.
  const canStray = isTablet.matches ? isMarked(territory) : isNeeded(territory);
  const allowed = canStray ? places : places.slice(0, CLOSE);
  const free = allowed.filter((place) => isFree(place, taken, frame));
  // Beside another number, the name would be read as the name of that territory.
  const own = free.find((place) => numbers.every((other) => gap(place, badge) <= gap(place, other)));
  const box = own ?? (canStray && isFirst(territory) ? free[0] : null);
  if (!box) return null;
  name.setAttribute("x", String(((box.left + box.right) / 2 - frame.left) / scale));
  name.setAttribute("y", String(((box.top + box.bottom) / 2 - frame.top) / scale));
  name.setAttribute("dy", "0.33em");
  return box;
}

/** The distance between two boxes. @param {Box} one @param {Box} other */
function gap(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}

/**
 * The places for a name, best first: below, above, beside and at the corners of its badge.
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
    [right, top - GAP - height],
    [right, bottom + GAP],
    [left - width, top - GAP - height],
    [left - width, bottom + GAP],
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
