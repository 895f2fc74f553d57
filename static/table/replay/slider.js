// @ts-check
// The slider over all steps, with a lane for each kind of mark below it.

import { draw } from "../../drawing/board/elements.js";
import { find, required } from "../../site/dom.js";
import { lanesOf, marksNear, placeOf } from "./timeline.js";

/** @typedef {import("./timeline.js").Game} Game */

const PLACES = 240; // bars that fit in a lane
const REACH = 1.5; // bars from the pointer to a mark that is named
const MOST_NAMED = 3;

const root = required(find(document, "#replay", HTMLElement));
const timeline = required(find(root, ".timeline", HTMLElement));
const range = required(find(timeline, "input[type=range]", HTMLInputElement));
const lanes = required(find(root, ".timeline-lanes", HTMLElement));
const note = required(find(lanes, ".timeline-note", HTMLElement));
/** The steps that were taken back; as wide as the way of the slider's thumb. */
const undoneBands = required(find(timeline, ".timeline-undone", HTMLElement));

/** The kinds of marks that the viewer has switched off. @type {Set<string>} */
const hiddenKinds = new Set();

/**
 * Draw the lanes, and report the steps to which they and the slider lead.
 * @param {Game} game
 * @param {{ onSeek: (step: number) => void, onRest: () => void, onTouch: () => void, onMark: (kind: string) => void }} actions
 */
export function buildSlider(game, { onSeek, onRest, onTouch, onMark }) {
  range.max = String(game.last);
  range.addEventListener("input", () => onSeek(Number(range.value)));
  range.addEventListener("change", onRest);
  for (const name of ["pointerdown", "focus"]) range.addEventListener(name, onTouch);
  lanes.replaceChildren(...lanesOf(game, PLACES).map((lane) => laneElement(lane, onMark)), note);
  drawUndone(game);
  lanes.addEventListener("click", (event) => {
    if (!(event.target instanceof SVGElement)) return;
    onSeek(Math.round(shareAt(event) * game.last));
    onRest();
  });
  for (const area of [timeline, lanes]) {
    area.addEventListener("pointermove", (event) => showNote(game, event));
    area.addEventListener("pointerleave", () => {
      note.hidden = true;
    });
  }
}

/** @param {import("./timeline.js").Lane} lane @param {(kind: string) => void} onMark */
function laneElement({ kind, label, count, bars }, onMark) {
  const lane = document.createElement("div");
  lane.className = `timeline-lane is-${kind}`;
  const toggle = buttonOf(`${label} `);
  const number = document.createElement("span");
  number.textContent = String(count);
  toggle.append(number);
  toggle.setAttribute("aria-pressed", "true");
  const next = buttonOf("›");
  next.setAttribute("aria-label", `${label}: go to the next one`);
  next.title = "Go to the next one";
  next.addEventListener("click", () => onMark(kind));
  toggle.addEventListener("click", () => {
    if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
    const isHidden = hiddenKinds.has(kind);
    toggle.setAttribute("aria-pressed", String(!isHidden));
    lane.classList.toggle("is-off", isHidden);
    next.disabled = isHidden;
  });
  const buttons = document.createElement("div");
  buttons.append(toggle, next);
  lane.append(buttons);
  const svg = draw(lane, "svg", { viewBox: `0 0 ${PLACES} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const d = bars.map(([place, height]) => `M${place} 1V${(1 - height).toFixed(2)}h1V1z`).join("");
  draw(svg, "path", { d });
  return lane;
}

/** @param {string} text */
function buttonOf(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  return button;
}

/** Hatch the steps that were taken back. @param {Game} game */
function drawUndone({ undone, last }) {
  for (const [first, end] of undone) {
    const band = document.createElement("i");
    band.style.setProperty("--from", String((first - 1) / last));
    band.style.setProperty("--size", String((end - first + 1) / last));
    undoneBands.append(band);
  }
}

/** Show where a step is. @param {Game} game @param {number} step */
export function showOnSlider(game, step) {
  range.value = String(step);
  range.setAttribute("aria-valuetext", `Step ${step} of ${game.last}. ${placeOf(game, step)}`);
  // On these two alone: on the whole page, it would restyle the map too.
  for (const area of [timeline, lanes]) area.style.setProperty("--at", String(step / (game.last || 1)));
}

/** Where a pointer is, as a share of the game. @param {MouseEvent} event */
function shareAt({ clientX }) {
  const { left, width } = undoneBands.getBoundingClientRect();
  return (clientX - left) / width;
}

/** Name the marks below the pointer. @param {Game} game @param {PointerEvent} event */
function showNote(game, event) {
  if (event.pointerType !== "mouse") return;
  const share = shareAt(event);
  note.hidden = share < 0 || share > 1;
  if (note.hidden) return;
  const step = Math.round(share * game.last);
  const shown = game.marks.filter(([, kind]) => !hiddenKinds.has(kind));
  const marks = marksNear(shown, step, (REACH * game.last) / PLACES);
  const texts = marks.slice(0, MOST_NAMED).map(([at, , text]) => `${at}: ${text}`);
  if (marks.length > MOST_NAMED) texts.push(`and ${marks.length - MOST_NAMED} more`);
  note.textContent = texts.length ? texts.join("\n") : `${step}: ${placeOf(game, step)}`;
  note.style.setProperty("--at", String(share));
}
