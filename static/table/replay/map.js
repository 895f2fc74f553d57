// @ts-check
// The map at a step: changes only what differs from the step shown before.

import { accessibleName, refreshCard } from "../../drawing/board/card.js";
import { board, territories } from "../../drawing/board/elements.js";
import { find, required } from "../../site/dom.js";
import { changedPlaces } from "./pieces.js";

/** @typedef {import("./pieces.js").Look} Look */
/** @typedef {import("./pieces.js").Position} Position */

const SVG = "http://www.w3.org/2000/svg";
const LONG = 99; // the largest number of armies in full size

const spots = territories();
/** The elements of each drawing of a territory. @type {Map<Look, { wash: Element, badges: Element }>} */
const drawn = new Map();
/** @type {Position | null} */
let shown = null;

/** Take the map as the server has drawn it for a position. @param {Position} position */
export function adoptPosition(position) {
  shown ??= position;
}

/** @param {string} html */
function parse(html) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = html;
  return required(holder.firstElementChild);
}

/** @param {Look} look */
function elementsOf(look) {
  const elements = drawn.get(look) ?? { wash: parse(look.wash), badges: parse(look.badges) };
  drawn.set(look, elements);
  return elements;
}

/** @param {Position} position */
export function showPosition(position) {
  const hasNewMarks = shown?.marks !== position.marks;
  const changed = changedPlaces(shown, position);
  if (hasNewMarks) document.getElementById("marks")?.replaceWith(parse(position.marks));
  for (const index of changed) showPlace(index, position);
  for (const index of hasNewMarks ? spots.keys() : changed) {
    spots[index].setAttribute("aria-label", accessibleName(spots[index]));
  }
  shown = position;
  refreshCard();
}

/** @param {number} index @param {Position} position */
function showPlace(index, { places }) {
  const spot = spots[index];
  const { look, armies } = places[index];
  if (shown?.places[index].look !== look) {
    const { wash, badges } = elementsOf(look);
    spot.querySelector(".territory-fill")?.replaceWith(wash);
    spot.querySelector(".territory-badges")?.replaceWith(badges);
  }
  const number = find(spot, ".territory-badges > text", SVGTextElement);
  if (!number) return;
  number.textContent = armies ? String(armies) : "";
  number.classList.toggle("is-long", armies > LONG);
  number.dataset.says = look.says.replace("{}", armies === 1 ? "1 army" : `${armies} armies`);
}

/** Show the arrows of a scene; none for "". @param {string} scene */
export function showArrows(scene) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${scene}</svg>`;
  const arrows = template.content.querySelector("#arrows");
  const old = find(board, "#arrows", SVGGElement);
  if (arrows) old?.replaceWith(document.importNode(arrows, true));
  else if (old?.hasChildNodes()) old.replaceChildren();
}
