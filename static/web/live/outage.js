// @ts-check
// During an outage: retries automatically, and shows a notice if a form got no answer.

import { renewsPanel } from "./focus.js";
import { catchUp } from "./frames.js";
import { page } from "./page.js";

const NO_ANSWER = [500, 502, 504];
const RETRY_AFTER = 5; // seconds, if the response has no Retry-After header

let retryTimer = 0;

/**
 * The requests made without a connection.
 * @type {WeakSet<XMLHttpRequest>}
 */
const unsent = new WeakSet();

/** @param {HtmxRequest} detail */
const isPress = ({ requestConfig }) => requestConfig.verb === "post" || renewsPanel(requestConfig);

/** @param {HtmxRequest} detail */
function showUnanswered(detail) {
  const isUnsent = unsent.has(detail.xhr);
  if (isUnsent ? !isPress(detail) : detail.requestConfig.verb !== "post") return;
  const line = document.createElement("p");
  line.className = "notice error";
  line.textContent = page.dataset[isUnsent ? "unsent" : "unanswered"] ?? "";
  if (isUnsent) line.id = "unsent";
  document.getElementById("notice")?.replaceChildren(line);
}

/** @param {HtmxRequest} detail */
function onAnswer(detail) {
  const { xhr, successful } = detail;
  if (NO_ANSWER.includes(xhr.status)) showUnanswered(detail);
  if (xhr.status === 503) retryLater(Number(xhr.getResponseHeader("Retry-After")) || RETRY_AFTER);
  else if (successful) document.getElementById("away")?.remove();
  if (successful && isPress(detail)) document.getElementById("unsent")?.remove();
}

/** @param {number} seconds */
function retryLater(seconds) {
  if (retryTimer) return;
  retryTimer = setTimeout(() => {
    retryTimer = 0;
    catchUp();
  }, 1000 * seconds);
}

if (page.dataset.changes) {
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (!navigator.onLine) unsent.add(detail.xhr);
  });
  document.addEventListener("htmx:sendError", ({ detail }) => showUnanswered(detail));
  document.addEventListener("htmx:afterRequest", ({ detail }) => onAnswer(detail));
}
