// @ts-check
// The sheet of small screens: a handle gives it one of three heights.

import { leaveWhole } from "../drawing/board/zoom.js";
import { renewsPanel } from "../web/live/focus.js";
import { afterLayout, find, findAll, required } from "../site/dom.js";

const HEIGHTS = ["low", "half", "full"];
const TREMBLE = 8; // pixels that a pointer may move during a click

const sheet = required(find(document, ".table-sheet", HTMLElement));
const handle = required(find(sheet, ".sheet-handle", HTMLButtonElement));

/** @type {{ y: number, height: number, isMoved: boolean } | null} */
let drag = null;

/** The direction of the next click: first down, for a larger map, and then back up. */
let isRising = false;

/** Whether the sheet is at its lowest height for the view of the whole map. */
let isLowForMap = false;

/** Whether the open drawer raised the sheet from its lowest height. */
let isRaised = false;

const heightName = () => sheet.dataset.height ?? "half";

/** @param {string} height */
export function setHeight(height) {
  sheet.dataset.height = height;
  isLowForMap = false;
  sheet.parentElement?.classList.toggle("has-low-sheet", height === "low");
  sheet.style.height = "";
  if (height !== "full") sheet.scrollTop = 0;
  if (height !== "half") isRising = height === "low";
  handle.setAttribute("aria-label", isRising ? "Expand the panel" : "Collapse the panel");
}

/** The named height nearest to a number of pixels. @param {number} pixels */
function nearest(pixels) {
  const before = heightName();
  const sizes = HEIGHTS.map((height) => {
    setHeight(height);
    return Math.abs(sheet.offsetHeight - pixels);
  });
  setHeight(before);
  return HEIGHTS[sizes.indexOf(Math.min(...sizes))];
}

/** @param {PointerEvent} event */
function onDown(event) {
  drag = { y: event.clientY, height: sheet.offsetHeight, isMoved: false };
  handle.setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!drag) return;
  const moved = drag.y - event.clientY;
  if (Math.abs(moved) > TREMBLE) drag.isMoved = true;
  if (drag.isMoved) sheet.style.height = `${drag.height + moved}px`;
}

function onUp() {
  if (!drag?.isMoved) return;
  setHeight(nearest(sheet.offsetHeight));
  leaveWhole();
}

function onClick() {
  const wasDrag = drag?.isMoved;
  drag = null;
  if (wasDrag) return;
  setHeight(HEIGHTS[HEIGHTS.indexOf(heightName()) + (isRising ? 1 : -1)]);
  leaveWhole();
}

/** Until the next choice, the whole map is shown above the lowest sheet. */
function makeRoomForMap() {
  if (!handle.checkVisibility() || heightName() === "low") return;
  setHeight("low");
  isLowForMap = true;
}

/** The heading of the panel and, while it asks, the decision: two may have the same heading. */
function question() {
  const panel = document.getElementById("panel");
  const decision = panel?.classList.contains("is-deciding") ? (panel.dataset.offer ?? "") : "";
  return `${document.getElementById("panel-heading")?.textContent} ${decision}`;
}

/** Scroll all that scrolls the panel to its top. */
function showTop() {
  afterLayout(() => {
    sheet.scrollTop = 0;
    for (const part of findAll(document, ".table-panel, .panel-scroll", HTMLElement)) part.scrollTop = 0;
  });
}

let questionBefore = question();

/** Whether the viewer reads a drawer or writes a message. */
const isBusy = () => sheet.querySelector(".is-drawer, .tabs input:focus") !== null;

/** Show the panel from its beginning if the question in it has changed since the last call. */
export function showNewQuestion() {
  const isNew = question() !== questionBefore;
  questionBefore = question();
  if (isNew && !isBusy()) showTop();
}

handle.addEventListener("pointerdown", onDown);
handle.addEventListener("pointermove", onMove);
handle.addEventListener("pointerup", onUp);
handle.addEventListener("pointercancel", onUp);
handle.addEventListener("click", onClick);
find(document, '[data-zoom="fit"]', HTMLButtonElement)?.addEventListener("click", makeRoomForMap);
// After a choice or a move, show the new panel from its beginning. Remember its question, too: otherwise the
// next push would scroll the panel back, whatever the push is about.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  showNewQuestion();
  if (!detail.requestConfig || !renewsPanel(detail.requestConfig)) return;
  showTop();
  if (!isLowForMap) return;
  isRising = false;
  setHeight("half");
});
// A drawer needs more than the lowest height; that height returns with the decision.
document.addEventListener("drawer", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { isOpen } = event.detail;
  if (isOpen && heightName() === "low") {
    isRaised = true;
    setHeight("half");
  } else if (!isOpen && isRaised) {
    isRaised = false;
    setHeight("low");
  }
});
