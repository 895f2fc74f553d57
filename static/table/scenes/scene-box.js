// @ts-check
// The box in which a scene is shown: beside its territories on the map, or above the panel.

import { territoryOf, viewport } from "../../board/elements.js";
import { skip } from "../../live/queue.js";
import { findAll } from "../../site/dom.js";

const GAP = 14; // pixels between the box and the territories
const EDGE = 8; // pixels between the box and the edge of the map

const isSmall = matchMedia("(max-width: 46rem)");
const box = document.createElement("section");
const body = document.createElement("div");

/** @typedef {{ left: number, top: number }} Place */

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
 * Show a moment near territories.
 * @param {HTMLElement} moment
 * @param {number} share of the full time
 * @param {string[]} ids
 */
export function showScene(moment, share, ids) {
  for (const link of moment.querySelectorAll("a")) link.remove();
  moment.removeAttribute("id");
  body.replaceChildren(moment);
  box.dataset.kind = moment.dataset.scene;
  box.style.setProperty("--share", String(share));
  box.hidden = false;
  place(ids);
}

export function hideScene() {
  box.hidden = true;
  body.replaceChildren();
}

/** Put the box where it covers none of the territories. @param {string[]} ids */
function place(ids) {
  box.style.translate = "";
  const badges = ids
    .map((id) => territoryOf(id)?.querySelector(".badge-row")?.getBoundingClientRect())
    .filter((badge) => badge !== undefined);
  if (isSmall.matches || !badges.length) return;
  const window = viewport.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const places = placesFor(badges, window, own).map((each) => ({
    ...each,
    covered: badges.filter((badge) => isCovered(badge, each, own)).length,
  }));
  const least = Math.min(...places.map(({ covered }) => covered));
  const best = places.find(({ covered }) => covered === least) ?? { left: own.left, top: own.top };
  box.style.translate = `${best.left - own.left}px ${best.top - own.top}px`;
}

/**
 * The places within the map beside, below and above the territories.
 * @param {DOMRect[]} badges
 * @param {DOMRect} window
 * @param {DOMRect} own
 * @returns {Place[]}
 */
function placesFor(badges, window, own) {
  const left = Math.min(...badges.map((badge) => badge.left));
  const right = Math.max(...badges.map((badge) => badge.right));
  const top = Math.min(...badges.map((badge) => badge.top));
  const bottom = Math.max(...badges.map((badge) => badge.bottom));
  const [across, down] = [(left + right - own.width) / 2, (top + bottom - own.height) / 2];
  return [
    { left: right + GAP, top: down },
    { left: left - GAP - own.width, top: down },
    { left: across, top: bottom + GAP },
    { left: across, top: top - GAP - own.height },
  ].map((at) => ({
    left: clamp(at.left, window.left + EDGE, window.right - own.width - EDGE),
    top: clamp(at.top, window.top + EDGE, window.bottom - own.height - EDGE),
  }));
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * @param {DOMRect} badge
 * @param {Place} at
 * @param {DOMRect} own
 */
const isCovered = (badge, { left, top }, own) =>
  badge.right > left && badge.left < left + own.width && badge.bottom > top && badge.top < top + own.height;

/** Elements of the moment that is shown. @param {string} selector */
export const shownElements = (selector) => findAll(body, selector, HTMLElement);

buildBox();
