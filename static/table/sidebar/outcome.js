// @ts-check
// The end of the game: the outcome replaces the panel, and the page gets the layout for it.

import { closeDrawer } from "../tabs.js";

document.addEventListener("htmx:afterSettle", () => {
  const isOver = document.getElementById("outcome") !== null;
  if (document.body.classList.contains("is-over") === isOver) return;
  document.body.classList.toggle("is-over", isOver);
  // The outcome appears in place of the panel, which an open drawer hides.
  if (isOver && closeDrawer()) document.getElementById("outcome-headline")?.focus();
});
