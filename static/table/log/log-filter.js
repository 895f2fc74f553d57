// @ts-check
// Filters the log by player and topic, then folds the runs of the set-up that are left.

import { find, findAll } from "../../site/dom.js";
import { foldRuns } from "./setup-runs.js";

const bar = find(document, ".log-filter", HTMLElement);
const player = find(document, "#log-player", HTMLSelectElement);
const topic = find(document, "#log-topic", HTMLSelectElement);

function filter() {
  const seat = player?.value ?? "";
  const wanted = topic?.value ?? "";
  for (const line of findAll(document, "#log .log-lines > li[data-kind]", HTMLElement)) {
    const { kind, seats = "", topic: own = "" } = line.dataset;
    const isOfPlayer = !seat || seats.split(" ").includes(seat);
    const isShown = kind === "turn_began" || (isOfPlayer && (!wanted || own === wanted));
    line.classList.toggle("is-filtered", !isShown);
  }
  foldRuns();
}

if (bar) bar.hidden = false;
for (const list of [player, topic]) list?.addEventListener("change", filter);
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.closest("#log")) filter();
});
document.addEventListener("htmx:afterSettle", filter);
filter();
