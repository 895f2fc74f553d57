// @ts-check
// The map by keyboard: arrows move between territories, Enter chooses, + and - zoom.

import { hideCard, isCardShown } from "./card.js";
import { choose } from "./choices.js";
import { board, centreOf, territories, territoryAt } from "./elements.js";
import { isZoomed, showWhole, zoomBy } from "./zoom.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const territory = territoryAt(event);
  if (zoomByKey(event.key) || (territory && useTerritory(territory, event))) event.preventDefault();
}

/** @param {string} key */
function zoomByKey(key) {
  if (key === "+" || key === "=") zoomBy(1.4);
  else if (key === "-") zoomBy(1 / 1.4);
  else if (key === "0") showWhole();
  else if (key === "Escape" && isCardShown()) hideCard();
  else return false;
  return true;
}

/**
 * @param {SVGGElement} territory
 * @param {KeyboardEvent} event
 */
function useTerritory(territory, { key, shiftKey }) {
  if (key in DIRECTIONS) moveFocus(territory, DIRECTIONS[key]);
  else if (key === "Enter" || key === " ") choose(territory, shiftKey ? -1 : 1);
  else if (key === "Delete" || key === "Backspace") choose(territory, -1);
  else return false;
  return true;
}

/**
 * Focus the nearest territory in a direction.
 * @param {SVGGElement} territory
 * @param {[number, number]} direction
 */
function moveFocus(territory, direction) {
  const next = neighbour(territory, direction);
  if (!next) return;
  territory.setAttribute("tabindex", territory.classList.contains("is-choosable") ? "0" : "-1");
  next.setAttribute("tabindex", "0");
  next.focus({ preventScroll: isZoomed() });
}

/**
 * @param {SVGGElement} territory
 * @param {[number, number]} direction
 */
function neighbour(territory, [right, down]) {
  const [x, y] = centreOf(territory);
  let nearest = null;
  let least = Infinity;
  for (const other of territories()) {
    const [otherX, otherY] = centreOf(other);
    const dx = otherX - x;
    const dy = otherY - y;
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = ahead + aside * 2;
    if (ahead > 0 && aside < ahead * 2.5 && cost < least) {
      nearest = other;
      least = cost;
    }
  }
  return nearest;
}

board.addEventListener("keydown", onKey);
