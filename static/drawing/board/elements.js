// @ts-check
// The elements and territories of the board. Pages without a board must not load this module.

import { closest, find, findAll, required } from "../../site/dom.js";

/** @typedef {[number, number]} Point */

const SVG = "http://www.w3.org/2000/svg";

export const board = required(document.getElementById("board"));
export const isLive = "live" in board.dataset;
/** The viewport of the map. */
export const viewport = required(find(board, ".board-viewport", HTMLElement));
export const layers = required(find(board, ".board-layers", HTMLElement));
export const land = required(find(board, ".board-land", SVGSVGElement));
/** Width of the map in units of the map. */
export const mapWidth = land.viewBox.baseVal.width;

export const territories = () => findAll(land, ".territory", SVGGElement);

/** The boxes on the screen of parts of the map. @param {string} selector */
export const boxesOf = (selector) =>
  findAll(board, selector, SVGElement).map((element) => element.getBoundingClientRect());

/** @param {string} id */
export const territoryOf = (id) => find(land, `#terr-${CSS.escape(id)}`, SVGGElement);

/** @param {Element} territory */
export const idOf = (territory) => territory.id.slice("terr-".length);

/** The territory at a pointer or with the focus; a sign may lie over a neighbour. @param {Event} event */
export function territoryAt(event) {
  const sign = closest(event, "[data-sign-of]", SVGGElement);
  return sign ? territoryOf(sign.dataset.signOf ?? "") : closest(event, ".territory", SVGGElement);
}

/**
 * The centre of a territory's badge, in units of the map.
 * @param {Element} territory
 * @returns {Point}
 */
export function centreOf(territory) {
  const badge = required(territory.querySelector(".badge-row")?.parentElement);
  const [x, y] = required(badge.getAttribute("transform")?.match(/[-.\d]+/g)).map(Number);
  return [x, y];
}

/**
 * Append an SVG element with these attributes.
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function draw(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}
