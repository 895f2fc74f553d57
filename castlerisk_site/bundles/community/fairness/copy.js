// static/site/dom.js
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}

// static/community/fairness/copy.js
function showCopyButtons() {
  for (const button of findAll(document, "button[data-copy]", HTMLButtonElement)) {
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
export {
  showCopyButtons
};
