// “How a die comes out of the seed”: a draw's numbers, from HMAC-SHA256 of the seed over the values.

import { isCount } from "./json.js";
import { fromHex, hmacUnder, isHash, utf8 } from "./sha256.js";

/** @import { Json, JsonObject } from "./json.js" */
/** @typedef {(limit: number) => number} Below a number from 0 to limit - 1 */

const WORDS = 2 ** 32;
const FACES = 6;
const MOST = 1000;
const SALT = -1;

/**
 * A function that begins a draw: it returns the draw's source of numbers.
 * @param {string} seed
 * @param {string} game
 * @param {string[]} values
 */
export function drawsOf(seed, game, values) {
  const hmac = hmacUnder(fromHex(seed));
  /** @param {number} epoch @param {number} number @returns {Below} */
  return (epoch, number) => {
    /** @type {number[]} */
    let words = [];
    let block = 0;
    const next = () => {
      if (!words.length) {
        const lines = ["castlerisk-chance-1", game, epoch, number, block, ...values];
        words = Array.from(hmac(utf8(lines.join("\n"))));
        block += 1;
      }
      return /** @type {number} */ (words.shift());
    };
    return (limit) => {
      const rejectedFrom = WORDS - (WORDS % limit);
      let word = next();
      while (word >= rejectedFrom) word = next();
      return word % limit;
    };
  };
}

/** The values that the seed gives for a draw. @param {JsonObject} draw @param {Below} below */
export function valuesOf({ kind, of, values }, below) {
  if (kind === "roll") return /** @type {Json[]} */ (values).map(() => 1 + below(FACES));
  if (kind === "pick") return [below(Number(of))];
  const order = Array.from({ length: Number(of) }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Whether a draw is a salt, which does not come from the seed. @param {JsonObject} draw */
export function isSalt(draw) {
  return draw.number === SALT;
}

/** What is wrong with the form of a draw, or null. @param {JsonObject} draw */
export function faultOf(draw) {
  const { kind, number, of, values } = draw;
  if (Object.keys(draw).sort().join() !== "kind,number,of,purpose,values") {
    return "a draw has other than its five parts";
  }
  if (typeof draw.purpose !== "string") return "a draw has no purpose";
  if (kind === "salt") return isPossibleSalt(draw) ? null : "a salt is not 32 bytes in hex";
  if (!isCount(number) || !isCount(of) || !areCounts(values)) return "a draw is not made of whole numbers";
  if (of > MOST || values.length > MOST) return "a draw is made from more items than any game has";
  return isPossible(kind, of, values) ? null : `${nameOf(draw)} has values that no draw can have`;
}

/** @param {JsonObject} draw */
function isPossibleSalt(draw) {
  return isSalt(draw) && draw.of === 0 && isHash(draw.values);
}

/** @param {Json} values @returns {values is number[]} */
function areCounts(values) {
  return Array.isArray(values) && values.every(isCount);
}

/** @param {Json} kind @param {number} of @param {number[]} values */
function isPossible(kind, of, values) {
  if (kind === "roll") return of === FACES && values.length > 0 && values.every((die) => die >= 1 && die <= FACES);
  if (kind === "pick") return values.length === 1 && values[0] < of;
  if (kind === "shuffle") {
    return values.length === of && new Set(values).size === of && values.every((place) => place < of);
  }
  return false;
}

/** @param {JsonObject} draw */
export function nameOf({ kind, purpose }) {
  return `the ${kind} for “${String(purpose).slice(0, 60)}”`;
}

/**
 * A difference in words; of a long shuffle only the first one.
 * @param {JsonObject} draw
 * @param {number[]} right
 */
export function differenceOf(draw, right) {
  const values = /** @type {number[]} */ (draw.values);
  if (right.length <= 12) {
    return `${nameOf(draw)}: the seed gives ${right.join(", ")}, but the record says ${values.join(", ")}.`;
  }
  const place = right.findIndex((value, i) => value !== values[i]);
  return `${nameOf(draw)}: the seed gives ${right[place]} at place ${place}, but the record says ${values[place]}.`;
}
