// The page: takes a record from a file or from a game of this site, and shows what a worker found.

import { receiptIn, startReceipts } from "./kept.js";
import { part, showReport } from "./show.js";
import { readReceipts } from "./store.js";

/** @import { JsonObject } from "./json.js" */
/** @typedef {{ name: string, source: ArrayBuffer, receipts?: JsonObject[], keys?: string[] | null }} Given */

const KEYS = "/.well-known/castlerisk-keys.json";

/** @type {Worker | null} */
let worker = null;

/** @param {string} script the text of this script, which the worker runs too */
export function startPage(script) {
  const input = /** @type {HTMLInputElement} */ (part("record"));
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  /** @param {Given} given */
  const check = (given) => startWorker(address, given);
  input.addEventListener("change", () => takeFiles(input.files, check));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    takeFiles(event.dataTransfer?.files, check);
  });
  if (isServed()) startReceipts();
  else disableLinks();
  const code = new URLSearchParams(location.search).get("game");
  if (code && isServed()) takeGame(code, check);
}

/** Whether the page comes from the site, not from a disk. */
function isServed() {
  return location.protocol.startsWith("http");
}

/** Turn the links of a saved page into text: they lead to the site it was saved from. */
function disableLinks() {
  for (const anchor of Array.from(document.querySelectorAll("a[href^='/']"))) anchor.removeAttribute("href");
}

/**
 * Check the record among the files, with the receipts among them or those of this browser.
 * @param {FileList | null | undefined} files
 * @param {(given: Given) => void} check
 */
async function takeFiles(files, check) {
  /** @type {JsonObject[]} */
  const receipts = [];
  /** @type {Given | null} */
  let given = null;
  for (const file of Array.from(files ?? [])) {
    const source = await file.arrayBuffer();
    const found = receiptIn(source);
    if (found) receipts.push(...found);
    else given = { name: file.name, source };
  }
  if (given) check({ ...given, keys: await publishedKeys(), receipts: receipts.length ? receipts : await keptOf(given.source) });
  else if (receipts.length) say("These are receipts. Choose them with the record of their game, or import them below.");
}

/** What this browser has kept of the game in a file. @param {ArrayBuffer} source */
async function keptOf(source) {
  // The identifier comes early in the file; the worker reads all of it with care.
  const game = /"game": ?"([^"\\]+)"/.exec(new TextDecoder().decode(source.slice(0, 200)))?.[1];
  return game ? receiptsOf(game) : [];
}

/** What this browser keeps of a game, for each account that played it here. @param {string} code @returns {Promise<any[]>} */
async function receiptsOf(code) {
  const all = isServed() ? await readReceipts().catch(() => []) : [];
  return all.filter(({ game }) => game === code);
}

/** @param {string} code @param {(given: Given) => void} check */
async function takeGame(code, check) {
  const back = /** @type {HTMLAnchorElement} */ (part("back"));
  back.href = `/games/${encodeURIComponent(code)}/`;
  back.textContent = "Back to the game";
  say(`Fetching the record of game ${code} …`);
  try {
    let answer = await fetchFile(code, "record.json");
    // The record of a running game is its public log.
    if (answer.status === 409) answer = await fetchFile(code, "log.json");
    if (answer.ok) {
      const known = { keys: await publishedKeys(), receipts: await receiptsOf(code) };
      check({ name: `game ${code}`, source: await answer.arrayBuffer(), ...known });
    } else {
      const unknown = "There is no such game here, or you may not see it.";
      say(answer.status === 404 ? unknown : `The site answered ${answer.status}.`);
    }
  } catch {
    say("The site does not answer. Try again later, or choose a record that you have downloaded.");
  }
}

/**
 * A file of a game as the site has it now, not as it was cached.
 * @param {string} code
 * @param {string} name
 */
function fetchFile(code, name) {
  return fetch(`/games/${encodeURIComponent(code)}/${name}`, { cache: "no-store" });
}

/**
 * The keys that this site publishes; null on a saved copy of the page.
 * @returns {Promise<string[] | null>}
 */
async function publishedKeys() {
  if (!isServed()) return null;
  try {
    const answer = await fetch(KEYS, { cache: "no-store" });
    const { keys } = await answer.json();
    return keys.map((/** @type {{ key: string }} */ { key }) => key);
  } catch {
    return null;
  }
}

/** @param {string} address @param {Given} given */
function startWorker(address, { name, source, keys, receipts }) {
  const progress = /** @type {HTMLProgressElement} */ (part("progress"));
  worker?.terminate();
  worker = new Worker(address);
  worker.addEventListener("message", ({ data: { result, failure, done, of } }) => {
    if (result) showReport(result);
    else if (failure) say(`The check failed. This is a fault of this page, not of the record: ${failure}`);
    else Object.assign(progress, { value: done, max: of });
    part("working").hidden = Boolean(result || failure);
  });
  part("report").hidden = true;
  part("working").hidden = false;
  progress.removeAttribute("value");
  say(`Checking ${name} …`);
  worker.postMessage({ source, known: { keys, receipts } });
}

/** @param {string} sentence */
function say(sentence) {
  part("status").className = "";
  part("status").textContent = sentence;
}
