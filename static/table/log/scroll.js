// @ts-check
// Keeps the log and the chat scrolled to the end, unless the reader has scrolled back.

import { afterLayout } from "../../site/dom.js";
import { dropOldRounds } from "./old-rounds.js";

const TABS = ["tab-log", "tab-talk"];
const TOLERANCE = 40; // pixels from the end that still count as the end

/** @type {Set<string>} */
const scrolledBack = new Set();
let isScrolling = false;

/** Scroll the open one of these tabs to its end, unless the reader has scrolled back. */
function scrollToEnd() {
  for (const id of TABS) {
    const tab = document.getElementById(id);
    if (tab && !tab.hidden && !scrolledBack.has(id)) tab.scrollTop = tab.scrollHeight;
  }
}

/** Show the newest lines of the open tab, even if the reader has scrolled back. */
export function showEnd() {
  scrolledBack.clear();
  scrollToEnd();
}

/** Scroll once for all parts of a frame. */
function scrollSoon() {
  if (isScrolling) return;
  isScrolling = true;
  afterLayout(() => {
    isScrolling = false;
    if (!scrolledBack.has("tab-log")) dropOldRounds();
    scrollToEnd();
  });
}

/**
 * Detect scrolling by the reader, as opposed to resizing. Lines may arrive between `scrollToEnd` and
 * its scroll event, so only scrolling upwards counts, unless the log has lost its oldest lines.
 * @param {HTMLElement} tab
 */
function watch(tab) {
  let size = "";
  let top = 0;
  let height = 0;
  const onScroll = () => {
    const isBack = tab.scrollTop + tab.clientHeight < tab.scrollHeight - TOLERANCE;
    const isUpwards = tab.scrollTop < top;
    const isSameSize = size === `${tab.clientWidth} ${tab.clientHeight}`;
    const isShorter = tab.scrollHeight < height;
    size = `${tab.clientWidth} ${tab.clientHeight}`;
    top = tab.scrollTop;
    height = tab.scrollHeight;
    if (!isBack) scrolledBack.delete(tab.id);
    else if (!isSameSize || isShorter) scrollToEnd();
    else if (isUpwards) scrolledBack.add(tab.id);
  };
  tab.addEventListener("scroll", onScroll, { passive: true });
  // A taller panel leaves the tab less room, which no scroll event reports.
  new ResizeObserver(scrollToEnd).observe(tab);
}

for (const id of TABS) {
  const tab = document.getElementById(id);
  if (tab) watch(tab);
}
window.addEventListener("load", scrollToEnd);
document.addEventListener("htmx:oobAfterSwap", scrollSoon);
