// @ts-check
// Forms fetched when they are opened. A form that has changed on the server is fetched again, and
// keeps the player's input.

import { findAll } from "../../site/dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * The last version requested of each form, by its id.
 * @type {Map<string, string>}
 */
const requested = new Map();
/** The ids of forms being fetched. */
const pending = new Set();
/**
 * The last form submitted, until the next input.
 * @type {Element | null}
 */
let sentForm = null;
/**
 * The fields with input in the form being replaced.
 * @type {Field[]}
 */
let changedFields = [];

/**
 * @param {Element} form
 * @returns {Field[]}
 */
const fieldsOf = (form) => [
  ...findAll(form, "input:not([type=hidden])", HTMLInputElement),
  ...findAll(form, "select", HTMLSelectElement),
];

/** @param {Field} field */
const isTickBox = ({ type }) => type === "checkbox" || type === "radio";

/** Whether the player has changed a field since it was rendered. @param {Field} field */
function isChanged(field) {
  if (field instanceof HTMLInputElement) {
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  }
  const drawn = [...field.options].filter((option) => option.defaultSelected);
  if (!drawn.length && !field.multiple) drawn.push(field.options[0]);
  const isSame = drawn.every((option) => option.selected);
  return !isSame || field.selectedOptions.length !== drawn.length;
}

/**
 * Restore the player's input in a new field, if it is still possible.
 * @param {Field} field
 * @param {Field} before
 */
function restore(field, before) {
  if (field instanceof HTMLSelectElement) {
    if (before instanceof HTMLSelectElement) restoreOptions(field, before);
  } else if (!isTickBox(field)) {
    field.value = before.value;
  } else if (before instanceof HTMLInputElement && (before.checked || field.type === "checkbox")) {
    field.checked = before.checked;
  }
}

/**
 * @param {HTMLSelectElement} list
 * @param {HTMLSelectElement} before
 */
function restoreOptions(list, before) {
  const values = [...before.selectedOptions].map((option) => option.value);
  const known = [...list.options].map((option) => option.value);
  if (!list.multiple && !values.every((value) => known.includes(value))) return;
  for (const option of list.options) option.selected = values.includes(option.value);
}

/** @param {Element} form */
function restoreAll(form) {
  for (const field of fieldsOf(form)) {
    const before = changedFields.find(
      (other) => other.name === field.name && (!isTickBox(field) || other.value === field.value),
    );
    if (before) restore(field, before);
  }
}

/**
 * Fetch a form again.
 * @param {HTMLElement} form
 * @param {string} version
 */
function fetchAgain({ id, dataset }, version) {
  requested.set(id, version);
  pending.add(id);
  const onAnswer = () => {
    pending.delete(id);
    const form = document.getElementById(id);
    if (form) restoreAll(form);
    changedFields = [];
    compareAll();
  };
  const onFailure = () => {
    pending.delete(id);
    requested.delete(id);
  };
  const options = { source: `#${id}`, target: `#${id}`, swap: "outerHTML" };
  window.htmx.ajax("GET", dataset.form ?? "", options).then(onAnswer, onFailure);
}

/** Fetch changed forms again; forms being fetched are compared when they arrive. */
function compareAll() {
  for (const form of findAll(document, "[data-form]", HTMLElement)) {
    const key = document.getElementById(form.dataset.key ?? "");
    const version = key?.dataset.drawn ?? "";
    if (!key || version === form.dataset.drawn) continue;
    if (!pending.has(form.id) && requested.get(form.id) !== version) fetchAgain(form, version);
  }
}

// Read the fields at the swap, so that input made while the form was being fetched is kept too.
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (!target.matches("[data-form]")) return;
  changedFields = target === sentForm ? [] : fieldsOf(target).filter(isChanged);
});
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  if (!isAccepted || detail.requestConfig.verb !== "post") return;
  sentForm = target.closest("[data-form]") ?? sentForm;
});
document.addEventListener("input", () => {
  sentForm = null;
});
document.addEventListener("htmx:afterSettle", compareAll);
