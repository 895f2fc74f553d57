// @ts-check
// The steps that tell a player what the set-up dealt: one sentence over the map at a time, with its
// territory marked. They stay until they have been read or the player chooses something; then the map
// returns to the territories of the first decision. If the latest events beside the map are in sight, it shows all
// steps at once instead.

import { territoryOf } from "../../drawing/board/elements.js";
import { clearAnimation, ringTerritories } from "../../drawing/board/animation-marks.js";
import { bringIntoView, follow } from "../../drawing/board/zoom.js";
import { findAll, required } from "../../site/dom.js";
import { isInTheWay } from "./animation-places.js";

const box = document.createElement("section");
const text = document.createElement("p");
const button = document.createElement("button");
/** @type {HTMLElement[]} */
let left = [];

function buildBox() {
  box.className = "notes introduction";
  box.hidden = true;
  box.setAttribute("aria-label", "How the game begins");
  text.setAttribute("role", "status");
  button.type = "button";
  button.className = "button small primary";
  button.addEventListener("click", showNext);
  box.append(text, button);
  document.querySelector(".table-board")?.append(box);
}

/** Show the steps of a push that begins the first turn. @param {DocumentFragment} content */
export function introduce(content) {
  const isNew = content.querySelector("#log-lines > li");
  const steps = isNew ? findAll(content, "#latest_events [data-introduction]", HTMLElement) : [];
  if (!steps.length || areLatestEventsInSight()) return;
  left = steps;
  showNext();
}

function areLatestEventsInSight() {
  const { height, bottom } = required(document.querySelector(".latest-events")).getBoundingClientRect();
  return height > 0 && bottom <= window.innerHeight;
}

function showNext() {
  const [step, ...others] = left;
  left = others;
  // The button that had the focus disappears with the box.
  if (!step && box.contains(document.activeElement)) document.getElementById("panel-heading")?.focus();
  box.hidden = !step;
  document.querySelector(".table-grid")?.classList.toggle("is-introducing", Boolean(step));
  clearAnimation();
  if (!step) return follow(findAll(document, ".territory.is-choosable", SVGGElement));
  const { at = "" } = step.dataset;
  text.textContent = step.textContent.trim();
  button.textContent = others.length ? "Next" : "Got it";
  const territory = at && territoryOf(at);
  if (territory) bringIntoView([territory]);
  if (at) ringTerritories([at], "none");
  box.classList.remove("is-low");
  box.classList.toggle("is-low", isInTheWay(box, [at]));
}

function dismiss() {
  if (box.hidden) return;
  left = [];
  showNext();
}

buildBox();
// The box would cover the map, on which the player now chooses.
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) dismiss();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dismiss();
});
