// @ts-check
// Frames: the parts of the table that changed from one version to the next.

import { isLookedAt } from "./looking.js";
import { page } from "./page.js";
import { deliver, isBehind, latestVersion, mustWait, skip, tellShown } from "./queue.js";

/**
 * @typedef {object} Frame
 * @property {string} since the version the frame builds on
 * @property {string} version the version of the page after the frame
 * @property {boolean} isWhole whether it has the whole table and so fits any version
 * @property {string} selectOOB the parts of the page that it replaces, as htmx's hx-select-oob
 * @property {DocumentFragment} content
 */

const LOG_LINES = "log-lines";

let isCatchingUp = false;
let isOutdated = false;
let isSettled = false;
/**
 * The ids of the only parts to swap in from a response that a pushed frame has overtaken; null for any
 * other response.
 * @type {string[] | null}
 */
let partsThatCount = null;
/** @type {HtmxSwap | null} */
let lastSwap = null;

/**
 * Parse a frame; return null if the text is not a frame.
 * @param {string} text
 * @returns {Frame | null}
 */
function parseFrame(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const marker = template.content.querySelector("#version");
  if (!(marker instanceof HTMLElement)) return null;
  const { since = "", version: reached = "", whole } = marker.dataset;
  const selectOOB = selectorsOf(template.content);
  return { since, version: reached, isWhole: whole === "true", selectOOB, content: template.content };
}

/**
 * Return selectors that replace parts with the same id, and append lines to the log.
 * @param {DocumentFragment} content
 */
function selectorsOf(content) {
  return [...content.children]
    .filter((part) => !part.hasAttribute("hx-swap-oob"))
    .flatMap((part) => (part.matches("svg") ? [...part.children] : [part]))
    .filter((part) => part.id)
    .map(({ id }) => (id === LOG_LINES ? `#${id}:beforeend` : `#${id}`))
    .join(",");
}

/** Fetch the changes since the newest version received, one request at a time. */
export function catchUp() {
  if (!page.dataset.changes) return;
  isOutdated = isCatchingUp;
  if (isCatchingUp) return;
  isCatchingUp = true;
  const looking = isLookedAt() ? "&looking=yes" : "";
  const url = `${page.dataset.changes}?have=${encodeURIComponent(latestVersion())}${looking}`;
  const onAnswer = () => {
    isCatchingUp = false;
    if (isOutdated) catchUp();
  };
  window.htmx.ajax("GET", url, { source: page, swap: "none" }).then(onAnswer, onAnswer);
}

/** Show a pushed frame, or catch up if it builds on another version. @param {string} text */
export function showFrame(text) {
  const frame = parseFrame(text);
  if (!frame || frame.version === latestVersion()) return;
  if (!frame.isWhole && frame.since !== latestVersion()) return catchUp();
  if (frame.isWhole) skip();
  deliver({ ...frame, apply: () => swapIn(text, frame.selectOOB) });
}

/**
 * @param {string} text
 * @param {string} selectOOB
 */
function swapIn(text, selectOOB) {
  const specification = { swapStyle: "none", swapDelay: 0, settleDelay: 0 };
  window.htmx.swap(document.body, text, specification, { selectOOB });
}

/** Put an answer in the queue, or drop the parts that a push has overtaken. @param {HtmxRequest} detail */
function checkAnswer(detail) {
  const text = detail.xhr.responseText || "";
  const frame = parseFrame(text);
  if (!frame || !detail.shouldSwap) return;
  detail.etc.selectOOB = frame.selectOOB;
  if (frame.since && frame.since !== latestVersion()) return checkOvertaken(detail, frame, text);
  if (frame.isWhole) return skip();
  if (!mustWait(frame.content)) return tellShown(frame.content);
  detail.shouldSwap = false;
  deliver({ ...frame, apply: () => swapIn(text, frame.selectOOB) });
}

/**
 * @param {HtmxRequest} detail
 * @param {Frame} frame
 * @param {string} text
 */
function checkOvertaken(detail, frame, text) {
  const isCurrent = frame.version === latestVersion();
  const parts = ["notice", "since", ...(isCurrent ? ["panel"] : [])];
  if (detail.requestConfig.verb === "get") {
    detail.shouldSwap = false;
  } else if (isBehind()) {
    detail.shouldSwap = false;
    const apply = () => {
      partsThatCount = parts;
      swapIn(text, frame.selectOOB);
      partsThatCount = null;
    };
    deliver({ version: latestVersion(), content: new DocumentFragment(), apply });
  } else {
    partsThatCount = parts;
    queueMicrotask(() => (partsThatCount = null));
  }
  if (!isCurrent) catchUp();
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => checkAnswer(detail));
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  isSettled = false;
  if (partsThatCount && !partsThatCount.includes(detail.target.id)) detail.shouldSwap = false;
});
// After each part, htmx repeats the events of all earlier parts. With hundreds of parts this takes
// seconds, so stop the repeated events.
window.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail === lastSwap) event.stopImmediatePropagation();
  lastSwap = event.detail;
}, true);
// It also repeats the event of all parts having been swapped in, once for each of them.
window.addEventListener("htmx:afterSettle", (event) => {
  if (isSettled) event.stopImmediatePropagation();
  isSettled = true;
  queueMicrotask(() => (isSettled = false));
}, true);
