// The verification of a record's text, as a report.

import { Game } from "./game.js";
import { readRecord } from "./head.js";
import { isObject, readJson } from "./json.js";
import { isProof, judgeProof } from "./proof.js";
import { compareReceipts } from "./receipts.js";
import { Report, Wrong } from "./report.js";
import { verifyLog } from "./running.js";
import { checkSignatures } from "./signatures.js";

/** @import { GameRecord } from "./head.js" */
/** @import { JsonObject } from "./json.js" */

const LARGEST = 50_000_000; // bytes
const STEP = 25; // entries between two steps of the progress

/** What a browser knows beside the record: keys that the site publishes, and receipts that it kept. */
/** @typedef {{ keys?: string[] | null, receipts?: JsonObject[] }} Known */

/**
 * Verify a record.
 * @param {string | ArrayBuffer} source
 * @param {Known} [known]
 * @param {(done: number, of: number) => void} [onProgress]
 */
export async function verify(source, known = {}, onProgress = () => {}) {
  const report = new Report();
  try {
    const read = readJson(textOf(source));
    if (isProof(read)) return await judgeProof(read, known.keys ?? null);
    if (isObject(read) && "rounds" in read) return verifyLog(read, known.receipts ?? []);
    const record = readRecord(read);
    report.count("form");
    report.count("values", record.values.length);
    nameFacts(record, report);
    const game = new Game(record, report);
    record.entries.forEach((entry, number) => {
      if (number % STEP === 0) onProgress(number, record.entries.length);
      game.take(entry, number);
    });
    game.end();
    compareReceipts(game, known.receipts ?? []);
    await checkSignatures(game, known);
    nameLimits(record, game, report);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    report.wrong("form", error.entry, error.message);
  }
  return report.result();
}

/** @param {string | ArrayBuffer} source */
function textOf(source) {
  if (typeof source === "string") return source;
  if (source.byteLength > LARGEST) throw new Wrong("The file is larger than 50 MB.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch {
    throw new Wrong("The file is not UTF-8 text.");
  }
}

/** @param {GameRecord} record @param {Report} report */
function nameFacts({ all, game, commitment, entries }, report) {
  const ruleset = /** @type {JsonObject} */ (all.ruleset);
  Object.assign(report.facts, { game, rules: String(ruleset.name), seal: commitment, entries: entries.length });
  report.facts.seats = /** @type {JsonObject[]} */ (all.seats).map(({ name }) => name).join(", ");
}

/**
 * Say why a record without faults proves less than that of a finished game.
 * @param {GameRecord} record
 * @param {Game} game
 * @param {Report} report
 */
function nameLimits({ all, isTest, isTutorial, isSigned }, game, report) {
  if (isSigned && (all.outcome === null || all.seed === null)) {
    report.wrong("ending", null, "The record was cut short: it lacks the outcome or the seed.");
  } else if (!isObject(all.outcome)) {
    report.limits.push("The game is not over and its seed is still secret, so its dice could not be checked. A record that was cut short looks the same.");
  }
  if (!isSigned && isObject(all.outcome)) {
    report.limits.push("Not provable: the game is older than signatures. Its dice and seals fit, but nobody can tell whether its seats, times or options were changed later.");
  }
  if (isTest) {
    report.limits.push("This record was made for tests: its seed was known beforehand, so its dice prove nothing.");
  }
  if (isTutorial) {
    report.limits.push(`A tutorial’s dice are scripted: ${game.scripted} draws do not come from the seed. “rules verify” knows the scripts.`);
  }
}
