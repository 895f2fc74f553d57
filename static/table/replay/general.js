// @ts-check
// The button that asks what a general would do at the viewer's own decision, and its answer.

import { find } from "../../site/dom.js";
import { showArrows } from "./map.js";

const form = find(document, "[data-ask]", HTMLFormElement);
const answer = document.getElementById("general");

/** Offer to ask at a step with an own decision. @param {readonly number[]} own @param {number} step @param {string} eyes */
export function offerGeneral(own, step, eyes) {
  if (!form || !answer) return;
  form.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  form.hidden = !own.includes(step);
  answer.replaceChildren();
  for (const [name, value] of Object.entries({ at: String(step), eyes })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
}

/** Ask, if that is offered. */
export function askGeneral() {
  if (form && !form.hidden) form.requestSubmit();
}

function showAnswer() {
  const arrows = answer && find(answer, "[data-arrows]", SVGSVGElement);
  if (arrows) showArrows(arrows.innerHTML);
  answer?.scrollIntoView({ block: "nearest" });
}

answer?.addEventListener("htmx:afterSwap", showAnswer);
// A link to such a decision asks at once.
if (location.hash === "#general") addEventListener("load", askGeneral);
