// @ts-check
// Drops the oldest rounds of a long log; the link above it fetches them again, as on a freshly loaded page.

import { find, findAll } from "../../site/dom.js";
import { isFiltering } from "./log-filter.js";

const MOST = 200; // lines, unless the last two rounds have more

/** Drop the rounds that the log has no room for, unless they are filtered or have the focus. */
export function dropOldRounds() {
  const log = find(document, "#log", HTMLElement);
  const list = find(document, "#log-lines", HTMLOListElement);
  if (!log || !list || list.childElementCount <= MOST || isFiltering()) return;
  const lines = [...list.children];
  const first = firstKept(lines);
  if (!first || first === lines[0]) return;
  const old = lines.slice(0, lines.indexOf(first));
  const above = findAll(log, ".log-earlier, .log-lines:not(#log-lines)", HTMLElement);
  if ([...above, ...old].some((element) => element.contains(document.activeElement))) return;
  for (const element of [...above, ...old]) element.remove();
  const link = linkTo(Number(first.dataset.round) - 1, log.dataset);
  list.before(link);
  window.htmx.process(link);
}

/**
 * The line that begins the first round to keep. The list of turns needs the last two rounds.
 * @param {Element[]} lines
 */
function firstKept(lines) {
  /** @type {Map<string, HTMLElement>} */
  const begins = new Map();
  for (const line of lines) {
    if (!(line instanceof HTMLElement)) continue;
    const { round } = line.dataset;
    if (round && !begins.has(round)) begins.set(round, line);
  }
  const rounds = [...begins.values()].slice(0, -1);
  return rounds.find((line) => lines.length - lines.indexOf(line) <= MOST) ?? rounds.at(-1);
}

/**
 * The link that fetches a round; round 0 is the set-up.
 * @param {number} round
 * @param {DOMStringMap} texts
 */
function linkTo(round, { address = "", ofRound = "", ofSetUp = "" }) {
  const paragraph = document.createElement("p");
  const link = document.createElement("a");
  paragraph.className = "log-earlier";
  link.className = "button small quiet";
  link.href = `${address}?round=${round}`;
  link.textContent = round ? ofRound.replace("{}", String(round)) : ofSetUp;
  for (const [name, value] of [["get", link.href], ["target", "closest p"], ["swap", "outerHTML"]]) {
    link.setAttribute(`hx-${name}`, value);
  }
  paragraph.append(link);
  return paragraph;
}
