// @ts-check
// Diplomacy: the length of a pact, and links to the log.

import { closest, find } from "../site/dom.js";

// Entering a number selects its kind of length.
document.addEventListener("input", (event) => {
  const field = closest(event, "input[type=number]", HTMLInputElement);
  const length = field?.closest("[data-length]");
  const radio = length && find(length, "input[type=radio]", HTMLInputElement);
  if (radio) radio.checked = true;
});

// Show the linked log line if it is on the page; otherwise follow the link to its round.
document.addEventListener("click", (event) => {
  const anchor = closest(event, "a[data-anchor]", HTMLAnchorElement)?.dataset.anchor;
  if (!anchor || !document.getElementById(anchor)) return;
  event.preventDefault();
  // An unchanged hash would fire no hashchange event.
  location.hash = "";
  location.hash = anchor;
});
