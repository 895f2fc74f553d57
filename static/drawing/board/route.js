// @ts-check
// The route from the chosen origin of an attack to the chosen or hovered target.

import { find, required } from "../../site/dom.js";
import { chosenAs, choiceOf } from "./choices.js";
import { board, centreOf, draw, idOf, territoryOf } from "./elements.js";
import { directPath, dottedLine, linePath, smooth, voyage } from "./lanes.js";

const layer = required(find(board, ".board-route", SVGGElement));
const outlines = required(board.querySelector(".board-names")?.getAttribute("href")).split("#")[0];

/**
 * Show the route to a target, by default to the chosen one.
 * @param {Element | null} [pointed]
 */
export function showRoute(pointed = null) {
  layer.replaceChildren();
  const target = targetAt(pointed) ?? chosenAs("target");
  const source = target && (target.control.dataset.source || chosenAs("source")?.id);
  if (target && source) drawRoute(source, target.id, target.control.dataset.route);
}

/** @param {Element | null} territory */
function targetAt(territory) {
  const choice = territory && choiceOf(territory);
  return territory && choice?.role === "target" ? { id: idOf(territory), ...choice } : null;
}

/**
 * @param {string} source
 * @param {string} target
 * @param {string | undefined} zones
 */
function drawRoute(source, target, zones) {
  const from = territoryOf(source);
  const to = territoryOf(target);
  if (!from || !to) return;
  const start = centreOf(from);
  const end = centreOf(to);
  const line = zones ? null : dottedLine(source, target);
  if (line) draw(layer, "use", { class: "route-line", href: `${outlines}#line-${line.name}` });
  let path = directPath(start, end);
  if (line) path = linePath(start, line.pieces, end);
  if (zones) {
    const points = voyage(source, target, zones.split(" "));
    if (!points) return;
    path = smooth([start, ...points, end]);
  }
  draw(layer, "path", { class: "route-casing", d: path });
  draw(layer, "path", { class: "route", d: path });
}
