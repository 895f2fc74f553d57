// @ts-check
// Wish lists: rows of territories that can be added, moved and removed.

import { closest, find, findAll, required } from "../../site/dom.js";

const ROW = "[data-wish]";

const wishList = () => find(document, "[data-wishes]", HTMLElement);

/** @param {ParentNode} list */
const rowsOf = (list) => findAll(list, ROW, HTMLElement);

/** @param {Element} row */
const selectIn = (row) => required(row.querySelector("select"));

function prepare() {
  const list = wishList();
  if (!list) return;
  for (const button of findAll(list, "button[hidden]", HTMLElement)) button.hidden = false;
  const toggle = find(document, "[data-wish-map]", HTMLElement);
  if (toggle) toggle.hidden = false;
}

/**
 * Add a territory in the first empty row, or in a new one.
 * @param {HTMLElement} list
 * @param {string} territory
 */
function addWish(list, territory) {
  const rows = rowsOf(list);
  const known = rows.find((row) => selectIn(row).value === territory);
  if (known) return announce(known, "is on the list already");
  const row = rows.find((each) => !selectIn(each).value) ?? addRow(list, rows[rows.length - 1]);
  selectIn(row).value = territory;
  numberRows(list);
  announce(row, "is added");
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} pattern
 */
function addRow(list, pattern) {
  const row = pattern.cloneNode(true);
  if (!(row instanceof HTMLElement)) throw new Error("A row must be an element.");
  selectIn(row).value = "";
  list.append(row);
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {string} what
 */
function announce(row, what) {
  const status = find(document, "[data-wish-told]", HTMLElement);
  const name = selectIn(row).selectedOptions[0].textContent.trim();
  if (status) status.textContent = `${name} ${what}.`;
}

/** @param {Element} list */
function numberRows(list) {
  rowsOf(list).forEach((row, index) => {
    selectIn(row).setAttribute("aria-label", `Wish ${index + 1}`);
  });
}

/** @param {HTMLButtonElement} button */
function moveRow(button) {
  const row = required(button.closest(ROW));
  const list = required(row.parentElement);
  const way = button.dataset.move;
  if (way === "up") row.previousElementSibling?.before(row);
  if (way === "down") row.nextElementSibling?.after(row);
  if (way === "out") {
    selectIn(row).value = "";
    list.append(row);
  }
  numberRows(list);
  button.focus();
}

/**
 * The territories that a click adds: a whole group, or one on the map if choosing on it is switched on.
 * @param {MouseEvent} event
 */
function wishesAt(event) {
  const group = closest(event, "[data-wish-all]", HTMLElement)?.dataset.wishAll;
  if (group) return group.split(" ");
  const territory = closest(event, "#board .territory", SVGGElement);
  const isOn = document.querySelector("[data-wish-map][aria-pressed=true]");
  return territory && isOn ? [territory.id.slice("terr-".length)] : [];
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-move]", HTMLButtonElement);
  if (button) return moveRow(button);
  const toggle = closest(event, "[data-wish-map]", HTMLElement);
  if (toggle) {
    const isOn = toggle.getAttribute("aria-pressed") !== "true";
    return toggle.setAttribute("aria-pressed", String(isOn));
  }
  const list = wishList();
  if (list) for (const territory of wishesAt(event)) addWish(list, territory);
});
document.addEventListener("htmx:afterSettle", prepare);
prepare();
