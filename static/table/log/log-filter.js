// @ts-check
// Filters the log by player and topic, keeping the headings of turns with lines left, then folds the runs of
// the set-up that are left.

import { find, findAll } from "../../site/dom.js";
import { foldRuns } from "./setup-runs.js";

const bar = find(document, ".log-filter", HTMLElement);
const player = find(document, "#log-player", HTMLSelectElement);
const topic = find(document, "#log-topic", HTMLSelectElement);

/** Whether the filter hides lines. */
export const isFiltering = () => Boolean(player?.value || topic?.value);

function filter() {
  const isFiltered = isFiltering();
  /** @type {HTMLElement | null} */
  let heading = null;
  for (const line of findAll(document, "#log .log-lines > li[data-kind]", HTMLElement)) {
    const isHeading = line.dataset.kind === "turn_began";
    if (isHeading) heading = line;
    const isShown = !isFiltered || (!isHeading && isWanted(line));
    line.classList.toggle("is-filtered", !isShown);
    if (isShown) heading?.classList.remove("is-filtered");
  }
  foldRuns();
}

/** Whether a line is about the chosen player and topic. @param {HTMLElement} line */
function isWanted({ dataset: { seats = "", topic: own = "" } }) {
  const isOfPlayer = !player?.value || seats.split(" ").includes(player.value);
  return isOfPlayer && (!topic?.value || own === topic.value);
}

if (bar) bar.hidden = false;
for (const list of [player, topic]) list?.addEventListener("change", filter);
document.addEventListener("htmx:afterSettle", filter);
filter();
