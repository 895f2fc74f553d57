// @ts-check
// Distances between boxes on the screen, and lines that cross them.

/** @typedef {import("./elements.js").Point} Point */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]; // points of a line that are checked

/** @param {Box} box @returns {Point} */
export const centre = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

/**
 * Whether a line crosses a box.
 * @param {Box} box
 * @param {[Point, Point]} line
 */
export function isCrossed({ left, right, top, bottom }, [[fromX, fromY], [toX, toY]]) {
  return STEPS.some((share) => {
    const [x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
    return x > left && x < right && y > top && y < bottom;
  });
}

/** The distance between two boxes. @param {Box} one @param {Box} other */
export function gap(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}

/** The distance between the centres of two boxes. @param {Box} one @param {Box} other */
export const offset = (one, other) =>
  Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;
