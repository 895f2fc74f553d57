// What a verification found: for each check what was compared, how often, and the first difference.

/** Something is wrong with a record, in entry `entry` or before the entries. */
export class Wrong extends Error {
  /** @param {string} reason @param {number | null} entry */
  constructor(reason, entry = null) {
    super(reason);
    this.entry = entry;
  }
}

/** @typedef {{ entry: number | null, reason: string }} Problem */
/** @typedef {"holds" | "wrong" | "not checked" | "nothing to check"} Result */
/**
 * @typedef {object} Check
 * @property {string} key
 * @property {string} title
 * @property {number} count how many things were compared
 * @property {string} one the word for one of them
 * @property {string} several the word for several
 * @property {Problem | null} first
 * @property {string} note why it did not take place, or ""
 */

/** The checks in order, with the words for one and for several of what each compares. */
/** @type {[key: string, title: string, one: string, several: string][]} */
const CHECKS = [
  ["form", "The file is the record of a game", "part", "parts"],
  ["seal", "The seed fits the seal published before the game", "seal", "seals"],
  ["values", "Every player’s value is in the record", "value", "values"],
  ["chain", "No entry was changed, added or left out", "entry", "entries"],
  ["draws", "Every die, pick and shuffle comes from the seed and the values", "draw", "draws"],
  ["shown", "The dice that players saw are the dice drawn", "roll", "rolls"],
  ["epochs", "Moves taken back stay in the record, and no draw is used twice", "take-back", "take-backs"],
  ["hidden", "Hidden armies are where their seals say", "seal", "seals"],
  ["ending", "The ending is the one that was played", "ending", "endings"],
  ["public", "The public chain covers everything that everybody saw", "step", "steps"],
  ["signatures", "The site’s signatures belong to this game", "signature", "signatures"],
  ["receipts", "Your receipts agree", "receipt", "receipts"],
];
const BEFORE_ENTRIES = new Set(["form", "seal", "values"]);
const LONGEST_REASON = 300;

export class Report {
  /** @type {Check[]} */
  checks = CHECKS.map(([key, title, one, several]) => ({ key, title, one, several, count: 0, first: null, note: "" }));
  /** @type {string[]} Why the record proves less than a finished game's. */
  limits = [];
  /** @type {Record<string, string | number>} */
  facts = {};

  /** @param {string} key */
  of(key) {
    return /** @type {Check} */ (this.checks.find((check) => check.key === key));
  }

  /** Count what a check has compared. @param {string} key @param {number} number */
  count(key, number = 1) {
    this.of(key).count += number;
  }

  /**
   * Keep the first problem of a check.
   * @param {string} key
   * @param {number | null} entry
   * @param {string} reason
   */
  wrong(key, entry, reason) {
    const short = reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason;
    this.of(key).first ??= { entry, reason: short };
  }

  /** Say why a check did not take place. @param {string} key @param {string} note */
  skip(key, note) {
    this.of(key).note = note;
  }

  /** What anybody may read: plain data, which a worker can post. */
  result() {
    const checks = this.checks.map((check) => ({ ...check, result: resultOf(check) }));
    const problems = checks.flatMap(({ key, first }) => (first ? { ...first, key } : []));
    // Of problems in one entry, or in none, that of the earlier check counts.
    problems.sort((one, other) => placeOf(one) - placeOf(other));
    const problem = problems[0] ?? null;
    const verdict = problem ? "wrong" : this.limits.length ? "limited" : "holds";
    return { verdict, problem, limits: this.limits, facts: this.facts, checks };
  }
}

/**
 * Where a problem stands in the record: in the head, in an entry, or after the entries.
 * @param {Problem & { key: string }} problem
 */
function placeOf({ key, entry }) {
  return entry ?? (BEFORE_ENTRIES.has(key) ? -1 : Infinity);
}

/** @param {Check} check @returns {Result} */
function resultOf(check) {
  if (check.first) return "wrong";
  if (check.note) return "not checked";
  return check.count ? "holds" : "nothing to check";
}
