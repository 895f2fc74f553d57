// @ts-check
// The socket of a live page: what it brings, and how it is opened again.

import { catchUp, showFrame } from "./frames.js";
import { page } from "./page.js";

const SILENCE = 45_000; // milliseconds after which an open socket counts as dead
const CHECK = 5000; // milliseconds between looks for a dead socket
const CROWDED = 30_000; // milliseconds between looks of a page that may not listen for now
const SLOWEST = 2500; // milliseconds between two attempts, at most
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
/** The states in which a socket closes for good or for long, by close code. */
const STATES = new Map([
  [4403, "refused"],
  [4429, "crowded"],
]);
const EVENTS = ["table-changed", "lobby-changed", "notices-changed"];

/** @type {WebSocket | null} */
let socket = null;
/** @type {HtmxSocket | null} */
let wrapper = null;
let heardAt = Date.now();
let attempts = 0;
let retryTimer = 0;
let isLeaving = false;

const state = () => document.documentElement.dataset.live;

/** @param {string} next */
function setState(next) {
  // A text that is set again would be read out again.
  if (state() === next) return;
  document.documentElement.dataset.live = next;
  const line = document.getElementById("connection");
  if (!line) return;
  line.hidden = next === "on";
  if (next !== "on") line.textContent = page.dataset[next] ?? "";
}

function setOn() {
  attempts = 0;
  setState("on");
}

/** Fetch everything a page may have missed. */
function lookAgain() {
  catchUp();
  for (const name of EVENTS) window.htmx.trigger(document.body, name);
}

/** @param {string} text */
function receive(text) {
  heardAt = Date.now();
  if (state() === "crowded") setOn();
  if (isLeaving) return;
  if (!EVENTS.includes(text)) return showFrame(text);
  window.htmx.trigger(document.body, text);
  if (text === "table-changed") catchUp();
}

/** @param {CloseEvent} event */
function onClose({ target, code }) {
  if (target !== socket) return;
  const next = STATES.get(code) ?? "away";
  setState(next);
  if (RETRIED_BY_EXTENSION.includes(code) || next === "refused" || retryTimer) return;
  retryTimer = setTimeout(() => {
    retryTimer = 0;
    if (next === "crowded") lookAgain();
    wrapper?.reconnect();
  }, next === "crowded" ? CROWDED * (0.75 + Math.random() / 2) : retryDelay());
}

function retryDelay() {
  attempts += 1;
  return Math.min(SLOWEST, 250 * 2 ** attempts);
}

window.htmx.config.wsReconnectDelay = (/** @type {number} */ count) =>
  Math.min(SLOWEST, 250 * 2 ** count) * (0.5 + Math.random() / 2);
window.htmx.createWebSocket = (/** @type {string} */ url) => (socket = new WebSocket(url, []));

document.addEventListener("htmx:wsOpen", ({ detail }) => {
  wrapper = detail.socketWrapper;
  heardAt = Date.now();
  // Over the limit a socket opens and is closed at once: it counts once it has received something.
  if (state() === "crowded") return;
  setOn();
  lookAgain();
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  receive(event.detail.message);
});
document.addEventListener("htmx:wsClose", ({ detail }) => onClose(detail.event));
// A page that a form is leaving must not be redirected meanwhile.
document.addEventListener("submit", (event) => {
  isLeaving = !event.defaultPrevented;
});
// Treat a timeout as an error of the network.
document.addEventListener("htmx:timeout", ({ target, detail }) => {
  window.htmx.trigger(target, "htmx:sendError", detail);
});
// A request without an answer shows a lost connection sooner than the socket does.
document.addEventListener("htmx:sendError", () => {
  if (!wrapper || state() !== "on") return;
  setState("away");
  wrapper.reconnect();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state() === "on") catchUp();
});
setInterval(() => {
  const isOpen = socket?.readyState === WebSocket.OPEN;
  if (!wrapper || !isOpen || Date.now() - heardAt <= SILENCE) return;
  heardAt = Date.now();
  wrapper.reconnect();
}, CHECK);
