// @ts-check
// Outlines and signs on choosable territories.

import { find, required } from "../../site/dom.js";
import { amountOf, numberField, tickBox } from "./choices.js";
import { board, centreOf, draw, idOf } from "./elements.js";

/** @typedef {import("./choices.js").Choice} Choice */

/**
 * The sign for each role of a choice; other roles use the sign for placing.
 * @type {Record<string, string>}
 */
const SIGNS = {
  source: "source",
  target: "target",
  claim: "claim",
  hide: "hide",
  stronghold: "stronghold",
  dragon: "target",
  stake: "target",
  from: "source",
  reveal: "hide",
  ticked: "ticked",
  headquarters: "headquarters",
};
/** The default offset of a sign from the badge. */
const ABOVE = "0 -25";

const edges = required(find(board, ".board-choice-outlines", SVGGElement));
const signs = required(find(board, ".board-choices", SVGGElement));

export function clearMarks() {
  edges.replaceChildren();
  signs.replaceChildren();
}

/**
 * @param {Element} territory
 * @param {string} kind
 */
function drawEdge(territory, kind) {
  const id = idOf(territory);
  const href = document.getElementById(`i-${id}`) ? `#i-${id}` : `#o-${id}`;
  draw(edges, "use", { href, class: `choice-outline-casing ${kind}` });
  draw(edges, "use", { href, class: `choice-outline ${kind}` });
}

/** Draw the outline of the focused territory; null removes it. @param {Element | null} territory */
export function showFocus(territory) {
  for (const old of edges.querySelectorAll(".is-focus")) old.remove();
  if (territory) drawEdge(territory, "is-focus");
}

/**
 * Draw the outline and the sign of a choice.
 * @param {SVGGElement} territory
 * @param {Choice} choice
 */
export function markChoice(territory, choice) {
  const [x, y] = centreOf(territory);
  const isTaken = choice.isChosen || tickBox(choice)?.checked;
  const kind = `is-${choice.role}${isTaken ? " is-chosen" : ""}`;
  drawEdge(territory, kind);
  const spot = draw(signs, "g", { transform: `translate(${x} ${y})`, "data-sign-of": idOf(territory) });
  const scaled = draw(spot, "g", { class: `badge-row ${kind}` });
  const [aside, down] = (territory.dataset.sign || ABOVE).split(" ").map(Number);
  const amount = amountOf(choice);
  const text = choice.control.dataset.order || (numberField(choice) && amount ? `+${amount}` : "");
  if (text) {
    drawPill(scaled, aside, down, text);
  } else {
    const sign = SIGNS[tickBox(choice) && amount ? "ticked" : choice.role] || "place";
    draw(scaled, "use", { href: `#choice-${sign}`, x: aside, y: down });
  }
}

/**
 * @param {Element} parent
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function drawPill(parent, x, y, text) {
  draw(parent, "rect", { class: "choice-label", x: x - 14, y: y - 9, width: 28, height: 17, rx: 8.5 });
  draw(parent, "text", { class: "choice-label-text", x, y: y + 4 }).textContent = text;
}
