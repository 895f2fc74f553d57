// @ts-check
// What a browser has kept of a game against what the site says now (FAIR-12).

/** @import { Receipt } from "../verifier/store.js" */

const MOST_MARKS = 50;

/**
 * What the site says differently from a receipt, in sentences. A page may be behind what was kept.
 * @param {Receipt} kept
 * @param {Receipt} now
 * @param {boolean} [mayBeBehind]
 */
export function differences(kept, now, mayBeBehind = false) {
  const { hidden = [], keys = [], marks = [] } = kept;
  const isOtherValue = kept.own?.seat === now.own?.seat && kept.own?.value !== now.own?.value;
  const said = /** @type {[isTrue: boolean, sentence: string][]} */ ([
    [differs(kept.commitment, now.commitment), "The seal of the seed is another one."],
    [differs(kept.opened, now.opened), "The table was opened at another time."],
    [isOtherValue, "Your value is another one."],
    [hidden.some((choice) => isChanged(choice, now.hidden ?? [])), "Your hidden armies are sealed differently."],
    [keys.some((key) => now.keys?.includes(key) === false), "A key with which the site signed is gone."],
  ]);
  const found = said.flatMap(([isTrue, sentence]) => (isTrue ? sentence : []));
  return [...found, ...ofSteps(marks, now.marks?.at(-1), mayBeBehind)];
}

/**
 * Whether two texts differ, if both are known.
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
function differs(one, other) {
  return one !== undefined && other !== undefined && one !== other;
}

/** @typedef {NonNullable<Receipt["hidden"]>[number]} Choice */

/** Whether the same seal hides something else now. @param {Choice} kept @param {Choice[]} choices */
function isChanged(kept, choices) {
  const now = choices.find(({ commitment }) => commitment === kept.commitment);
  return Boolean(now) && (now?.territory !== kept.territory || now?.salt !== kept.salt);
}

/**
 * @param {{ step: number, digest: string }[]} marks
 * @param {{ step: number, digest: string } | undefined} newest
 * @param {boolean} mayBeBehind
 */
function ofSteps(marks, newest, mayBeBehind) {
  if (!newest) return [];
  const last = marks.at(-1);
  if (last && newest.step < last.step && !mayBeBehind) {
    return ["Something that everybody saw is missing from the game."];
  }
  const same = marks.find(({ step }) => step === newest.step);
  return same && same.digest !== newest.digest ? ["Something that everybody saw was changed."] : [];
}

/**
 * A receipt with what is new. What was kept first stays.
 * @param {Receipt | undefined} kept
 * @param {Receipt} now
 * @returns {Receipt}
 */
export function merged(kept, now) {
  if (!kept) return now;
  const hidden = added(kept.hidden, now.hidden, ({ commitment }) => commitment);
  const marks = added(kept.marks, now.marks, ({ step }) => step).sort((one, other) => one.step - other.step);
  const newest = { keys: now.keys ?? kept.keys, signed: now.signed ?? kept.signed };
  return { ...now, ...kept, own: kept.own ?? now.own, ...newest, hidden, marks: marks.slice(-MOST_MARKS) };
}

/**
 * A list with those of more whose key it lacks.
 * @template T
 * @param {T[] | undefined} list
 * @param {T[] | undefined} more
 * @param {(one: T) => unknown} key
 */
function added(list = [], more = [], key) {
  const there = new Set(list.map(key));
  return [...list, ...more.filter((one) => !there.has(key(one)))];
}
