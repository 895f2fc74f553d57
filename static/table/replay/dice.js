// @ts-check
// The dice of a step to which the viewer has gone: as the animation of its last attack ends, without motion.

import { clearAnimation } from "../../drawing/board/animation-marks.js";
import { findAll } from "../../site/dom.js";
import { hideAnimation } from "../animations/animation-box.js";
import { showEnded } from "../animations/battle.js";

/** Show the dice of a scene, if it has any. @param {string} scene */
export function showDice(scene) {
  const template = document.createElement("template");
  template.innerHTML = scene;
  // The last part of an attack states all its losses.
  const attack = findAll(template.content, ".attack", HTMLElement).at(-1);
  if (attack) showEnded(attack);
}

/** Hide the dice, or the animation that is playing. */
export function hideDice() {
  hideAnimation();
  clearAnimation();
}
