// @ts-check
// Closes a menu of the header on a click elsewhere and on Escape.

import { closest, findAll } from "./dom.js";

/** @param {HTMLDetailsElement | null} except */
function closeMenus(except) {
  for (const menu of findAll(document, "details.site-menu[open]", HTMLDetailsElement)) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeMenus(closest(event, "details.site-menu", HTMLDetailsElement));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});
