// @ts-check
// Shows one hint at a time: the first remaining hint that fits the current situation. A hint that has no
// room below the panel is folded; a button in the head of the panel opens it.

import { closest, find, findAll, required } from "../../site/dom.js";

const column = required(find(document, ".table-panel", HTMLElement));
const sheet = required(find(document, ".table-sheet", HTMLElement));
const uprightTablet = matchMedia(
  "(min-width: 46.01rem) and (max-width: 74rem) and (orientation: portrait)",
);

/** The decision for which the viewer has opened the folded hint. */
let openedFor = "";

/** The decision for which the column keeps the room of a dismissed hint. */
let keptFor = "";

let isDue = false;

const offer = () => document.getElementById("panel")?.dataset.offer ?? "";

function showHint() {
  isDue = false;
  const moment = document.getElementById("moment");
  if (!moment) return;
  const hints = findAll(document, "#hints [data-hint]", HTMLElement);
  const names = (moment.dataset.moments ?? "").split(" ");
  // The page may still contain hints rendered in an earlier round, which are no longer offered.
  const isLate = "late" in moment.dataset;
  if (!isLate && document.querySelector("#panel .attack .odds-headline")) names.unshift("odds");
  const current = names.find((name) => hints.some(({ dataset }) => dataset.hint === name));
  for (const hint of hints) hint.hidden = hint.dataset.hint !== current;
  if (keptFor !== offer()) column.classList.remove("keeps-hints");
  fold();
}

/** Show the hint once for all parts of a push. */
function showHintSoon() {
  if (!isDue) queueMicrotask(showHint);
  isDue = true;
}

/**
 * Whether a part of a hint is out of sight: clipped by its place, or below the edge of a tablet's sheet.
 * @param {HTMLElement} hint
 * @param {HTMLElement} place
 */
function isCut(hint, place) {
  const box = hint.getBoundingClientRect();
  if (box.left >= place.getBoundingClientRect().right) return true;
  const isInSheet = uprightTablet.matches && getComputedStyle(sheet).display !== "contents";
  return isInSheet && box.bottom + sheet.scrollTop > sheet.getBoundingClientRect().bottom;
}

/** Fold the hint if it does not fit whole, unless the viewer has opened it for this decision. */
function fold() {
  const place = find(document, "#hints", HTMLElement);
  const button = find(document, "#panel-hint", HTMLButtonElement);
  if (!place || !button) return;
  place.classList.remove("is-folded", "is-open");
  // Measure without the button, which could move the hint, unless hiding it would drop the focus.
  if (document.activeElement !== button) button.hidden = true;
  const hint = find(place, ".hint:not([hidden])", HTMLElement);
  button.hidden = !hint || !isCut(hint, place);
  const isOpen = openedFor === offer();
  button.setAttribute("aria-expanded", String(isOpen));
  if (!button.hidden) place.classList.add(isOpen ? "is-open" : "is-folded");
}

/** @param {Event} event */
function onClick(event) {
  const button = closest(event, "#panel-hint", HTMLButtonElement);
  if (!button) return;
  openedFor = openedFor === offer() ? "" : offer();
  fold();
  find(document, "#hints.is-open .hint:not([hidden])", HTMLElement)?.scrollIntoView({ block: "nearest" });
}

/**
 * Keep the room of a dismissed hint until the decision changes, so that nothing moves under the finger.
 * @param {HTMLElement} place
 */
function keepRoom(place) {
  keptFor = offer();
  column.style.setProperty("--room-of-hints", `${place.offsetHeight}px`);
  column.classList.add("keeps-hints");
}

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  const place = find(document, "#hints", HTMLElement);
  if (place?.contains(target)) keepRoom(place);
});
document.addEventListener("click", onClick);
document.addEventListener("drawer", fold);
// The event of opened and closed details does not bubble.
document.addEventListener("toggle", fold, true);
window.addEventListener("resize", fold);
document.fonts.ready.then(fold);
document.addEventListener("htmx:afterSettle", showHintSoon);
showHint();
