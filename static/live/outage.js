// @ts-check
// During an outage: retries automatically, and shows a notice if a form got no answer.

import { catchUp } from "./frames.js";
import { page } from "./page.js";

const NO_ANSWER = [500, 502, 504];
const RETRY_AFTER = 5; // seconds, if the response has no Retry-After header

let retryTimer = 0;

/** @param {HtmxRequest} detail */
function showUnanswered({ requestConfig }) {
  if (requestConfig.verb !== "post") return;
  const line = document.createElement("p");
  line.className = "notice error";
  line.textContent = page.dataset.unanswered ?? "";
  document.getElementById("notice")?.replaceChildren(line);
}

/** @param {HtmxRequest} detail */
function onAnswer(detail) {
  const { xhr, successful } = detail;
  if (NO_ANSWER.includes(xhr.status)) showUnanswered(detail);
  if (xhr.status === 503) retryLater(Number(xhr.getResponseHeader("Retry-After")) || RETRY_AFTER);
  else if (successful) document.getElementById("away")?.remove();
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
  document.addEventListener("htmx:sendError", ({ detail }) => showUnanswered(detail));
  document.addEventListener("htmx:afterRequest", ({ detail }) => onAnswer(detail));
}
