// @ts-check
// Scenes: shows the dice and cards of each push over the map, before the push changes the page.

import { isBehind, setPlayer, skip } from "../live/queue.js";
import { find, findAll } from "../site/dom.js";
import { playAttack } from "./battle.js";
import { hideScene, showScene } from "./scene-box.js";
import { clearScene, ringTerritories } from "../board/scene-marks.js";

/** @typedef {import("../live/queue.js").Push} Push */

/** The share of the full time at each pace; at once there are no scenes. */
const PACES = new Map([
  ["calm", 1],
  ["quick", 0.5],
]);
/** Milliseconds for which each kind of scene without steps of its own is shown. */
const TIMES = new Map([
  ["card", 3400],
  ["duel", 1800],
  ["news", 1600],
]);
const LOSS = 2800; // milliseconds for what the viewer has lost
const MOST_CAUGHT_UP = 0.3; // the smallest share of the time while pushes are waiting

const prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");
const { seat } = document.getElementById("announcements")?.dataset ?? {};

/** @returns {number} the share of the full time, 0 for no scenes */
function pace() {
  const chosen = document.getElementById("pace")?.dataset.pace ?? "";
  return prefersStill.matches ? 0 : (PACES.get(chosen) ?? 0);
}

/**
 * The moments of a push that have scenes, in order.
 * @param {DocumentFragment} content
 */
function momentsOf(content) {
  const earlier = find(content, "template[data-scenes]", HTMLTemplateElement);
  // Without new lines of the log, the stage shows again what it has shown.
  const isNew = content.querySelector("#log-lines > li");
  const stage = isNew && find(content, "#stage", HTMLElement);
  return [earlier?.content, stage].flatMap((part) =>
    part ? findAll(part, "[data-scene]", HTMLElement) : [],
  );
}

/** Whether the viewer has lost something. @param {HTMLElement} moment */
const isLoss = (moment) => seat !== undefined && moment.dataset.of === seat;

/** Whether a moment is shown for its full time. @param {HTMLElement} moment */
const isImportant = (moment) => isLoss(moment) || moment.dataset.scene === "card";

/**
 * The share of the full time for the next scene: less while other pushes are waiting, least if one
 * of them asks the viewer something.
 * @param {readonly Push[]} waiting
 */
function speed(waiting) {
  const isAsked = waiting.some(({ content }) => content.querySelector("#asked"));
  const behind = waiting.length - 1 + (isAsked ? 1 : 0);
  return pace() * Math.max(MOST_CAUGHT_UP, 1 / (1 + behind / 2));
}

/**
 * Show the scenes of the first of the waiting pushes; return a function that ends them.
 * @param {readonly Push[]} waiting
 * @param {() => void} onEnd
 */
function play(waiting, onEnd) {
  const moments = momentsOf(waiting[0].content);
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    hideScene();
    clearScene();
  };
  /** Run a step, and the next one after its time. @param {Iterator<number>} steps */
  const run = (steps) => {
    const { value, done } = steps.next();
    if (!done) {
      timer = setTimeout(() => run(steps), value);
      return;
    }
    end();
    onEnd();
  };
  run(stepsOf(moments, waiting));
  return end;
}

/**
 * Show moments one after another; yields the milliseconds until the next step.
 * @param {HTMLElement[]} moments
 * @param {readonly Push[]} waiting
 * @returns {Generator<number>}
 */
function* stepsOf(moments, waiting) {
  for (const moment of moments) {
    const share = isImportant(moment) ? pace() : speed(waiting);
    if (moment.dataset.scene === "attack") yield* playAttack(moment, share);
    else yield* playMoment(moment, share);
  }
}

/**
 * @param {HTMLElement} moment
 * @param {number} share
 * @returns {Generator<number>}
 */
function* playMoment(moment, share) {
  const { scene = "", at = "", livery = "none", yours = "" } = moment.dataset;
  const shown = document.importNode(moment, true);
  if (isLoss(moment) && yours) shown.textContent = yours;
  shown.classList.toggle("is-loss", isLoss(moment));
  if (at) ringTerritories([at], livery);
  showScene(shown, share, at ? [at] : []);
  yield share * (isLoss(moment) ? LOSS : (TIMES.get(scene) ?? 0));
}

/** Show the newest position before the viewer acts on it. @param {HtmxEvent<{ elt: Element }>} event */
function onRequest(event) {
  const control = event.detail.elt;
  if (!isBehind() || !control.closest("#panel")) return;
  skip();
  const panel = document.getElementById("panel");
  const isSame = panel?.dataset.offer === document.getElementById("panel-key")?.dataset.offer;
  // What was pressed belongs to a decision that is over.
  if (!control.isConnected || !isSame) event.preventDefault();
}

setPlayer({
  hasScene: (content) => pace() > 0 && momentsOf(content).length > 0,
  isTooMuch: (content) => content.querySelector("template[data-behind]") !== null,
  play,
});
document.addEventListener("htmx:confirm", onRequest);
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target?.id === "pace" && !pace()) skip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") skip();
});
