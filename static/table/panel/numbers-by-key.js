// @ts-check
// Digits set the number of the panel: the dice, or the armies of a form that has one number.

import { find, findAll } from "../../site/dom.js";
import { setNumber } from "./stepper.js";

const TOGETHER = 1000; // milliseconds between two digits of one number

let typed = "";
let typedAt = 0;

/** The number that a digit makes with the digits typed just before. @param {string} digit */
function numberWith(digit) {
  const now = performance.now();
  typed = now - typedAt < TOGETHER ? typed + digit : digit;
  typedAt = now;
  return Number(typed);
}

/**
 * Set the number that is to be chosen; for an attack, the one that belongs to the chosen way.
 * @param {string} digit
 */
export function typeDigit(digit) {
  const panel = document.getElementById("panel");
  const form = panel && find(panel, "#compose", HTMLFormElement);
  if (!form) return;
  const way = find(form, ".attack-mode:has(input[name=how]:checked)", HTMLElement) ?? form;
  const dice = find(way, `input[name=dice][value="${digit}"]`, HTMLInputElement);
  const [number, ...others] = findAll(way, "input[type=number]", HTMLInputElement);
  if (dice) dice.click();
  else if (number && !others.length) setNumber(number, numberWith(digit));
}
