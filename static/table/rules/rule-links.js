// @ts-check
// Points links to rules at this game's own rulebook, unless only the whole rulebook has the rule, and at the
// game's own rules where they replace shared ones.
//
// Frames have many such links, so they contain the shorter URL of the whole rulebook.

import { closest, required } from "../../site/dom.js";

/** Links to rules whose URL is that of the whole rulebook. */
const SHARED = 'a[href^="/rules/#"]';
const live = required(document.getElementById("live"));
const { rules = "", rulesElsewhere = "", rulesReplaced = "" } = live.dataset;
const chaptersElsewhere = rulesElsewhere.split(" ");
/** @type {Map<string, string>} */
const replaced = new Map();
for (const pair of rulesReplaced.split(" ").filter(Boolean)) {
  const [shared, own = shared] = pair.split(":");
  replaced.set(shared, own);
}

/**
 * Point a link to a rule at this game's own rulebook.
 * @param {HTMLAnchorElement} link
 */
export function resolveLink(link) {
  if (!link.matches(SHARED)) return;
  const cited = link.hash.slice(1);
  const rule = replaced.get(cited) ?? cited;
  if (chaptersElsewhere.includes(rule.split("-")[0])) return;
  link.setAttribute("href", `${rules}#${rule}`);
  for (const name of ["title", "aria-label"]) {
    const text = link.getAttribute(name);
    if (text) link.setAttribute(name, text.replace(cited, rule));
  }
}

/** @param {Event} event */
function onEvent(event) {
  const link = closest(event, SHARED, HTMLAnchorElement);
  if (link) resolveLink(link);
}

for (const name of ["pointerover", "focusin", "click"]) {
  document.addEventListener(name, onEvent, true);
}
