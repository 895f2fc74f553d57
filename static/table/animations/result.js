// @ts-check
// The result of the player's last move, of an attack or of a card: over the lower edge of the map, or over
// the upper edge if fewer territories of the attack and of the next choice are there. It stays until the next
// choice or click, on a phone, whose map is small, for some seconds at most. The announcer reads it to screen
// readers from the log.

import { idOf } from "../../drawing/board/elements.js";
import { afterLayout, find, findAll, required } from "../../site/dom.js";
import { isPhone } from "./animation-box.js";
import { isInTheWay } from "./animation-places.js";

const LONGEST = 5000; // milliseconds on a phone
const line = required(find(document, "#move-result", HTMLElement));

let timer = 0;

/** Show the result in a push that adds to the log. @param {DocumentFragment} content */
export function showResult(content) {
  if (!content.querySelector("#log-lines > li")) return;
  line.textContent = resultsOf(content).join(" ");
  line.hidden = !line.textContent;
  // By then, the map has moved to the next choice.
  if (!line.hidden) afterLayout(() => keepClearOf([...territoriesOf(content), ...choosable()]));
  clearTimeout(timer);
  if (isPhone()) timer = setTimeout(hide, LONGEST);
}

/** The animations of a push that come before its latest events. @param {DocumentFragment} content */
const earlierAnimations = (content) => find(content, "template[data-animations]", HTMLTemplateElement);

/** The last battles of a push. @param {DocumentFragment} content */
function lastAttack(content) {
  const parts = [earlierAnimations(content)?.content, content].flatMap((part) => (part ? [part] : []));
  return parts.flatMap((part) => findAll(part, ".attack", HTMLElement)).at(-1);
}

/** The ids of the territories on both sides of the last battles. @param {DocumentFragment} content */
function territoriesOf(content) {
  const attack = lastAttack(content);
  const sides = attack ? findAll(attack, ".side", HTMLElement) : [];
  return sides.flatMap(({ dataset }) => dataset.at || []);
}

/** The ids of the territories that can be chosen next. */
const choosable = () => findAll(document, ".territory.is-choosable", SVGGElement).map(idOf);

/** Move the line to the edge of the map where it covers fewer of these. @param {readonly string[]} territories */
function keepClearOf(territories) {
  const covered = (/** @type {boolean} */ isHigh) => {
    line.classList.toggle("is-high", isHigh);
    return territories.filter((territory) => isInTheWay(line, [territory])).length;
  };
  const low = covered(false);
  if (low && covered(true) >= low) line.classList.remove("is-high");
}

/** @param {DocumentFragment} content */
function resultsOf(content) {
  // The last battles of an attack state all its losses.
  const results = [lastAttack(content), earlierAnimations(content), find(content, "#latest_events", HTMLElement)];
  return results.flatMap((element) => element?.dataset.result || []);
}

function hide() {
  line.hidden = true;
}

document.addEventListener("click", hide);
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) hide();
});
