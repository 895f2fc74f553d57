// @ts-check
// The steps of a game as a line: turns, rounds, battles and marks. Without a page: only numbers and texts.

/**
 * What the page knows of the whole game. A turn is [its first step, the seat, the round]; the first one is the
 * set-up, with seat null. A mark is [step, kind, text], an undone range is [first step, last step].
 * @typedef {object} Game
 * @property {number} last
 * @property {number} at
 * @property {string} eyes
 * @property {number} piece
 * @property {string} steps_url
 * @property {string} scenes_url
 * @property {Turn[]} turns
 * @property {number[]} battles
 * @property {Mark[]} marks
 * @property {[number, number][]} undone
 * @property {{ name: string, livery: string }[]} seats
 * @property {number[]} [own] the steps of the viewer's own decisions, once the game is over
 */
/** @typedef {[number, number | null, number]} Turn */
/** @typedef {[number, string, string]} Mark */
/** @typedef {"step" | "battle" | "turn" | "round"} Unit */
/** @typedef {{ kind: string, label: string, count: number, bars: [number, number][] }} Lane */

/** The kinds of marks in the order of their lanes, with the names of several of them. */
const LANES = [
  ["capture", "Captures"],
  ["fall", "Falls"],
  ["event_card", "Event cards"],
  ["trade", "Sets"],
  ["hidden_armies", "Hidden armies"],
  ["take_back", "Take-backs"],
];
const LEAST_BAR = 0.45; // the height of the lowest bar, as a share of its lane

/** The number of entries of a sorted list that are at most `step`. @param {readonly number[]} sorted @param {number} step */
function countUpTo(sorted, step) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The turn that a step belongs to. @param {Game} game @param {number} step */
export const turnAt = (game, step) => game.turns[countUpTo(game.turns.map(([first]) => first), step) - 1];

/** The steps at which the units of a game begin. @param {Game} game @param {Unit} unit */
function beginnings({ turns, battles }, unit) {
  if (unit === "battle") return battles;
  const isFirst = (/** @type {number} */ index) => !index || turns[index][2] !== turns[index - 1][2];
  return turns.filter((_, index) => unit === "turn" || isFirst(index)).map(([first]) => first);
}

/**
 * The step to which a button leads: the next or previous step, battle, turn or round, or an end of the game.
 * @param {Game} game
 * @param {number} step
 * @param {Unit} unit
 * @param {number} way 1 or -1
 */
export function stepBeside(game, step, unit, way) {
  if (unit === "step") return Math.min(game.last, Math.max(0, step + way));
  const starts = beginnings(game, unit);
  if (way > 0) return starts[countUpTo(starts, step)] ?? game.last;
  return starts[countUpTo(starts, step - 1) - 1] ?? 0;
}

/** The next step with a mark of this kind, from the beginning after the last one. @param {Game} game @param {number} step @param {string} kind */
export function nextMark(game, step, kind) {
  const steps = game.marks.filter((mark) => mark[1] === kind).map(([at]) => at);
  return steps.find((at) => at > step) ?? steps[0] ?? step;
}

/** Whether a step was taken back later. @param {Game} game @param {number} step */
export const isUndone = ({ undone }, step) => undone.some(([first, last]) => first <= step && step <= last);

/** Where in the game a step is. @param {Game} game @param {number} step */
export function placeOf(game, step) {
  const [, seat, round] = turnAt(game, step);
  return seat === null ? "Set-up" : `Round ${round}: ${game.seats[seat].name}`;
}

/** The marks at most `reach` steps from a step, nearest first. @param {readonly Mark[]} marks @param {number} step @param {number} reach */
export function marksNear(marks, step, reach) {
  const near = marks.filter(([at]) => Math.abs(at - step) <= reach);
  return near.sort(([one], [other]) => Math.abs(one - step) - Math.abs(other - step));
}

/**
 * The lanes of marks. A bar is [its place from 0 to `places`, its height as a share of the lane]: the higher, the
 * more marks it stands for.
 * @param {Game} game
 * @param {number} places
 * @returns {Lane[]}
 */
export function lanesOf({ marks, last }, places) {
  const lanes = LANES.map(([kind, label]) => {
    const own = marks.filter((mark) => mark[1] === kind);
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const [step] of own) {
      const place = Math.min(places - 1, Math.floor((step / (last || 1)) * places));
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    const height = (/** @type {number} */ count) => (most === 1 ? 1 : LEAST_BAR + ((1 - LEAST_BAR) * (count - 1)) / (most - 1));
    const bars = [...counts].map(([place, count]) => /** @type {[number, number]} */ ([place, height(count)]));
    return { kind, label, count: own.length, bars };
  });
  return lanes.filter(({ count }) => count);
}
