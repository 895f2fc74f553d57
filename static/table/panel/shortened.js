// @ts-check
// Texts that show only their beginning, and a button for the rest. Once pressed they stay whole: otherwise a
// press on a button below them would shorten them and move the button away.

import { closest, find, findAll, required } from "../../site/dom.js";
import { onceRedrawn } from "./redrawn.js";

const CUT = 8; // pixels, less than a line: whole texts may overflow their box by a few

/** @param {HTMLElement} text */
const buttonOf = (text) => required(find(text, ".shortened-more", HTMLButtonElement));

/** Show the button where a part of the text is cut off. */
function refresh() {
  for (const text of findAll(document, "#panel .shortened:not(.is-read)", HTMLElement)) {
    const words = required(find(text, ".shortened-text", HTMLElement));
    const button = buttonOf(text);
    // Measured without the button, which needs room of its own.
    button.hidden = true;
    button.hidden = words.scrollHeight - words.clientHeight <= CUT;
  }
}

document.addEventListener("click", (event) => {
  const text = closest(event, "#panel .shortened", HTMLElement);
  const button = text && buttonOf(text);
  if (!button || button.hidden) return;
  if (document.activeElement === button) {
    // The button goes.
    text.tabIndex = -1;
    text.focus({ preventScroll: true });
  }
  text.classList.add("is-read");
  button.hidden = true;
});
onceRedrawn(refresh);
