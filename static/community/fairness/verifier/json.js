// JSON as chapter 12 writes it. JSON.parse would keep the last of two equal keys and read 1.0 as 1, so
// a record could mean one thing here and another elsewhere: a reader of its own refuses both.

import { Wrong } from "./report.js";

/** @typedef {null | boolean | number | string | any[] | JsonObject} Json */
/** @typedef {{ [key: string]: Json }} JsonObject */

const DEEPEST = 100;
const PLAIN = /(?:(?!["\\])[ -\uffff])*/y; // no quote, backslash or control character
const ESCAPES = /** @type {Record<string, string>} */ ({
  '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t",
});

/** Objects have no keys but their own, "__proto__" included, and can be put into a sentence. */
const PROTOTYPE = Object.create(null, { [Symbol.toPrimitive]: { value: () => "an object" } });

class Reader {
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
    const found = /** @type {JsonObject} */ (Object.create(PROTOTYPE));
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
    /** @type {Json[]} */
    const found = [];
    if (this.passes("]")) return found;
    do found.push(this.value(depth + 1));
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
}

/** The value of a JSON text; throws Wrong. @param {string} text */
export function readJson(text) {
  const reader = new Reader(text.replace(/^\ufeff/, ""));
  const found = reader.value(0);
  reader.take(/[ \t\n\r]*/y);
  if (reader.at < reader.text.length) throw reader.broken();
  return found;
}

/**
 * A value as the chapter writes it: keys sorted, no spaces, all beyond ASCII escaped.
 * @param {Json} value
 * @returns {string}
 */
export function writeJson(value) {
  if (typeof value === "string") return writeString(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${writeString(key)}:${writeJson(value[key])}`).join(",")}}`;
}

/** @param {string} text */
function writeString(text) {
  // JSON.stringify escapes a quote, a backslash and the controls below a space as the chapter does.
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, escaped);
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * JavaScript would compare UTF-16, whose order differs where surrogates are.
 * @param {string} one
 * @param {string} other
 */
function byCodePoint(one, other) {
  if (!/[\ud800-\udfff]/.test(one + other)) return one < other ? -1 : 1;
  const [a, b] = [Array.from(one), Array.from(other)];
  const place = a.findIndex((character, i) => character !== b[i]);
  if (place < 0) return a.length - b.length;
  return (a[place].codePointAt(0) ?? 0) - (b[place]?.codePointAt(0) ?? -1);
}

/** Whether two values are equal. @param {Json} one @param {Json} other */
export function isSame(one, other) {
  return writeJson(one) === writeJson(other);
}

/** @param {Json | undefined} value @returns {value is JsonObject} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number from 0 on. @param {Json | undefined} value @returns {value is number} */
export function isCount(value) {
  return typeof value === "number" && value >= 0;
}

/** Whether a value is one printable line. @param {Json | undefined} value @returns {value is string} */
export function isLine(value) {
  return typeof value === "string" && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value);
}
