// @ts-check
// Plays step after step, with the table's own animations.

import { clearAnimation } from "../../drawing/board/animation-marks.js";
import { findAll } from "../../site/dom.js";
import { playSound } from "../../sound/sounds.js";
import { onSkip, showCard } from "../animations/animation-box.js";
import { playAttack } from "../animations/battle.js";
import { firstOfNews, playMoment, timeToRead } from "../animations/moments.js";
import { soundOf } from "../animations/pace.js";
import { hideDice } from "./dice.js";

/**
 * What the player needs of the replay.
 * @typedef {object} Replay
 * @property {() => number} next the step after the one shown; 0 at the end
 * @property {() => number} speed
 * @property {(step: number) => Promise<string>} sceneOf
 * @property {(step: number) => Promise<boolean>} show shows a step; false if it could not be loaded
 * @property {(isPlaying: boolean) => void} onChange
 */

const BEAT = 1000; // milliseconds for a step without an animation
const STILL = 1600; // milliseconds for a step if the viewer wants no motion

export const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

/** The run that is playing. @type {object | null} */
let run = null;
/** Ends the current wait. */
let goOn = () => {};
let isSkipped = false;

export const isPlaying = () => run !== null;

/** @param {number} time milliseconds */
const wait = (time) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    goOn = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
  });

/** @param {Replay} replay */
export function pause(replay) {
  if (!run) return;
  run = null;
  goOn();
  hideDice();
  replay.onChange(false);
}

/** @param {Replay} replay */
export async function play(replay) {
  const own = {};
  run = own;
  hideDice();
  replay.onChange(true);
  const isOwn = () => run === own;
  for (let step = replay.next(); step && isOwn(); step = replay.next()) {
    if (!(await playStep(replay, step, isOwn))) break;
  }
  if (isOwn()) pause(replay);
}

/**
 * Show a step; return whether that was possible.
 * @param {Replay} replay
 * @param {number} step
 * @param {() => boolean} isOwn
 */
async function playStep(replay, step, isOwn) {
  const scene = prefersStill.matches ? "" : await replay.sceneOf(step).catch(() => "");
  if (!isOwn()) return false;
  const template = document.createElement("template");
  template.innerHTML = scene;
  const moments = findAll(template.content, "[data-animation]", HTMLElement);
  isSkipped = false;
  let isShown = true;
  /** Show the step before the news that announce its result. */
  const showResult = async () => {
    isShown = await replay.show(step);
  };
  const news = firstOfNews(moments);
  for (const [index, moment] of moments.entries()) {
    if (index === news) {
      await showResult();
      clearAnimation();
    }
    for (const time of animationOf(moment, 1 / replay.speed())) {
      if (!isSkipped) await wait(time);
      if (!isOwn()) return false;
    }
  }
  if (news === moments.length) await showResult();
  if (!isOwn()) return false;
  hideDice();
  if (!moments.length) await wait((prefersStill.matches ? STILL : BEAT) / replay.speed());
  return isShown;
}

/** @param {HTMLElement} moment @param {number} share @returns {Generator<number>} */
function animationOf(moment, share) {
  if (moment.dataset.animation === "attack") return playAttack(moment, share);
  return moment.dataset.animation === "card" ? playCard(moment, share) : playMoment(moment, share);
}

/** @param {HTMLElement} card @param {number} share @returns {Generator<number>} */
function* playCard(card, share) {
  const time = share * timeToRead(card);
  showCard(document.importNode(card, true), share, time, () => goOn());
  playSound(soundOf(card));
  yield time;
}

onSkip(() => {
  isSkipped = true;
  goOn();
});
