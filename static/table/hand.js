// @ts-check
// A press on a card in the hand opens the panel's step that plays it, if it can be played now.

import { closest, find } from "../site/dom.js";

/** @param {Event} event */
function play(event) {
  const card = closest(event, "#hand li[id]", HTMLElement);
  if (!card) return;
  const kind = card.id.replace("own-", "");
  find(document, `#panel [data-card="${kind}"]`, HTMLElement)?.click();
}

document.addEventListener("click", play);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") play(event);
});
