// @ts-check
// When scripts that measure the panel must measure it again.

import { find } from "../../site/dom.js";

/**
 * Call a function soon, and after everything that may change the boxes of the panel: at the next animation
 * frame, and once however many changes there are until then.
 * @param {() => void} measure
 * @returns {() => void} a function that requests another call
 */
export function onceRedrawn(measure) {
  let isDue = false;
  const measureSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      measure();
    });
  };
  window.addEventListener("resize", measureSoon);
  for (const name of ["htmx:afterSettle", "drawer"]) {
    document.addEventListener(name, measureSoon);
  }
  const column = find(document, ".table-panel", HTMLElement);
  // Texts open and close.
  if (column) new ResizeObserver(measureSoon).observe(column);
  measureSoon();
  return measureSoon;
}
