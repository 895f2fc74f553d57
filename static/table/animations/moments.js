// @ts-check
// The animations of single moments, and how long a card is read.

import { ringTerritories } from "../../drawing/board/animation-marks.js";
import { playSound } from "../../sound/sounds.js";
import { showAnimation } from "./animation-box.js";
import { isLoss, soundOf } from "./pace.js";

/** Milliseconds for each kind of animation with a single step. */
const TIMES = new Map([
  ["duel", 1800],
  ["news", 1600],
]);
export const CARD = 3400; // milliseconds for a card at least
const READING = 40; // milliseconds to read a character of a card
const LOSS = 2800; // milliseconds for a loss of the viewer

/**
 * Show a piece of news or a duel; yields the milliseconds until the next step.
 * @param {HTMLElement} moment
 * @param {number} share
 * @returns {Generator<number>}
 */
export function* playMoment(moment, share) {
  const { at = "", livery = "none", yours = "" } = moment.dataset;
  const shown = document.importNode(moment, true);
  if (isLoss(moment) && yours) shown.textContent = yours;
  shown.classList.toggle("is-loss", isLoss(moment));
  if (at) ringTerritories([at], livery);
  showAnimation(shown, share);
  playSound(soundOf(moment));
  yield share * (isLoss(moment) ? LOSS : (TIMES.get(moment.dataset.animation ?? "") ?? 0));
}

/** The milliseconds to read a card at full time. @param {HTMLElement} card */
export function timeToRead(card) {
  const letters = (card.textContent ?? "").replace(/\s+/g, " ").length;
  return Math.max(CARD, READING * letters);
}

/** The index of the first of the final announcements, before which the page changes. @param {readonly HTMLElement[]} moments */
export function firstOfNews(moments) {
  let first = moments.length;
  while (first && moments[first - 1].dataset.animation === "news") first -= 1;
  return first;
}
