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
    [differs(kept.end, now.end), "The end is signed differently."],
    [hidden.some((choice) => isChanged(choice, now.hidden ?? [])), "Your hidden armies are sealed differently."],
    [keys.some((key) => now.keys?.includes(key) === false), "A key with which the site signed is gone."],
  ]);
  const found = said.flatMap(([isTrue, sentence]) => (isTrue ? sentence : []));
  return [...found, ...ofSteps(marks, now.marks ?? [], mayBeBehind)];
}

/**
 * Whether two texts differ, if both are known.
 * @param {string | null | undefined} one
 * @param {string | null | undefined} other
 */
function differs(one, other) {
  return Boolean(one && other && one !== other);
}

/** @typedef {NonNullable<Receipt["hidden"]>[number]} Choice */

/** Whether the same seal hides something else now. @param {Choice} kept @param {Choice[]} choices */
function isChanged(kept, choices) {
  const now = choices.find(({ commitment }) => commitment === kept.commitment);
  return Boolean(now) && (now?.territory !== kept.territory || now?.salt !== kept.salt);
}

/**
 * @param {{ step: number, digest: string }[]} kept
 * @param {{ step: number, digest: string }[]} now
 * @param {boolean} mayBeBehind
 */
function ofSteps(kept, now, mayBeBehind) {
  const last = kept.at(-1);
  const newest = now.at(-1);
  if (last && newest && newest.step < last.step && !mayBeBehind) {
    return ["Something that everybody saw is missing from the game."];
  }
  const digests = new Map(kept.map(({ step, digest }) => [step, digest]));
  const isOther = now.some(({ step, digest }) => differs(digests.get(step), digest));
  return isOther ? ["Something that everybody saw was changed."] : [];
}

/**
 * The texts that the site has signed for a receipt, as chapter 12 writes them.
 * @param {Receipt} receipt
 */
export function signedTexts({ game, commitment, opened, seal, signed = [] }) {
  const steps = signed.map(({ step, digest, signature }) => ({ text: `castlerisk-step-1\n${game}\n${step}\n${digest}`, signature }));
  return [{ text: `castlerisk-seal-1\n${game}\n${commitment}\n${opened}`, signature: seal }, ...steps];
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
  const steps = { marks: newestSteps(kept.marks, now.marks), signed: newestSteps(kept.signed, now.signed) };
  const once = { own: kept.own ?? now.own, end: kept.end ?? now.end };
  return { ...now, ...kept, ...once, ...steps, hidden, keys: now.keys ?? kept.keys };
}

/**
 * @template {{ step: number }} T
 * @param {T[] | undefined} kept
 * @param {T[] | undefined} now
 */
function newestSteps(kept, now) {
  const steps = added(kept, now, ({ step }) => step);
  return steps.sort((one, other) => one.step - other.step).slice(-MOST_MARKS);
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
