// @ts-check
// Paths over land and sea, from badge to badge. `games/drawing/board/voyages.py` draws the same paths.

import { required } from "../../site/dom.js";
import { board, isLive } from "./elements.js";

/** @typedef {import("./elements.js").Point} Point */
/**
 * @typedef {object} Zone
 * @property {Record<string, Point>} ports
 * @property {Record<string, Record<string, number[]>>} lanes
 */
/**
 * @typedef {object} Lanes
 * @property {Record<string, Zone>} seas
 * @property {Point[]} points
 * @property {Record<string, Point[][]>} lines the dotted lines, keyed by their two ends
 */

export const GAP = 17; // from the centre of a badge to the end of a line
const ROUND = 45; // maximum distance from a turn at which a line begins to bend

/** @type {Lanes | null} */
let lanes = null;

/** Fetch the lanes. Routes by sea and dotted lines are not shown until they have arrived. */
export async function loadLanes() {
  if (lanes || !isLive) return;
  const answer = await fetch(required(board.dataset.lanes));
  if (answer.ok) lanes = await answer.json();
}

/**
 * The dotted line between two territories, in two pieces if it leaves the map.
 * @param {string} source
 * @param {string} target
 */
export function dottedLine(source, target) {
  for (const [ends, pieces] of Object.entries(lanes?.lines ?? {})) {
    const [a, b] = ends.split(" ");
    const name = `${a}-${b}`;
    if (a === source && b === target) return { name, pieces };
    if (b === source && a === target) {
      return { name, pieces: pieces.map((piece) => [...piece].reverse()).reverse() };
    }
  }
  return null;
}

/**
 * The path along the pieces of a dotted line.
 * @param {Point} start
 * @param {Point[][]} pieces
 * @param {Point} end
 */
export function linePath(start, pieces, end) {
  const points = pieces.map((piece) => [...piece]);
  points[0].unshift(start);
  points[points.length - 1].push(end);
  return points.map(smooth).join("");
}

/**
 * A direct, slightly curved path from one badge to another.
 * @param {Point} start
 * @param {Point} end
 */
export function directPath(start, end) {
  const dx = end[0] - start[0];
  const dy = end[1] - start[1];
  const gap = GAP / (Math.hypot(dx, dy) || 1);
  const bend = [(start[0] + end[0]) / 2 + dy * 0.14, (start[1] + end[1]) / 2 - dx * 0.14];
  return (
    `M${start[0] + dx * gap} ${start[1] + dy * gap}Q${bend[0]} ${bend[1]} ` +
    `${end[0] - dx * gap} ${end[1] - dy * gap}`
  );
}

/**
 * The points of the shortest path through these sea zones; null until the lanes have arrived.
 * @param {string} source
 * @param {string} target
 * @param {string[]} zones
 */
export function voyage(source, target, zones) {
  return lanes && shortest(lanes, source, target, zones);
}

/**
 * @param {Lanes} kept
 * @param {string} source
 * @param {string} target
 * @param {string[]} zones
 * @returns {Point[]}
 */
function shortest(kept, source, target, zones) {
  /** @type {{ entry: string, points: Point[] }[]} */
  let ways = [{ entry: source, points: [] }];
  zones.forEach((name, index) => {
    const zone = kept.seas[name];
    const after = zones[index + 1];
    const ports = Object.keys(zone.ports).filter((port) => port.split(" ")[0] === after);
    const exits = after ? ports : [target];
    ways = ways.flatMap(({ entry, points }) =>
      exits.map((exit) => ({
        // In the next zone, the same gate is named after the zone just left.
        entry: name + (after ? exit.slice(after.length) : ""),
        points: [...points, ...lane(kept, zone, entry, exit)],
      })),
    );
  });
  return ways.sort((a, b) => lengthOf(a.points) - lengthOf(b.points))[0]?.points ?? [];
}

/**
 * @param {Lanes} kept
 * @param {Zone} zone
 * @param {string} first
 * @param {string} second
 */
function lane(kept, zone, first, second) {
  const turns = zone.lanes[first]?.[second] ?? [...(zone.lanes[second]?.[first] ?? [])].reverse();
  const points = turns.map((number) => kept.points[number]);
  return [zone.ports[first], ...points, zone.ports[second]].filter(Boolean);
}

/** @param {Point[]} points */
const lengthOf = (points) =>
  points.slice(1).reduce((sum, point, index) => sum + distance(points[index], point), 0);

/**
 * @param {Point} a
 * @param {Point} b
 */
const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/**
 * A path through the points, with rounded turns, that ends short of both badges.
 * @param {Point[]} points
 */
export function smooth(points) {
  const way = [...points];
  const end = points.length - 1;
  way[0] = towards(points[0], points[1], GAP);
  way[end] = towards(points[end], points[end - 1], GAP);
  let path = `M${way[0]}`;
  for (let index = 1; index < end; index += 1) {
    const [before, turn, after] = way.slice(index - 1, index + 2);
    const start = towards(turn, before, Math.min(ROUND, distance(turn, before) / 2));
    path += `L${start}Q${turn} ${towards(turn, after, Math.min(ROUND, distance(turn, after) / 2))}`;
  }
  return `${path}L${way[end]}`;
}

/**
 * The point at this distance from the first point towards the second.
 * @param {Point} a
 * @param {Point} b
 * @param {number} length
 * @returns {Point}
 */
function towards(a, b, length) {
  const share = length / (distance(a, b) || 1);
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}
