// @ts-check
// The queue of pushes: the page changes only after the scene of a push has been shown.

import { version } from "./page.js";

/**
 * @typedef {object} Push
 * @property {string} version the version of the page after it
 * @property {DocumentFragment} content
 * @property {() => void} apply shows it on the page
 */
/**
 * Shows the scenes of pushes, and `onShown` hears of those that have changed the page. `play` begins the scene of the first of the waiting pushes, calls
 * `onEnd` when it is over, and returns a function that ends it earlier.
 * @typedef {object} Player
 * @property {(content: DocumentFragment) => boolean} hasScene
 * @property {(content: DocumentFragment) => boolean} isTooMuch whether it holds more than can be shown
 * @property {(content: DocumentFragment, hadScene: boolean) => void} onShown
 * @property {(waiting: readonly Push[], onEnd: () => void) => () => void} play
 */

const LATEST = 20_000; // milliseconds that a push may wait

/** @type {Push[]} */
const waiting = [];
/** @type {Player | null} */
let player = null;
/** @type {(() => void) | null} */
let endScene = null;
let isApplying = false;

/** @param {Player} next */
export function setPlayer(next) {
  player = next;
}

/** Whether the page shows an older position than the newest push. */
export const isBehind = () => waiting.length > 0;

/** The version of the page after all waiting pushes. */
export const latestVersion = () => waiting.at(-1)?.version ?? version();

/** Whether a push has to wait for a scene, its own or another. @param {DocumentFragment} content */
export const mustWait = (content) =>
  isBehind() || hasScene(content) || Boolean(player?.isTooMuch(content));

/** @param {DocumentFragment} content */
const hasScene = (content) => !document.hidden && Boolean(player?.hasScene(content));

/** Report changes of the page that need not wait. @param {DocumentFragment} content */
export const tellShown = (content) => player?.onShown(content, false);

/** Show a push after those before it. @param {Push} push */
export function deliver(push) {
  waiting.push(push);
  if (player?.isTooMuch(push.content)) return skip();
  if (waiting.length === 1) showNext();
  if (waiting.includes(push)) setTimeout(() => waiting.includes(push) && skip(), LATEST);
}

function showNext() {
  while (waiting.length) {
    if (player && hasScene(waiting[0].content)) {
      endScene = player.play(waiting, onSceneEnd);
      return;
    }
    applyFirst(false);
  }
  tellOver(false);
}

/** @param {boolean} isSkipped */
function tellOver(isSkipped) {
  document.dispatchEvent(new CustomEvent("scenes-over", { detail: { isSkipped } }));
}

function onSceneEnd() {
  endScene = null;
  applyFirst(true);
  showNext();
}

/** @param {boolean} hadScene */
function applyFirst(hadScene) {
  isApplying = true;
  const { content, apply } = waiting[0];
  try {
    apply();
  } finally {
    isApplying = false;
    waiting.shift();
  }
  player?.onShown(content, hadScene);
}

/** End the scene and show the newest position at once. */
export function skip() {
  if (!waiting.length || isApplying) return;
  endScene?.();
  endScene = null;
  while (waiting.length) applyFirst(false);
  tellOver(true);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
