// @ts-check
// Points links to rules at this game's own rulebook.
//
// Frames have many such links, so they contain the shorter URL of the whole rulebook.

import { closest, required } from "../../site/dom.js";

/** Links to rules whose URL is that of the whole rulebook. */
const SHARED = 'a[href^="/rules/#"]';
const live = required(document.getElementById("live"));
const { rules = "" } = live.dataset;

/**
 * Point a link to a rule at this game's own rulebook.
 * @param {HTMLAnchorElement} link
 */
export function resolveLink(link) {
  if (link.matches(SHARED)) link.setAttribute("href", rules + link.hash);
}

/** @param {Event} event */
function onEvent(event) {
  const link = closest(event, SHARED, HTMLAnchorElement);
  if (link) resolveLink(link);
}

for (const name of ["pointerover", "focusin", "click"]) {
  document.addEventListener(name, onEvent, true);
}
