// @ts-check
// The pace of the animations, and the moments of a push that have animations.

import { find, findAll } from "../../site/dom.js";

/** The share of the full time at each pace; at the pace “at once” there are no animations. */
const PACES = new Map([
  ["calm", 1],
  ["quick", 0.5],
]);

const prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");
const { seat } = document.getElementById("announcements")?.dataset ?? {};

/** @returns {number} the share of the full time, 0 for no animations */
export function pace() {
  const chosen = document.getElementById("pace")?.dataset.pace ?? "";
  return prefersStill.matches ? 0 : (PACES.get(chosen) ?? 0);
}

/**
 * The moments of a push that have animations, in order.
 * @param {DocumentFragment} content
 */
export function momentsOf(content) {
  const earlier = find(content, "template[data-animations]", HTMLTemplateElement);
  // Without new lines of the log, the latest events only repeat what has been shown.
  const isNew = content.querySelector("#log-lines > li");
  const latestEvents = isNew && find(content, "#latest_events", HTMLElement);
  return [earlier?.content, latestEvents].flatMap((part) =>
    part ? findAll(part, "[data-animation]", HTMLElement) : [],
  );
}

/** Whether a moment shows a loss of the viewer. @param {HTMLElement} moment */
export const isLoss = (moment) => seat !== undefined && moment.dataset.of === seat;

/** The sound of a moment, or of each battle of an attack; "" for none. @param {HTMLElement} moment */
export function soundOf({ dataset: { animation, sound = "" } }) {
  if (animation === "attack" || animation === "duel") return "dice";
  return animation === "card" ? "card" : sound;
}
