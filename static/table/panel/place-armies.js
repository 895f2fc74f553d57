// @ts-check
// Forms that place armies: their numbers must not exceed the armies to place.

import { closest, find, findAll, required } from "../../site/dom.js";
import { placedLastTurn, rememberPlacement } from "./last-placement.js";

/** @typedef {import("./last-placement.js").Placement} Placement */

/**
 * The fields set by the player; the other fields are reduced first.
 * @type {WeakSet<HTMLInputElement>}
 */
const ownFields = new WeakSet();

/**
 * The numbers that the player set in forms not yet sent, by round and purpose. Playing a card first
 * replaces the form.
 * @type {Map<string, Placement>}
 */
const drafts = new Map();

/** @param {HTMLFormElement} form */
const draftKey = ({ dataset: { placing, purpose } }) => `${placing} ${purpose}`;

/** @type {WeakSet<HTMLFormElement>} */
const restored = new WeakSet();

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => findAll(form, "input[name^='place:']", HTMLInputElement);

/** @param {HTMLInputElement} field */
const numberIn = (field) => Math.max(0, Math.floor(Number(field.value) || 0));

/** @param {HTMLFormElement} form */
const totalField = (form) => find(form, "input[name=of]", HTMLInputElement);

/** @param {HTMLFormElement} form */
const totalOf = (form) => Number(required(totalField(form)).value);

/** @param {HTMLFormElement} form */
const placedIn = (form) => fieldsOf(form).reduce((sum, field) => sum + numberIn(field), 0);

/** @param {Event} event */
const formAt = (event) => closest(event, "form[data-placing]", HTMLFormElement);

// Showing the armies left

/** @param {HTMLFormElement} form */
function prepare(form) {
  for (const button of findAll(form, "[data-add], [data-all], [data-fill=none]", HTMLElement)) {
    button.hidden = false;
  }
  const last = find(form, "[data-fill=last]", HTMLElement);
  if (last) last.hidden = !lastPlacement(form);
  if (!totalField(form)) return;
  restoreDraft(form);
  showLeft(form);
}

/** Fill a new form with the numbers set before it was replaced. @param {HTMLFormElement} form */
function restoreDraft(form) {
  if (restored.has(form)) return;
  restored.add(form);
  const draft = drafts.get(draftKey(form));
  if (!draft || sumOf(draft) > totalOf(form)) return;
  for (const field of fieldsOf(form)) {
    field.value = String(draft[field.name] ?? 0);
    ownFields.add(field);
  }
  notify(form);
}

/** @param {Placement} placement */
const sumOf = (placement) => Object.values(placement).reduce((sum, number) => sum + number, 0);

/** @param {HTMLFormElement} form */
function onChange(form) {
  drafts.set(draftKey(form), placementIn(form));
  showLeft(form);
}

/** @param {HTMLFormElement} form */
function showLeft(form) {
  const total = totalOf(form);
  const left = total - placedIn(form);
  const status = required(find(form, "[data-left]", HTMLElement));
  const done = total === 1 ? "Placed" : `All ${total} placed`;
  const text = left > 0 ? `${left} of ${total} left to place` : done;
  if (status.textContent !== text) status.textContent = text;
  form.classList.toggle("is-unfinished", left > 0);
  for (const button of findAll(form, "[data-confirm]", HTMLButtonElement)) {
    button.disabled = left > 0;
  }
  for (const button of findAll(form, "[data-add='-1']", HTMLButtonElement)) {
    button.disabled = !numberIn(fieldBeside(button));
  }
}

/** @param {HTMLElement} button */
const fieldBeside = (button) => required(button.parentElement?.querySelector("input"));

// Changing numbers

/**
 * Keep the number that the player set; take any excess from other fields first.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function keep(form, field) {
  ownFields.add(field);
  let excess = placedIn(form) - totalOf(form);
  const others = fieldsOf(form).filter((other) => other !== field && !ownFields.has(other));
  while (excess > 0 && others.length) {
    const largest = others.reduce((best, other) => (numberIn(other) > numberIn(best) ? other : best));
    if (!numberIn(largest)) break;
    largest.value = String(numberIn(largest) - 1);
    excess -= 1;
  }
  if (excess > 0) field.value = String(numberIn(field) - excess);
  onChange(form);
}

/**
 * Set every field of a form.
 * @param {HTMLFormElement} form
 * @param {(field: HTMLInputElement) => number} number
 */
function setAll(form, number) {
  for (const field of fieldsOf(form)) {
    ownFields.delete(field);
    field.value = String(number(field));
  }
  onChange(form);
  notify(form);
}

/** The map shows the numbers, too. @param {HTMLFormElement} form */
function notify(form) {
  fieldsOf(form)[0]?.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Give a field all armies left; if none are left, all armies of the form.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function giveAll(form, field) {
  const left = totalOf(form) - placedIn(form);
  field.value = String(left > 0 ? numberIn(field) + left : totalOf(form));
  if (left <= 0) {
    for (const other of fieldsOf(form)) if (other !== field) ownFields.delete(other);
  }
  keep(form, field);
  notify(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} way
 */
function fill(form, way) {
  if (way === "proposed") setAll(form, (field) => Number(field.dataset.proposed));
  else if (way === "none") setAll(form, () => 0);
  else if (way === "evenly") fillEvenly(form);
  else if (way === "last") fillAsLast(form);
}

/** @param {HTMLFormElement} form */
function fillEvenly(form) {
  const fields = fieldsOf(form);
  const each = Math.floor(totalOf(form) / fields.length);
  const rest = totalOf(form) % fields.length;
  setAll(form, (field) => each + (fields.indexOf(field) < rest ? 1 : 0));
}

/** @param {HTMLFormElement} form */
function fillAsLast(form) {
  const last = lastPlacement(form) ?? {};
  let left = totalOf(form);
  setAll(form, (field) => {
    const number = Math.min(left, last[field.name] || 0);
    left -= number;
    return number;
  });
}

/** @param {HTMLFormElement} form */
const roundOf = (form) => Number(form.dataset.placing);

/**
 * What the player placed last turn, if any of it can be placed again.
 * @param {HTMLFormElement} form
 */
function lastPlacement(form) {
  const placement = placedLastTurn(roundOf(form));
  return fieldsOf(form).some((field) => placement?.[field.name]) ? placement : null;
}

/** @param {HTMLFormElement} form */
function placementIn(form) {
  /** @type {Placement} */
  const placement = {};
  for (const field of fieldsOf(form)) {
    if (numberIn(field)) placement[field.name] = numberIn(field);
  }
  return placement;
}

/** @param {HTMLFormElement} form */
function onSubmit(form) {
  rememberPlacement(roundOf(form), placementIn(form));
  drafts.delete(draftKey(form));
}

/** @param {MouseEvent} event */
function onClick(event) {
  const button = closest(event, "[data-add], [data-all], [data-fill]", HTMLElement);
  const form = formAt(event);
  if (!form || !button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button.dataset.fill) return fill(form, button.dataset.fill);
  const field = fieldBeside(button);
  if ("all" in button.dataset) return giveAll(form, field);
  field.value = String(Math.max(0, numberIn(field) + Number(button.dataset.add)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // The button that removes the last army is then disabled and would lose the keyboard focus.
  if (button.matches(":disabled") && !event.detail) field.focus();
}

/** @param {Event} event */
function onInput(event) {
  const form = formAt(event);
  const field = event.target;
  if (form && field instanceof HTMLInputElement && field.name.startsWith("place:")) {
    keep(form, field);
  }
}

function prepareAll() {
  findAll(document, "form[data-placing]", HTMLFormElement).forEach(prepare);
}

// Capture the event before other listeners, some of which would submit the form.
document.addEventListener("click", onClick, true);
document.addEventListener("input", onInput);
document.addEventListener("submit", (event) => {
  const form = formAt(event);
  if (form) onSubmit(form);
}, true);
document.addEventListener("htmx:afterSettle", prepareAll);
prepareAll();
