// @ts-check
// Announcements for screen readers: the results of the player's own move, events that affect the
// player, the turn, chat messages, and warnings before a timeout.

import { secondsLeft } from "../playing/clocks/server-time.js";
import { find, findAll, required } from "../site/dom.js";

const SPOKEN = 5000; // milliseconds until a text is removed, so that it is not read twice
const GATHERED = 100; // milliseconds in which swaps are combined into one announcement
const MOST = 12; // sentences per announcement; the set-up has hundreds
const POLL = 400; // milliseconds between checks for a warning
/** @type {Record<number, string>} */
const WARNINGS = { 60: "One minute left.", 10: "Ten seconds left." };

const output = required(document.getElementById("announcements"));
const { seat, user } = output.dataset;

let announcedTurn = "";
let isOwnMove = false; // the player's move was sent, and its results have not arrived yet
let announceTimer = 0;
let clearTimer = 0;
let lastLeft = -1;
const knownLines = new WeakSet(logLines());
let lastMessage = messageText(newestMessage());

function logLines() {
  return findAll(document, "#log-lines > li[data-kind]", HTMLLIElement);
}

function newestMessage() {
  return find(document, "#talk li[data-author]:last-child", HTMLLIElement);
}

/** @param {HTMLElement | null} message */
function messageText(message) {
  return message && `${textOf(message.querySelector("b"))}: ${textOf(message.lastElementChild)}`;
}

/** @param {HTMLElement} line */
const isTurnBegin = (line) => line.dataset.kind === "turn_began";

/** @param {HTMLElement} line */
const isBattle = (line) => line.dataset.kind === "battle_fought";

/** @param {HTMLElement} line */
const isGameOver = (line) => line.dataset.kind === "game_over";

/** @param {HTMLElement} line */
const isAboutMe = (line) => seat !== undefined && (line.dataset.seats ?? "").split(" ").includes(seat);

/** The lines added to the log since the last call. */
function newLines() {
  const lines = logLines();
  const fresh = lines.filter((line) => !knownLines.has(line));
  for (const line of fresh) knownLines.add(line);
  // If the log was replaced, only its last line counts as new.
  return fresh.length === lines.length ? fresh.slice(-1) : fresh;
}

/**
 * The new lines to read out: for the player's own move, all results, but only the last battle; for
 * other moves, events that affect the player, but no battles.
 */
function news() {
  const lines = newLines();
  const nextTurn = lines.findIndex(isTurnBegin);
  const resultsOfMove = lines.slice(0, nextTurn < 0 ? undefined : nextTurn);
  const own = new Set(isOwnMove ? resultsOfMove : []);
  const lastBattle = lines.filter(isBattle).at(-1);
  const isLastOwnBattle = isOwnMove ? lastBattle : undefined;
  if (lines.length) isOwnMove = false;
  return lines
    .filter((line) => own.has(line) || isAboutMe(line) || isGameOver(line))
    .filter((line) => !isBattle(line) || line === isLastOwnBattle)
    .filter((line) => !isTurnBegin(line))
    .slice(-MOST);
}

/** The latest chat message of another person, unless they are blocked. */
function newMessage() {
  const message = newestMessage();
  const text = messageText(message);
  const isNew = text !== lastMessage;
  lastMessage = text;
  if (!message || !text || !isNew || message.dataset.author === user) return [];
  return isHidden(message) ? [] : [text];
}

/**
 * The text of a log line, without the link to its rule and the words of blocked people.
 * @param {HTMLElement} line
 */
function sentenceOf(line) {
  const summary = find(line, "summary", HTMLElement);
  if (summary) return textOf(summary);
  const nodes = [...line.childNodes].filter((node) => !(node instanceof HTMLAnchorElement || isHidden(node)));
  return nodes.map((node) => node.textContent).join("").replace(/\s+/g, " ").trim();
}

/** @param {Node} node */
const isHidden = (node) => node instanceof Element && getComputedStyle(node).display === "none";

/** @param {Element | null} element */
function textOf(element) {
  return element?.textContent.trim() ?? "";
}

/** The turn, if it has changed. Decisions are left out: each battle has several. */
function newTurn() {
  const turn = `${textOf(document.querySelector("#status .status-headline"))}.`;
  const isNew = turn !== announcedTurn;
  announcedTurn = turn;
  return isNew ? [turn] : [];
}

/** @param {string[]} sentences */
function say(sentences) {
  if (!sentences.length) return;
  output.textContent = sentences.join(" ");
  clearTimeout(clearTimer);
  clearTimer = setTimeout(() => (output.textContent = ""), SPOKEN);
}

function announce() {
  const lines = news();
  const turn = newTurn();
  // The log line about the end of the game makes the turn redundant.
  const isTold = lines.some(isGameOver);
  say([...lines.map(sentenceOf), ...(isTold ? [] : turn), ...newMessage()]);
}

function announceSoon() {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(announce, GATHERED);
}

function warn() {
  const time = find(document, "#status.is-asked time.countdown", HTMLTimeElement);
  const left = time ? secondsLeft(time) : -1;
  if (left !== lastLeft && WARNINGS[left]) say([WARNINGS[left]]);
  lastLeft = left;
}

document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb === "post" && target.closest("#panel, #diplomacy")) isOwnMove = true;
});
document.addEventListener("htmx:afterSettle", announceSoon);
setInterval(warn, POLL);
announce();
