// The receipts that this browser keeps, by game and account, in IndexedDB (FAIR-12).

/**
 * @typedef {object} Receipt
 * @property {string} game
 * @property {string} user the account that plays
 * @property {string} [commitment]
 * @property {string} [opened]
 * @property {{ seat: number, value: string } | null} [own]
 * @property {{ maker: number, territory: string, commitment: string, salt: string }[]} [hidden]
 * @property {{ step: number, digest: string }[]} [marks] the newest step of each visit
 * @property {string[]} [keys]
 * @property {string} [seal] the signature of the seal
 * @property {{ step: number, digest: string, signature: string }[]} [signed] steps that the site has signed
 * @property {string | null} [end] the signature of the end
 * @property {string} [held] that of the end at which everything fitted
 */

const SWITCH = "castlerisk-no-receipts";

/** Whether this device keeps nothing, because several people share it. */
export function keepsNothing() {
  return localStorage.getItem(SWITCH) !== null;
}

/** @param {boolean} nothing */
export function setKeepsNothing(nothing) {
  if (nothing) localStorage.setItem(SWITCH, "yes");
  else localStorage.removeItem(SWITCH);
}

/**
 * Send one request to the store.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} request
 * @returns {Promise<T>}
 */
async function ask(mode, request) {
  const opening = indexedDB.open("castlerisk-receipts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: ["game", "user"] });
  const database = await answered(opening);
  try {
    return await answered(request(database.transaction("games", mode).objectStore("games")));
  } finally {
    database.close();
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {string} game @param {string} user @returns {Promise<Receipt | undefined>} */
export function readReceipt(game, user) {
  return ask("readonly", (store) => store.get([game, user]));
}

/** @returns {Promise<Receipt[]>} */
export function readReceipts() {
  return ask("readonly", (store) => store.getAll());
}

/** @param {Receipt} receipt */
export function writeReceipt(receipt) {
  return ask("readwrite", (store) => store.put(receipt));
}

export function deleteReceipts() {
  return ask("readwrite", (store) => store.clear());
}
