// @ts-check
// The box in which an animation is shown: over the map, or on phones over the panel.

import { outlines } from "../../drawing/board/animation-marks.js";
import { findAll } from "../../site/dom.js";
import { guardPanel } from "./guard.js";
import { EDGE, bestPlace, coveredArea, isFree, placesFor } from "./animation-places.js";

const isSideways = matchMedia("(max-height: 34rem) and (orientation: landscape)");
const isSmall = matchMedia("(max-width: 46rem)");
/** Whether the table has the layout of a phone, held upright or sideways. */
export const isPhone = () => isSmall.matches || isSideways.matches;

/** The classes of the box for its places over the map of a phone held sideways, best first. */
const OVER_MAP = [["is-over-map"], ["is-over-map", "is-high"]];

const board = document.querySelector(".table-board");
const box = document.createElement("section");
const body = document.createElement("div");
const button = document.createElement("button");

/** The ids of the territories shown, where they are, and the index of the place chosen for the box. */
let beside = "";
/** @type {readonly DOMRect[]} */
let around = [];
let chosen = 0;

/** Ends the animations. */
let skip = () => {};
/** What the button does. */
let press = () => {};
/** What had the focus before the button of a card. @type {Element | null} */
let before = null;

function buildBox() {
  box.className = "animation";
  box.hidden = true;
  box.setAttribute("aria-label", "Just happened");
  // The log announces to screen readers what the animation shows.
  body.setAttribute("aria-hidden", "true");
  body.id = "animation-text";
  button.setAttribute("aria-describedby", body.id);
  button.type = "button";
  button.addEventListener("click", () => press());
  box.append(body, button);
  board?.append(box);
}

/** Set what the button "Skip" does. @param {() => void} action */
export function onSkip(action) {
  skip = action;
}

/**
 * Show a moment beside the outlined territories.
 * @param {HTMLElement} moment
 * @param {number} share of the full time
 */
export function showAnimation(moment, share) {
  showWithButton(moment, share, "Skip", skip);
}

/** Show a moment without motion until it is hidden; on phones over the map. @param {HTMLElement} moment */
export function showStill(moment) {
  showWithButton(moment, 0, "Hide", hideAnimation);
}

/**
 * Show a card. Its button leads on: “Skip” beside its text would seem to refuse what it offers. The
 * button of a card that waits for it has the focus, unless the viewer is typing.
 * @param {HTMLElement} moment
 * @param {number} share of the full time
 * @param {number} time milliseconds until the card closes; infinite if it waits for the button
 * @param {() => void} goOn
 */
export function showCard(moment, share, time, goOn) {
  showWithButton(moment, share, "Continue", goOn);
  button.classList.toggle("is-timed", time < Infinity);
  button.style.setProperty("--time", `${time}ms`);
  if (time < Infinity || document.activeElement?.matches("input, select, textarea")) return;
  before = document.activeElement;
  button.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} moment
 * @param {number} share 0 for no motion
 * @param {string} label
 * @param {() => void} onPress
 */
function showWithButton(moment, share, label, onPress) {
  returnFocus();
  for (const link of moment.querySelectorAll("a")) link.remove();
  moment.removeAttribute("id");
  body.replaceChildren(moment);
  box.dataset.kind = moment.dataset.animation;
  button.textContent = label;
  button.className = "button small animation-skip";
  box.classList.toggle("is-still", !share);
  press = onPress;
  box.style.setProperty("--share", String(share));
  setHidden(false);
  place(moment);
}

/** @param {boolean} isHidden */
function setHidden(isHidden) {
  box.hidden = isHidden;
  // A class, because each change of the map would check a :has() of it again.
  board?.classList.toggle("has-animation", !isHidden);
}

/** Take the focus from the button; the control that had it may have been replaced. */
function returnFocus() {
  if (document.activeElement !== button) return;
  const target = before?.isConnected ? before : document.getElementById("panel-heading");
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}

function isOverPanel() {
  const panel = document.getElementById("panel")?.getBoundingClientRect();
  return panel !== undefined && coveredArea([panel], box.getBoundingClientRect()) > 0;
}

export function hideAnimation() {
  returnFocus();
  if (isOverPanel()) guardPanel();
  setHidden(true);
  beside = "";
  body.replaceChildren();
}

/**
 * Move the box to the best place; keep it there while moments are at the same territories.
 * @param {HTMLElement} moment
 */
function place(moment) {
  box.style.translate = "";
  const marked = outlines();
  const isStill = box.classList.contains("is-still");
  if (isSmall.matches && !isSideways.matches) return isStill ? placeAtEdge(marked) : placeBelowMap();
  const shown = [moment, ...findAll(moment, "[data-at]", HTMLElement)].map(({ dataset }) => dataset.at);
  const isSame = beside !== "" && shown.every((id) => !id || beside.split(" ").includes(id));
  if (!isSame) beside = shown.join(" ");
  if (isSideways.matches) {
    if (!isSame) placeSideways(marked);
    return;
  }
  if (!marked.length) return;
  const own = box.getBoundingClientRect();
  if (!isSame) around = marked;
  const places = placesFor(own, around);
  if (!isSame) chosen = bestPlace(places, own, around);
  const { left, top } = places[chosen];
  box.style.translate = `${left - own.left}px ${top - own.top}px`;
}

/**
 * Put the box beside the map; without motion, or while a drawer is open there, over the map, unless it would cover a territory
 * that it is about.
 * @param {readonly DOMRect[]} marked
 */
function placeSideways(marked) {
  const overMap = document.querySelector(".is-drawer, .is-still") ? OVER_MAP : [];
  for (const classes of [...overMap, []]) {
    box.classList.remove("is-over-map", "is-high");
    box.classList.add(...classes);
    if (isFree(box.getBoundingClientRect(), marked)) return;
  }
}

/**
 * Put the box over the lower edge of the map, or over the upper one if it would cover a territory that it is about.
 * @param {readonly DOMRect[]} marked
 */
function placeAtEdge(marked) {
  box.classList.remove("is-high");
  box.classList.toggle("is-high", !isFree(box.getBoundingClientRect(), marked));
}

/** Put the box below the map, or higher if it would not fit in the window there. */
function placeBelowMap() {
  const { bottom } = box.getBoundingClientRect();
  box.style.translate = `0 ${Math.min(0, window.innerHeight - EDGE - bottom)}px`;
}

/** Elements of the moment that is shown. @param {string} selector */
export const shownElements = (selector) => findAll(body, selector, HTMLElement);

buildBox();
