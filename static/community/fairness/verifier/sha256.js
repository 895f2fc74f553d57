// SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104).
//
// Web Crypto has both, but only asynchronously: a record of 1,000 entries needs some 5,000 of them, each
// of a few hundred bytes, and waiting for a promise takes longer than computing one here.

const BLOCK = 64; // bytes

/**
 * The first 32 bits of the fractional parts of roots of the first primes.
 * @param {number} root
 * @param {number} count
 */
function fractions(root, count) {
  /** @type {number[]} */
  const primes = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  }
  return Uint32Array.from(primes, (prime) => fraction(prime, root));
}

/**
 * Computed with whole numbers: the integer root of prime · 2^(32 · root).
 * @param {number} prime
 * @param {number} root
 */
function fraction(prime, root) {
  const target = BigInt(prime) << BigInt(32 * root);
  let found = 0n;
  for (let bit = 1n << 37n; bit; bit >>= 1n) {
    if ((found + bit) ** BigInt(root) <= target) found += bit;
  }
  return Number(found & 0xffffffffn);
}

const START = fractions(2, 8);
const ROUNDS = fractions(3, 64);
const schedule = new Uint32Array(64);

/**
 * Mix one block into a state of eight words.
 * @param {Uint32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function mix(state, bytes, at) {
  const w = schedule;
  for (let i = 0, byte = at; i < 16; i += 1, byte += 4) {
    w[i] = (bytes[byte] << 24) | (bytes[byte + 1] << 16) | (bytes[byte + 2] << 8) | bytes[byte + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const early = w[i - 15];
    const late = w[i - 2];
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/**
 * Mix the last bytes and the padding; `before` bytes were mixed earlier.
 * @param {Uint32Array} state
 * @param {Uint8Array} bytes
 * @param {number} before
 */
function finish(state, bytes, before) {
  const whole = bytes.length - (bytes.length % BLOCK);
  for (let at = 0; at < whole; at += BLOCK) mix(state, bytes, at);
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  last.set(bytes.subarray(whole));
  last[rest] = 0x80;
  const bits = (before + bytes.length) * 8;
  const view = new DataView(last.buffer);
  view.setUint32(last.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(last.length - 4, bits);
  for (let at = 0; at < last.length; at += BLOCK) mix(state, last, at);
  return state;
}

/** The bytes of eight words, the highest byte first. @param {Uint32Array} words */
function bytesOf(words) {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => view.setUint32(4 * i, word));
  return bytes;
}

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return bytesOf(finish(START.slice(), bytes, 0));
}

/**
 * A function that returns a message's HMAC under a key of at most 64 bytes, as eight words.
 * @param {Uint8Array} key
 */
export function hmacUnder(key) {
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const padded = new Uint8Array(BLOCK).fill(pad);
    key.forEach((byte, i) => {
      padded[i] ^= byte;
    });
    const state = START.slice();
    mix(state, padded, 0);
    return state;
  });
  /** @param {Uint8Array} message */
  return (message) => finish(outer.slice(), bytesOf(finish(inner.slice(), message, BLOCK)), BLOCK);
}

const encoder = new TextEncoder();

/** A text in UTF-8. @param {string} text */
export function utf8(text) {
  return encoder.encode(text);
}

/** The SHA-256 of a text, in hex. @param {string} text */
export function hashOfText(text) {
  return toHex(sha256(utf8(text)));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a text that `isHash` accepts. @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Whether a value is 64 digits of lower-case hex. @param {unknown} value @returns {value is string} */
export function isHash(value) {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}
