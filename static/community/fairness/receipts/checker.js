// @ts-check
// Loaded when a game is over: makes its public chain again and compares a receipt with it (FAIR-12).

import { readJson } from "../verifier/json.js";
import { verifyLog } from "../verifier/running.js";

/** @import { Receipt } from "../verifier/store.js" */

/**
 * What is wrong with a game; empty if all fits, null if the site does not answer.
 * @param {Receipt} receipt
 * @returns {Promise<string | null>}
 */
export async function reasonAgainst(receipt) {
  const answer = await fetch(`/games/${receipt.game}/log.json`, { cache: "no-store" });
  if (!answer.ok) return null;
  const text = await answer.text();
  try {
    return verifyLog(readJson(text), [{ ...receipt }]).problem?.reason ?? "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
