// @ts-check
// Moving the map with a pointer, zooming it with two fingers, and the long press.

import { choiceOf, count, numberField } from "./choices.js";
import { board, territoryAt, viewport } from "./elements.js";
import { isZoomed, moveTo, position, shift, toggleZoom, within, zoomBy } from "./zoom.js";

/** @typedef {import("./elements.js").Point} Point */

const LONG_PRESS = 500; // milliseconds
const TREMBLE = 6; // pixels that a pointer may move during a click
const DOUBLE_TAP = 350; // maximum milliseconds between the two taps
const NEAR = 30; // maximum pixels between the two taps

/** @type {{ span: number, middle: Point } | null} */
let pinch = null;
/** @type {{ x: number, y: number, start: Point } | null} */
let drag = null;
let wasGesture = false;
let pressTimer = 0;
let lastTap = { time: -Infinity, x: 0, y: 0 };

export const isDragging = () => drag !== null;

/** Return whether the current click ends a drag, a pinch or a long press, and reset the flag. */
export function takeGesture() {
  const was = wasGesture;
  wasGesture = false;
  return was;
}

/** Whether the current press was a gesture. */
export const isGesture = () => wasGesture;

/** @param {TouchEvent} event */
function onTouch(event) {
  if (event.touches.length !== 2) {
    pinch = null;
    return;
  }
  const [a, b] = [...event.touches].map(within);
  const span = Math.hypot(a[0] - b[0], a[1] - b[1]);
  /** @type {Point} */
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (pinch) {
    shift(middle[0] - pinch.middle[0], middle[1] - pinch.middle[1]);
    zoomBy(span / pinch.span, ...middle);
    wasGesture = true;
  }
  pinch = { span, middle };
  drag = null;
  cancelPress();
  if (event.cancelable) event.preventDefault();
}

/** @param {PointerEvent} event */
function onDown(event) {
  if (event.pointerType === "mouse" && event.button !== 0) return;
  wasGesture = false;
  drag = { x: event.clientX, y: event.clientY, start: position() };
  const territory = territoryAt(event);
  if (event.pointerType !== "mouse" && territory && numberField(choiceOf(territory))) {
    startPress(territory);
  }
}

/** One finger moves the map only while it is zoomed; else the page scrolls. @param {PointerEvent} event */
function onMove(event) {
  if (!drag || pinch) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!wasGesture && Math.hypot(x, y) < TREMBLE) return;
  cancelPress();
  if (!isZoomed()) return;
  wasGesture = true;
  board.classList.add("is-dragged");
  moveTo(drag.start[0] + x, drag.start[1] + y);
}

/**
 * Zoom on a double tap, except on a territory to choose: two taps may place two armies there.
 * @param {PointerEvent} event
 */
function onTap(event) {
  if (event.pointerType === "mouse" || wasGesture) return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const isSecond = time - lastTap.time < DOUBLE_TAP && Math.hypot(x - lastTap.x, y - lastTap.y) < NEAR;
  lastTap = isSecond ? { time: -Infinity, x, y } : { time, x, y };
  if (!isSecond || territoryAt(event)?.classList.contains("is-choosable")) return;
  toggleZoom(...within(event));
  wasGesture = true;
}

function onUp() {
  drag = null;
  cancelPress();
  board.classList.remove("is-dragged");
}

/** @param {SVGGElement} territory */
function startPress(territory) {
  cancelPress();
  pressTimer = setTimeout(() => {
    wasGesture = true;
    count(territory, -1);
  }, LONG_PRESS);
}

function cancelPress() {
  clearTimeout(pressTimer);
}

viewport.addEventListener("touchstart", onTouch, { passive: false });
viewport.addEventListener("touchmove", onTouch, { passive: false });
viewport.addEventListener("touchend", onTouch);
viewport.addEventListener("pointerdown", onDown);
viewport.addEventListener("pointerup", onTap);
window.addEventListener("pointermove", onMove);
window.addEventListener("pointerup", onUp);
window.addEventListener("pointercancel", onUp);
