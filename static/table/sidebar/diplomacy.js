// @ts-check
// Diplomacy: the length of a pact, links to the log, and the result of the viewer's own offer or
// answer, which may appear far above the pressed button.

import { closest, find, findAll } from "../../site/dom.js";

/** The texts of the ledger before the viewer's own request. @type {string[] | null} */
let before = null;

const entries = () => findAll(document, "#ledger li", HTMLElement);

/** @param {HTMLElement} entry */
const textOf = (entry) => entry.textContent.replace(/\s+/g, " ").trim();

/** Scroll to the entry that the request has changed, and focus it; to the ledger if it is gone. */
function showResult() {
  const known = before;
  const now = entries();
  if (!known || now.map(textOf).join() === known.join()) return;
  before = null;
  const changed = now.find((entry) => !known.includes(textOf(entry)) && !entry.closest("details"));
  const result = changed ?? document.getElementById("ledger");
  if (!result) return;
  result.tabIndex = -1;
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb !== "post") return;
  before = target.closest("#diplomacy") ? entries().map(textOf) : null;
});
document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  const isRefused = !detail.successful || detail.xhr.status >= 400;
  if (isRefused && target.closest("#diplomacy")) before = null;
});
document.addEventListener("htmx:oobAfterSwap", showResult);

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
