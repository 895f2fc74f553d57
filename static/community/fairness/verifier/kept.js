// The receipts of this browser on the page: how many, to take away, to bring in, or to keep none.

import { part } from "./show.js";
import { deleteReceipts, keepsNothing, readReceipt, readReceipts, setKeepsNothing, writeReceipt } from "./store.js";

const MOST_BYTES = 5_000_000; // bytes

/** The receipts in a file; null if it is another file, or a proof. @param {ArrayBuffer} source @returns {any[] | null} */
export function receiptIn(source) {
  if (source.byteLength > MOST_BYTES) return null;
  try {
    const { castlerisk_receipts: receipts, castlerisk_proof: proof } = JSON.parse(new TextDecoder().decode(source));
    return Array.isArray(receipts) && proof === undefined ? receipts.filter(isReceipt) : null;
  } catch {
    return null;
  }
}

/** Whether it can be kept: it names its game and account. @param {any} one */
function isReceipt(one) {
  return typeof one?.game === "string" && typeof one.user === "string";
}

/** Show the section of receipts, and let its controls work. */
export function startReceipts() {
  const nothing = /** @type {HTMLInputElement} */ (part("keep-nothing"));
  const file = /** @type {HTMLInputElement} */ (part("import-receipts"));
  nothing.checked = keepsNothing();
  nothing.addEventListener("change", async () => {
    setKeepsNothing(nothing.checked);
    if (nothing.checked) await deleteReceipts();
    await count();
  });
  file.addEventListener("change", async () => {
    for (const one of Array.from(file.files ?? [])) await bring(receiptIn(await one.arrayBuffer()) ?? []);
    await count();
  });
  part("export-receipts").addEventListener("click", exportAll);
  part("receipts").hidden = false;
  count().catch(() => {
    part("receipt-count").textContent = "This browser does not allow the site to keep anything.";
  });
}

/** Add receipts of other devices. What this browser has kept itself stays. @param {any[]} receipts */
async function bring(receipts) {
  for (const receipt of receipts) {
    if (!(await readReceipt(receipt.game, receipt.user))) await writeReceipt(receipt);
  }
}

async function count() {
  const number = (await readReceipts()).length;
  part("receipt-count").textContent = `This browser keeps receipts of ${number} ${number === 1 ? "game" : "games"}.`;
  /** @type {HTMLButtonElement} */ (part("export-receipts")).disabled = !number;
}

async function exportAll() {
  const text = JSON.stringify({ castlerisk_receipts: await readReceipts() }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "castlerisk-receipts.json";
  link.click();
}
