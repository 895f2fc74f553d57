// @ts-check
// Texts that show only their beginning until they are pressed. They stay whole from then on: otherwise a
// press on a button below them would shorten them and move the button away.

import { closest } from "../site/dom.js";

document.addEventListener("focusin", (event) => {
  closest(event, ".keep-warning, .placing-reasons", HTMLElement)?.classList.add("is-read");
});
