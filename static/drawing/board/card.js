// @ts-check
// The card beside the pointer with the facts about a territory.

import { find, required } from "../../site/dom.js";
import { hintOf, isSettled } from "./choices.js";
import { board, idOf, territories, viewport } from "./elements.js";

/** @typedef {import("./elements.js").Point} Point */

const EDGE = 8; // pixels between the card and the edge of the board

const card = required(find(board, ".board-tooltip", HTMLElement));

/** @type {SVGGElement | null} */
let shown = null;

export const isCardShown = () => shown !== null;

/**
 * The facts about a territory for the card and for its accessible name.
 * @param {SVGGElement} territory
 */
function factsOf(territory) {
  const { name = "", empire = "", seas = "", land = "" } = territory.dataset;
  const signs = board.querySelectorAll(`#marks [data-territory="${idOf(territory)}"]`);
  return {
    name,
    empire,
    says: statement(territory.querySelector("[data-says]")),
    seas,
    land,
    signs: [...signs].map(statement),
    hint: hintOf(territory),
  };
}

/** @param {Element | null} element */
const statement = (element) => element?.getAttribute("data-says") ?? "";

/** @param {SVGGElement} territory */
export function accessibleName(territory) {
  const { name, empire, says, signs, hint } = factsOf(territory);
  return [name, empire, says, ...signs, hint].filter(Boolean).join(", ");
}

/**
 * Show the card of a territory near (x, y) of the window. A chosen territory has no card: the panel
 * describes it, and the card would cover what can be chosen next.
 * @param {SVGGElement} territory
 * @param {number} x
 * @param {number} y
 */
export function showCard(territory, x, y) {
  if (isSettled(territory)) return hideCard();
  fillCard(territory);
  placeCard(territory, x, y);
}

/** Show the card beside the territory's badge. @param {SVGGElement} territory */
export function showCardAtBadge(territory) {
  const badge = territory.querySelector(".badge-row")?.getBoundingClientRect();
  if (badge) showCard(territory, badge.right, badge.bottom);
}

/** Update the facts on the card without moving it. */
export function refreshCard() {
  if (shown && isSettled(shown)) hideCard();
  else if (shown) fillCard(shown);
}

export function hideCard() {
  shown = null;
  card.hidden = true;
}

/** @param {SVGGElement} territory */
function fillCard(territory) {
  shown = territory;
  card.replaceChildren();
  const { name, empire, says, seas, land, signs, hint } = factsOf(territory);
  addLine("strong", "board-tooltip-name", name);
  addLine("span", "board-tooltip-empire", empire);
  if (says) addLine("p", "board-tooltip-text", capitalised(says));
  if (seas) addLine("p", "", seas);
  if (land) addLine("p", "", capitalised(land));
  for (const sign of signs) addLine("p", "board-tooltip-effect", sign);
  if (hint) addLine("p", "board-tooltip-hint", hint);
  card.hidden = false;
}

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {string} name
 * @param {string} className
 * @param {string} text
 */
function addLine(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  card.append(element);
}

/**
 * @param {SVGGElement} territory
 * @param {number} x
 * @param {number} y
 */
function placeCard(territory, x, y) {
  if (matchMedia("(max-width: 40rem)").matches) {
    const { top, height } = viewport.getBoundingClientRect();
    const badge = required(territory.querySelector(".badge-row")).getBoundingClientRect();
    card.style.translate = "";
    card.classList.toggle("is-above", badge.top > top + height * 0.62);
    return;
  }
  const frame = board.getBoundingClientRect();
  const [left, top] = leastCovering(placesFor(x - frame.left, y - frame.top), frame);
  card.style.translate = `${left}px ${top}px`;
}

/**
 * The places for the card, best first: beside the point, then in the corners of the board.
 * @param {number} x
 * @param {number} y
 * @returns {Point[]}
 */
function placesFor(x, y) {
  const right = board.offsetWidth - card.offsetWidth;
  const bottom = board.offsetHeight - card.offsetHeight - EDGE;
  const [beside, opposite] = [x + 22, x - 18 - card.offsetWidth];
  const [below, above] = [Math.min(y + 14, bottom), Math.min(y - 14 - card.offsetHeight, bottom)];
  /** @type {Point[]} */
  const near = [[beside, below], [opposite, below], [beside, above], [opposite, above]];
  /** @type {Point[]} */
  const corners = [[right, bottom], [EDGE, bottom], [right, EDGE], [EDGE, EDGE]];
  const fitting = near.filter(([left, top]) => left >= EDGE && left <= right && top >= EDGE);
  return [...fitting, ...corners];
}

/**
 * The first place where the card covers the fewest badges of choosable or chosen territories.
 * @param {Point[]} places
 * @param {DOMRect} frame the board on the screen
 */
function leastCovering(places, frame) {
  const choices = territories().filter((each) => each.matches(".is-choosable, .is-chosen"));
  const boxes = choices.map((each) => required(each.querySelector(".badge-row")).getBoundingClientRect());
  const covered = places.map(([left, top]) => {
    const [from, start] = [frame.left + left, frame.top + top];
    const [to, end] = [from + card.offsetWidth, start + card.offsetHeight];
    return boxes.filter((box) => box.right > from && box.left < to && box.bottom > start && box.top < end)
      .length;
  });
  return places[covered.indexOf(Math.min(...covered))];
}

// A press on the card must not take the focus from the map.
card.addEventListener("mousedown", (event) => event.preventDefault());
