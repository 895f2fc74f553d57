// @ts-check
// Keeps the focus, and open <details> elements, when parts of the page are replaced.
//
// The focus returns to the same control, or else to the heading of its section, or else to the
// heading of the panel or of the result.

import { findAll } from "../../site/dom.js";

const FALLBACKS = ["panel-heading", "outcome-headline", "content"];
const HEADER = 60; // height in pixels of the header, which covers the top of the page

/**
 * The last focused control, and the ids of the headings of its sections, innermost first.
 * @type {{ control: HTMLElement, headings: string[] } | null}
 */
let last = null;
/**
 * The summary ids of the open <details> in the parts being replaced.
 * @type {string[]}
 */
let opened = [];
/**
 * The summary ids of the open <details> in the part being swapped out of band. Kept separately: this
 * swap may come between the `beforeSwap` and the `afterSettle` event of the response's target.
 * @type {string[]}
 */
let openedApart = [];

/** @param {Element} control */
function headingsAbove(control) {
  const headings = [];
  for (let part = control.closest("[aria-labelledby]"); part; ) {
    headings.push(part.getAttribute("aria-labelledby") ?? "");
    part = part.parentElement?.closest("[aria-labelledby]") ?? null;
  }
  return headings;
}

/** Store the focused control, because removing it fires no event. @param {Event} event */
function remember({ target }) {
  if (target instanceof HTMLElement) last = { control: target, headings: headingsAbove(target) };
}

/** The summary ids of the open <details> in a part. @param {Element} part */
function openSummaries(part) {
  return findAll(part, "details[open] > summary[id]", HTMLElement).map(({ id }) => id);
}

/** @param {string[]} ids of summaries */
function reopen(ids) {
  for (const id of ids) {
    const details = document.getElementById(id)?.closest("details");
    if (details) details.open = true;
  }
}

function restoreFocus() {
  if (!last || document.activeElement !== document.body) return;
  const { control, headings } = last;
  const others = [control.id, ...headings, ...FALLBACKS].map((id) => document.getElementById(id));
  // The control may still exist: a button also loses the focus when it is disabled.
  const target = [control, ...others].find((each) => each?.isConnected && each.checkVisibility());
  if (!target) return;
  if (target !== control && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * Whether a request of the panel leads to a new panel. The numbers of an attack change only its odds.
 * @param {HtmxRequestConfig} request
 */
export const renewsPanel = ({ elt }) =>
  elt.closest("#panel") !== null && elt.closest(".attack-fields") === null;

/** Scroll to the new panel after a choice or a move. @param {HtmxRequestConfig} request */
function scrollToResult(request) {
  const heading = document.getElementById("panel-heading");
  if (!heading || !renewsPanel(request) || heading.getBoundingClientRect().top >= HEADER) return;
  heading.scrollIntoView();
}

for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, remember);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  opened = openSummaries(detail.target);
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  openedApart = openSummaries(detail.target);
});
document.addEventListener("htmx:oobAfterSwap", () => reopen(openedApart));
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  reopen(opened);
  opened = [];
  if (detail.requestConfig) scrollToResult(detail.requestConfig);
});
for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, () => setTimeout(restoreFocus));
}
