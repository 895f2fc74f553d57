// @ts-check
// The list of turns on phones and tablets: in a menu above the map, because its place in the sidebar is
// far below it. The menu counts the losses, so that the list need not be opened to learn of them.

import { find, required } from "../../site/dom.js";

const isSmall = matchMedia("(max-width: 74rem)");
const list = required(find(document, "#turns", HTMLOListElement));
const sidebar = required(list.parentElement);
const menu = required(find(document, "#last-turns", HTMLDetailsElement));
const losses = required(find(menu, "[data-one]", HTMLElement));

function placeList() {
  (isSmall.matches ? menu : sidebar).append(list);
}

/** Show the menu if there are turns, with this number of losses. @param {number} count */
export function showCount(count) {
  menu.hidden = !list.children.length;
  const { one = "", many = "" } = losses.dataset;
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
