// @ts-check
// Fetches the panel again when it no longer shows the current offer.

import { isBehind } from "../../web/live/queue.js";
import { find } from "../../site/dom.js";

const PATIENCE = 1000; // milliseconds to wait for the response to a POST, which includes the panel

let timer = 0;
let postedAt = 0;
let requested = "";

/** Fetch the panel if its offer is out of date; not during animations, as it would be ahead of them. */
function compare() {
  if (isBehind()) return;
  const panel = document.getElementById("panel");
  const key = document.getElementById("panel-key");
  if (panel && key && panel.dataset.offer !== key.dataset.offer) window.htmx.trigger(key, "stale");
}

function compareSoon() {
  clearTimeout(timer);
  timer = setTimeout(compare, postedAt ? postedAt + PATIENCE - Date.now() : 0);
}

/** @param {HtmxSwap} detail */
const isPost = ({ requestConfig }) => requestConfig?.verb === "post";

/** @param {{ elt: Element }} detail */
const isPanelRequest = ({ elt }) => elt.getAttribute("hx-trigger") === "stale";

/** The choices in the panel, as a query string. */
function choices() {
  return ["choice", "compose"]
    .map((id) => document.getElementById(id))
    .map((form) => (form instanceof HTMLFormElement ? encoded(new FormData(form)) : ""))
    .join("&");
}

/** @param {FormData} data */
const encoded = (data) =>
  new URLSearchParams([...data].map(([name, value]) => [name, String(value)])).toString();

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (isPost(detail)) postedAt = Date.now();
});
// Discard a panel that was requested before the latest choice or before an animation, and request it
// again: it would lack the choice, or be ahead of the animation.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isPanelRequest(detail)) requested = choices();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!isPanelRequest(detail.requestConfig)) return;
  if (isBehind() || requested !== choices()) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", compareSoon);
document.addEventListener("animations-over", compareSoon);
// The panel may have been replaced during the request.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (isPost(detail)) postedAt = 0;
  if (detail.successful) compareSoon();
});

// While the panel is visible, disable scroll anchoring, so that it grows downwards.
const section = find(document, ".table-panel", HTMLElement);
if (section) {
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      document.body.style.overflowAnchor = isIntersecting ? "none" : "";
    },
    { rootMargin: "-72px" },
  );
  observer.observe(section);
}
compareSoon();
