// A proof that a browser saved when the site said something else than before: texts with their signatures.
// If two of them differ about one thing and both are signed, the site is convicted (FAIR-12).

import { isObject } from "./json.js";
import { Report } from "./report.js";
import { areKeys, imported, isSigned } from "./signatures.js";

/** @import { Json, JsonObject } from "./json.js" */

/** How many lines of a text say what it is about. A value may be signed again until the game begins. */
const SUBJECT_LINES = new Map([
  ["castlerisk-seal-1", 2],
  ["castlerisk-step-1", 3],
  ["castlerisk-end-1", 2],
  ["castlerisk-day-1", 2],
]);
const MOST_TEXTS = 500;
const UNPROVED = "The site signed no two different texts in this file, so it does not convince others by itself. Keep it together with the record of the game.";

/** @param {Json} read @returns {read is JsonObject} */
export function isProof(read) {
  return isObject(read) && "castlerisk_proof" in read;
}

/**
 * Find what was signed twice, as a report without single checks.
 * @param {JsonObject} proof
 * @param {string[] | null} published the keys that the site publishes, if they are known
 */
export async function judgeProof(proof, published) {
  const report = new Report();
  const { facts, limits } = report;
  facts.game = String(proof.castlerisk_proof);
  const named = areKeys(proof.keys) ? proof.keys : [];
  const keys = published ?? named;
  const usable = await imported(keys);
  const pair = usable && (await signedTwice(proof.signed, usable));
  const differences = Array.isArray(proof.differences) ? proof.differences : [];
  if (!usable) limits.push("This browser has no Ed25519, so the signatures were not checked. Newer browsers do.");
  else if (!pair) limits.push(...differences.map(String), UNPROVED);
  else if (!published) limits.push(`The keys are those that the file names: ${keys.join(", ")}. Compare them with the ones at the site, under /.well-known/castlerisk-keys.json.`);
  const problem = pair ? { key: "signatures", entry: null, reason: `Both texts are about the same thing, and both are signed:\n\n${pair.join("\n\n")}` } : null;
  return { verdict: pair ? "twice" : "unproved", problem, limits, facts, checks: [] };
}

/**
 * Two different signed texts about one thing; null without.
 * @param {Json | undefined} signed
 * @param {CryptoKey[]} keys
 */
async function signedTwice(signed, keys) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const one of Array.isArray(signed) ? signed.slice(0, MOST_TEXTS) : []) {
    const { text, signature } = isObject(one) ? one : { text: null, signature: null };
    const subject = subjectOf(text);
    if (subject === null || texts.get(subject) === text) continue;
    if (!(await isSigned([text], signature, keys))) continue;
    const other = texts.get(subject);
    if (other !== undefined) return [other, String(text)];
    texts.set(subject, String(text));
  }
  return null;
}

/** What a text is about; null if it is nothing that the site signs once. @param {Json} text */
function subjectOf(text) {
  const lines = typeof text === "string" ? text.split("\n") : [];
  const number = SUBJECT_LINES.get(lines[0]);
  return number === undefined ? null : lines.slice(0, number).join("\n");
}
