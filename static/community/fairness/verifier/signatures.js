// The site's Ed25519 signatures over the seal, the values, every tenth step and the end (FAIR-10).

import { isLine, isObject } from "./json.js";
import { fromHex, isHash, utf8 } from "./sha256.js";

/** @import { Game } from "./game.js" */
/** @import { Json, JsonObject } from "./json.js" */
/** @typedef {{ fault: string, entry?: number, lines: Json[], signature: Json }} Signed */

const EVERY = 10; // steps
const MOST_KEYS = 20;
const NO_SIGNATURES = "The signatures of the record do not have the form they must have.";

/**
 * Check the signatures of a record.
 * @param {Game} game
 * @param {{ keys?: string[] | null }} known
 */
export async function checkSignatures(game, known) {
  const { report, record } = game;
  if (!record.isSigned) {
    report.skip("signatures", "The game is older than signatures.");
    return;
  }
  const found = signedIn(game);
  if (!found) {
    report.wrong("signatures", null, NO_SIGNATURES);
    return;
  }
  const keys = await imported(found.keys);
  if (!keys) {
    report.skip("signatures", "This browser does not support Ed25519.");
    report.limits.push("Signatures were not checked: this browser does not support Ed25519. Newer browsers do.");
    return;
  }
  for (const { fault, entry, lines, signature } of found.signed) {
    report.count("signatures");
    if (await isSigned(lines, signature, keys)) continue;
    report.wrong("signatures", entry ?? null, fault);
    return;
  }
  compareKeys(game, found.keys, known);
}

/** The keys and all that must be signed; null if the record's part has another form. @param {Game} game */
function signedIn(game) {
  const { record: { all, values }, steps } = game;
  const part = all.signatures;
  if (!isObject(part) || !areKeys(part.keys) || !isLine(part.opened)) return null;
  if (!isList(part.values, values.length) || !isList(part.steps, Math.floor((steps.length - 1) / EVERY) + 1)) {
    return null;
  }
  return { keys: part.keys, signed: [...beforeStart(game, part, part.values), ...afterStart(game, part, part.steps)] };
}

/**
 * The seal and the values.
 * @param {Game} game
 * @param {JsonObject} part
 * @param {Json[]} signatures
 * @returns {Signed[]}
 */
function beforeStart({ record: { all, game, commitment, values } }, { opened, seal }, signatures) {
  const seats = /** @type {JsonObject[]} */ (all.seats);
  const given = signatures.map((signature, seat) => ({
    fault: `The signature of the value of seat ${seat} does not fit: the value, or when it came, was changed.`,
    lines: ["castlerisk-value-1", game, seat, values[seat], seats[seat].value_given],
    signature,
  }));
  return [
    {
      fault: "The signature of the seal does not fit: the seal, or when the table was opened, was changed.",
      lines: ["castlerisk-seal-1", game, commitment, opened],
      signature: seal,
    },
    ...given.filter(({ signature }, seat) => values[seat] || signature !== ""),
  ];
}

/**
 * Every tenth step and the end.
 * @param {Game} game
 * @param {JsonObject} part
 * @param {Json[]} signatures
 * @returns {Signed[]}
 */
function afterStart({ record: { game, entries }, steps, stepEntries, digest }, { end }, signatures) {
  const last = steps.length - 1;
  return [
    ...signatures.map((signature, tenth) => {
      const step = EVERY * tenth;
      const fault = tenth
        ? `The signature of step ${step} does not fit: something that everybody could see was changed after step ${step - EVERY}.`
        : "The signature of the head does not fit: seats, bots, times, options or the test mark were changed after the game began.";
      const entry = tenth ? stepEntries[step] : undefined;
      return { fault, entry, lines: ["castlerisk-step-1", game, step, steps[step]], signature };
    }),
    {
      fault: "The signature of the end does not fit: in some entry, something that not everybody could see was changed, such as by whom a move came.",
      lines: ["castlerisk-end-1", game, last, steps[last], entries.length, digest],
      signature: end,
    },
  ];
}

/** @param {Json | undefined} keys @returns {keys is string[]} */
export function areKeys(keys) {
  return Array.isArray(keys) && keys.length > 0 && keys.length <= MOST_KEYS && keys.every(isHash);
}

/** @param {Json} list @param {number} length @returns {list is Json[]} */
function isList(list, length) {
  return Array.isArray(list) && list.length === length;
}

/**
 * Keys as Web Crypto wants them; null if it has no Ed25519, as in browsers before 2025.
 * @param {string[]} keys
 */
export async function imported(keys) {
  try {
    const imports = keys.map((key) => crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]));
    return await Promise.all(imports);
  } catch {
    // An insecure address has no `subtle` at all.
    return null;
  }
}

/**
 * Whether one of the keys verifies a signature of lines.
 * @param {Json[]} lines
 * @param {Json} signature
 * @param {CryptoKey[]} keys
 */
export async function isSigned(lines, signature, keys) {
  if (typeof signature !== "string" || !/^[0-9a-f]{128}$/.test(signature)) return false;
  for (const key of keys) {
    if (await crypto.subtle.verify("Ed25519", key, fromHex(signature), utf8(lines.join("\n")))) return true;
  }
  return false;
}

/**
 * A forger could sign with a key of their own, so the keys count as much as the signatures.
 * @param {Game} game
 * @param {string[]} keys
 * @param {{ keys?: string[] | null }} known
 */
function compareKeys({ report }, keys, known) {
  report.facts.keys = keys.join(", ");
  if (known.keys) {
    const other = keys.find((key) => !known.keys?.includes(key));
    if (other) report.wrong("signatures", null, `The record names a key that this site does not publish: ${other}.`);
  } else {
    report.limits.push("The signatures fit the keys that the record names. Compare these with the keys that the site publishes at /.well-known/castlerisk-keys.json.");
  }
}
