// @ts-check
// Keeps what the site showed of the viewer's own game, and warns when the site says something else later.

import { keepsNothing, readReceipt, writeReceipt } from "../verifier/store.js";
import { differences, merged, signedTexts } from "./compare.js";

/** @import { Receipt } from "../verifier/store.js" */

/** The game of a table or a waiting room whose page has a seat of the viewer. */
const game = isSeated() && /^\/games\/([^/]+)\//.exec(location.pathname)?.[1];

/** The account that plays. */
const user = document.querySelector("[data-user]")?.getAttribute("data-user") ?? "";

function isSeated() {
  return Boolean(document.querySelector("#announcements[data-seat], form[data-own-value]"));
}

let isEndSeen = false;

/** The newest step that the page shows. @returns {Receipt["marks"]} */
function marksShown() {
  const [step, digest] = document.getElementById("version")?.dataset.chain?.split(" ") ?? [];
  return digest ? [{ step: Number(step), digest }] : [];
}

/** What the site says now; null for a visitor without a seat. @returns {Promise<Receipt & { checker?: string } | null>} */
async function saidNow() {
  const answer = await fetch(`/games/${game}/own.json`, { cache: "no-store" });
  if (!answer.ok) return null;
  const { seat, value, hidden, chain, signed, ...facts } = await answer.json();
  if (seat === null) return null;
  const newest = chain ? [{ step: chain.steps, digest: chain.digest }] : marksShown() ?? [];
  return {
    ...facts,
    user,
    hidden,
    own: value === null ? null : { seat, value },
    marks: signed && signed.step !== newest[0]?.step ? [{ step: signed.step, digest: signed.digest }, ...newest] : newest,
    signed: signed ? [signed] : [],
  };
}

async function visit() {
  if (!game || keepsNothing()) return;
  // Read it before asking: other pages of this browser may keep newer steps meanwhile.
  const kept = await readReceipt(game, user);
  const now = await saidNow();
  if (!now) return;
  const { checker, ...said } = now;
  const found = kept ? differences(kept, said) : [];
  if (kept && found.length) {
    warn(found, kept, said);
    return;
  }
  const receipt = merged(await readReceipt(game, user), said);
  await writeReceipt(receipt);
  if (checker) await checkEnd(receipt, checker, said);
}

/**
 * The game is over: once, make its public chain again and compare.
 * @param {Receipt} receipt
 * @param {string} checker
 * @param {Receipt} now
 */
async function checkEnd(receipt, checker, now) {
  isEndSeen = true;
  if (receipt.held !== receipt.end) {
    const { reasonAgainst } = await import(checker);
    const reason = await reasonAgainst(receipt);
    if (reason) warn([reason], receipt, now);
    if (reason !== "") return;
    await writeReceipt({ ...receipt, held: receipt.end ?? "" });
  }
  showHeld();
}

function showHeld() {
  if (document.querySelector(".receipt-mark")) return;
  const mark = document.createElement("p");
  Object.assign(mark, { className: "receipt-mark", textContent: "✓ The game fits the receipts of this browser." });
  document.querySelector(".outcome-actions")?.append(mark);
}

/** After a push: keep the newest step. */
async function keepStep() {
  const marks = marksShown();
  const kept = game && marks?.length && !keepsNothing() ? await readReceipt(game, user) : undefined;
  if (!kept || !marks) return;
  const found = differences(kept, { game: kept.game, user, marks }, true);
  if (found.length) warn(found, kept, { game: kept.game, user, marks });
  else await writeReceipt(merged(kept, { game: kept.game, user, marks }));
}

/**
 * Say what differs, with the proof as a file.
 * @param {string[]} found
 * @param {Receipt} kept
 * @param {Receipt} now
 */
function warn(found, kept, now) {
  if (document.getElementById("receipt-warning")) return;
  const warning = document.createElement("section");
  Object.assign(warning, { id: "receipt-warning", className: "notice receipt-warning" });
  warning.setAttribute("role", "alert");
  const says = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = "This game is not what your browser remembers.";
  says.append(strong, ` ${found.join(" ")} Keep the proof and show it to the other players.`);
  const proof = document.createElement("a");
  const signed = [...signedTexts(kept), ...signedTexts(now)];
  const keys = [...new Set([...(kept.keys ?? []), ...(now.keys ?? [])])];
  const file = { castlerisk_proof: kept.game, differences: found, signed, keys, castlerisk_receipts: [kept], now };
  const text = JSON.stringify(file, null, 1);
  proof.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(proof, { className: "button", download: `castlerisk-${kept.game}-proof.json`, textContent: "Save the proof" });
  warning.append(says, proof);
  document.getElementById("content")?.prepend(warning);
}

// Private windows of some browsers have no IndexedDB: then nothing is kept.
const quietly = (/** @type {() => Promise<void>} */ task) => task().catch(() => {});

quietly(visit);
document.addEventListener("animations-over", () => {
  quietly(document.getElementById("outcome") && !isEndSeen ? visit : keepStep);
});
