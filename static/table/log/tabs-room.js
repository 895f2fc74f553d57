// @ts-check
// Where the whole column scrolls, the log ends at its lower edge if that leaves room for some lines: otherwise
// the newest lines would be below the edge, and old ones in sight. Other tabs keep their height.

import { find, required } from "../../site/dom.js";

const LEAST = 44; // pixels for some lines

const sheet = required(find(document, ".table-sheet", HTMLElement));
const tabs = find(sheet, "[data-tabs]", HTMLElement);
const log = find(sheet, "#tab-log", HTMLElement);
const panel = find(sheet, ".table-panel", HTMLElement);

/** @param {HTMLElement} container */
function fit(container) {
  const { clientHeight, clientTop, scrollTop } = sheet;
  const edge = sheet.getBoundingClientRect().top + clientTop + clientHeight - scrollTop;
  const room = edge - container.getBoundingClientRect().top;
  const bar = find(container, ".tab-bar", HTMLElement);
  const isBarInside = bar !== null && getComputedStyle(bar).position !== "absolute";
  const least = LEAST + (isBarInside ? bar.offsetHeight : 0);
  if (room < least || log?.hidden) container.style.removeProperty("--tabs-room");
  else container.style.setProperty("--tabs-room", `${Math.floor(room)}px`);
}

if (tabs && panel) {
  const observer = new ResizeObserver(() => fit(tabs));
  for (const element of [sheet, panel]) observer.observe(element);
  // Opening a tab opens or closes the drawer, or leaves it closed.
  tabs.addEventListener("drawer", () => fit(tabs));
}
