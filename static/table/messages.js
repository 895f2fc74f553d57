// @ts-check
// Removes the messages above the table once the viewer acts: they take room from the map.

import { find } from "../site/dom.js";

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) find(document, ".messages", HTMLElement)?.remove();
});
