// @ts-check
// Animations: shows the dice and cards of each push over the map, before the push changes the page.

import { isBehind, setPlayer, skip } from "../../web/live/queue.js";
import { playSound } from "../../sound/sounds.js";
import { clearAnimation } from "../../drawing/board/animation-marks.js";
import { showNewQuestion } from "../sheet.js";
import { playAttack } from "./battle.js";
import { introduce } from "./introduction.js";
import { includeResult, noteChanges } from "./notes.js";
import { isLoss, momentsOf, pace, soundOf } from "./pace.js";
import { showResult } from "./result.js";
import { hideAnimation, onSkip, showCard } from "./animation-box.js";
import { CARD, firstOfNews, playMoment, timeToRead } from "./moments.js";

/** @typedef {import("../../web/live/queue.js").Push} Push */

const MOST_CAUGHT_UP = 0.3; // the smallest share of the time while pushes are waiting
const CHECK = 250; // milliseconds between checks whether a card may stay

let isHeld = false; // whether a card stays until the viewer presses its button

/** Whether a moment is shown for its full time. @param {HTMLElement} moment */
const isImportant = (moment) => isLoss(moment) || moment.dataset.animation === "card";

/** Whether a push asks the viewer for a decision. @param {readonly Push[]} pushes */
const isAsked = (pushes) => pushes.some(({ content }) => content.querySelector("#asked"));

/**
 * The pushes after the first, without responses that a push has overtaken: those are empty.
 * @param {readonly Push[]} waiting
 */
const pushesAfter = (waiting) => waiting.slice(1).filter(({ content }) => content.hasChildNodes());

/**
 * The share of the full time for the next animation: less for each other push waiting, and less again if
 * a push asks the viewer for a decision.
 * @param {readonly Push[]} waiting
 */
function speed(waiting) {
  const behind = pushesAfter(waiting).length + (isAsked(waiting) ? 1 : 0);
  return pace() * Math.max(MOST_CAUGHT_UP, 1 / (1 + behind / 2));
}

/**
 * Show the animations of the first of the waiting pushes; return a function that ends them.
 * @param {readonly Push[]} waiting
 * @param {() => void} onResult
 * @param {() => void} onEnd
 */
function play(waiting, onResult, onEnd) {
  const moments = momentsOf(waiting[0].content);
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    isHeld = false;
    hideAnimation();
    clearAnimation();
  };
  /** Run the next step, and the one after it when its time is over. */
  const goOn = () => {
    clearTimeout(timer);
    const { value, done } = steps.next();
    if (!done) {
      timer = setTimeout(goOn, value);
      return;
    }
    end();
    onEnd();
  };
  const steps = stepsOf(moments, waiting, onResult, goOn);
  document.getElementById("panel")?.setAttribute("aria-busy", "true");
  goOn();
  return end;
}

/** Whether the panel shows the decision of the newest push. */
function isPanelNew() {
  const panel = document.getElementById("panel");
  return panel?.dataset.offer === document.getElementById("panel-key")?.dataset.offer;
}

/**
 * Show moments one after another; yields the milliseconds until the next step.
 * @param {HTMLElement[]} moments
 * @param {readonly Push[]} waiting
 * @param {() => void} onResult
 * @param {() => void} goOn runs the next step at once
 * @returns {Generator<number>}
 */
function* stepsOf(moments, waiting, onResult, goOn) {
  const first = firstOfNews(moments);
  // The outcome of the game appears after its last animation.
  const isOver = waiting[0].content.querySelector("#outcome") !== null;
  for (const [index, moment] of moments.entries()) {
    // Change the page before the final announcements, so that the map and the log agree with them.
    if (index === first && !isOver) {
      onResult();
      clearAnimation();
    }
    const share = isImportant(moment) ? pace() : speed(waiting);
    if (moment.dataset.animation === "attack") yield* playAttack(moment, share);
    else if (moment.dataset.animation === "card") yield* playCard(moment, share, waiting, goOn);
    else yield* playMoment(moment, share);
  }
}

/**
 * Show a card. One that concerns the viewer stays until its button is pressed, or a later push asks
 * for a decision; the others stay as long as their text needs to be read.
 * @param {HTMLElement} moment
 * @param {number} share
 * @param {readonly Push[]} waiting
 * @param {() => void} goOn
 * @returns {Generator<number>}
 */
function* playCard(moment, share, waiting, goOn) {
  const stays = "stays" in moment.dataset;
  const time = share * readingTime(moment, waiting);
  let isRead = false;
  const onRead = () => {
    isRead = true;
    goOn();
  };
  showCard(document.importNode(moment, true), share, stays ? Infinity : time, onRead);
  playSound(soundOf(moment));
  isHeld = stays;
  yield time;
  while (stays && !isRead && !isAsked(pushesAfter(waiting))) yield CHECK;
  isHeld = false;
}

/**
 * The milliseconds to read a card at full time; the least if other pushes wait.
 * @param {HTMLElement} moment
 * @param {readonly Push[]} waiting
 */
function readingTime(moment, waiting) {
  return pushesAfter(waiting).length ? CARD : timeToRead(moment);
}

/** Show the newest position before the viewer acts on it. @param {HtmxEvent<{ elt: Element }>} event */
function onRequest(event) {
  const control = event.detail.elt;
  if (!isBehind() || !control.closest("#panel")) return;
  skip();
  // The pressed control belongs to a decision that has already been made.
  if (!control.isConnected || !isPanelNew()) event.preventDefault();
}

onSkip(skip);
setPlayer({
  hasAnimation: (content) => pace() > 0 && momentsOf(content).length > 0,
  isTooMuch: (content) => content.querySelector("template[data-behind]") !== null,
  onShown: (content, hadAnimation) => {
    noteChanges(content, hadAnimation);
    introduce(content);
    showResult(content);
    includeResult();
    showNewQuestion();
  },
  isHeld: () => isHeld,
  play,
});
// A stale panel stays busy until the next update of the page replaces it.
document.addEventListener("animations-over", () => {
  if (isPanelNew()) document.getElementById("panel")?.removeAttribute("aria-busy");
});
document.addEventListener("htmx:confirm", onRequest);
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target?.id === "pace" && !pace()) skip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") skip();
});
