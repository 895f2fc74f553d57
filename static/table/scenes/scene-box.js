// @ts-check
// The box in which a scene is shown: in a corner of the map, or on small screens over the panel.

import { viewport } from "../../board/elements.js";
import { outlines } from "../../board/scene-marks.js";
import { skip } from "../../live/queue.js";
import { findAll } from "../../site/dom.js";

const EDGE = 8; // pixels between the box and the edge of the map

const isSmall = matchMedia("(max-width: 46rem)");
const box = document.createElement("section");
const body = document.createElement("div");

/** @typedef {{ left: number, top: number }} Place */

let corner = 0;

function buildBox() {
  box.className = "scene";
  box.hidden = true;
  box.setAttribute("aria-label", "Just happened");
  // The log announces to screen readers what the scene shows.
  body.setAttribute("aria-hidden", "true");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small scene-skip";
  button.textContent = "Skip";
  button.addEventListener("click", skip);
  box.append(body, button);
  document.querySelector(".table-board")?.append(box);
}

/**
 * Show a moment beside the outlined territories.
 * @param {HTMLElement} moment
 * @param {number} share of the full time
 */
export function showScene(moment, share) {
  for (const link of moment.querySelectorAll("a")) link.remove();
  moment.removeAttribute("id");
  body.replaceChildren(moment);
  box.dataset.kind = moment.dataset.scene;
  box.style.setProperty("--share", String(share));
  box.hidden = false;
  place();
}

export function hideScene() {
  box.hidden = true;
  body.replaceChildren();
}

/** Keep the box in its last corner, unless another corner would cover less of the outlines. */
function place() {
  box.style.translate = "";
  const marked = outlines();
  if (isSmall.matches) return placeBelowMap();
  if (!marked.length) return;
  const own = box.getBoundingClientRect();
  const corners = cornersFor(viewport.getBoundingClientRect(), own);
  const covered = corners.map((at) =>
    marked.reduce((area, outline) => area + coveredArea(outline, at, own), 0),
  );
  const least = Math.min(...covered);
  if (covered[corner] > least) corner = covered.indexOf(least);
  const { left, top } = corners[corner];
  box.style.translate = `${left - own.left}px ${top - own.top}px`;
}

/** Begin the box below the map, or as much higher as it needs to fit in the window. */
function placeBelowMap() {
  const { bottom } = box.getBoundingClientRect();
  box.style.translate = `0 ${Math.min(0, window.innerHeight - EDGE - bottom)}px`;
}

/**
 * @param {DOMRect} map
 * @param {DOMRect} own
 * @returns {Place[]}
 */
function cornersFor(map, own) {
  const [left, right] = [map.left + EDGE, map.right - own.width - EDGE];
  return [map.bottom - own.height - EDGE, map.top + EDGE].flatMap((top) => [
    { left, top },
    { left: right, top },
  ]);
}

/**
 * @param {DOMRect} outline
 * @param {Place} at
 * @param {DOMRect} own
 */
function coveredArea(outline, { left, top }, own) {
  const width = Math.min(outline.right, left + own.width) - Math.max(outline.left, left);
  const height = Math.min(outline.bottom, top + own.height) - Math.max(outline.top, top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Elements of the moment that is shown. @param {string} selector */
export const shownElements = (selector) => findAll(body, selector, HTMLElement);

buildBox();
