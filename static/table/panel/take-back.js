// @ts-check
// The browser's Back takes back a step of the panel before it leaves the table.
//
// While the panel has a link back, the page keeps an extra entry in the history. Leaving that entry
// follows the link.

import { find } from "../../site/dom.js";

/** The address at the extra entry: a link to a place on the page also changes the entry. */
let address = "";
let isRemoving = false; // whether the browser is on its way out of an entry that is not needed

const link = () => find(document, "#panel-back", HTMLAnchorElement);

const isExtra = () => Boolean(history.state?.panelStep);

/** Add the extra entry if the panel has a link back, or remove it if not. */
function refresh() {
  if (isRemoving || Boolean(link()) === isExtra()) return;
  if (link()) {
    // Otherwise leaving the entry would also restore where the page was scrolled to.
    history.scrollRestoration = "manual";
    history.pushState({ panelStep: true }, "");
    address = location.href;
  } else {
    isRemoving = true;
    history.back();
  }
}

function onPopState() {
  if (isRemoving) {
    isRemoving = false;
    return refresh();
  }
  if (isExtra()) return refresh();
  if (location.href === address) link()?.click();
}

window.addEventListener("popstate", onPopState);
for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, refresh);
}
refresh();
