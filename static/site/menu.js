// @ts-check
// Closes a menu or a summary of spoils on a click elsewhere and on Escape.

import { closest, findAll } from "./dom.js";

const MENUS = "details:is(.site-menu, .last-turns, .spoils)";

/** @param {HTMLDetailsElement | null} except */
function closeMenus(except) {
  for (const menu of findAll(document, `${MENUS}[open]`, HTMLDetailsElement)) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeMenus(closest(event, MENUS, HTMLDetailsElement));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});
