// @ts-check
// The queue of pushes: the page changes only when the animation of a push shows what has changed.
//
// It cannot get stuck: each push has a timer of its own, set before anything else happens to it, and
// the timer empties the queue even if the animation has failed. Only an animation that waits for the viewer may
// last longer, until another push has waited behind it for as long. The response to the viewer's own
// move does not count if its push came first: it has no news, and its content is empty.

import { version } from "./page.js";

/**
 * @typedef {object} Push
 * @property {string} version the version of the page after it
 * @property {DocumentFragment} content
 * @property {() => void} apply shows it on the page
 */
/**
 * Shows the animations of pushes. `play` begins the animation of the first waiting push, calls `onResult` to
 * change the page before it announces the result, calls `onEnd` when the animation is over, and returns a
 * function that ends the animation early. `isHeld` is true while the animation waits for the viewer. `onShown`
 * is called for each push that has changed the page.
 * @typedef {object} Player
 * @property {(content: DocumentFragment) => boolean} hasAnimation
 * @property {(content: DocumentFragment) => boolean} isTooMuch whether it holds more than can be shown
 * @property {(content: DocumentFragment, hadAnimation: boolean) => void} onShown
 * @property {() => boolean} isHeld
 * @property {(waiting: readonly Push[], onResult: () => void, onEnd: () => void) => () => void} play
 */

const LATEST = 20_000; // milliseconds that a push may wait

/** @type {Push[]} */
const waiting = [];
/** @type {Player | null} */
let player = null;
/** @type {(() => void) | null} */
let endAnimation = null;
let isApplying = false;
let isApplied = false; // whether the page already shows the first push, although its animation is not over

/** @param {Player} next */
export function setPlayer(next) {
  player = next;
}

/** Whether a push, or the rest of its animation, is still to be shown. */
export const isBehind = () => waiting.length > 0;

/** The version of the page after all waiting pushes. */
export const latestVersion = () => waiting.at(-1)?.version ?? version();

/**
 * Whether a push has to wait for its own animation or for an earlier push.
 * @param {DocumentFragment} content
 */
export const mustWait = (content) =>
  isBehind() || hasAnimation(content) || Boolean(player?.isTooMuch(content));

/** @param {DocumentFragment} content */
const hasAnimation = (content) => !document.hidden && Boolean(player?.hasAnimation(content));

/** Report a change of the page that did not have to wait. @param {DocumentFragment} content */
export const tellShown = (content) => player?.onShown(content, false);

/** Show a push, after any earlier pushes. @param {Push} push */
export function deliver(push) {
  waiting.push(push);
  limitWait(push);
  if (player?.isTooMuch(push.content)) return skip();
  if (waiting.length === 1) showNext();
}

/** Show the newest position if a push waits for too long. @param {Push} push */
function limitWait(push) {
  setTimeout(() => {
    const isPatient = push === waiting[0] || !push.content.hasChildNodes();
    if (isPatient && waiting.includes(push) && player?.isHeld()) limitWait(push);
    else if (waiting.includes(push)) skip();
  }, LATEST);
}

function showNext() {
  while (waiting.length) {
    if (player && hasAnimation(waiting[0].content)) {
      endAnimation = player.play(waiting, applyFirst, onAnimationEnd);
      return;
    }
    finishFirst(false);
  }
  tellOver(false);
}

/** @param {boolean} isSkipped */
function tellOver(isSkipped) {
  document.dispatchEvent(new CustomEvent("animations-over", { detail: { isSkipped } }));
}

function onAnimationEnd() {
  endAnimation = null;
  finishFirst(true);
  showNext();
}

/** Change the page for the first push, unless this has been done. */
function applyFirst() {
  if (isApplied) return;
  isApplying = isApplied = true;
  try {
    waiting[0].apply();
  } catch (error) {
    reportError(error);
  }
  isApplying = false;
}

/** Change the page for the first push and remove it. @param {boolean} hadAnimation */
function finishFirst(hadAnimation) {
  applyFirst();
  isApplied = false;
  const push = waiting.shift();
  if (push) player?.onShown(push.content, hadAnimation);
}

/** End the animation and show the newest position at once. */
export function skip() {
  if (!waiting.length || isApplying) return;
  endAnimation?.();
  endAnimation = null;
  while (waiting.length) finishFirst(false);
  tellOver(true);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
