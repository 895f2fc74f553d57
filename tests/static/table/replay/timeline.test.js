import assert from "node:assert/strict";
import test from "node:test";

const { isUndone, lanesOf, marksNear, nextMark, placeOf, stepBeside, turnAt } = await import(
  "../../../../static/table/replay/timeline.js"
);

const GAME = {
  last: 100,
  turns: [[0, null, 0], [5, 0, 1], [20, 1, 1], [40, 0, 2], [70, 1, 2]],
  battles: [7, 8, 21, 90],
  marks: [[8, "capture", "A"], [9, "capture", "B"], [60, "fall", "C"]],
  undone: [[30, 33]],
  seats: [{ name: "Alice" }, { name: "Bob" }],
};
const beside = (step, unit) => [stepBeside(GAME, step, unit, -1), stepBeside(GAME, step, unit, 1)];

test("steps stop at the ends of the game", () => {
  assert.deepEqual(beside(0, "step"), [0, 1]);
  assert.deepEqual(beside(100, "step"), [99, 100]);
});

test("a turn leads to the beginning of the next turn, and back to that of its own or the one before", () => {
  assert.deepEqual(beside(20, "turn"), [5, 40]);
  assert.deepEqual(beside(21, "turn"), [20, 40]);
  assert.deepEqual(beside(3, "turn"), [0, 5]);
  assert.deepEqual(beside(80, "turn"), [70, 100]);
});

test("a round begins with its first turn", () => {
  assert.deepEqual(beside(20, "round"), [5, 40]);
  assert.deepEqual(beside(75, "round"), [40, 100]);
});

test("battles are found on both sides", () => {
  assert.deepEqual(beside(8, "battle"), [7, 21]);
  assert.deepEqual(beside(5, "battle"), [0, 7]);
  assert.deepEqual(beside(95, "battle"), [90, 100]);
});

test("the next mark after the last one is the first one", () => {
  assert.equal(nextMark(GAME, 8, "capture"), 9);
  assert.equal(nextMark(GAME, 9, "capture"), 8);
  assert.equal(nextMark(GAME, 9, "trade"), 9);
});

test("a step is in the set-up, or in a turn of a round", () => {
  assert.deepEqual(turnAt(GAME, 4), [0, null, 0]);
  assert.deepEqual(turnAt(GAME, 39), [20, 1, 1]);
  assert.deepEqual([0, 4, 39].map((step) => placeOf(GAME, step)), ["Set-up", "Set-up", "Round 1: Bob"]);
});

test("steps taken back later are known", () => {
  assert.deepEqual([29, 30, 33, 34].map((step) => isUndone(GAME, step)), [false, true, true, false]);
});

test("marks near a step come nearest first", () => {
  assert.deepEqual(marksNear(GAME.marks, 10, 2).map(([, , text]) => text), ["B", "A"]);
});

test("a lane has higher bars where more marks are", () => {
  const [captures, falls, ...others] = lanesOf(GAME, 10);
  assert.deepEqual([captures.kind, captures.count, captures.bars], ["capture", 2, [[0, 1]]]);
  assert.deepEqual([falls.count, falls.bars], [1, [[6, 1]]]);
  assert.deepEqual(others, []);
  const [two] = lanesOf({ ...GAME, marks: [...GAME.marks, [100, "capture", "D"]] }, 10);
  assert.deepEqual(two.bars, [[0, 1], [9, 0.45]]);
});
