// @ts-check
// Diplomacy: the length of a pact, and links to the ledger and to the log.

import { closest, find } from "../site/dom.js";

// Writing a number chooses the length it belongs to.
document.addEventListener("input", (event) => {
  const field = closest(event, "input[type=number]", HTMLInputElement);
  const length = field?.closest("[data-length]");
  const radio = length && find(length, "input[type=radio]", HTMLInputElement);
  if (radio) radio.checked = true;
});

// A line of the log that is on the page is shown there; else the link leads to its round.
document.addEventListener("click", (event) => {
  const anchor = closest(event, "a[data-anchor]", HTMLAnchorElement)?.dataset.anchor;
  if (!anchor || !document.getElementById(anchor)) return;
  event.preventDefault();
  // An unchanged hash would fire no hashchange event.
  location.hash = "";
  location.hash = anchor;
});

function openLedger() {
  if (location.hash !== "#ledger") return;
  const section = find(document, "#diplomacy > details", HTMLDetailsElement);
  if (section) section.open = true;
  document.getElementById("ledger")?.scrollIntoView();
}

document.addEventListener("click", (event) => {
  if (closest(event, 'a[href="#ledger"]', HTMLAnchorElement)) setTimeout(openLedger, 0);
});
openLedger();
