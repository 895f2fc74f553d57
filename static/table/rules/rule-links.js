// @ts-check
// Points links to rules at this game's own rulebook, unless only the whole rulebook has the rule, and at the
// game's own rules where they replace shared ones.
//
// Frames have many such links, so they contain the shorter URL of the whole rulebook.

import { closest, required } from "../../site/dom.js";

const live = required(document.getElementById("live"));
const { rules = "", rulesElsewhere = "", rulesReplaced = "" } = live.dataset;
const chaptersElsewhere = rulesElsewhere.split(" ");
/** @type {Map<string, string>} */
const replaced = new Map();
for (const pair of rulesReplaced.split(" ").filter(Boolean)) {
  const [shared, own = shared] = pair.split(":");
  replaced.set(shared, own);
}

/** @param {Event} event */
function resolveLink(event) {
  const link = closest(event, 'a[href^="/rules/#"]', HTMLAnchorElement);
  if (!link) return;
  const cited = link.hash.slice(1);
  const rule = replaced.get(cited) ?? cited;
  if (chaptersElsewhere.includes(rule.split("-")[0])) return;
  link.setAttribute("href", `${rules}#${rule}`);
  for (const name of ["title", "aria-label"]) {
    const text = link.getAttribute(name);
    if (text) link.setAttribute(name, text.replace(cited, rule));
  }
}

for (const name of ["pointerover", "focusin", "click"]) {
  document.addEventListener(name, resolveLink, true);
}
