// @ts-check
// Points links to rules at this game's own rulebook, unless only the whole rulebook has the rule.
//
// Frames have many such links, so they contain the shorter URL of the whole rulebook.

import { closest, required } from "../../site/dom.js";

const { rules = "", rulesElsewhere = "" } = required(document.getElementById("live")).dataset;
const chaptersElsewhere = rulesElsewhere.split(" ");

/** @param {Event} event */
function resolveLink(event) {
  const link = closest(event, 'a[href^="/rules/#"]', HTMLAnchorElement);
  if (!link) return;
  const chapter = link.hash.slice(1).split("-")[0];
  if (!chaptersElsewhere.includes(chapter)) link.setAttribute("href", rules + link.hash);
}

for (const name of ["pointerover", "focusin", "click"]) {
  document.addEventListener(name, resolveLink, true);
}
