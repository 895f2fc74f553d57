// @ts-check
// Buttons that copy the text in their data-copy attribute, or else in the element before them.

import { closest, findAll } from "../../site/dom.js";

export function showCopyButtons() {
  for (const button of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    // Browsers offer the clipboard only to pages served over HTTPS.
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
document.addEventListener("htmx:afterSettle", showCopyButtons);
showCopyButtons();
