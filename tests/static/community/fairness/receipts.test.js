import assert from "node:assert/strict";
import { test } from "node:test";

import { differences, merged } from "../../../../static/community/fairness/receipts/compare.js";

const CHOICE = { maker: 1, territory: "idee", commitment: "c1", salt: "s1" };
const KEPT = {
  game: "k3v9",
  user: "7",
  commitment: "seal",
  opened: "then",
  own: { seat: 1, value: "00ff" },
  hidden: [CHOICE],
  marks: [{ step: 4, digest: "d4" }, { step: 9, digest: "d9" }],
  end: "e",
  keys: ["k"],
};

test("what only grows is no difference, and is kept beside what was there", () => {
  const now = { ...KEPT, marks: [{ step: 12, digest: "d12" }], hidden: [CHOICE, { ...CHOICE, commitment: "c2" }], keys: ["l", "k"] };
  assert.deepEqual(differences(KEPT, KEPT), []);
  assert.deepEqual(differences(KEPT, now), []);
  assert.deepEqual(differences(KEPT, { game: "k3v9", marks: now.marks }), []);
  assert.deepEqual(differences(KEPT, { game: "k3v9", marks: [{ step: 6, digest: "d6" }] }, true), []);
  const { marks, hidden, keys } = merged(KEPT, now);
  assert.deepEqual([marks.map(({ step }) => step), hidden.length, keys], [[4, 9, 12], 2, ["l", "k"]]);
  assert.equal(merged(KEPT, { ...now, commitment: "other" }).commitment, "seal");
  assert.deepEqual(merged(undefined, now), now);
  const signed = (...steps) => steps.map((step) => ({ step, digest: `d${step}`, signature: `s${step}` }));
  const more = merged({ ...KEPT, end: null, signed: signed(0) }, { ...now, signed: signed(0, 10) });
  assert.deepEqual([more.end, more.signed], ["e", signed(0, 10)]);
});

test("whatever the site says otherwise is named", () => {
  for (const [change, word] of [
    [{ commitment: "other" }, "seal"],
    [{ opened: "later" }, "opened"],
    [{ own: { seat: 1, value: "00" } }, "value"],
    [{ hidden: [{ ...CHOICE, salt: "s2" }] }, "hidden armies"],
    [{ keys: [] }, "key"],
    [{ marks: [{ step: 9, digest: "other" }] }, "changed"],
    [{ marks: [{ step: 4, digest: "other" }, { step: 12, digest: "d12" }] }, "changed"],
    [{ marks: [{ step: 8, digest: "d8" }] }, "missing"],
    [{ end: "other" }, "end"],
  ]) {
    const found = differences(KEPT, { ...KEPT, ...change });
    assert.equal(found.length, 1);
    assert.ok(found[0].includes(word), found[0]);
  }
});
