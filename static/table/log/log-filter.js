// @ts-check
// Filters the log by player and topic.

import { find, findAll } from "../../site/dom.js";

const bar = find(document, ".log-filter", HTMLElement);
const player = find(document, "#log-player", HTMLSelectElement);
const topic = find(document, "#log-topic", HTMLSelectElement);

function filter() {
  const seat = player?.value ?? "";
  const wanted = topic?.value ?? "";
  for (const line of findAll(document, "#log .log-lines > li", HTMLElement)) {
    const { kind, seats = "", topic: own = "" } = line.dataset;
    const isOfPlayer = !seat || seats.split(" ").includes(seat);
    const isShown = kind === "turn_began" || (isOfPlayer && (!wanted || own === wanted));
    line.classList.toggle("is-filtered", !isShown);
  }
}

if (bar) bar.hidden = false;
for (const list of [player, topic]) list?.addEventListener("change", filter);
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.closest("#log")) filter();
});
document.addEventListener("htmx:afterSettle", filter);
