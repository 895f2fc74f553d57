// @ts-check
// The best place for the box of an animation: beside the territories it is about, or if the map has no room there,
// elsewhere over the map, below it or over the panel.

import { gap } from "../../drawing/board/boxes.js";
import { boxesOf, territoryOf, viewport } from "../../drawing/board/elements.js";

export const EDGE = 8; // pixels between the box and the edge of the map or the window
const CORNER = 0.12; // the share of a territory's box that counts as corner, at each side
const NAME = 18; // pixels above and below a badge for the territory's name

/** @typedef {{ left: number, top: number, isBeyond: boolean }} Place */
/** @typedef {import("../../drawing/board/boxes.js").Box} Box */

/**
 * The possible places for the box: nine over the map, three below it, three right of it, where the panel
 * waits for the end of the animation, and four beside each outlined territory.
 * @param {DOMRect} own
 * @param {readonly DOMRect[]} outlines
 * @returns {Place[]}
 */
export function placesFor(own, outlines) {
  const map = viewport.getBoundingClientRect();
  const [left, right] = [map.left + EDGE, map.right - own.width - EDGE];
  const [top, bottom] = [map.top + EDGE, map.bottom - own.height - EDGE];
  const columns = [left, right, (left + right) / 2];
  const rows = [bottom, top, (top + bottom) / 2];
  const below = Math.min(map.bottom + EDGE, window.innerHeight - own.height - EDGE);
  const aside = Math.min(map.right + EDGE, window.innerWidth - own.width - EDGE);
  const near = outlines.flatMap((outline) => placesBeside(outline, own)).map(([x, y]) => ({
    left: Math.max(left, Math.min(right, x)),
    top: Math.max(top, Math.min(bottom, y)),
    isBeyond: false,
  }));
  return [
    ...rows.flatMap((y) => columns.map((x) => ({ left: x, top: y, isBeyond: false }))),
    ...columns.map((x) => ({ left: x, top: below, isBeyond: true })),
    ...rows.map((y) => ({ left: aside, top: y, isBeyond: true })),
    ...near,
  ];
}

/**
 * The upper left corners of the box right of, left of, below and above a territory.
 * @param {DOMRect} outline
 * @param {DOMRect} own
 */
function placesBeside({ left, right, top, bottom }, own) {
  const [x, y] = [(left + right - own.width) / 2, (top + bottom - own.height) / 2];
  return [
    [right + EDGE, y], [left - EDGE - own.width, y], [x, bottom + EDGE], [x, top - EDGE - own.height],
  ];
}

/**
 * The index of the best place. The box should cover as little as possible of the outlined territories
 * without their corners, then be over the map, then cover little of the corners, be close to one of the
 * territories and cover few other badges.
 * @param {readonly Place[]} places
 * @param {DOMRect} own
 * @param {readonly DOMRect[]} outlines
 */
export function bestPlace(places, own, outlines) {
  const hearts = heartsOf(outlines);
  const numbers = boxesOf(".territory .badge-row");
  const costs = places.map(({ left, top, isBeyond }) => {
    const at = { left, top, right: left + own.width, bottom: top + own.height };
    const others = numbers.filter((number) => coveredArea([number], at)).length;
    const distance = Math.round(Math.min(...outlines.map((outline) => gap(outline, at))));
    return [coveredArea(hearts, at), Number(isBeyond), coveredArea(outlines, at), distance, others];
  });
  const least = costs.reduce((best, cost) => (isLess(cost, best) ? cost : best));
  return costs.indexOf(least);
}

/**
 * Whether a box covers nothing of the outlined territories but their corners.
 * @param {DOMRect} own
 * @param {readonly DOMRect[]} outlines
 */
export const isFree = (own, outlines) => !coveredArea(heartsOf(outlines), own);

/** The parts of outlined territories that should not be covered. @param {readonly DOMRect[]} outlines */
const heartsOf = (outlines) => [...outlines.map(withoutCorners), ...boxesOf(".board-animation .badge-row")];

/**
 * Whether `one` comes before `other`: the first numbers that differ decide.
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
function isLess(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] < other[at];
}

/** @param {DOMRect} outline @returns {Box} */
const withoutCorners = ({ left, right, top, bottom, width, height }) => ({
  left: left + CORNER * width,
  right: right - CORNER * width,
  top: top + CORNER * height,
  bottom: bottom - CORNER * height,
});

/**
 * The total area of boxes that another box covers, in square pixels.
 * @param {readonly Box[]} boxes
 * @param {Box} over
 */
export function coveredArea(boxes, over) {
  const areas = boxes.map((box) => {
    const width = Math.min(box.right, over.right) - Math.max(box.left, over.left);
    const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
    return Math.max(0, width) * Math.max(0, height);
  });
  return Math.round(areas.reduce((sum, area) => sum + area, 0));
}

/**
 * Whether an element over the map is level with the badge or name of one of these territories.
 * @param {HTMLElement} element
 * @param {readonly string[]} territories
 */
export function isInTheWay(element, territories) {
  const own = element.getBoundingClientRect();
  const badges = territories.flatMap((id) => territoryOf(id)?.querySelector(".badge-row") ?? []);
  return badges.some((badge) => {
    const { top, bottom } = badge.getBoundingClientRect();
    return top - NAME < own.bottom && own.top < bottom + NAME;
  });
}
