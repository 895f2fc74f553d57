// The walk through a record's entries: their chain of digests, draws, take-backs, hidden armies, ending.

import { differenceOf, drawsOf, faultOf, isSalt, nameOf, valuesOf } from "./draws.js";
import { factsOfHead, readEntry, without } from "./head.js";
import { isCount, isLine, isObject, isSame, writeJson } from "./json.js";
import { Wrong } from "./report.js";
import { fromHex, hashOfText, isHash, sha256, toHex } from "./sha256.js";

/** @import { Json, JsonObject } from "./json.js" */
/** @import { GameRecord } from "./head.js" */
/** @import { Report } from "./report.js" */
/** @typedef {{ maker: Json, territory: Json, commitment: Json, salt: Json }} Choice */

const MOST_TAKE_BACKS = 100;
/** The events that the chapter marks as being for their seat alone; all others are public. */
const PRIVATE = new Set([
  "stronghold_chosen", "mustered", "hidden_kept", "cards_seen", "hand_taken_seen", "hand_seen", "answered",
  "order_disarmed", "orders_set", "wishes_set", "headquarters_marked", "territory_card_seen",
  "territory_cards_taken_seen",
]);

/** The digest that goes on from another one. @param {string} before @param {JsonObject} facts */
export function digestAfter(before, facts) {
  return hashOfText(`${before}\n${writeJson(facts)}`);
}

export class Game {
  epoch = 0;
  /** The number of the next draw. */
  number = 0;
  scripted = 0;
  /** @type {number[]} The entries that no take-back has undone. */
  kept = [];
  /** @type {Map<number, Choice[]>} The choices of hidden armies by entry. */
  choices = new Map();
  /** @type {{ number: number, event: JsonObject } | null} The end of the game, and its entry. */
  over = null;

  /** @param {GameRecord} record @param {Report} report */
  constructor(record, report) {
    this.record = record;
    this.report = report;
    this.digest = digestAfter("", factsOfHead(record.all));
    /** The digests of the public chain by step, in records that have one. */
    this.steps = [this.digest];
    /** The entries of the steps. */
    this.stepEntries = [0];
    this.begin = this.openSeed();
  }

  /** The source of draws, or null if there is no seed to compare them with. */
  openSeed() {
    const { record: { all, commitment, game, values }, report } = this;
    const { seed } = all;
    if (seed === null) {
      report.skip("seal", "The seed is still secret.");
      report.skip("draws", "The seed is still secret.");
      return null;
    }
    report.count("seal");
    if (isHash(seed) && toHex(sha256(fromHex(seed))) === commitment) return drawsOf(seed, game, values);
    const misfit = "The seed does not fit the published seal.";
    report.wrong("seal", null, isHash(seed) ? misfit : "The seed is not 64 digits of lower-case hex.");
    report.skip("draws", "The seed is not the sealed one.");
    return null;
  }

  /**
   * Check the next entry; throws Wrong for one without the form of an entry.
   * @param {Json} data
   * @param {number} number
   */
  take(data, number) {
    const entry = readEntry(data, number, this.record.isSigned);
    this.report.count("form");
    this.takeDigest(entry, number);
    if (entry.kind === "take_back") this.takeBack(entry, number);
    else this.takeMove(entry, number);
    if (this.record.isSigned) this.takeSteps(/** @type {JsonObject[]} */ (entry.events), number);
    this.kept.push(number);
  }

  /** @param {JsonObject} entry @param {number} number */
  takeDigest(entry, number) {
    this.report.count("chain");
    const right = digestAfter(this.digest, without(entry, ["digest"]));
    if (entry.digest !== right) {
      const what = number ? "This entry" : "The head or this entry";
      this.report.wrong("chain", number, `${what} was changed after it was written: its digest is wrong.`);
    }
    // Go on from the digest written there, so that one changed entry does not condemn all later ones.
    this.digest = isHash(entry.digest) ? entry.digest : right;
  }

  /** Go on with the public chain. @param {JsonObject[]} events @param {number} number */
  takeSteps(events, number) {
    for (const event of events) {
      if (PRIVATE.has(String(event.event))) continue;
      this.steps.push(digestAfter(this.steps[this.steps.length - 1], event));
      this.stepEntries.push(number);
    }
  }

  /** @param {JsonObject} entry @param {number} number */
  takeBack({ to, epoch, draw }, number) {
    this.report.count("epochs");
    this.epoch += 1;
    const place = this.kept.indexOf(Number(to));
    const faults = {
      "A game can be taken back at most a hundred times.": this.epoch > MOST_TAKE_BACKS,
      [`The epoch after it must be ${this.epoch}, not ${epoch}.`]: epoch !== this.epoch,
      [`The next draw must be ${this.number}, not ${draw}.`]: draw !== this.number,
      "The entry it returns to does not exist or was taken back.": place < 0,
      "There is nothing to take back after the entry it returns to.": place === this.kept.length - 1,
    };
    for (const [reason, isTrue] of Object.entries(faults)) if (isTrue) this.report.wrong("epochs", number, reason);
    if (place >= 0) this.kept.length = place + 1;
    if (this.over && this.over.number > Number(to)) this.over = null;
  }

  /** @param {JsonObject} entry @param {number} number */
  takeMove(entry, number) {
    const draws = /** @type {JsonObject[]} */ (entry.draws);
    const events = /** @type {JsonObject[]} */ (entry.events);
    for (const draw of draws) {
      const fault = faultOf(draw);
      if (fault) throw new Wrong(`${fault}.`, number);
      if (!isSalt(draw)) this.takeDraw(draw, number);
    }
    this.compareShown(draws, events, number);
    this.takeChoices(draws, events, number);
    for (const event of events) this.takeEvent(event, number);
  }

  /** @param {JsonObject} draw @param {number} number */
  takeDraw(draw, number) {
    if (draw.number !== this.number) {
      this.report.wrong("draws", number, `${nameOf(draw)}: draw ${this.number} is numbered ${draw.number}.`);
    }
    const own = this.number;
    this.number += 1;
    if (!this.begin) return;
    this.report.count("draws");
    const right = valuesOf(draw, this.begin(this.epoch, own));
    if (isSame(right, draw.values)) return;
    if (this.record.isTutorial && draw.kind !== "shuffle") this.scripted += 1;
    else this.report.wrong("draws", number, differenceOf(draw, right));
  }

  /**
   * Compare the dice and orders in events with those drawn.
   * @param {JsonObject[]} draws
   * @param {JsonObject[]} events
   * @param {number} number
   */
  compareShown(draws, events, number) {
    const shown = events.flatMap(rollsIn);
    const drawn = draws.filter(({ kind, purpose }) => kind === "roll" || purpose === "seats");
    this.report.count("shown", drawn.length);
    const place = drawn.findIndex(({ values }, i) => !isSame(values, shown[i] ?? null));
    if (place >= 0) {
      const gave = `${nameOf(drawn[place])} gave ${written(drawn[place].values)}`;
      this.report.wrong("shown", number, `The record shows ${written(shown[place])}, but ${gave}.`);
    } else if (shown.length > drawn.length) {
      this.report.wrong("shown", number, `The record shows ${written(shown[drawn.length])}, which was not drawn.`);
    }
  }

  /**
   * Open the seals of the hidden armies chosen.
   * @param {JsonObject[]} draws
   * @param {JsonObject[]} events
   * @param {number} number
   */
  takeChoices(draws, events, number) {
    const salts = draws.filter(isSalt);
    const sealed = events.filter(({ event }) => event === "hidden_chosen");
    const kept = events.filter(({ event }) => event === "hidden_kept");
    if (sealed.length !== salts.length || kept.length !== salts.length) {
      this.report.wrong("hidden", number, "A choice of hidden armies lacks its salt or its seal.");
    }
    const choices = salts.map(({ values }, i) => ({
      maker: kept[i]?.seat ?? null,
      territory: kept[i]?.territory ?? null,
      commitment: sealed[i]?.commitment ?? null,
      salt: kept[i]?.salt === values && kept[i]?.seat === sealed[i]?.seat ? values : null,
    }));
    for (const choice of choices) this.openChoice(choice, number);
    if (choices.length) this.choices.set(number, choices);
  }

  /** @param {Choice} choice @param {number | null} number */
  openChoice(choice, number) {
    this.report.count("hidden");
    if (!isOpened(this.record.game, choice)) {
      this.report.wrong("hidden", number, "Territory and salt of hidden armies do not fit their seal.");
    }
  }

  /** @param {JsonObject} event @param {number} number */
  takeEvent(event, number) {
    if (this.over && this.over.number < number) {
      this.report.wrong("ending", number, "It comes after the end of the game.");
    }
    if (event.event === "hidden_revealed") {
      const { maker, territory, commitment, salt } = event;
      this.openChoice({ maker, territory, commitment, salt }, number);
    } else if (event.event === "game_over") {
      this.over = { number, event };
    }
  }

  /** Compare what is published at the end with the game. */
  end() {
    const { report, record: { all }, over } = this;
    report.facts.digest = this.digest;
    this.comparePublicChain();
    if (!over) {
      const hasSecrets = all.seed !== null || all.hidden !== null;
      if (all.outcome !== null) report.wrong("ending", null, "The record has an outcome, but the game has no end.");
      else if (hasSecrets) report.wrong("ending", null, "The game is not over, but its secrets are published.");
      else report.skip("ending", "The game is not over.");
      return;
    }
    report.count("ending");
    if (!isObject(all.outcome) || !isSame(all.outcome, without(over.event, ["event"]))) {
      report.wrong("ending", null, "The recorded outcome differs from the game’s.");
    }
    if (all.seed === null) report.wrong("ending", null, "The game is over, but its seed is not in the record.");
    this.comparePublished(all.hidden);
  }

  comparePublicChain() {
    const { report, record, steps } = this;
    if (!record.isSigned) {
      report.skip("public", "The game is older than public chains.");
      return;
    }
    const last = steps.length - 1;
    report.count("public", last);
    if (!isSame(record.all.public_chain, { steps: last, digest: steps[last] })) {
      const reason = `The public chain has ${last} steps and ends differently from what the record says.`;
      report.wrong("public", null, reason);
    }
  }

  /** @param {Json} published the choices of hidden armies at the end */
  comparePublished(published) {
    const choices = this.kept.flatMap((number) => this.choices.get(number) ?? []);
    if (!Array.isArray(published) || published.length !== choices.length) {
      this.report.wrong("hidden", null, "The published hidden armies are not as many as were chosen.");
      return;
    }
    const place = choices.findIndex((choice, i) => !isSame({ ...choice }, published[i]));
    if (place >= 0) {
      this.report.wrong("hidden", null, `The published hidden armies of seat ${choices[place].maker} differ from the game’s.`);
    }
  }
}

/** What a roll or an order of seats looks like in an event. @param {JsonObject} event @returns {Json[]} */
function rollsIn(event) {
  if (event.event === "seats_ordered") return [event.order];
  if (event.event === "battle_fought") return [event.attack_dice, event.defence_dice];
  if (event.event === "assassin_rolled") return [[event.die, event.against]];
  if (event.event !== "first_rolled" || !Array.isArray(event.rolls)) return [];
  return event.rolls.map((roll) => (Array.isArray(roll) ? roll.map((pair) => pair?.[1] ?? null) : roll));
}

/** @param {Json | undefined} values */
function written(values) {
  return Array.isArray(values) ? values.join(", ").slice(0, 60) || "nothing" : "nothing";
}

/**
 * Whether a choice of hidden armies is what its seal says (HID-3).
 * @param {string} game
 * @param {Choice} choice
 */
function isOpened(game, { maker, territory, commitment, salt }) {
  if (!isCount(maker) || !isLine(territory) || !isHash(salt)) return false;
  return commitment === hashOfText(["castlerisk-hidden-1", game, maker, territory, salt].join("\n"));
}
