// @ts-check
// Keeps a continuing attack to one line of the log: its newest line replaces the previous one.

import { find, findAll } from "../../site/dom.js";

/** @param {HTMLElement} line */
function replaceOpenLine(line) {
  line.removeAttribute("data-continues");
  const before = findAll(document, "#log-lines > li[data-open]", HTMLElement);
  const open = before.filter((each) => each !== line).at(-1);
  const details = find(line, "details", HTMLElement);
  if (!open || !details) return;
  const parts = open.querySelectorAll("details > p");
  details.querySelector("summary")?.after(...(parts.length ? parts : [paragraphOf(open)]));
  open.remove();
}

/** A paragraph with the sentence of a line without parts. @param {HTMLElement} line */
function paragraphOf(line) {
  const paragraph = document.createElement("p");
  paragraph.textContent = line.firstChild?.textContent?.trim() ?? "";
  return paragraph;
}

document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.id !== "log-lines") return;
  findAll(document, "#log-lines > li[data-continues]", HTMLElement).forEach(replaceOpenLine);
});
