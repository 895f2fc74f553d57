// @ts-check
// Says on the button of the standing orders that they are saved: their summary may be out of sight.

import { find } from "../../site/dom.js";

const SHOWN = 2500; // milliseconds

// The tab outlasts its form, which is fetched again.
const tab = find(document, "#tab-orders", HTMLElement);
let timer = 0;

function showSaved() {
  tab?.classList.add("is-saved");
  clearTimeout(timer);
  timer = setTimeout(() => tab?.classList.remove("is-saved"), SHOWN);
}

// A push may replace the form before the response arrives; then htmx reports no response for it.
document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr } }) => {
  if (!elt.matches("form:has([name^='order:'])")) return;
  xhr.addEventListener("load", () => xhr.status < 400 && showSaved());
});
