// @ts-check
// An animation may cover the panel, on a phone always. A tap on its Skip button just after its end would press
// what appears in that place, so for a moment the panel ignores taps: after the animation, and again once the
// panel shows the next decision.

import { find } from "../../site/dom.js";

const MOMENT = 400; // milliseconds

const section = find(document, ".table-panel", HTMLElement);
let timer = 0;
let isPanelDue = false;

function ignoreTaps() {
  section?.classList.add("is-settling");
  clearTimeout(timer);
  timer = setTimeout(() => section?.classList.remove("is-settling"), MOMENT);
}

/** Ignore taps because an animation is over. */
export function guardPanel() {
  isPanelDue = true;
  ignoreTaps();
}

/** @param {Element | null | undefined} target */
function onSwap(target) {
  if (!isPanelDue || target?.id !== "panel") return;
  isPanelDue = false;
  ignoreTaps();
}

document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => onSwap(target));
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => onSwap(target));
