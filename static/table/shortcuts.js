// @ts-check
// Keyboard shortcuts of the table, and the list of them; full screen.

import { find, findAll } from "../site/dom.js";
import { toggleSound } from "../sound/volume-control.js";
import { openTabById } from "./tabs.js";

const SWITCH = "shortcuts"; // the key in the browser's storage; the value "off" disables the shortcuts

const list = find(document, "#shortcuts", HTMLDialogElement);
const switchBox = list && find(list, "input", HTMLInputElement);

/** @param {string} selector */
function press(selector) {
  const control = find(document, selector, HTMLElement);
  if (control?.checkVisibility()) control.click();
}

/** Focus the next territory that may be chosen. */
function focusNextTerritory() {
  const open = findAll(document, "#board .territory.is-choosable", SVGGElement);
  const here = open.findIndex((territory) => territory === document.activeElement);
  open[(here + 1) % open.length]?.focus();
}

/** Attack in one of the two ways. @param {string} way */
function attack(way) {
  const radio = find(document, `#panel #how-${way}`, HTMLInputElement);
  if (!radio) return;
  radio.checked = true;
  press("#panel .panel-foot .primary");
}

export function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

/** @type {Record<string, () => void>} */
const ACTIONS = {
  n: focusNextTerritory,
  a: () => attack("once"),
  u: () => attack("press"),
  e: () => press("#panel a[href*='end=yes']"),
  p: () => press("#panel [data-placing] .primary"),
  c: () => openTabById("tab-talk"),
  l: () => openTabById("tab-log"),
  f: toggleFullScreen,
  m: toggleSound,
  "?": () => list?.showModal(),
};

function isOn() {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    // Storage may be blocked.
    return true;
  }
}

function remember() {
  try {
    localStorage.setItem(SWITCH, switchBox?.checked ? "on" : "off");
  } catch {
    // Storage may be blocked; the shortcuts are then on in the next visit.
  }
}

/** Whether a key is typed into a field or belongs to the browser. @param {KeyboardEvent} event */
function isForField({ target, ctrlKey, metaKey, altKey }) {
  const fields = "input:not([type=radio], [type=checkbox]), select, textarea";
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.matches(fields));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const action = ACTIONS[event.key];
  const isOff = event.key !== "?" && switchBox?.checked === false;
  if (!action || isOff || list?.open || event.repeat || isForField(event)) return;
  event.preventDefault();
  action();
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-table-tool]") : null;
  if (!(button instanceof HTMLElement)) return;
  ACTIONS[button.dataset.tableTool ?? ""]?.();
});
if (switchBox) switchBox.checked = isOn();
switchBox?.addEventListener("change", remember);
