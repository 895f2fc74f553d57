// @ts-check
// Names shown when the map is too small for the names drawn on it: those of marked territories, of those
// that a lesson names, of those outlined by an animation and of the one pressed last, and on tablets and enlarged
// maps all others that fit. Where there is no room beside a territory that matters, a line joins it to its
// name.

import { find, required } from "../../site/dom.js";
import { centre, gap, isCrossed, offset } from "./boxes.js";
import { amountOf, choiceOf, chosenAs, lessonPlaces, shownOffer } from "./choices.js";
import { board, boxesOf, draw, mapWidth, layers, territories, viewport } from "./elements.js";
import { outlinedTerritories } from "./animation-marks.js";
import { isEnlarged } from "./zoom.js";

/** @typedef {import("./elements.js").Point} Point */
/** @typedef {import("./boxes.js").Box} Box */

/**
 * @typedef {{
 *   territory: SVGGElement, name: SVGElement, text: Box, badge: Box, disc: Box, canStray: boolean,
 *   isEmphasized: boolean, reach: number
 * }} Drawn
 */

const SIZE = 11; // font size in pixels
/** Font size in pixels for territories without a mark; the names of a map with a least scale are never smaller. */
const SMALL_SIZE = board.dataset.legible ? SIZE : 9;
const GAP = 2; // pixels between a name and its badge
const EDGE = 3; // pixels between a name and the edge of the map
/** Pixels between a badge and a name joined to it by a line, and the directions, in radians. */
const DISTANCES = [16, 22, 28, 36, 44, 54, 66, 80, 95, 110, 130, 150, 175, 200];
const DIRECTIONS = [0, 4, 2, 6, 1, 3, 5, 7, 8, 12, 10, 14, 9, 11, 13, 15].map((part) => (part * Math.PI) / 8);
/** The parts of such a line, and their widths in pixels. */
const LEADER = /** @type {const} */ ([["name-leader", 1.3], ["name-leader-casing", 3.5]]);
const NEAR = 66; // the longest such line in pixels unless few names matter
const SHORT = 28; // the longest such line in pixels on tablets if many territories have one
const FEW = 4; // names that matter, and may have longer lines
const MOST_JOINED = 8; // territories to choose from that may have such lines
const SHIFTS = [0, 0.2, -0.2, 0.4, -0.4]; // offsets of a name from its badge's centre, in widths of the name

const isTablet = matchMedia("(min-width: 46.01rem) and (min-height: 34.01rem)");
const layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "marked-names" });

/**
 * The territories that the lesson of a tutorial names, and those that an animation outlines.
 * @type {readonly Element[]}
 */
let emphasized = [];

/**
 * The territory pressed last, on the map or in the panel, and the offer that the panel showed then.
 * @type {SVGGElement | null}
 */
let pressed = null;
let offerPressed = "";

/** Show the name of the territory that was pressed. @param {SVGGElement | null} territory */
export function namePressed(territory) {
  pressed = territory;
  offerPressed = shownOffer();
  requestAnimationFrame(showMarkedNames);
}

/**
 * Draw the names that fit: first those that a lesson or an animation is about, chosen ones and those with
 * armies to place, then those of targets, first by land.
 */
export function showMarkedNames() {
  layer.replaceChildren();
  emphasized = [...lessonPlaces(), ...outlinedTerritories()];
  if (offerPressed !== shownOffer()) pressed = null;
  if (!board.classList.contains("has-fitted-names")) return;
  const hasAll = isTablet.matches || isEnlarged();
  const named = territories().filter((territory) => hasAll || isMarked(territory));
  named.sort((one, other) => rank(one) - rank(other));
  /** @type {Box[]} */
  const taken = boxesOf(".badge-row, .event-sign");
  const discs = territories().map(discOf);
  const signs = boxesOf(".board-choices .badge-row");
  const frame = layers.getBoundingClientRect();
  const scale = frame.width / mapWidth;
  const names = named.map((territory) => drawName(territory, scale));
  // Measure all names before moving the first, because each change would force a new layout.
  const placed = names.map((name, index) => {
    const drawn = measured(named[index], name);
    const place = placeOf(drawn, taken, boundsOf(drawn.disc, frame), discs, signs);
    if (place) taken.push(place.box);
    return { drawn, place };
  });
  for (const { drawn, place } of placed) {
    if (place) moveName(drawn, place, frame, scale);
    else drawn.name.remove();
  }
}

/**
 * The choice of a territory; none during an animation, which comes after a choice that the panel still shows.
 * @param {Element} territory
 */
const openChoice = (territory) => (outlinedTerritories().length ? undefined : choiceOf(territory));

/** @param {Element} territory */
const isMarked = (territory) => isFirst(territory) || openChoice(territory) !== undefined;

/** Whether the name of a territory comes before others. @param {Element} territory */
function isFirst(territory) {
  const choice = openChoice(territory);
  const isTaken = choice !== undefined && (choice.isChosen || amountOf(choice) > 0);
  return isTaken || territory === pressed || emphasized.includes(territory);
}

/** @param {Element} territory */
function rank(territory) {
  if (isFirst(territory)) return 0;
  if (openChoice(territory)?.role === "target") return isBySea(territory) ? 2 : 1;
  return isMarked(territory) ? 3 : 4;
}

/** Whether a territory can only be reached by a fleet. @param {Element} territory */
const isBySea = (territory) => choiceOf(territory)?.control.dataset.route !== undefined;

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
  const badge = required(territory.querySelector(".badge-row")).getBoundingClientRect();
  // On a phone, many names beside their badges would be confusing.
  const canStray = isTablet.matches || rank(territory) < 3;
  const isEmphasized = emphasized.includes(territory);
  const [text, disc] = [name.getBoundingClientRect(), discOf(territory)];
  return { territory, name, text, badge, disc, canStray, isEmphasized, reach: reachOf(territory) };
}

/**
 * How long the line that joins a territory to its name may be, in pixels; 0 for no line. The map would be
 * full of lines if they were long while many names matter, or if many territories can be chosen; once an
 * attack is chosen, only its territories matter. Tablets have room for short ones.
 * @param {Element} territory
 */
function reachOf(territory) {
  if (isFirst(territory)) return territories().filter(isFirst).length > FEW ? NEAR : Infinity;
  const least = isTablet.matches ? SHORT : 0;
  const role = chosenAs("source") ? "target" : choiceOf(territory)?.role;
  if (chosenAs("target") || choiceOf(territory)?.role !== role || isBySea(territory)) return least;
  const others = territories().filter((other) => choiceOf(other)?.role === role && !isBySea(other));
  return others.length > MOST_JOINED ? least : NEAR;
}

/** The disc of a territory's badge, or the empty badge if there are no armies. @param {Element} territory */
function discOf(territory) {
  const disc = territory.querySelector("[href='#badge']") ?? territory.querySelector(".badge-row");
  return required(disc).getBoundingClientRect();
}

/**
 * Where the name of a territory may be: on the part of the map in sight, if its badge is there.
 * @param {Box} disc
 * @param {Box} frame the map on the screen
 * @returns {Box}
 */
function boundsOf(disc, frame) {
  const shown = viewport.getBoundingClientRect();
  const [x, y] = centre(disc);
  if (x < shown.left || x > shown.right || y < shown.top || y > shown.bottom) return frame;
  return {
    left: Math.max(frame.left, shown.left), right: Math.min(frame.right, shown.right),
    top: Math.max(frame.top, shown.top), bottom: Math.min(frame.bottom, shown.bottom),
  };
}

/**
 * The place for a name where it covers nothing and no other number is closer, and whether a line joins it to
 * its badge; null if there is no room.
 * @param {Drawn} drawn
 * @param {readonly Box[]} taken
 * @param {Box} bounds of the name
 * @param {readonly Box[]} discs of all territories
 * @param {readonly Box[]} signs on the territories to choose from
 */
function placeOf(drawn, taken, bounds, discs, signs) {
  const { territory, text, badge, disc, canStray, isEmphasized } = drawn;
  const width = text.right - text.left + 2 * GAP;
  const height = text.bottom - text.top;
  // Close to another number, the name would be read as the name of that territory.
  const isClosest = (/** @type {Box} */ place) => discs.every((other) => gap(place, disc) <= gap(place, other));
  const isCentred = (/** @type {Box} */ place) =>
    discs.every((other) => offset(place, disc) <= offset(place, other));
  const isNear = (/** @type {Box} */ place) => isFree(place, taken, bounds) && isClosest(place);
  const near = placesBelowAndAbove(badge, disc, width, height).filter(isNear);
  if (canStray) {
    const aside = placesAside(badge, width, height).filter(isNear);
    near.push(...aside.filter((place) => !isOverAnother(place, territory)));
  }
  // The map also highlights such a territory.
  const box = near.find(isCentred) ?? (isEmphasized ? near[0] : null);
  if (box) return { box, isJoined: false };
  const far = farPlace(drawn, taken, bounds, discs, signs);
  return far && { box: far, isJoined: true };
}

/**
 * Whether the centre of a place is over a territory other than this one.
 * @param {Box} place
 * @param {SVGGElement} territory
 */
function isOverAnother(place, territory) {
  const below = territoryBelow(centre(place));
  return below !== undefined && below !== territory;
}

/** The territory below a point of the window. @param {Point} point */
function territoryBelow([x, y]) {
  const below = document.elementsFromPoint(x, y).map((element) => element.closest(".territory"));
  return below.find((element) => element !== null);
}

/**
 * How misleading a place away from a territory is: 0 over the sea, 1 over territories without a mark, 2 over
 * one with a mark, whose name it would seem to be.
 * @param {Box} place
 * @param {SVGGElement} territory
 */
function misleading(place, territory) {
  const y = (place.top + place.bottom) / 2;
  const points = [place.left + GAP, (place.left + place.right) / 2, place.right - GAP];
  const below = points.map((x) => territoryBelow([x, y])).filter((other) => other && other !== territory);
  if (below.some((other) => other && isMarked(other))) return 2;
  return below.length ? 1 : 0;
}

/**
 * @param {Drawn} drawn
 * @param {{ box: Box, isJoined: boolean }} place
 * @param {Box} frame the map on the screen
 * @param {number} scale pixels per unit of the map
 */
function moveName({ name, disc }, { box, isJoined }, frame, scale) {
  if (isJoined) drawLeader(name, disc, box, frame, scale);
  const [x, y] = centre(box);
  name.setAttribute("x", String((x - frame.left) / scale));
  name.setAttribute("y", String((y - frame.top) / scale));
  name.setAttribute("dy", "0.33em");
}

/**
 * The nearest free place for a name that a line joins to its badge, without crossing another badge or, if
 * possible, a sign, better over the sea, and not over another territory that matters; null if there is none.
 * Only the names that come before others may break these rules.
 * @param {Drawn} drawn
 * @param {readonly Box[]} taken
 * @param {Box} bounds
 * @param {readonly Box[]} discs
 * @param {readonly Box[]} signs
 */
function farPlace({ territory, text, disc, reach }, taken, bounds, discs, signs) {
  const [width, height] = [text.right - text.left + 2 * GAP, text.bottom - text.top];
  const places = placesAround(disc, width, height, reach).filter((place) => isFree(place, taken, bounds));
  const others = discs.filter((other) => gap(other, disc) > 0);
  const isClearOf = (/** @type {readonly Box[]} */ boxes) => (/** @type {Box} */ place) =>
    !boxes.some((box) => isCrossed(box, leader(disc, place)));
  const isAtMost = (/** @type {number} */ level) => (/** @type {Box} */ place) =>
    misleading(place, territory) <= level;
  const clear = places.filter(isClearOf(others));
  const clearest = clear.filter(isClearOf(signs));
  const best = [clearest, clear].map((found) => found.find(isAtMost(0)) ?? found.find(isAtMost(1))).find(Boolean);
  if (best || !isFirst(territory)) return best ?? null;
  return clear[0] ?? places[0] ?? null;
}

/**
 * The places for a name away from its badge, nearest first.
 * @param {Box} disc
 * @param {number} width
 * @param {number} height
 * @param {number} reach
 * @returns {Box[]}
 */
function placesAround(disc, width, height, reach) {
  const [x, y] = centre(disc);
  return DISTANCES.filter((distance) => distance <= reach).flatMap((distance) => DIRECTIONS.map((angle) => {
    const left = x + Math.cos(angle) * (distance + width / 2) - width / 2;
    const top = y + Math.sin(angle) * (distance + height / 2) - height / 2;
    return { left, right: left + width, top, bottom: top + height };
  }));
}

/**
 * The ends of the line from the edge of a disc to the nearest point of a name.
 * @param {Box} disc
 * @param {Box} place
 * @returns {[Point, Point]}
 */
function leader(disc, place) {
  const [x, y] = centre(disc);
  const toX = Math.min(place.right - GAP, Math.max(place.left + GAP, x));
  const toY = Math.min(place.bottom - GAP, Math.max(place.top + GAP, y));
  const share = (disc.right - disc.left) / 2 / (Math.hypot(toX - x, toY - y) || 1);
  return [[x + (toX - x) * share, y + (toY - y) * share], [toX, toY]];
}

/**
 * @param {SVGElement} name
 * @param {Box} disc
 * @param {Box} place
 * @param {Box} frame
 * @param {number} scale
 */
function drawLeader(name, disc, place, frame, scale) {
  const [from, to] = leader(disc, place).map(([x, y]) => `${(x - frame.left) / scale} ${(y - frame.top) / scale}`);
  for (const [kind, width] of LEADER) {
    layer.prepend(draw(layer, "path", { d: `M${from}L${to}`, class: kind, "stroke-width": width / scale }));
  }
  name.classList.add("is-joined");
}

/**
 * The places for a name below and above its badge, best first.
 * @param {Box} badge
 * @param {Box} disc
 * @param {number} width
 * @param {number} height
 */
function placesBelowAndAbove(badge, disc, width, height) {
  const corners = SHIFTS.flatMap((shift) => {
    const x = (disc.left + disc.right - width) / 2 + shift * width;
    return [[x, badge.bottom + GAP], [x, badge.top - GAP - height]];
  });
  return corners.map(([left, top]) => ({ left, right: left + width, top, bottom: top + height }));
}

/**
 * The other places for a name, best first: beside, at the corners of and further from its badge.
 * @param {Box} badge
 * @param {number} width
 * @param {number} height
 * @returns {Box[]}
 */
function placesAside({ left, right, top, bottom }, width, height) {
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const corners = [
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
 * @param {Box} bounds
 */
function isFree(box, taken, bounds) {
  const isInside = box.left >= bounds.left + EDGE && box.right <= bounds.right - EDGE
    && box.top >= bounds.top + EDGE && box.bottom <= bounds.bottom - EDGE;
  const covers = (/** @type {Box} */ other) =>
    other.right > box.left && other.left < box.right && other.bottom > box.top && other.top < box.bottom;
  return isInside && !taken.some(covers);
}
