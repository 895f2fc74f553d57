// @ts-check
// The zoom and position of the map.

import { findAll } from "../../site/dom.js";
import { board, centreOf, isLive, mapWidth, layers, viewport } from "./elements.js";

/** @typedef {import("./elements.js").Point} Point */

const MOST = 6;
/** Below this scale, in pixels per map unit, badges are drawn larger. */
const FAR = 0.5;
/** Below this scale, in pixels per map unit, the names drawn on the map are too small on a phone. */
const ILLEGIBLE = 0.8;
/** The least scale at which the names drawn on the map are legible elsewhere. */
const LEGIBLE = Number(board.dataset.legible ?? 0);
/** From this multiple of the zoom at rest, a phone shows the names of all territories. */
const ENLARGED = 1.4;
/** Minimum pixels between a territory brought into view and the edge of the viewport. */
const MARGIN = 70;
/** The margin that is enough if several territories would not fit otherwise. */
const LEAST_MARGIN = 22;
/** The largest scale of a wide map for an attack or a lesson on a phone; 1 is the map at rest. */
const CLOSEST = 1.8;
/** Pixels beside the territories of the attack or lesson, for their names. */
const NAMES = 45;
const LINE = 18; // pixels per line of a mouse wheel
/** On a phone the map at rest is as wide as the window, even if its height then exceeds it. */
const phone = matchMedia("(max-width: 46rem) and (orientation: portrait)");

let zoom = 1;
let scaleBefore = 0;
let widthBefore = 0;
let isAtRest = true;
/** By how much the map at rest is enlarged for the attack being chosen, or for a lesson. */
let closeness = 1;
let left = 0;
let top = 0;
/**
 * The sizes of the map, without its zoom, and of the viewport when the map was drawn last: to read them while the
 * page is being changed would force a layout.
 */
let [width, height, roomAcross, roomDown] = [0, 0, 0, 0];
/**
 * The territories to keep in view until the player moves the map.
 * @type {readonly Element[]}
 */
let kept = [];
/**
 * The view to restore after the last animation; null if no animation has moved the map.
 * @type {{ zoom: number, isAtRest: boolean, closeness: number, left: number, top: number, kept: readonly Element[] } | null}
 */
let viewBefore = null;

export const isZoomed = () => zoom > 1;

/** @returns {Point} */
export const position = () => [left, top];

/** The zoom that shows the whole map. */
function leastZoom() {
  if (!phone.matches || !layers.offsetHeight) return 1;
  return Math.min(1, viewport.clientHeight / layers.offsetHeight);
}

/** Show the whole map; the next view keeps the same territories in sight. */
export function showWhole() {
  const before = kept;
  zoomTo(leastZoom());
  kept = before;
}

/** On a phone, end the view of the whole map, which would be tiny beside a higher panel. */
export function leaveWhole() {
  if (!phone.matches || zoom >= restZoom()) return;
  isAtRest = true;
  showZoom();
}

/** The zoom of a map that the player has not zoomed. */
function restZoom() {
  if (!phone.matches || !layers.offsetWidth) return 1;
  return Math.min(MOST, Math.max(1, viewport.clientWidth / layers.offsetWidth));
}

export const isEnlarged = () => zoom >= ENLARGED * restZoom();

/** Draw the map at the current zoom and position. */
export function showZoom() {
  zoom = isAtRest ? restZoom() * closeness : Math.max(leastZoom(), zoom);
  board.classList.add("is-drawn");
  // On a phone, this makes the viewport taller.
  board.classList.toggle("is-zoomed", zoom > 1);
  [width, height] = [layers.offsetWidth, layers.offsetHeight];
  [roomAcross, roomDown] = [viewport.clientWidth, viewport.clientHeight];
  left = clamped(left, width * zoom, roomAcross);
  top = clamped(top, height * zoom, roomDown);
  const x = left - (roomAcross - width) / 2;
  const y = top - (roomDown - height) / 2;
  const isPlain = zoom === 1 && !phone.matches;
  layers.style.transform = isPlain ? "" : `translate(${x}px, ${y}px) scale(${zoom})`;
  const scale = (width * zoom) / mapWidth;
  const isFar = scale < FAR;
  board.classList.toggle("is-zoomed-out", isFar);
  board.classList.toggle("is-zoomed-in", zoom > 1 && !isFar);
  board.classList.toggle("has-fitted-names", isFar || scale < (phone.matches ? ILLEGIBLE : LEGIBLE));
  for (const button of findAll(board, "[data-zoom]", HTMLButtonElement)) {
    button.disabled = button.dataset.zoom === "in" ? zoom >= MOST : zoom <= leastZoom();
  }
  // Names drawn between a change of the width and that of the zoom have the wrong size.
  if (scale !== scaleBefore || width !== widthBefore) board.dispatchEvent(new Event("scale"));
  scaleBefore = scale;
  widthBefore = width;
}

/**
 * An offset that leaves no gap beside the map; centred if the map is smaller than the viewport.
 * @param {number} start
 * @param {number} size
 * @param {number} room
 */
const clamped = (start, size, room) =>
  size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, start));

/** Keep the current view: the player has moved the map. */
function takeOver() {
  kept = [];
  viewBefore = null;
}

/**
 * Zoom so that the point at (x, y) of the viewport stays where it is.
 * @param {number} wanted
 * @param {number} x
 * @param {number} y
 */
export function zoomTo(wanted, x = viewport.clientWidth / 2, y = viewport.clientHeight / 2) {
  const next = Math.min(MOST, Math.max(leastZoom(), wanted));
  takeOver();
  closeness = 1;
  isAtRest = next === restZoom();
  left = x - ((x - left) * next) / zoom;
  top = y - ((y - top) * next) / zoom;
  zoom = next;
  showZoom();
}

/**
 * @param {number} factor
 * @param {number} [x]
 * @param {number} [y]
 */
export const zoomBy = (factor, x, y) => zoomTo(zoom * factor, x, y);

/** Zoom in on a point, or back out if the map is zoomed. @param {number} x @param {number} y */
export function toggleZoom(x, y) {
  zoomTo(zoom > restZoom() ? restZoom() : restZoom() * 2.2, x, y);
}

/**
 * Move the map by some pixels; the next zoom draws it.
 * @param {number} x
 * @param {number} y
 */
export function shift(x, y) {
  takeOver();
  left += x;
  top += y;
}

/**
 * @param {number} x
 * @param {number} y
 */
export function moveTo(x, y) {
  takeOver();
  left = x;
  top = y;
  showZoom();
}

/**
 * The position of a pointer or touch within the viewport.
 * @param {{ clientX: number, clientY: number }} pointer
 * @returns {Point}
 */
export function within({ clientX, clientY }) {
  const frame = viewport.getBoundingClientRect();
  return [clientX - frame.left, clientY - frame.top];
}

/**
 * Move the map so that as many of these territories as possible are visible, the first above all.
 * @param {readonly Element[]} wanted
 */
export function bringIntoView(wanted) {
  returnView();
  moveInto(wanted);
}

/** @param {readonly Element[]} wanted */
function moveInto(wanted) {
  kept = wanted;
  if (zoom === 1 && !phone.matches) return;
  /** @type {Element[]} */
  let shown = [];
  let move = [0, 0];
  for (const each of wanted) {
    const [across, down] = shiftTo([...shown, each]);
    if (across === null || down === null) continue;
    shown = [...shown, each];
    move = [across, down];
  }
  left += move[0];
  top += move[1];
  if (move[0] || move[1]) showZoom();
}

/**
 * On a phone, enlarge a wide map so that the territories of an attack or a lesson nearly fill the
 * viewport, unless the player has zoomed it. Without territories, show it at rest again.
 * @param {readonly Element[]} places
 */
export function closeUpOn(places) {
  returnView();
  if (!phone.matches || !("wide" in board.dataset) || !isAtRest) return;
  const scale = (layers.offsetWidth * restZoom()) / mapWidth;
  const points = places.map((place) => centreOf(place).map((coordinate) => coordinate * scale));
  const across = spreadOf(points.map(([x]) => x)) / (viewport.clientWidth - 2 * NAMES);
  const down = spreadOf(points.map(([, y]) => y)) / (viewport.clientHeight - 2 * NAMES);
  closeness = places.length ? Math.min(CLOSEST, Math.max(1, 1 / Math.max(across, down))) : 1;
  showZoom();
}

/** @param {number[]} points */
const spreadOf = (points) => Math.max(...points) - Math.min(...points);

/**
 * On a phone, bring places into view: some before the others, then those already in view, so that the
 * map moves little.
 * @param {readonly Element[]} places
 * @param {readonly Element[]} first
 */
export function follow(places, first = []) {
  returnView();
  if (!phone.matches) return;
  leaveWhole();
  const isVisible = places.map(isInView);
  const [near, far] = [places.filter((_, at) => isVisible[at]), places.filter((_, at) => !isVisible[at])];
  bringIntoView([...first, ...near, ...far]);
}

/**
 * Show all territories of an animation, by moving an enlarged map a little, or else the whole map.
 * @param {readonly Element[]} places
 */
export function showForAnimation(places) {
  if (places.every(isInView)) return;
  viewBefore ??= { zoom, isAtRest, closeness, left, top, kept };
  if (!shiftTo(places).includes(null)) return moveInto(places);
  zoom = leastZoom();
  isAtRest = zoom === restZoom();
  closeness = 1;
  kept = places;
  showZoom();
}

/** Return to the view before the animations, unless the player has moved the map since. */
export function returnView() {
  if (!viewBefore) return;
  ({ zoom, isAtRest, closeness, left, top, kept } = viewBefore);
  viewBefore = null;
  showZoom();
}

/** @param {Element} place */
const isInView = (place) => shiftTo([place]).every((pixels) => pixels === 0);

/**
 * The smallest shifts, across and down, that make territories visible. A shift is null if the
 * territories do not fit in that direction.
 * @param {readonly Element[]} shown
 */
function shiftTo(shown) {
  const scale = (width * zoom) / mapWidth;
  const points = shown.map((each) => centreOf(each).map((coordinate) => coordinate * scale));
  return [
    shiftInto(points.map(([x]) => x), left, width * zoom, roomAcross),
    shiftInto(points.map(([, y]) => y), top, height * zoom, roomDown),
  ];
}

/**
 * The smallest shift of the map that brings points inside the margins; null if they do not fit.
 * @param {number[]} points in pixels from the start of the map
 * @param {number} start of the map
 * @param {number} size of the map
 * @param {number} room
 */
function shiftInto(points, start, size, room) {
  const usual = Math.min(MARGIN, room / 3);
  const margin = Math.min(usual, Math.max(LEAST_MARGIN, (room - spreadOf(points)) / 2));
  // Nothing lies beyond the edge of the map, so points there need no margin.
  const inner = points.map((point) => Math.max(margin, Math.min(size - margin, point)));
  const [least, most] = [Math.min(...inner) + start, Math.max(...inner) + start];
  if (most - least > room - 2 * margin) return null;
  return Math.max(0, margin - least) + Math.min(0, room - margin - most);
}

/** @param {WheelEvent} event */
function onWheel(event) {
  if (!isLive && !event.ctrlKey) return;
  if (zoom === 1 && event.deltaY > 0) return;
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
  zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.012 : 0.0022)), ...within(event));
}

viewport.addEventListener("wheel", onWheel, { passive: false });
document.addEventListener("animations-over", returnView);
new ResizeObserver(() => {
  showZoom();
  moveInto(kept);
}).observe(viewport);
