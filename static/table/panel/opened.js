// @ts-check
// Scrolls to what opens in the panel: it may begin behind the panel’s buttons.

import { closest } from "../../site/dom.js";

document.addEventListener("click", (event) => {
  const summary = closest(event, "#panel details > summary", HTMLElement);
  const details = summary?.parentElement;
  requestAnimationFrame(() => {
    if (!details?.hasAttribute("open")) return;
    details.scrollIntoView({ block: "nearest" });
    // If not all of it fits, its beginning matters.
    summary?.scrollIntoView({ block: "nearest" });
  });
});
