// @ts-check
// The result of the player's last move, over the lower edge of the map: of an attack, or of a card. It
// stays until the next choice or click, on a phone, whose map is small, for some seconds at most. The
// announcer reads it to screen readers from the log.

import { find, findAll, required } from "../../site/dom.js";
import { isPhone } from "./scene-box.js";

const LONGEST = 5000; // milliseconds on a phone
const line = required(find(document, "#move-result", HTMLElement));

let timer = 0;

/** Show the result in a push that adds to the log. @param {DocumentFragment} content */
export function showResult(content) {
  if (!content.querySelector("#log-lines > li")) return;
  line.textContent = resultsOf(content).join(" ");
  line.hidden = !line.textContent;
  clearTimeout(timer);
  if (isPhone()) timer = setTimeout(hide, LONGEST);
}

/** @param {DocumentFragment} content */
function resultsOf(content) {
  const earlier = find(content, "template[data-scenes]", HTMLTemplateElement);
  const parts = [earlier?.content, content].flatMap((part) => (part ? [part] : []));
  const attacks = parts.flatMap((part) => findAll(part, ".attack", HTMLElement));
  // The last battles of an attack state all its losses.
  const results = [attacks.at(-1), earlier, find(content, "#stage", HTMLElement)];
  return results.flatMap((element) => element?.dataset.result || []);
}

function hide() {
  line.hidden = true;
}

document.addEventListener("click", hide);
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) hide();
});
