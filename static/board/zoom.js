// @ts-check
// The zoom and position of the map.

import { findAll } from "../site/dom.js";
import { board, centreOf, isLive, mapWidth, sheet, viewport } from "./elements.js";

/** @typedef {import("./elements.js").Point} Point */

const MOST = 6;
/** Pixels per unit of the map below which badges are drawn larger. */
const FAR = 0.5;
/** Minimum pixels between a territory brought into view and the edge of the viewport. */
const MARGIN = 70;
const LINE = 18; // pixels
const TOOLS = 46; // pixels that the buttons take at the upper edge of the map on a phone
/** On a phone the map at rest is as wide as the window, even if its height then exceeds it. */
const phone = matchMedia("(max-width: 46rem) and (orientation: portrait)");

let zoom = 1;
let scaleBefore = 0;
let isAtRest = true;
let left = 0;
let top = 0;

export const isZoomed = () => zoom > 1;

/** @returns {Point} */
export const position = () => [left, top];

/** The zoom of a map that the player has not zoomed. */
function restZoom() {
  if (!phone.matches || !sheet.offsetWidth) return 1;
  return Math.min(MOST, Math.max(1, viewport.clientWidth / sheet.offsetWidth));
}

/** Draw the map at the current zoom and position. */
export function showZoom() {
  if (isAtRest) zoom = restZoom();
  // On a phone, this makes the viewport taller.
  board.classList.toggle("is-zoomed", zoom > 1);
  const width = sheet.offsetWidth;
  const height = sheet.offsetHeight;
  left = clamped(left, width * zoom, viewport.clientWidth);
  top = clamped(top, height * zoom, viewport.clientHeight, phone.matches ? TOOLS : 0);
  const x = left - (viewport.clientWidth - width) / 2;
  const y = top - (viewport.clientHeight - height) / 2;
  const isPlain = zoom === 1 && !phone.matches;
  sheet.style.transform = isPlain ? "" : `translate(${x}px, ${y}px) scale(${zoom})`;
  const scale = (width * zoom) / mapWidth;
  const isFar = scale < FAR;
  board.classList.toggle("is-zoomed-out", isFar);
  board.classList.toggle("is-zoomed-in", zoom > 1 && !isFar);
  for (const button of findAll(board, "[data-zoom]", HTMLButtonElement)) {
    button.disabled = button.dataset.zoom === "in" ? zoom >= MOST : zoom <= 1;
  }
  if (scale !== scaleBefore) board.dispatchEvent(new Event("scale"));
  scaleBefore = scale;
}

/**
 * An offset that leaves no gap beside the map; centred if the map is smaller than the viewport.
 * @param {number} start
 * @param {number} size
 * @param {number} room
 * @param {number} covered pixels at the start that other things cover
 */
const clamped = (start, size, room, covered = 0) =>
  size <= room - covered
    ? (room + covered - size) / 2
    : Math.min(covered, Math.max(room - size, start));

/**
 * Zoom so that the point at (x, y) of the viewport stays where it is.
 * @param {number} wanted
 * @param {number} x
 * @param {number} y
 */
export function zoomTo(wanted, x = viewport.clientWidth / 2, y = viewport.clientHeight / 2) {
  const next = Math.min(MOST, Math.max(1, wanted));
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
  left += x;
  top += y;
}

/**
 * @param {number} x
 * @param {number} y
 */
export function moveTo(x, y) {
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
 * Move the map so that territories are visible: all of them if they fit, else the last one.
 * @param {readonly Element[]} wanted
 */
export function bringIntoView(wanted) {
  if (zoom === 1 || !wanted.length) return;
  const scale = (sheet.offsetWidth * zoom) / mapWidth;
  const points = wanted.map((each) => centreOf(each).map((coordinate) => coordinate * scale));
  const across = shiftInto(points.map(([x]) => left + x), viewport.clientWidth);
  const down = shiftInto(points.map(([, y]) => top + y), viewport.clientHeight);
  if (across === null || down === null) return bringIntoView(wanted.slice(-1));
  if (across || down) moveTo(left + across, top + down);
}

/** On a phone, move the map to where something happens. @param {readonly Element[]} places */
export function follow(places) {
  if (phone.matches) bringIntoView(places);
}

/**
 * The smallest shift that brings coordinates inside the margins; null if they do not fit.
 * @param {number[]} coordinates
 * @param {number} size
 */
function shiftInto(coordinates, size) {
  const margin = Math.min(MARGIN, size / 3);
  const [least, most] = [Math.min(...coordinates), Math.max(...coordinates)];
  if (most - least > size - 2 * margin) return coordinates.length > 1 ? null : size / 2 - least;
  return Math.max(0, margin - least) + Math.min(0, size - margin - most);
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
new ResizeObserver(showZoom).observe(viewport);
