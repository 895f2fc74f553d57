// @ts-check
// Buttons that copy a text: that of their data-copy, else that of the element before them.

import { closest, findAll } from "../site/dom.js";

export function showCopyButtons() {
  for (const button of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    // Only pages over HTTPS have a clipboard.
    button.hidden = !navigator.clipboard;
  }
}

document.addEventListener("click", async (event) => {
  const button = closest(event, "button[data-copy]", HTMLButtonElement);
  if (!button) return;
  const text = button.dataset.copy || button.previousElementSibling?.textContent || "";
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
});
document.addEventListener("htmx:afterSwap", showCopyButtons);
document.addEventListener("htmx:oobAfterSwap", showCopyButtons);
showCopyButtons();
