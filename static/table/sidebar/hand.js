// @ts-check
// A press on a card in the hand leads to what plays it, if it can be played now: the step of the panel for
// it, or else its choice or its button in the panel. A press on hidden armies opens the step that reveals
// them, or else their seal. A new card that was pressed is no longer marked as new.

import { closest, find } from "../../site/dom.js";

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
  find(card, ".card-new", HTMLElement)?.remove();
  const kind = card.id.replace("own-", "");
  const link = find(document, `#panel [data-card="${kind}"]`, HTMLElement);
  if (link) link.click();
  else pointOut(kind);
}

/**
 * Scroll to the control of the panel that plays a card, and outline it. It is not pressed: the viewer may
 * only want to read about the card.
 * @param {string} kind
 */
function pointOut(kind) {
  const control = find(
    document,
    `#panel :is(input[type="radio"][name="${kind}"][value="yes"], [data-plays="${kind}"] button)`,
    HTMLElement,
  );
  const place = control?.closest("fieldset, form");
  if (!control || !place) return;
  place.scrollIntoView({ block: "nearest" });
  place.classList.add("is-pointed-out");
  const end = () => place.classList.remove("is-pointed-out");
  document.addEventListener("pointerdown", end, { once: true });
  document.addEventListener("keydown", end, { once: true });
}

document.addEventListener("click", play);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") play(event);
});
