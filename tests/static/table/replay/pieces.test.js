import assert from "node:assert/strict";
import test from "node:test";

const { changedPlaces, countCards, holdingsOf, pieceOf, positionsOf } = await import(
  "../../../../static/table/replay/pieces.js"
);

const look = (territory, livery) => [`<use class="livery-${livery}"/>`, `<g id="t-${territory}"/>`, "{} here"];
const PIECE = {
  from: 500,
  until: 503,
  looks: [look("a", "0"), look("b", "1"), look("b", "0")],
  marks_html: ["<g/>", "<g>storm</g>"],
  cards: ["Fleet", "Hero"],
  start: { board: [[0, 3], [1, 2]], marks: 0, cards: [[0, 1, 0], 2], hidden: [["a"], 0], l: "<li>start</li>" },
  steps: [
    { b: [[0, 0, 5]], l: "<li>one</li>" },
    { b: [[1, 2, 1], [0, 0, 4]], m: 1, c: { 0: [1], 1: 3 }, h: { 0: [] }, l: "<li>two</li>" },
    { l: "<li>three</li>" },
  ],
};
const at = positionsOf(PIECE);
const armies = (position) => position.places.map((place) => place.armies);

test("each step makes its changes", () => {
  assert.deepEqual([500, 501, 502, 503].map((step) => armies(at(step))), [[3, 2], [5, 2], [4, 1], [4, 1]]);
  assert.deepEqual([500, 501, 502].map((step) => at(step).lines), ["<li>start</li>", "<li>one</li>", "<li>two</li>"]);
  assert.deepEqual([501, 502, 503].map((step) => at(step).marks), ["<g/>", "<g>storm</g>", "<g>storm</g>"]);
});

test("hands are names, or numbers of cards that are not seen", () => {
  assert.deepEqual(at(500).hands, [["Fleet", "Hero", "Fleet"], 2]);
  assert.deepEqual([500, 503].map((step) => at(step).hidden), [[["a"], 0], [[], 0]]);
  assert.deepEqual(at(503).hands, [["Hero"], 3]);
  assert.deepEqual(countCards(["Hero", "Fleet", "Hero"]), [["Fleet", 1], ["Hero", 2]]);
});

test("going back undoes what the steps did", () => {
  assert.deepEqual(armies(at(503)), [4, 1]);
  assert.deepEqual(armies(at(500)), [3, 2]);
});

test("only places that differ are changed, also between pieces", () => {
  const other = positionsOf({ ...PIECE, looks: [PIECE.looks[2], PIECE.looks[0]], start: { board: [[1, 3], [0, 2]], marks: 0, cards: [], hidden: [] } });
  assert.deepEqual(changedPlaces(at(500), at(501)), [0]);
  assert.deepEqual(changedPlaces(at(500), other(500)), [1]);
  assert.deepEqual(changedPlaces(null, at(500)), [0, 1]);
});

test("a livery holds its territories and armies", () => {
  assert.deepEqual(holdingsOf(at(500), "0"), { territories: 1, armies: 3 });
  assert.deepEqual(holdingsOf(at(502), "0"), { territories: 2, armies: 5 });
});

test("the first piece has the beginning, and the others the steps after theirs", () => {
  assert.deepEqual([0, 1, 500, 501, 1000, 1001].map((step) => pieceOf(step, 500)), [0, 0, 0, 500, 500, 1000]);
});
