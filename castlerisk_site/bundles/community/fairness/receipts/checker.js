// static/community/fairness/verifier/report.js
var Wrong = class extends Error {
  /** @param {string} reason @param {number | null} entry */
  constructor(reason, entry = null) {
    super(reason);
    this.entry = entry;
  }
};
var CHECKS = [
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
  ["receipts", "Your receipts agree", "receipt", "receipts"]
];
var BEFORE_ENTRIES = /* @__PURE__ */ new Set(["form", "seal", "values"]);
var LONGEST_REASON = 300;
var Report = class {
  /** @type {Check[]} */
  checks = CHECKS.map(([key, title, one, several]) => ({ key, title, one, several, count: 0, first: null, note: "" }));
  /** @type {string[]} Why the record proves less than a finished game's. */
  limits = [];
  /** @type {Record<string, string | number>} */
  facts = {};
  /** @param {string} key */
  of(key) {
    return (
      /** @type {Check} */
      this.checks.find((check) => check.key === key)
    );
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
    const problems = checks.flatMap(({ key, first }) => first ? { ...first, key } : []);
    problems.sort((one, other) => placeOf(one) - placeOf(other));
    const problem = problems[0] ?? null;
    const verdict = problem ? "wrong" : this.limits.length ? "limited" : "holds";
    return { verdict, problem, limits: this.limits, facts: this.facts, checks };
  }
};
function placeOf({ key, entry }) {
  return entry ?? (BEFORE_ENTRIES.has(key) ? -1 : Infinity);
}
function resultOf(check) {
  if (check.first) return "wrong";
  if (check.note) return "not checked";
  return check.count ? "holds" : "nothing to check";
}

// static/community/fairness/verifier/json.js
var DEEPEST = 100;
var PLAIN = /(?:(?!["\\])[ -\uffff])*/y;
var ESCAPES = (
  /** @type {Record<string, string>} */
  {
    '"': '"',
    "\\": "\\",
    "/": "/",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "	"
  }
);
var PROTOTYPE = Object.create(null, { [Symbol.toPrimitive]: { value: () => "an object" } });
var Reader = class {
  at = 0;
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  /** What a pattern matches here, or null. @param {RegExp} pattern sticky */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found && found[0];
  }
  /** Whether the next character is this one, after spaces. @param {string} character */
  passes(character) {
    this.take(/[ \t\n\r]*/y);
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
  /** @param {string} character */
  expect(character) {
    if (!this.passes(character)) throw this.broken();
  }
  broken() {
    const before = this.text.slice(0, this.at).split("\n");
    const column = before[before.length - 1].length + 1;
    return new Wrong(`The file is not valid JSON: line ${before.length}, column ${column}.`);
  }
  /** @param {number} depth @returns {Json} */
  value(depth) {
    if (depth > DEEPEST) throw new Wrong("The file is nested too deeply.");
    if (this.passes("{")) return this.object(depth);
    if (this.passes("[")) return this.list(depth);
    if (this.passes('"')) return this.string();
    const word = this.take(/true|false|null/y);
    return word ? JSON.parse(word) : this.number();
  }
  /** @param {number} depth */
  object(depth) {
    const found = (
      /** @type {JsonObject} */
      Object.create(PROTOTYPE)
    );
    if (this.passes("}")) return found;
    do {
      this.expect('"');
      const key = this.string();
      if (key in found) throw new Wrong(`The key “${key.slice(0, 100)}” appears twice in an object.`);
      this.expect(":");
      found[key] = this.value(depth + 1);
    } while (this.passes(","));
    this.expect("}");
    return found;
  }
  /** @param {number} depth */
  list(depth) {
    const found = [];
    if (this.passes("]")) return found;
    do
      found.push(this.value(depth + 1));
    while (this.passes(","));
    this.expect("]");
    return found;
  }
  string() {
    let found = this.take(PLAIN) ?? "";
    while (this.text[this.at] === "\\") {
      found += this.escape() + this.take(PLAIN);
    }
    if (this.text[this.at] !== '"') throw this.broken();
    this.at += 1;
    return found;
  }
  escape() {
    const code = this.take(/\\u[0-9a-fA-F]{4}/y);
    if (code) return String.fromCharCode(parseInt(code.slice(2), 16));
    const escape = this.take(/\\["\\/bfnrt]/y);
    if (!escape) throw this.broken();
    return ESCAPES[escape[1]];
  }
  number() {
    const digits = this.take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (!digits) throw this.broken();
    const found = Number(digits);
    if (!/^-?[0-9]+$/.test(digits) || !Number.isSafeInteger(found)) {
      throw new Wrong(`The file contains ${digits.slice(0, 40)}, but a record has whole numbers of ordinary size only.`);
    }
    return found;
  }
};
function readJson(text) {
  const reader = new Reader(text.replace(/^\ufeff/, ""));
  const found = reader.value(0);
  reader.take(/[ \t\n\r]*/y);
  if (reader.at < reader.text.length) throw reader.broken();
  return found;
}
function writeJson(value) {
  if (typeof value === "string") return writeString(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${writeString(key)}:${writeJson(value[key])}`).join(",")}}`;
}
function writeString(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, escaped);
}
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
function byCodePoint(one, other) {
  if (!/[\ud800-\udfff]/.test(one + other)) return one < other ? -1 : 1;
  const [a, b] = [Array.from(one), Array.from(other)];
  const place = a.findIndex((character, i) => character !== b[i]);
  if (place < 0) return a.length - b.length;
  return (a[place].codePointAt(0) ?? 0) - (b[place]?.codePointAt(0) ?? -1);
}
function isSame(one, other) {
  return writeJson(one) === writeJson(other);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isCount(value) {
  return typeof value === "number" && value >= 0;
}
function isLine(value) {
  return typeof value === "string" && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value);
}

// static/community/fairness/verifier/sha256.js
var BLOCK = 64;
function fractions(root, count) {
  const primes = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  }
  return Uint32Array.from(primes, (prime) => fraction(prime, root));
}
function fraction(prime, root) {
  const target = BigInt(prime) << BigInt(32 * root);
  let found = 0n;
  for (let bit = 1n << 37n; bit; bit >>= 1n) {
    if ((found + bit) ** BigInt(root) <= target) found += bit;
  }
  return Number(found & 0xffffffffn);
}
var START = fractions(2, 8);
var ROUNDS = fractions(3, 64);
var schedule = new Uint32Array(64);
function mix(state, bytes, at) {
  const w = schedule;
  for (let i = 0, byte = at; i < 16; i += 1, byte += 4) {
    w[i] = bytes[byte] << 24 | bytes[byte + 1] << 16 | bytes[byte + 2] << 8 | bytes[byte + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const early = w[i - 15];
    const late = w[i - 2];
    const s0 = (early >>> 7 | early << 25) ^ (early >>> 18 | early << 14) ^ early >>> 3;
    const s1 = (late >>> 17 | late << 15) ^ (late >>> 19 | late << 13) ^ late >>> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
    const one = h + s1 + (e & f ^ ~e & g) + ROUNDS[i] + w[i] | 0;
    const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
    const two = s0 + (a & b ^ a & c ^ b & c) | 0;
    h = g;
    g = f;
    f = e;
    e = d + one | 0;
    d = c;
    c = b;
    b = a;
    a = one + two | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}
function finish(state, bytes, before) {
  const whole = bytes.length - bytes.length % BLOCK;
  for (let at = 0; at < whole; at += BLOCK) mix(state, bytes, at);
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  last.set(bytes.subarray(whole));
  last[rest] = 128;
  const bits = (before + bytes.length) * 8;
  const view = new DataView(last.buffer);
  view.setUint32(last.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(last.length - 4, bits);
  for (let at = 0; at < last.length; at += BLOCK) mix(state, last, at);
  return state;
}
function bytesOf(words) {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => view.setUint32(4 * i, word));
  return bytes;
}
function sha256(bytes) {
  return bytesOf(finish(START.slice(), bytes, 0));
}
var encoder = new TextEncoder();
function utf8(text) {
  return encoder.encode(text);
}
function hashOfText(text) {
  return toHex(sha256(utf8(text)));
}
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function isHash(value) {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

// static/community/fairness/verifier/draws.js
var WORDS = 2 ** 32;

// static/community/fairness/verifier/head.js
var HEAD = ["schema", "game", "ruleset", "board", "seats", "commitment", "values", "test", "note"];
var PARTS = [...HEAD, "entries", "outcome", "seed", "hidden"];
var SIGNED = 2;
var PARTS_OF = /* @__PURE__ */ new Map([[1, PARTS], [SIGNED, [...PARTS, "public_chain", "signatures"]]]);

// static/community/fairness/verifier/game.js
function digestAfter(before, facts) {
  return hashOfText(`${before}
${writeJson(facts)}`);
}

// static/community/fairness/verifier/receipts.js
function compareReceipts(game, receipts) {
  const { report, record } = game;
  const own = receipts.filter((receipt) => receipt.game === record.game);
  if (!own.length) {
    const other = "These receipts are from another game.";
    report.skip("receipts", receipts.length ? other : "There are no receipts of this game here.");
  }
  for (const [what, isTrue] of own.flatMap((receipt) => [...differences(game, receipt)])) {
    report.count("receipts");
    if (!isTrue) report.wrong("receipts", null, `Your receipt has ${what}.`);
  }
}
function* differences({ record, steps, choices }, { commitment, own, marks, hidden, keys, opened }) {
  yield ["another seal of the seed", commitment === record.commitment];
  if (isObject(own) && isCount(own.seat)) {
    yield [`another value of yours, in seat ${own.seat}`, own.value === record.values[own.seat]];
  }
  const all = choices && [...choices.values()].flat();
  for (const choice of all ? listed(hidden) : []) {
    yield ["hidden armies that the record does not have", all?.some((one) => isSame({ ...one }, choice)) === true];
  }
  for (const mark of record.isSigned ? listed(marks) : []) {
    if (isObject(mark) && isCount(mark.step)) {
      yield [`another digest of step ${mark.step}`, steps[mark.step] === mark.digest];
    }
  }
  if (isObject(record.all.signatures)) yield* signedDifferences(record.all.signatures, keys, opened);
}
function* signedDifferences(part, keys, opened) {
  yield ["another time when the table was opened", opened === void 0 || opened === part.opened];
  for (const key of listed(keys)) {
    yield ["a key of the site that the record does not name", listed(part.keys).includes(key)];
  }
}
function listed(value) {
  return Array.isArray(value) ? value : [];
}

// static/community/fairness/verifier/running.js
var SECRET = "The seed is still secret.";
var LATER = "The game is not over.";
function verifyLog(log, receipts) {
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
function noLog(report) {
  report.wrong("form", null, "This is not the public log of a game.");
  return report.result();
}
function areRounds(rounds) {
  return Array.isArray(rounds) && rounds.every((one) => isObject(one) && Array.isArray(one.events) && one.events.every(isObject));
}
function stepsOf({ chain, rounds }, report) {
  if (!isObject(chain) || !isHash(chain.head)) {
    report.skip("public", "The game is older than public chains.");
    return [];
  }
  const steps = [chain.head];
  for (
    const { events } of
    /** @type {{ events: JsonObject[] }[]} */
    rounds
  ) {
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

// static/community/fairness/receipts/checker.js
async function reasonAgainst(receipt) {
  const answer = await fetch(`/games/${receipt.game}/log.json`, { cache: "no-store" });
  if (!answer.ok) return null;
  const text = await answer.text();
  try {
    return verifyLog(readJson(text), [{ ...receipt }]).problem?.reason ?? "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
export {
  reasonAgainst
};
