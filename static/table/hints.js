// @ts-check
// Shows one hint at a time: the first remaining hint that fits the current situation.

import { findAll } from "../site/dom.js";

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
}

document.addEventListener("htmx:afterSettle", showHint);
document.addEventListener("htmx:oobAfterSwap", showHint);
showHint();
