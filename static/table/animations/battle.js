// @ts-check
// The animation of an attack: the dice of each battle fall, then the lost armies are removed.

import { drawAttack, outlineAttack, showArmies, showLosses } from "../../drawing/board/animation-marks.js";
import { findAll } from "../../site/dom.js";
import { playSound } from "../../sound/sounds.js";
import { showAnimation, showStill, shownElements } from "./animation-box.js";

const BEGIN = 350; // milliseconds until the first dice fall
const ROLL = 650; // milliseconds until the dice lie still
const DECIDE = 450; // milliseconds until the armies leave
const LEAVE = 700; // milliseconds until the next battle or the end
const MOST = 7000; // maximum milliseconds for all battles of an attack
const MOST_PAST = 2; // earlier rolls shown

/**
 * Show an attack; yields the milliseconds until the next step.
 * @param {HTMLElement} moment
 * @param {number} share of the full time
 * @returns {Generator<number>}
 */
export function* playAttack(moment, share) {
  const shown = document.importNode(moment, true);
  const sides = findAll(shown, ".side", HTMLElement);
  const ids = sides.map(({ dataset }) => dataset.at ?? "");
  const armies = sides.map(({ dataset }) => Number(dataset.armies));
  const liveries = sides.map(liveryOf);
  const rolls = [...shown.querySelectorAll("li:not(.is-past)")];
  for (const element of [...rolls, ...shown.querySelectorAll(".attack-total")]) element.classList.add("is-pending");
  const hasStrip = rolls.length > 1 || shown.querySelector(".is-past") !== null;
  shown.querySelector("ol")?.classList.toggle("has-strip", hasStrip);
  const own = sides.map(({ dataset }) => "own" in dataset);
  setArmies(sides, armies);
  drawAttack(ids, liveries);
  showArmies(armies);
  showAnimation(shown, share);
  yield share * BEGIN;
  const battles = shownElements("li:not(.is-past)");
  let left = armies;
  const each = share * Math.min(1, MOST / battles.length / (ROLL + DECIDE + LEAVE));
  for (const battle of battles) {
    const before = left;
    left = numbersOf(battle.dataset.left);
    yield* playBattle(battle, each, () => {
      setArmies(sides, left);
      showArmies(left);
      showLosses(before.map((number, side) => number - left[side]), own);
    });
    if (battle !== battles.at(-1)) keepAsPast(battle);
  }
  for (const sum of shownElements(".attack-total")) sum.classList.remove("is-pending");
  if (battles.length > 1) yield share * LEAVE;
}

/** Show an attack as it ended, without motion: the last dice, and those before them in the strip. @param {HTMLElement} moment */
export function showEnded(moment) {
  const shown = document.importNode(moment, true);
  const sides = findAll(shown, ".side", HTMLElement);
  const battles = findAll(shown, "li:not(.is-past)", HTMLElement);
  for (const battle of battles.slice(0, -1)) battle.className = "is-past";
  battles.at(-1)?.classList.add("is-decided", "is-counted");
  const past = findAll(shown, "li.is-past", HTMLElement);
  for (const old of past.slice(0, -MOST_PAST)) old.remove();
  shown.querySelector("ol")?.classList.toggle("has-strip", past.length > 0);
  outlineAttack(sides.map(({ dataset }) => dataset.at ?? ""), sides.map(liveryOf));
  showStill(shown);
}

/** @param {HTMLElement} side */
const liveryOf = (side) => side.className.split(" ").at(-1) ?? "";

/**
 * @param {HTMLElement} battle
 * @param {number} share
 * @param {() => void} removeArmies
 * @returns {Generator<number>}
 */
function* playBattle(battle, share, removeArmies) {
  battle.style.setProperty("--share", String(share));
  battle.classList.add("is-rolling");
  battle.classList.remove("is-pending");
  playSound("dice");
  yield share * ROLL;
  battle.classList.replace("is-rolling", "is-decided");
  yield share * DECIDE;
  battle.classList.add("is-counted");
  removeArmies();
  yield share * LEAVE;
}

/** Keep a roll as a part of the strip, which has room for the newest ones. @param {HTMLElement} battle */
function keepAsPast(battle) {
  battle.className = "is-past";
  for (const old of shownElements("li.is-past").slice(0, -MOST_PAST)) old.remove();
}

/** @param {string | undefined} text */
const numbersOf = (text = "") => text.split(" ").map(Number);

/**
 * @param {HTMLElement[]} sides
 * @param {number[]} armies
 */
function setArmies(sides, armies) {
  sides.forEach((side, index) => {
    const number = side.querySelector("strong");
    if (number) number.textContent = String(armies[index]);
  });
}
