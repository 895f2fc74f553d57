// @ts-check
// Shows one hint at a time: the first remaining hint that fits the current situation.

import { find, findAll, required } from "../site/dom.js";

const column = required(find(document, ".table-panel", HTMLElement));

/** The decision for which the column keeps the room of a dismissed hint. */
let keptFor = "";

const offer = () => document.getElementById("panel")?.dataset.offer ?? "";

function showHint() {
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
document.addEventListener("htmx:afterSettle", showHint);
document.addEventListener("htmx:oobAfterSwap", showHint);
showHint();
