// @ts-check
// Keeps the focus, and what was open, when parts of the page are replaced.
//
// The focus returns to the control that had it, else to the heading of the part it was in, else to
// what is asked or came out.

import { findAll } from "../site/dom.js";

const FALLBACKS = ["panel-heading", "outcome-headline", "content"];
const HEADER = 60; // pixels of the header that covers the top of the page

/**
 * The control that had the focus last, and the ids of the headings above it.
 * @type {{ control: HTMLElement, headings: string[] } | null}
 */
let last = null;
/**
 * The ids of the summaries that were open in what is being replaced.
 * @type {string[]}
 */
let opened = [];

/** @param {Element} control */
function headingsAbove(control) {
  const headings = [];
  for (let part = control.closest("[aria-labelledby]"); part; ) {
    headings.push(part.getAttribute("aria-labelledby") ?? "");
    part = part.parentElement?.closest("[aria-labelledby]") ?? null;
  }
  return headings;
}

/** A control that is removed fires no event, so remember it while it has the focus. @param {Event} event */
function remember({ target }) {
  if (target instanceof HTMLElement) last = { control: target, headings: headingsAbove(target) };
}

/** The ids of the summaries of what is open in a part. @param {Element} part */
function openSummaries(part) {
  return findAll(part, "details[open] > summary[id]", HTMLElement).map(({ id }) => id);
}

function reopen() {
  for (const id of opened) {
    const details = document.getElementById(id)?.closest("details");
    if (details) details.open = true;
  }
  opened = [];
}

function restoreFocus() {
  if (!last || document.activeElement !== document.body) return;
  const { control, headings } = last;
  const others = [control.id, ...headings, ...FALLBACKS].map((id) => document.getElementById(id));
  // The control itself may be there still: a disabled button loses the focus, too.
  const target = [control, ...others].find((each) => each?.isConnected && each.checkVisibility());
  if (!target) return;
  if (target !== control && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Scroll to the start of a new panel after a choice, to the stage after a move. @param {HtmxRequestConfig} request */
function scrollToResult({ elt, verb }) {
  const heading = document.getElementById("panel-heading");
  if (!heading || !elt.closest("#panel") || heading.getBoundingClientRect().top >= HEADER) return;
  const result = verb === "post" ? document.querySelector(".stage") : heading;
  result?.scrollIntoView();
}

for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, remember);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  opened = openSummaries(detail.target);
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  opened.push(...openSummaries(detail.target));
});
document.addEventListener("htmx:oobAfterSwap", reopen);
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  reopen();
  if (detail.requestConfig) scrollToResult(detail.requestConfig);
});
for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, () => setTimeout(restoreFocus));
}
