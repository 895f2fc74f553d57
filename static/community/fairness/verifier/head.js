// What a record must have before its entries can be checked: its parts, seats, values and seal.

import { isCount, isLine, isObject } from "./json.js";
import { Wrong } from "./report.js";
import { isHash } from "./sha256.js";

/** @import { Json, JsonObject } from "./json.js" */
/**
 * @typedef {object} GameRecord
 * @property {JsonObject} all
 * @property {string} game
 * @property {string[]} values
 * @property {string} commitment
 * @property {boolean} isTest
 * @property {boolean} isTutorial
 * @property {boolean} isSigned whether it has a public chain and signatures
 * @property {Json[]} entries
 */

const HEAD = ["schema", "game", "ruleset", "board", "seats", "commitment", "values", "test", "note"];
const PARTS = [...HEAD, "entries", "outcome", "seed", "hidden"];
const SIGNED = 2;
/** The parts of a record by its schema. */
const PARTS_OF = new Map([[1, PARTS], [SIGNED, [...PARTS, "public_chain", "signatures"]]]);
const MOST_SEATS = 6;
const LONGEST = 100;

/** The record in a JSON value; throws Wrong. @param {Json} all @returns {GameRecord} */
export function readRecord(all) {
  if (!isObject(all)) throw new Wrong("A game record must be a JSON object.");
  const parts = PARTS_OF.get(/** @type {number} */ (all.schema));
  if (!parts) throw new Wrong("Only records of schemas 1 and 2 can be checked here.");
  refuseOtherParts(all, parts);
  const { game, ruleset, seats, values, commitment, entries } = all;
  if (!isLine(game) || !game || game.length > LONGEST) {
    throw new Wrong("The game’s identifier is not one line of text.");
  }
  if (!isObject(ruleset) || !isObject(ruleset.options)) throw new Wrong("The rules have no options.");
  if (!isHash(commitment)) throw new Wrong("The seed’s seal is not 64 digits of lower-case hex.");
  verifySeats(seats);
  verifyValues(/** @type {JsonObject[]} */ (seats), values);
  verifyNote(all);
  if (!Array.isArray(entries) || !entries.length) throw new Wrong("There are no entries.");
  return {
    all,
    game,
    values: /** @type {string[]} */ (values),
    commitment,
    isTest: all.test === true,
    isSigned: all.schema === SIGNED,
    isTutorial: ruleset.options.tutorial === true,
    entries,
  };
}

/** @param {JsonObject} all @param {string[]} parts */
function refuseOtherParts(all, parts) {
  const missing = parts.filter((part) => !(part in all));
  const unknown = Object.keys(all).filter((part) => !parts.includes(part));
  if (missing.length) throw new Wrong(`The record lacks ${missing.join(", ")}.`);
  if (unknown.length) throw new Wrong(`The record has parts that no record has: ${unknown.join(", ")}.`);
}

/** @param {Json} seats */
function verifySeats(seats) {
  if (!Array.isArray(seats) || seats.length < 2 || seats.length > MOST_SEATS) {
    throw new Wrong(`A game has 2 to ${MOST_SEATS} seats.`);
  }
  seats.forEach((seat, number) => {
    if (!isObject(seat) || seat.seat !== number) throw new Wrong("Seats must be numbered from 0.");
    const substitutes = Array.isArray(seat.substitutes) ? seat.substitutes : [null];
    const texts = [seat.name, seat.bot, seat.value_given, ...substitutes];
    if (!texts.every((text) => isLine(text) && text.length <= LONGEST)) {
      throw new Wrong(`The texts of seat ${number} are not lines.`);
    }
    const fits = seat.kind === "person" ? seat.bot === "" : seat.kind === "bot" && seat.bot !== "";
    if (!fits) throw new Wrong(`Seat ${number} belongs neither to a person nor to a named bot.`);
  });
}

/** @param {JsonObject[]} seats @param {Json} values */
function verifyValues(seats, values) {
  if (!Array.isArray(values) || values.length !== seats.length) {
    throw new Wrong("There is not one value for each seat.");
  }
  values.forEach((value, seat) => {
    if (typeof value !== "string" || !/^[0-9a-f]{0,64}$/.test(value)) {
      throw new Wrong(`The value of seat ${seat} is not lower-case hex of at most 64 digits.`);
    }
    if (value && seats[seat].kind === "bot") throw new Wrong(`Seat ${seat} has a bot, whose value must be empty.`);
  });
}

/** @param {JsonObject} all */
function verifyNote({ test, note }) {
  const fits = test === true ? note !== "" : test === false && note === "";
  if (!isLine(note) || !fits) throw new Wrong("A record made for tests must say so, and no other may.");
}

/** The facts that the first digest stands for: the head without names. @param {JsonObject} all */
export function factsOfHead(all) {
  const facts = /** @type {JsonObject} */ (Object.create(null));
  for (const part of HEAD) facts[part] = all[part];
  facts.seats = /** @type {JsonObject[]} */ (all.seats).map((seat) => without(seat, ["name", "substitutes"]));
  return facts;
}

/** An object without some of its keys. @param {JsonObject} object @param {string[]} keys */
export function without(object, keys) {
  const left = /** @type {JsonObject} */ (Object.create(null));
  for (const key of Object.keys(object)) if (!keys.includes(key)) left[key] = object[key];
  return left;
}

// Entries

const ENTRY = new Map([
  ["start", ["digest", "draws", "events", "kind", "number"]],
  ["move", ["by", "digest", "draws", "events", "kind", "move", "number", "seat"]],
  ["take_back", ["by", "digest", "draw", "epoch", "kind", "number", "reason", "to"]],
]);

/**
 * An entry with the parts of its kind; throws Wrong.
 * @param {Json} entry
 * @param {number} number
 * @param {boolean} isSigned
 * @returns {JsonObject}
 */
export function readEntry(entry, number, isSigned) {
  const parts = isObject(entry) ? ENTRY.get(String(entry.kind)) : null;
  if (!isObject(entry) || !parts) throw new Wrong("It is not a start, a move or a take-back.", number);
  const isTakeBack = entry.kind === "take_back";
  const own = Object.keys(entry).filter((part) => !(isSigned && isTakeBack && part === "events"));
  if (own.sort().join() !== parts.join()) throw new Wrong("It has missing or unknown parts.", number);
  if ((entry.kind === "start") !== (number === 0)) {
    throw new Wrong("The first entry must be the start of the game, and no other can be.", number);
  }
  if (entry.number !== number) throw new Wrong("It has the wrong number; entries are numbered from 0.", number);
  if (isTakeBack) verifyTakeBack(entry, number);
  else if (!areObjects(entry.draws)) throw new Wrong("Its draws are not a list of objects.", number);
  if ((isSigned || !isTakeBack) && !areObjects(entry.events)) {
    throw new Wrong("Its events are not a list of objects.", number);
  }
  return entry;
}

/** @param {JsonObject} entry @param {number} number */
function verifyTakeBack({ by, to, epoch, draw, reason }, number) {
  if (![to, epoch, draw].every(isCount)) throw new Wrong("A take-back names no entry, epoch and draw.", number);
  if (by !== "moderator") throw new Wrong("Only a moderator can take moves back.", number);
  if (!isLine(reason)) throw new Wrong("The reason is not one line of text.", number);
}

/** @param {Json | undefined} list */
function areObjects(list) {
  return Array.isArray(list) && list.every(isObject);
}
