// A game that is not over: its public chain from the public log, against the receipts (FAIR-9, FAIR-12).

import { digestAfter } from "./game.js";
import { isLine, isObject } from "./json.js";
import { compareReceipts } from "./receipts.js";
import { Report } from "./report.js";
import { isHash } from "./sha256.js";

/** @import { Json, JsonObject } from "./json.js" */

const SECRET = "The seed is still secret.";
const LATER = "The game is not over.";

/** Verify a public log. @param {Json} log @param {JsonObject[]} receipts */
export function verifyLog(log, receipts) {
  const report = new Report();
  for (const key of ["seal", "draws", "shown", "epochs", "hidden"]) report.skip(key, SECRET);
  for (const key of ["chain", "values", "ending", "signatures"]) report.skip(key, LATER);
  if (!isObject(log) || !isLine(log.game) || !isHash(log.commitment)) return noLog(report);
  if (!Array.isArray(log.values) || !areRounds(log.rounds)) return noLog(report);
  report.count("form");
  Object.assign(report.facts, { game: log.game, seal: log.commitment });
  const steps = stepsOf(log, report);
  const { game, commitment, values } = log;
  const record = { game, commitment, values, isSigned: steps.length > 0, all: {} };
  compareReceipts({ report, record, steps, choices: null }, receipts);
  report.limits.push("The game is not over, so its seed is still secret. When it is over, every die can be checked.");
  return report.result();
}

/** @param {Report} report */
function noLog(report) {
  report.wrong("form", null, "This is not the public log of a game.");
  return report.result();
}

/** @param {Json} rounds @returns {rounds is { events: JsonObject[] }[]} */
function areRounds(rounds) {
  return (
    Array.isArray(rounds) &&
    rounds.every((one) => isObject(one) && Array.isArray(one.events) && one.events.every(isObject))
  );
}

/**
 * The digests of the public chain by step; none for a game without one.
 * @param {JsonObject} log
 * @param {Report} report
 */
function stepsOf({ chain, rounds }, report) {
  if (!isObject(chain) || !isHash(chain.head)) {
    report.skip("public", "The game is older than public chains.");
    return [];
  }
  const steps = [chain.head];
  for (const { events } of /** @type {{ events: JsonObject[] }[]} */ (rounds)) {
    for (const event of events) steps.push(digestAfter(steps[steps.length - 1], event));
  }
  const last = steps.length - 1;
  report.count("public", last);
  report.facts.digest = steps[last];
  if (chain.steps !== last || chain.digest !== steps[last]) {
    report.wrong("public", null, `The public chain has ${last} steps and ends differently from what the site says.`);
  }
  return steps;
}
