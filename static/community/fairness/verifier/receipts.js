// A player's receipts against the record (FAIR-12).

import { isCount, isObject, isSame } from "./json.js";

/** @import { Choice } from "./game.js" */
/** @import { Json, JsonObject } from "./json.js" */
/** @import { Report } from "./report.js" */
/** What is compared: a record, or the public log of a running game, which has no choices of hidden armies. */
/** @typedef {{ game: string, commitment: string, values: string[], isSigned: boolean, all: JsonObject }} Compared */
/** @typedef {{ report: Report, record: Compared, steps: string[], choices: Map<number, Choice[]> | null }} Checked */

/**
 * Compare what a player's browser has kept of this game.
 * @param {Checked} game
 * @param {JsonObject[]} receipts
 */
export function compareReceipts(game, receipts) {
  const { report, record } = game;
  const own = receipts.filter((receipt) => receipt.game === record.game);
  if (!own.length) {
    const other = "These receipts are from another game.";
    report.skip("receipts", receipts.length ? other : "There are no receipts of this game here.");
  }
  for (const [what, isTrue] of own.flatMap((receipt) => [...differences(game, receipt)])) {
    report.count("receipts");
    if (!isTrue) report.wrong("receipts", null, `Your receipt has ${what}.`);
  }
}

/**
 * What a receipt has, and whether the record has it too.
 * @param {Checked} game
 * @param {JsonObject} receipt
 * @returns {Generator<[what: string, isTrue: boolean]>}
 */
function* differences({ record, steps, choices }, { commitment, own, marks, hidden, keys, opened }) {
  yield ["another seal of the seed", commitment === record.commitment];
  if (isObject(own) && isCount(own.seat)) {
    yield [`another value of yours, in seat ${own.seat}`, own.value === record.values[own.seat]];
  }
  // A choice that was taken back later is still in its entry.
  const all = choices && [...choices.values()].flat();
  for (const choice of all ? listed(hidden) : []) {
    yield ["hidden armies that the record does not have", all?.some((one) => isSame({ ...one }, choice)) === true];
  }
  for (const mark of record.isSigned ? listed(marks) : []) {
    if (isObject(mark) && isCount(mark.step)) {
      yield [`another digest of step ${mark.step}`, steps[mark.step] === mark.digest];
    }
  }
  if (isObject(record.all.signatures)) yield* signedDifferences(record.all.signatures, keys, opened);
}

/**
 * The same of the part that the site has signed.
 * @param {JsonObject} part
 * @param {Json | undefined} keys
 * @param {Json | undefined} opened
 * @returns {Generator<[what: string, isTrue: boolean]>}
 */
function* signedDifferences(part, keys, opened) {
  yield ["another time when the table was opened", opened === undefined || opened === part.opened];
  for (const key of listed(keys)) {
    yield ["a key of the site that the record does not name", listed(part.keys).includes(key)];
  }
}

/** @param {Json | undefined} value */
function listed(value) {
  return Array.isArray(value) ? value : [];
}
