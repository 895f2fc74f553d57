// @ts-check
// Who holds what at a step: territories, armies and cards of each player.

import { find, findAll, required } from "../../site/dom.js";
import { countCards, holdingsOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Position} Position */
/** @typedef {import("./pieces.js").Hand} Hand */

const rows = findAll(document, ".holdings [data-seat]", HTMLElement).map((row) => ({
  row,
  seat: Number(row.dataset.seat),
  livery: row.dataset.livery ?? "",
  territories: required(find(row, "[data-territories]", HTMLElement)),
  armies: required(find(row, "[data-armies]", HTMLElement)),
  cards: find(row, "[data-cards]", HTMLElement),
  hidden: find(row, "[data-hidden]", HTMLElement),
  hand: find(row, "[data-hand]", HTMLElement),
  share: required(find(row, ".holdings-share rect", SVGElement)),
}));

/** @param {HTMLElement | null} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {Hand} cards */
const numberOf = (cards) => String(Array.isArray(cards) ? cards.length : cards);

/** @param {Position} position @param {import("./timeline.js").Turn} turn */
export function showHoldings(position, [, onTurn, round]) {
  for (const { row, seat, livery, territories, armies, cards, hidden, hand, share } of rows) {
    const held = holdingsOf(position, livery);
    const own = position.hands[seat];
    write(territories, String(held.territories));
    write(armies, String(held.armies));
    write(cards, numberOf(own));
    write(hidden, numberOf(position.hidden[seat]));
    if (hand) showHand(hand, own);
    share.setAttribute("width", String((100 * held.territories) / position.places.length));
    if (seat === onTurn) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    row.classList.toggle("is-out", round > 0 && !held.territories);
  }
}

/** @param {HTMLElement} list @param {Hand} hand */
function showHand(list, hand) {
  const cards = Array.isArray(hand) ? countCards(hand) : [];
  const texts = cards.map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  if (list.dataset.shown === texts.join()) return;
  list.dataset.shown = texts.join();
  const items = texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  list.replaceChildren(...items);
}
