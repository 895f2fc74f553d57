// @ts-check
// The queue of pushes: the page changes only when the scene of a push shows what has changed.
//
// It cannot get stuck: each push has a timer of its own, set before anything else happens to it, and
// the timer empties the queue even if the scene has failed. Only a scene that waits for the viewer may
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
 * Shows the scenes of pushes. `play` begins the scene of the first waiting push, calls `onResult` to
 * change the page before it announces the result, calls `onEnd` when the scene is over, and returns a
 * function that ends the scene early. `isHeld` is true while the scene waits for the viewer. `onShown`
 * is called for each push that has changed the page.
 * @typedef {object} Player
 * @property {(content: DocumentFragment) => boolean} hasScene
 * @property {(content: DocumentFragment) => boolean} isTooMuch whether it holds more than can be shown
 * @property {(content: DocumentFragment, hadScene: boolean) => void} onShown
 * @property {() => boolean} isHeld
 * @property {(waiting: readonly Push[], onResult: () => void, onEnd: () => void) => () => void} play
 */

const LATEST = 20_000; // milliseconds that a push may wait

/** @type {Push[]} */
const waiting = [];
/** @type {Player | null} */
let player = null;
/** @type {(() => void) | null} */
let endScene = null;
let isApplying = false;
let isApplied = false; // whether the page already shows the first push, although its scene is not over

/** @param {Player} next */
export function setPlayer(next) {
  player = next;
}

/** Whether a push, or the rest of its scene, is still to be shown. */
export const isBehind = () => waiting.length > 0;

/** The version of the page after all waiting pushes. */
export const latestVersion = () => waiting.at(-1)?.version ?? version();

/**
 * Whether a push has to wait for its own scene or for an earlier push.
 * @param {DocumentFragment} content
 */
export const mustWait = (content) =>
  isBehind() || hasScene(content) || Boolean(player?.isTooMuch(content));

/** @param {DocumentFragment} content */
const hasScene = (content) => !document.hidden && Boolean(player?.hasScene(content));

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
    if (player && hasScene(waiting[0].content)) {
      endScene = player.play(waiting, applyFirst, onSceneEnd);
      return;
    }
    finishFirst(false);
  }
  tellOver(false);
}

/** @param {boolean} isSkipped */
function tellOver(isSkipped) {
  document.dispatchEvent(new CustomEvent("scenes-over", { detail: { isSkipped } }));
}

function onSceneEnd() {
  endScene = null;
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

/** Change the page for the first push and remove it. @param {boolean} hadScene */
function finishFirst(hadScene) {
  applyFirst();
  isApplied = false;
  const push = waiting.shift();
  if (push) player?.onShown(push.content, hadScene);
}

/** End the scene and show the newest position at once. */
export function skip() {
  if (!waiting.length || isApplying) return;
  endScene?.();
  endScene = null;
  while (waiting.length) finishFirst(false);
  tellOver(true);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
