// @ts-check
// Lists what each opponent did in its last turn; pressing a phrase shows its place on the map again.

import { clearAnimation, ringTerritories } from "../../drawing/board/animation-marks.js";
import { returnView } from "../../drawing/board/zoom.js";
import { isBehind } from "../../web/live/queue.js";
import { closest, find, findAll } from "../../site/dom.js";
import { hideAnimation, showAnimation } from "../animations/animation-box.js";
import { closeMenu, showLosses } from "./last-turns.js";

/** @typedef {{ text: string, at: string[], isLoss: boolean, armies?: number, territories?: number }} Phrase */

/** The kinds of log lines that say whether an Assassin or a Spy succeeded. */
const OUTCOMES = new Set(["assassin_countered", "assassin_rolled", "spy_countered"]);
/** The kinds of log lines about armies lost to events, and cards lost to Assassins or Spies. */
const STRUCK = new Set(["armies_lost", "card_lost"]);
const SHOWN = 4000; // milliseconds for which a phrase is shown on the map, unless it is pressed

const list = find(document, "#turns", HTMLOListElement);
const { seat: own } = document.getElementById("announcements")?.dataset ?? {};
let timer = 0;
let isDue = false;

/** The log lines since the beginning of each opponent's last turn, by seat. */
function linesOfTurns() {
  /** @type {Map<string, HTMLElement[]>} */
  const turns = new Map();
  /** @type {HTMLElement[] | null} */
  let lines = null;
  for (const line of findAll(document, "#log-lines li[data-kind]", HTMLElement)) {
    if (line.dataset.kind === "turn_began") {
      const seat = line.dataset.seats ?? "";
      lines = [];
      turns.delete(seat);
      if (seat !== own) turns.set(seat, lines);
    } else if (!line.classList.contains("is-undone")) {
      lines?.push(line);
    }
  }
  return turns;
}

/**
 * What a seat did, as phrases: one for all captures, which names a lone one, and one for each territory
 * that the viewer lost, or defended and kept.
 * Armies and cards that the viewer lost in that turn come first, whatever the cause.
 * @param {HTMLElement[]} lines
 * @param {string} seat
 * @returns {Phrase[]}
 */
function phrasesOf(lines, seat) {
  const done = lines.filter(({ dataset }) => dataset.briefSeat === seat);
  const captures = done.filter(({ dataset }) => dataset.kind === "captured");
  const losses = captures.filter(({ dataset }) => dataset.of !== undefined && dataset.of === own);
  const struck = lines.filter(({ dataset }) => STRUCK.has(dataset.kind ?? "") && dataset.of === own);
  const battles = done.filter(({ dataset }) => dataset.kind === "battle_fought");
  const defences = battles.filter(({ dataset }) => dataset.of !== undefined && dataset.of === own);
  const defended = new Map(defences.map((line) => [placeOf(line), line]));
  losses.forEach((line) => defended.delete(placeOf(line)));
  const others = done.filter((line) => !captures.includes(line) && !battles.includes(line));
  const { one = "", many = "", took = "", attacked = "", lost = "" } = list?.dataset ?? {};
  const [first] = captures;
  const isOne = captures.length === 1;
  const gained = isOne ? one.replace("{}", first.dataset.brief ?? "") : many.replace("{}", String(captures.length));
  // A lone capture from the viewer is listed as a loss.
  const isListed = captures.length > 1 || captures.length > losses.length;
  return [
    ...struck.map((line) => lossOf(line, lost)),
    ...(isListed ? [{ text: gained, at: captures.map(placeOf), isLoss: false }] : []),
    ...losses.map((line) => lossOf(line, took)),
    ...[...defended.values()].map((line) => ({
      text: attacked.replace("{}", line.dataset.brief ?? ""),
      at: [placeOf(line)],
      isLoss: false,
    })),
    ...othersOf(others),
  ];
}

/**
 * The phrases for cards and events; the outcome of an Assassin or a Spy joins the phrase on sending it.
 * Equal phrases are counted.
 * @param {HTMLElement[]} lines
 * @returns {Phrase[]}
 */
function othersOf(lines) {
  /** @type {Phrase[]} */
  const phrases = [];
  for (const line of lines) {
    const { kind = "", brief = "" } = line.dataset;
    const sent = OUTCOMES.has(kind) ? phrases.at(-1) : undefined;
    if (sent) sent.text += `, ${brief}`;
    else phrases.push({ text: brief, at: [placeOf(line)], isLoss: false });
  }
  return counted(phrases);
}

/**
 * Merge phrases of the same text into one with their number and all their places.
 * @param {Phrase[]} phrases
 */
function counted(phrases) {
  /** @type {Map<string, Phrase[]>} */
  const equal = new Map();
  for (const phrase of phrases) equal.set(phrase.text, [...(equal.get(phrase.text) ?? []), phrase]);
  return [...equal].map(([text, same]) => ({
    ...same[0],
    text: same.length > 1 ? `${text} × ${same.length}` : text,
    at: same.flatMap(({ at }) => at),
  }));
}

/**
 * @param {HTMLElement} line
 * @param {string} text around the line's own phrase
 * @returns {Phrase}
 */
function lossOf(line, text) {
  const { kind, brief = "", armies = "0" } = line.dataset;
  const territories = kind === "captured" ? 1 : 0;
  return { text: text.replace("{}", brief), at: [placeOf(line)], isLoss: true, armies: Number(armies), territories };
}

/** @param {HTMLElement} line */
const placeOf = ({ dataset }) => dataset.at ?? "";

/**
 * @param {string} seat
 * @param {Phrase[]} phrases
 */
function itemFor(seat, phrases) {
  const player = document.getElementById(`player-${seat}`);
  const name = document.createElement("b");
  name.textContent = player?.querySelector(".player-title")?.textContent ?? "";
  name.className = [...(player?.classList ?? [])].find((each) => each.startsWith("livery-")) ?? "";
  const item = document.createElement("li");
  item.append(name, ...phrases.map(elementFor));
  return item;
}

/** @param {Phrase} phrase */
function elementFor({ text, at, isLoss }) {
  const places = at.filter(Boolean);
  const element = document.createElement(places.length ? "button" : "span");
  if (element instanceof HTMLButtonElement) element.type = "button";
  element.textContent = text;
  element.dataset.at = places.join(" ");
  element.classList.toggle("is-loss", isLoss);
  return element;
}

/** Whether a player is eliminated: the log of a fresh page may lack their last turn. @param {string} seat */
const isOut = (seat) => document.querySelector(`#player-${seat} .is-eliminated`) !== null;

function refresh() {
  isDue = false;
  const turns = [...linesOfTurns()]
    .map(([seat, lines]) => ({ seat, phrases: phrasesOf(lines, seat) }))
    .filter(({ seat, phrases }) => phrases.length && !isOut(seat));
  list?.replaceChildren(...turns.map(({ seat, phrases }) => itemFor(seat, phrases)));
  const losses = turns.flatMap(({ phrases }) => phrases.filter(({ isLoss }) => isLoss));
  showLosses(
    losses.reduce((sum, { territories = 0 }) => sum + territories, 0),
    losses.reduce((sum, { armies = 0 }) => sum + armies, 0),
  );
}

/** Refresh once for all parts of a frame. */
function refreshSoon() {
  if (!isDue) queueMicrotask(refresh);
  isDue = true;
}

/** Show a phrase on the map again. @param {MouseEvent} event */
function showAgain(event) {
  const button = closest(event, "button", HTMLButtonElement);
  if (!button || isBehind()) return;
  closeMenu();
  const line = document.createElement("p");
  line.className = "is-headline";
  line.dataset.animation = "again";
  const name = button.parentElement?.firstElementChild?.textContent ?? "";
  line.textContent = `${name}: ${button.textContent}`;
  const ids = (button.dataset.at ?? "").split(" ");
  ringTerritories(ids, "none");
  showAnimation(line, 1);
  clearTimeout(timer);
  timer = setTimeout(endAgain, SHOWN);
}

function endAgain() {
  clearTimeout(timer);
  if (isBehind()) return;
  hideAnimation();
  clearAnimation();
  returnView();
}

if (list) {
  list.addEventListener("click", showAgain);
  document.addEventListener("click", (event) => {
    if (closest(event, '.animation[data-kind="again"]', HTMLElement)) endAgain();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    if (target?.id.startsWith("log")) refreshSoon();
  });
  refresh();
}
