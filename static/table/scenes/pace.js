// @ts-check
// The pace of the scenes, and the moments of a push that have scenes.

import { find, findAll } from "../../site/dom.js";

/** The share of the full time at each pace; at the pace “at once” there are no scenes. */
const PACES = new Map([
  ["calm", 1],
  ["quick", 0.5],
]);

const prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");
const { seat } = document.getElementById("announcements")?.dataset ?? {};

/** @returns {number} the share of the full time, 0 for no scenes */
export function pace() {
  const chosen = document.getElementById("pace")?.dataset.pace ?? "";
  return prefersStill.matches ? 0 : (PACES.get(chosen) ?? 0);
}

/**
 * The moments of a push that have scenes, in order.
 * @param {DocumentFragment} content
 */
export function momentsOf(content) {
  const earlier = find(content, "template[data-scenes]", HTMLTemplateElement);
  // Without new lines of the log, the stage only repeats what it has shown.
  const isNew = content.querySelector("#log-lines > li");
  const stage = isNew && find(content, "#stage", HTMLElement);
  return [earlier?.content, stage].flatMap((part) =>
    part ? findAll(part, "[data-scene]", HTMLElement) : [],
  );
}

/** Whether a moment shows a loss of the viewer. @param {HTMLElement} moment */
export const isLoss = (moment) => seat !== undefined && moment.dataset.of === seat;

/** The sound of a moment, or of each battle of an attack; "" for none. @param {HTMLElement} moment */
export function soundOf({ dataset: { scene, sound = "" } }) {
  if (scene === "attack" || scene === "duel") return "dice";
  return scene === "card" ? "card" : sound;
}
