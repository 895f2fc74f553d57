// @ts-check
// The socket of a live page: handles its messages and reconnects.

import { catchUp, showFrame } from "./frames.js";
import { page } from "./page.js";

const SILENCE = 45_000; // milliseconds after which an open socket counts as dead
const CHECK = 5000; // milliseconds between checks for a dead socket
const CROWDED = 30_000; // milliseconds between attempts while over the limit on sockets
const SLOWEST = 2500; // maximum milliseconds between two attempts otherwise
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
/** The states in which the page does not reconnect, or only after a long time, by close code. */
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
  // Setting the same text again would make screen readers repeat it.
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

/** Fetch everything that the page may have missed. */
function lookAgain() {
  catchUp();
  for (const name of EVENTS) window.htmx.trigger(document.body, name);
}

/** Send a message to the server if the socket is open. @param {string} text */
export function say(text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
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
  // A socket over the limit opens and is closed at once: stay crowded until a message arrives.
  if (state() === "crowded") return;
  setOn();
  lookAgain();
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  receive(event.detail.message);
});
document.addEventListener("htmx:wsClose", ({ detail }) => onClose(detail.event));
// While a form is navigating to another page, ignore messages and answers: if one redirected this
// page, the form's own answer would be lost, with the cookie that logs a guest in.
document.addEventListener("submit", (event) => {
  const closesDialog = event.target instanceof HTMLFormElement && event.target.method === "dialog";
  isLeaving = !event.defaultPrevented && !closesDialog;
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isLeaving) event.preventDefault();
});
// The browser may show this page again as it was when it was left.
window.addEventListener("pageshow", () => (isLeaving = false));
// Treat a timeout as a network error.
document.addEventListener("htmx:timeout", ({ target, detail }) => {
  window.htmx.trigger(target, "htmx:sendError", detail);
});
// A failed request reveals a lost connection sooner than the socket does.
document.addEventListener("htmx:sendError", () => {
  if (!wrapper || state() !== "on") return;
  setState("away");
  wrapper.reconnect();
});
setInterval(() => {
  const isOpen = socket?.readyState === WebSocket.OPEN;
  if (!wrapper || !isOpen || Date.now() - heardAt <= SILENCE) return;
  heardAt = Date.now();
  wrapper.reconnect();
}, CHECK);
