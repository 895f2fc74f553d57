// @ts-check
// Folds each run of claims or placements in the set-up to one line, with a button that unfolds it.

import { find, findAll } from "../../site/dom.js";

/** @typedef {{ lines: HTMLElement[], key: string }} Run */

const LEAST = 3; // lines worth folding

const texts = document.getElementById("tab-log")?.dataset ?? {};
const { seat: own } = document.getElementById("announcements")?.dataset ?? {};

/** The heads of the runs, by the first visible line. @type {WeakMap<HTMLElement, HTMLLIElement>} */
const heads = new WeakMap();

/** Fold the runs of all pages of the log, counting only the lines that the filter shows. */
export function foldRuns() {
  const runs = findAll(document, "#log .log-lines", HTMLOListElement).flatMap(runsOf);
  const current = new Set(runs.map(headOf));
  for (const head of findAll(document, "#log .log-run", HTMLLIElement)) {
    if (!current.has(head)) head.remove();
  }
  const inRuns = new Set(runs.flatMap(({ lines }) => lines));
  const unfolded = new Set(runs.filter(isUnfolded).flatMap(({ lines }) => lines));
  for (const line of findAll(document, "#log li[data-run]", HTMLElement)) {
    line.classList.toggle("is-in-run", inRuns.has(line));
    line.classList.toggle("is-folded", inRuns.has(line) && !unfolded.has(line));
  }
}

/** The runs of a list that are long enough. @param {HTMLElement} list */
function runsOf(list) {
  /** @type {Run[]} */
  const runs = [];
  /** @type {Run | null} */
  let run = null;
  for (const line of findAll(list, ":scope > li[data-kind]:not(.is-filtered)", HTMLElement)) {
    const isUndone = line.classList.contains("is-undone");
    const key = `${line.dataset.run} ${isUndone}`;
    if (run && (key === run.key || key === `answers ${run.key.split(" ")[1]}`)) {
      run.lines.push(line);
    } else {
      run = line.dataset.amount ? { lines: [line], key } : null;
      if (run) runs.push(run);
    }
  }
  return runs.filter(({ lines }) => counted(lines).length >= LEAST);
}

/** The lines that are claims or placements, not a wish list's answers. @param {HTMLElement[]} lines */
const counted = (lines) => lines.filter(({ dataset }) => dataset.amount);

/** The up-to-date head of a run, above its lines. @param {Run} run */
function headOf({ lines }) {
  const first = lines[0];
  const head = heads.get(first) ?? buildHead(first);
  if (head.nextElementSibling !== first) first.before(head);
  head.classList.toggle("is-undone", first.classList.contains("is-undone"));
  const button = find(head, "button", HTMLButtonElement);
  const text = textOf(lines);
  if (button && button.textContent !== text) button.textContent = text;
  return head;
}

/** @param {HTMLElement} first */
function buildHead(first) {
  const head = document.createElement("li");
  const button = document.createElement("button");
  head.className = "log-run";
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") === "false"));
    foldRuns();
  });
  head.append(button);
  heads.set(first, head);
  return head;
}

/** @param {Run} run */
const isUnfolded = ({ lines }) => Boolean(heads.get(lines[0])?.querySelector("[aria-expanded=true]"));

/** The sentence that sums up a run. @param {HTMLElement[]} lines */
function textOf(lines) {
  const run = lines[0].dataset.run;
  const seats = new Set(counted(lines).map(({ dataset }) => dataset.seats ?? ""));
  const amount = counted(lines).reduce((sum, { dataset }) => sum + Number(dataset.amount), 0);
  const [seat] = seats;
  return sentenceFor(run === "claims", seats.size, seat)
    .replace("{players}", String(seats.size))
    .replace("{player}", nameOf(seat))
    .replace("{amount}", String(amount));
}

/**
 * @param {boolean} isClaim
 * @param {number} players
 * @param {string} seat
 */
function sentenceFor(isClaim, players, seat) {
  const { claims, claimsOfOne, ownClaims, placements, placementsOfOne, ownPlacements } = texts;
  const [all, one, you] = isClaim
    ? [claims, claimsOfOne, ownClaims]
    : [placements, placementsOfOne, ownPlacements];
  return (players > 1 ? all : seat === own ? you : one) ?? "";
}

/** @param {string} seat */
function nameOf(seat) {
  return find(document, `#log-player option[value="${seat}"]`, HTMLOptionElement)?.textContent ?? "";
}
