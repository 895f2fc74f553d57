// @ts-check
// The choices of the panel, as shown on the map.
//
// The panel determines the choices. A control in #panel with data-territory and data-role makes
// that territory choosable; data-chosen marks it as chosen.

import { find, findAll, required } from "../../site/dom.js";
import { idOf, isLive, territoryOf } from "./elements.js";

/** @typedef {{ control: HTMLElement, role: string, isChosen: boolean }} Choice */

/** @type {Record<string, string>} */
const HINTS = {
  source: "Attack from here",
  target: "Attack this",
  place: "Place armies here",
  claim: "Claim this",
  hide: "Hide armies here",
  stronghold: "Choose this",
  dragon: "Send the dragon here",
  stake: "You could lose armies here",
  from: "Move armies from here",
  to: "Move armies here",
  occupy: "Claim this, or leave it",
  prefer: "Claim this first",
  sources: "Take armies from here first",
  reveal: "Reveal hidden armies here",
  bonus: "Put the set’s bonus armies here",
  headquarters: "Choose this as your headquarters",
};

const announcement = required(document.getElementById("board-says"));

/** @type {Map<string, Choice>} */
let choices = new Map();

/** @param {Element} territory */
export const choiceOf = (territory) => choices.get(idOf(territory));

export const isAnyOpen = () => [...choices.values()].some((choice) => !choice.isChosen);

/** The offer that the panel shows; it changes with each decision. */
export const shownOffer = () => document.getElementById("panel")?.dataset.offer ?? "";

/** Read the choosable and the chosen territories from the panel. */
export function readChoices() {
  choices = new Map();
  const panel = document.getElementById("panel");
  if (!panel || !isLive) return;
  for (const control of findAll(panel, "[data-territory][data-role]", HTMLElement)) {
    const { territory: id = "", role = "" } = control.dataset;
    const isChosen = "chosen" in control.dataset;
    if (!territoryOf(id) || (isDisabled(control) && !isChosen)) continue;
    const known = choices.get(id);
    // If a territory has several controls, use the chosen one, otherwise the first.
    if (known && (known.isChosen || !isChosen)) continue;
    choices.set(id, { control, role, isChosen });
  }
}

/** @param {HTMLElement} control */
const isDisabled = (control) =>
  control.matches(":disabled") || control.getAttribute("aria-disabled") === "true";

/**
 * The territory that is chosen in this role, and its choice.
 * @param {string} role
 */
export function chosenAs(role) {
  for (const [id, choice] of choices) {
    if (choice.isChosen && choice.role === role) return { id, ...choice };
  }
  return null;
}

/** Whether a territory is chosen, so that pressing it does nothing. @param {Element} territory */
export function isSettled(territory) {
  const choice = choiceOf(territory);
  return Boolean(choice?.isChosen && !choice.control.matches("a, button, input"));
}

/** The territories chosen so far. */
export function chosenTerritories() {
  const chosen = [...choices].filter(([, choice]) => choice.isChosen);
  return chosen.flatMap(([id]) => territoryOf(id) ?? []);
}

/** The territories that the lesson of a tutorial names. */
export function lessonPlaces() {
  const places = find(document, "#panel .lesson", HTMLElement)?.dataset.places ?? "";
  return places.split(" ").flatMap((id) => (id && territoryOf(id)) || []);
}

/**
 * The number field of a choice, if it has one.
 * @param {Choice | undefined} choice
 */
export function numberField(choice) {
  const control = choice?.control;
  const isNumber = control instanceof HTMLInputElement && ["number", "range"].includes(control.type);
  return isNumber ? control : null;
}

/**
 * The checkbox or radio button of a choice, if it has one.
 * @param {Choice | undefined} choice
 */
export function tickBox(choice) {
  const control = choice?.control;
  const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
  return isBox ? control : null;
}

/**
 * How many armies a choice has so far; for a checkbox or radio button, 1 if it is checked.
 * @param {Choice} choice
 */
export function amountOf(choice) {
  const field = numberField(choice);
  if (field) return Number(field.value) || 0;
  return tickBox(choice)?.checked ? 1 : 0;
}

/** @param {Element} territory */
export function hintOf(territory) {
  const choice = choiceOf(territory);
  if (!choice) return "";
  if (choice.isChosen) return "Chosen";
  const amount = amountOf(choice);
  const hint = HINTS[choice.role] ?? "Choose this";
  const gesture = matchMedia("(pointer: coarse)").matches ? "Hold" : "Right-click";
  return amount ? `${hint}: ${amount} so far. ${gesture} to take one back.` : hint;
}

/**
 * Add or remove one army, if the panel has a number field for the territory.
 * @param {SVGGElement} territory
 * @param {number} step
 */
export function count(territory, step) {
  const field = numberField(choiceOf(territory));
  if (!field) return;
  const before = field.value;
  if (field.value === "") field.value = field.min || "0";
  if (step > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before) return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  announcement.textContent = `${territory.dataset.name}: ${Number(field.value)}`;
}

/**
 * Choose a territory in the panel; with a negative step, take one army back. If it cannot be chosen,
 * the panel may say why.
 * @param {SVGGElement} territory
 * @param {number} step
 */
export function choose(territory, step) {
  // The panel may have been replaced since the map read it. A press on a link that is gone would load its page.
  if (choiceOf(territory)?.control.isConnected === false) readChoices();
  const choice = choiceOf(territory);
  if (!choice && step > 0) return askWhyNot(territory);
  if (!choice) return;
  if (numberField(choice)) count(territory, step);
  else if (step > 0) choice.control.click();
}

/** Ask why a territory cannot be chosen, unless an animation keeps the panel busy. @param {SVGGElement} territory */
function askWhyNot(territory) {
  const form = find(document, "#panel:not([aria-busy='true']) #why-not-this", HTMLFormElement);
  if (!form) return;
  required(find(form, "input", HTMLInputElement)).value = idOf(territory);
  form.requestSubmit();
}

/** Read out why a territory cannot be chosen. */
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail?.requestConfig?.elt.id !== "why-not-this") return;
  const reason = find(document, "#panel .notice[role=status]", HTMLElement);
  announcement.textContent = reason?.firstChild?.textContent?.trim() ?? "";
});
