// @ts-check
// Fetches the panel again when it no longer shows the current offer.

import { find } from "../site/dom.js";

const PATIENCE = 1000; // milliseconds to wait for the answer to a POST, which brings a panel itself

let timer = 0;
let postedAt = 0;
let requested = "";

/** Fetch the panel if it was drawn from another offer than the current one. */
function compare() {
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

/** What is chosen in the panel. */
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
// A panel that was requested before the latest choice does not have it: request it again.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isPanelRequest(detail)) requested = choices();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isPanelRequest(detail.requestConfig) && requested !== choices()) detail.shouldSwap = false;
});
document.addEventListener("htmx:oobAfterSwap", compareSoon);
document.addEventListener("htmx:afterSettle", compareSoon);
// The panel that a request was for may have been replaced meanwhile.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (isPost(detail)) postedAt = 0;
  if (detail.successful) compareSoon();
});

// While the panel is in sight it grows downwards, and the browser anchors nothing below it.
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
