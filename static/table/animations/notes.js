// @ts-check
// Notes: the losses, eliminations and event cards of pushes shown without animations, and their sounds. On wide
// screens they are beside the map, above what has just happened, until they are dismissed or the viewer moves.
// Elsewhere they are over the map, so that they leave once they have been read: the menu of the last turns
// names the losses too. All lost territories share one note.

import { viewport } from "../../drawing/board/elements.js";
import { find, findAll, required } from "../../site/dom.js";
import { playSound } from "../../sound/sounds.js";
import { isLoss, momentsOf, pace, soundOf } from "./pace.js";
import { isPhone } from "./animation-box.js";

const MOST = 4; // notes shown at once
const MOST_NAMES = 3; // lost territories named
const LEAST = 5000; // milliseconds that notes stay over the map
const READING = 60; // milliseconds to read a character of them
/** Sounds, the most important first: only the first one of a push is played. */
const LOUDEST = ["fall", "capture", "card", "dice"];

const isWide = matchMedia("(min-width: 74.01rem)");
const latestEvents = required(find(document, ".latest-events", HTMLElement));
const box = document.createElement("section");
const list = document.createElement("ul");
/** The territories lost since the notes were dismissed. @type {string[]} */
let lost = [];
let timer = 0;

function buildBox() {
  box.className = "notes";
  box.hidden = true;
  box.setAttribute("aria-label", "Since your last move");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = "OK";
  button.addEventListener("click", dismiss);
  box.append(list, button);
  placeBox();
}

function placeBox() {
  if (isWide.matches) latestEvents.prepend(box);
  else document.querySelector(".table-board")?.append(box);
}

/** Over the map, dismiss the notes once a viewer has had the time to read them. */
function dismissOnceRead() {
  clearTimeout(timer);
  if (isWide.matches || document.hidden) return;
  timer = setTimeout(dismiss, Math.max(LEAST, READING * list.textContent.length));
}

function dismiss() {
  box.hidden = true;
  list.replaceChildren();
  lost = [];
}

/** The title of a card. @param {HTMLElement} card */
const titleOf = (card) => find(card, "h3", HTMLElement)?.firstChild?.textContent?.trim() ?? "";

/** The text of the note on a moment; empty if it needs none. @param {HTMLElement} moment */
function textOf(moment) {
  const { animation, sound, yours = "" } = moment.dataset;
  if (isLoss(moment) && yours) return yours;
  if (sound === "fall") return moment.textContent.trim();
  if (animation !== "card") return "";
  const title = titleOf(moment);
  const text = find(moment, ".event-text", HTMLElement)?.firstChild?.textContent?.trim() ?? "";
  return title.endsWith("!") ? `${title} ${text}` : `${title}: ${text}`;
}

/** @param {string[]} names at least two */
function lossesText(names) {
  if (names.length > MOST_NAMES) {
    const [first, second] = names;
    return `You lost ${first}, ${second} and ${names.length - 2} more territories.`;
  }
  return `You lost ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
}

/** Add a lost territory to the note on all of them. @param {string} name @param {string} text */
function addLoss(name, text) {
  if (!lost.includes(name)) lost.push(name);
  const item = list.querySelector(":scope > .is-land") ?? document.createElement("li");
  item.textContent = lost.length > 1 ? lossesText(lost) : text;
  item.className = "is-loss is-land";
  if (!item.parentElement) list.append(item);
}

/** @param {HTMLElement} moment */
function addNote(moment) {
  const text = textOf(moment);
  if (!text) return;
  if (isLoss(moment) && moment.dataset.lost) {
    addLoss(moment.dataset.lost, text);
    return;
  }
  const item = document.createElement("li");
  item.textContent = text;
  item.classList.toggle("is-loss", isLoss(moment));
  if (moment.dataset.animation === "card") item.dataset.card = titleOf(moment);
  list.append(item);
}

/**
 * Move the result of the viewer's move into the notes, if there are any: they would cover it. It
 * replaces the notes that it repeats.
 */
export function includeResult() {
  const result = find(document, "#move-result", HTMLElement);
  if (box.hidden || !result || result.hidden) return;
  result.hidden = true;
  const text = result.textContent;
  for (const item of findAll(list, ":scope > li", HTMLElement)) {
    if (text.includes(item.textContent) || text.includes(`“${item.dataset.card}”`)) item.remove();
  }
  const item = document.createElement("li");
  item.textContent = text;
  list.prepend(item);
}

/** Drop notes over the maximum: the oldest first, but losses last. */
function dropOldest() {
  while (list.children.length > MOST) {
    (list.querySelector(":scope > :not(.is-loss)") ?? list.firstElementChild)?.remove();
  }
  box.hidden = !list.children.length;
}

/**
 * Add notes on what a push has changed, unless an animation has shown it.
 * @param {DocumentFragment} content
 * @param {boolean} hadAnimation
 */
export function noteChanges(content, hadAnimation) {
  if (hadAnimation) return;
  const moments = momentsOf(content);
  moments.forEach(addNote);
  dropOldest();
  if (moments.length) dismissOnceRead();
  // At a pace with animations, skipped animations make no sound.
  if (pace()) return;
  const heard = moments.map(soundOf);
  const loudest = LOUDEST.find((name) => heard.includes(name));
  if (loudest) playSound(loudest);
}

buildBox();
isWide.addEventListener("change", placeBox);
document.addEventListener("visibilitychange", dismissOnceRead);
document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb === "post" && target.closest("#panel")) dismiss();
});
// On a phone, notes cover much of the map: a touch of the map dismisses them.
viewport.addEventListener("pointerdown", () => {
  if (isPhone()) dismiss();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dismiss();
});
