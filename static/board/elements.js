// @ts-check
// The elements and territories of the board. Pages without a board must not load this module.

import { find, findAll, required } from "../site/dom.js";

/** @typedef {[number, number]} Point */

const SVG = "http://www.w3.org/2000/svg";

export const board = required(document.getElementById("board"));
export const isLive = "live" in board.dataset;
/** The viewport of the map. */
export const viewport = required(find(board, ".board-viewport", HTMLElement));
export const sheet = required(find(board, ".board-layers", HTMLElement));
export const land = required(find(board, ".board-land", SVGSVGElement));
/** Width of the sheet in units of the map. */
export const mapWidth = land.viewBox.baseVal.width;

export const territories = () => findAll(land, ".territory", SVGGElement);

/** @param {string} id */
export const territoryOf = (id) => find(land, `#terr-${CSS.escape(id)}`, SVGGElement);

/** @param {Element} territory */
export const idOf = (territory) => territory.id.slice("terr-".length);

/** @param {Event} event */
export function territoryAt(event) {
  const territory = event.target instanceof Element ? event.target.closest(".territory") : null;
  return territory instanceof SVGGElement ? territory : null;
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
