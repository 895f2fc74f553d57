// @ts-check
// A press on a card in the hand opens the panel's step that plays it, if it can be played now. A press on
// hidden armies opens the step that reveals them, or else their seal.

import { closest, find } from "../site/dom.js";

/** @param {Event} event */
function play(event) {
  const step = find(document, '#panel [data-role="use-reveal"]', HTMLElement);
  if (step && closest(event, ".hidden-army", HTMLAnchorElement)) {
    event.preventDefault();
    step.click();
    return;
  }
  const card = closest(event, "#hand li[id]", HTMLElement);
  if (!card) return;
  const kind = card.id.replace("own-", "");
  find(document, `#panel [data-card="${kind}"]`, HTMLElement)?.click();
}

document.addEventListener("click", play);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") play(event);
});
