// @ts-check
// What an animation draws on the map: the two territories, an arrow, and the armies that are left.
//
// The map itself changes only after the animation.

import { find, findAll, required } from "../../site/dom.js";
import { board, centreOf, draw, territoryOf } from "./elements.js";
import { GAP, dottedLine, linePath, smooth } from "./lanes.js";
import { showForAnimation } from "./zoom.js";

/** @typedef {import("./elements.js").Point} Point */

const LIFT = 26; // map units from the centre of a badge to the losses above it

const layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "board-animation" });
/** @type {SVGElement[]} */
let spots = [];
/** @type {string[]} */
let attacked = [];
/** @type {SVGGElement[]} */
let outlined = [];

export function clearAnimation() {
  layer.replaceChildren();
  spots = [];
  attacked = [];
  outlined = [];
  announceOutlined();
}

/** The outlined territories. */
export const outlinedTerritories = () => outlined;

const announceOutlined = () => board.dispatchEvent(new Event("outlined"));

/**
 * Outline the two territories of an attack; return the centres of their badges.
 * @param {string[]} ids
 * @param {string[]} liveries
 */
export function outlineAttack(ids, liveries) {
  clearAnimation();
  followTo(ids);
  return ids.map((id, index) => outline(id, liveries[index]));
}

/**
 * Outline the two territories of an attack, and draw an arrow between them.
 * @param {string[]} ids
 * @param {string[]} liveries
 */
export function drawAttack(ids, liveries) {
  const centres = outlineAttack(ids, liveries);
  attacked = ids;
  const [from, to] = centres;
  if (from && to) drawArrow(ids, from, to, liveries[0]);
  spots = centres.flatMap((centre, index) => (centre ? [drawBadge(centre, liveries[index])] : []));
}

/**
 * Outline territories, and draw the coat of arms of their new owner.
 * @param {string[]} ids
 * @param {string} livery the owner's livery, or "none"
 */
export function ringTerritories(ids, livery) {
  // On a capture, keep showing the armies left after the attack.
  if (!ids.every((id) => attacked.includes(id))) clearAnimation();
  followTo(ids);
  for (const id of ids) {
    const centre = outline(id, `livery-${livery}`);
    if (centre && livery !== "none") drawFlag(centre, livery);
  }
}

/** @param {string[]} ids */
function followTo(ids) {
  outlined = ids.map(territoryOf).filter((territory) => territory !== null);
  showForAnimation(outlined);
  announceOutlined();
}

/** The bounding boxes of the outlined territories, in window coordinates. */
export const outlines = () =>
  findAll(layer, ".animation-edge", SVGElement).map((edge) => edge.getBoundingClientRect());

/**
 * @param {Point} centre
 * @param {string} livery
 */
function drawFlag(centre, livery) {
  const flag = draw(layer, "g", { transform: `translate(${centre.join(" ")})`, class: "animation-flag" });
  const row = draw(flag, "g", { class: "badge-row" });
  draw(draw(row, "g", {}), "use", { href: `#arms-${livery}`, y: -LIFT });
}

/**
 * @param {string} id
 * @param {string} livery
 * @returns {Point | null} the centre of the territory's badge
 */
function outline(id, livery) {
  const territory = territoryOf(id);
  if (!territory) return null;
  const href = document.getElementById(`i-${id}`) ? `#i-${id}` : `#o-${id}`;
  draw(layer, "use", { href, class: `animation-edge-casing ${livery}` });
  draw(layer, "use", { href, class: `animation-edge ${livery}` });
  return centreOf(territory);
}

/**
 * Draw an arrow, straight or over the edges of the map, along which dashes run.
 * @param {string[]} ids
 * @param {Point} from
 * @param {Point} to
 * @param {string} livery
 */
function drawArrow([source, target], from, to, livery) {
  const pieces = dottedLine(source, target)?.pieces ?? [];
  const isStraight = pieces.length < 2;
  const d = isStraight ? smooth([from, to]) : linePath(from, pieces, to);
  draw(layer, "path", { d, class: "animation-arrow-casing" });
  if (isStraight) drawDashes(from, to, livery);
  else draw(layer, "path", { d, class: `animation-arrow is-bent ${livery}` });
  draw(layer, "path", { d, class: "animation-arrow-head", "marker-end": "url(#arrow-head)" });
}

/**
 * Draw dashes that run below a window of the arrow's size: unlike an offset of dashes, a shift does not occupy
 * the main thread.
 * @param {Point} from
 * @param {Point} to
 * @param {string} livery
 */
function drawDashes(from, to, livery) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const width = Math.max(0, Math.hypot(across, down) - 2 * GAP);
  const angle = (Math.atan2(down, across) * 180) / Math.PI;
  const line = draw(layer, "g", { transform: `translate(${from.join(" ")}) rotate(${angle})` });
  const part = draw(line, "svg", { x: GAP, y: -2, width, height: 4 });
  draw(part, "path", { d: `M-15 2H${width}`, class: `animation-arrow ${livery}` });
}

/**
 * @param {Point} centre
 * @param {string} livery
 */
function drawBadge(centre, livery) {
  const spot = draw(layer, "g", { transform: `translate(${centre.join(" ")})`, class: livery });
  const row = draw(spot, "g", { class: "badge-row" });
  draw(row, "circle", { r: 13, class: "badge-disc" });
  draw(row, "circle", { r: 13, class: "badge-ring" });
  draw(row, "text", { y: 5, class: "animation-armies" });
  return row;
}

/** Show the armies of both sides. @param {number[]} armies */
export function showArmies(armies) {
  spots.forEach((spot, index) => {
    const text = spot.querySelector(".animation-armies");
    if (text) text.textContent = String(armies[index]);
  });
}

/**
 * Show the armies that both sides have just lost.
 * @param {number[]} losses
 * @param {boolean[]} own whether each side is the viewer's
 */
export function showLosses(losses, own) {
  spots.forEach((spot, index) => {
    for (const old of spot.querySelectorAll(".animation-loss")) old.remove();
    if (!losses[index]) return;
    const kind = own[index] ? "animation-loss is-own" : "animation-loss";
    draw(draw(spot, "g", { class: kind }), "text", { y: -16 }).textContent = `−${losses[index]}`;
  });
}
