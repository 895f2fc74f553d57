// @ts-check
// The result of the player's last attack, above the panel. It stays until the next choice. The
// announcer reads it to screen readers from the log.

import { find, required } from "../../site/dom.js";
import { momentsOf } from "./pace.js";

const line = required(find(document, "#attack-result", HTMLElement));

/** Show the result in a push that adds to the log. @param {DocumentFragment} content */
export function showResult(content) {
  if (!content.querySelector("#log-lines > li")) return;
  const attacks = momentsOf(content).filter(({ dataset }) => dataset.scene === "attack");
  line.textContent = attacks.at(-1)?.dataset.result ?? "";
  line.hidden = !line.textContent;
  line.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) line.hidden = true;
});
