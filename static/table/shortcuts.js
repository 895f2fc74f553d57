// @ts-check
// Keyboard shortcuts of the table, and the list of them.

import { toggleFullScreen } from "../site/full-screen.js";
import { typeDigit } from "./panel/numbers-by-key.js";
import { find, findAll } from "../site/dom.js";
import { toggleSound } from "../sound/volume-control.js";
import { openTabById } from "./tabs.js";

const SWITCH = "shortcuts"; // the key in the browser's storage; the value "off" disables the shortcuts
/** Milliseconds in which a new decision takes no key: the player meant the one before. */
const SETTLING = 400;
const CONTROLS =
  "a[href], button, input, select, textarea, summary, .territory, [tabindex]:not([tabindex='-1'])";

const list = find(document, "#shortcuts", HTMLDialogElement);
const switchBox = list && find(list, "input", HTMLInputElement);

let offer = "";
let offeredAt = -SETTLING;

/** Note when the decision changes. */
function noteOffer() {
  const shown = document.getElementById("panel")?.dataset.offer ?? "";
  if (shown === offer) return;
  offer = shown;
  offeredAt = performance.now();
}

/** @param {string} selector */
function press(selector) {
  const control = find(document, selector, HTMLElement);
  if (control?.checkVisibility()) control.click();
}

/** The main button of the panel, unless an animation keeps the panel busy. */
function mainButton() {
  const buttons = "#panel.panel:not([aria-busy='true']) button.primary:enabled";
  return findAll(document, buttons, HTMLButtonElement).find((button) => button.checkVisibility());
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

/** The keys that act for the player, and so must be meant for the decision shown. */
const MOVES = "aeup 0123456789";

/** @type {Record<string, () => void>} */
const ACTIONS = {
  n: focusNextTerritory,
  a: () => attack("once"),
  u: () => attack("press"),
  e: () => press("#panel a[href*='end=yes']"),
  p: () => press("#panel [data-placing] .primary"),
  " ": () => mainButton()?.click(),
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

/**
 * Whether a key belongs to the browser or to a field; Space and digits belong to any focused control.
 * @param {KeyboardEvent} event
 */
function isForOthers({ key, target, ctrlKey, metaKey, altKey }) {
  const fields = "input:not([type=radio], [type=checkbox]), select, textarea";
  const owners = /[ \d]/.test(key) ? CONTROLS : fields;
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.matches(owners));
}

/** What a key does, if anything. @param {string} key */
function actionOf(key) {
  if (/^\d$/.test(key)) return () => typeDigit(key);
  // Without a button to press, Space scrolls.
  return key === " " && !mainButton() ? null : ACTIONS[key];
}

const isOff = () => switchBox?.checked === false || document.querySelector("dialog[open]") !== null;

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key } = event;
  const action = actionOf(key);
  if (!action || isOff() || event.defaultPrevented || isForOthers(event)) return;
  event.preventDefault();
  const isTooSoon = MOVES.includes(key) && performance.now() - offeredAt < SETTLING;
  if (!event.repeat && !isTooSoon) action();
}

document.addEventListener("keydown", onKey);
document.addEventListener("htmx:afterSettle", noteOffer);
document.addEventListener("htmx:oobAfterSwap", noteOffer);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-table-tool]") : null;
  if (!(button instanceof HTMLElement)) return;
  ACTIONS[button.dataset.tableTool ?? ""]?.();
});
// It is disabled if the player's preferences say no.
if (switchBox && !switchBox.disabled) switchBox.checked = isOn();
offer = document.getElementById("panel")?.dataset.offer ?? "";
switchBox?.addEventListener("change", remember);
