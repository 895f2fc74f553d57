import assert from "node:assert/strict";
import test from "node:test";

import { centre, gap, isCrossed, offset } from "../../../../static/drawing/board/boxes.js";

const box = (left, top, width = 10, height = 10) => ({
  left, right: left + width, top, bottom: top + height,
});

test("the centre of a box", () => {
  assert.deepEqual(centre(box(10, 20, 40, 2)), [30, 21]);
});

test("the gap between boxes is measured from edge to edge, and from corner to corner", () => {
  assert.equal(gap(box(0, 0), box(15, 5)), 5);
  assert.equal(gap(box(0, 0), box(5, 17)), 7);
  assert.equal(gap(box(0, 0), box(13, 14)), 5);
  assert.equal(gap(box(13, 14), box(0, 0)), 5);
});

test("boxes that touch or overlap have no gap", () => {
  assert.equal(gap(box(0, 0), box(10, 0)), 0);
  assert.equal(gap(box(0, 0), box(2, 2, 3, 3)), 0);
});

test("the offset of boxes is the distance between their centres", () => {
  assert.equal(offset(box(0, 0), box(0, 0, 16, 18)), 5);
  assert.equal(offset(box(0, 0), box(0, 0)), 0);
});

test("a line crosses the boxes it leads through or ends in, and no others", () => {
  const line = [[0, 0], [100, 100]];
  assert.ok(isCrossed(box(45, 45), line));
  assert.ok(isCrossed(box(95, 95), line));
  assert.ok(!isCrossed(box(60, 20), line));
  assert.ok(!isCrossed(box(110, 110), line));
});

test("a line does not cross the box it begins in", () => {
  assert.ok(!isCrossed(box(-5, -5), [[0, 0], [100, 0]]));
});
