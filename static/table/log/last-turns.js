// @ts-check
// The list of turns on phones and tablets: in a menu above the map, because its place in the sidebar is
// far below it. The menu names the losses, so that the list need not be opened to learn of them.

import { find, required } from "../../site/dom.js";

const isSmall = matchMedia("(max-width: 74rem)");
const list = required(find(document, "#turns", HTMLOListElement));
const sidebar = required(list.parentElement);
const menu = required(find(document, "#last-turns", HTMLDetailsElement));
const losses = required(find(menu, "[data-army]", HTMLElement));
const row = required(menu.parentElement);

function placeList() {
  (isSmall.matches ? menu : sidebar).append(list);
}

/**
 * Show the menu if there are turns, with what the viewer lost: territories, or armies if none is lost,
 * because a phone has no room for both.
 * @param {number} lost the number of territories
 * @param {number} killed the number of armies lost to events
 */
export function showLosses(lost, killed) {
  menu.hidden = !list.children.length;
  // The status beside it leaves room for it, and for what it says of losses.
  if (menu.hidden) delete row.dataset.turns;
  else row.dataset.turns = lost || killed ? "lost" : "shown";
  const { territory = "", territories = "", army = "", armies = "" } = losses.dataset;
  const [one, many] = lost ? [territory, territories] : [army, armies];
  const count = lost || killed;
  losses.textContent = count ? (count === 1 ? one : many).replace("{}", String(count)) : "";
}

/** Close the menu, which would cover what is shown on the map. */
export function closeMenu() {
  if (!menu.open) return;
  find(menu, "summary", HTMLElement)?.focus();
  menu.open = false;
}

isSmall.addEventListener("change", placeList);
placeList();
