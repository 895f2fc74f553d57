import assert from "node:assert/strict";
import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { drawsOf, valuesOf } from "../../../../static/community/fairness/verifier/draws.js";
import { signedTexts } from "../../../../static/community/fairness/receipts/compare.js";
import { readJson, writeJson } from "../../../../static/community/fairness/verifier/json.js";
import { Wrong } from "../../../../static/community/fairness/verifier/report.js";
import { verify } from "../../../../static/community/fairness/verifier/verify.js";
import { hashOfText, hmacUnder, sha256, toHex } from "../../../../static/community/fairness/verifier/sha256.js";

const chapter = readFileSync("rules/rulebook.md", "utf8").split("**A worked example.**")[1].split("\n## ")[0];
const rows = [...chapter.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row.split(" | "));
const fact = (name) => rows.find(([first]) => first === name)[1].replaceAll("`", "");

test("hashes of every length around a block are those of Node", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    const key = bytes.subarray(0, length % 64);
    assert.equal(toHex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    const words = Buffer.alloc(32);
    hmacUnder(key)(bytes).forEach((word, i) => words.writeUInt32BE(word, 4 * i));
    assert.equal(words.toString("hex"), createHmac("sha256", key).update(bytes).digest("hex"));
  }
});

test("the worked example of chapter 12 comes out", () => {
  const begin = drawsOf(fact("seed"), fact("identifier of the game"), [fact("value of seat 0"), "", fact("value of seat 2")]);
  const draws = rows.filter(([, , kind]) => ["roll", "pick", "shuffle"].includes(kind));
  assert.equal(draws.length, 5);
  for (const [epoch, number, kind, of, list] of draws) {
    const values = list.split(", ").map(Number);
    const draw = { kind, of: Number(of), values };
    assert.deepEqual(valuesOf(draw, begin(Number(epoch), Number(number))), values);
  }
  assert.equal(hashOfText(fact("text").replaceAll("\\n", "\n")), fact("commitment of the choice"));
});

test("JSON is read strictly and written as the chapter says", () => {
  const written = '{"B":[true,null,-1],"a":"\\u00e9\\ud83d\\ude00\\u007f\\n\\"\\\\","b":{},"\\uffff":0,"\\ud83d\\ude00":1}';
  assert.equal(writeJson(readJson(` ${written.replace(/,/g, " ,\n")} `)), written);
  assert.deepEqual(Object.keys(readJson('{"__proto__": 1}')), ["__proto__"]);
  assert.equal(`${readJson('[{"toString": 1}]')}`, "an object");
  for (const wrong of ["", "{", "[1,]", '{"a":1,"a":1}', "1.0", "1e3", "01", "9007199254740992", "NaN", '"\t"', '"\\x"', "[]]", "[".repeat(1e5)]) {
    assert.throws(() => readJson(wrong), Wrong);
  }
});

test("two different texts about the same thing, both signed, convict the site", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url").toString("hex");
  const signed = (text, by = privateKey) => ({ text, signature: sign(null, Buffer.from(text), by).toString("hex") });
  const kept = { game: "k3v9", commitment: "c", opened: "then", seal: signed("castlerisk-seal-1\nk3v9\nc\nthen").signature };
  const step = (number, digest) => ({ step: number, digest, signature: signed(`castlerisk-step-1\nk3v9\n${number}\n${digest}`).signature });
  const both = (...steps) => [...signedTexts({ ...kept, signed: [step(10, "d"), ...steps] }), ...signedTexts(kept)];
  const stranger = generateKeyPairSync("ed25519").privateKey;
  for (const [texts, verdict, published] of [
    [both(), "unproved"],
    [both(step(20, "e")), "unproved"],
    [both(step(10, "e")), "twice"],
    [both(step(10, "e")), "twice", [key]],
    [both(step(10, "e")), "unproved", ["00".repeat(32)]],
    [[...both(), signed("castlerisk-step-1\nk3v9\n10\ne", stranger)], "unproved"],
    [[signed("castlerisk-value-1\nk3v9\n0\na\nb"), signed("castlerisk-value-1\nk3v9\n0\nb\nb")], "unproved"],
    [[...both(), signed("castlerisk-seal-1\nk3v9\nother\nthen")], "twice"],
    [5, "unproved"],
  ]) {
    const proof = JSON.stringify({ castlerisk_proof: "k3v9", signed: texts, keys: [key], differences: ["It differs."] });
    const found = await verify(proof, { keys: published });
    assert.equal(found.verdict, verdict);
    if (verdict === "twice") assert.match(found.problem.reason, /k3v9\n.*\n\ncastlerisk/s);
  }
});

test("a browser without Ed25519 checks all but the signatures, and says so", async () => {
  const { key, records } = JSON.parse(gunzipSync(readFileSync("rules/record/vectors.json.gz")));
  const text = JSON.stringify(records[0]);
  const known = { keys: [key] };
  assert.equal((await verify(text, known)).verdict, "holds");
  Object.defineProperty(globalThis, "crypto", { value: {} }); // as at an address without HTTPS
  const { verdict, limits, checks } = await verify(text, known);
  assert.equal(verdict, "limited");
  assert.match(limits.join(), /not support Ed25519/);
  const unchecked = checks.filter(({ result }) => result === "not checked").map((check) => check.key);
  assert.deepEqual(unchecked, ["signatures", "receipts"]);
});
