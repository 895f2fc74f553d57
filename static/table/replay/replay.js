// @ts-check
// The replay: shows any step of a game, and plays it. Without scripts, links and a form do the same.

import "../../site/site.js";
import "../../drawing/board/board.js";
import "../../community/fairness/copy.js";
import { find, required } from "../../site/dom.js";
import { hideDice, showDice } from "./dice.js";
import { askGeneral, offerGeneral } from "./general.js";
import { showHoldings } from "./holdings.js";
import { listenToKeys } from "./keys.js";
import { loaderOf } from "./loading.js";
import { pressedLink, showPlace } from "./place.js";
import { isPlaying, pause, play, prefersStill } from "./player.js";
import { buildSlider } from "./slider.js";
import { changeSpeed, speed } from "./speed.js";
import { adoptPosition, showArrows, showPosition } from "./map.js";
import { nextMark, stepBeside, turnAt } from "./timeline.js";

/** @typedef {import("./pieces.js").Position} Position */

/** Where the map, the animation and the controls fill the window. */
const isPhone = matchMedia("(max-width: 46rem) and (orientation: portrait)");
const AHEAD = 10; // steps before which their scenes are requested

const root = required(find(document, "#replay", HTMLElement));
const lines = required(find(root, "[data-lines]", HTMLElement));
const playButton = required(find(root, "[data-play]", HTMLButtonElement));
const playText = required(find(playButton, "span", HTMLElement));
const failure = required(find(root, "[data-failure]", HTMLElement));
const eyesField = find(root, "select[name=eyes]", HTMLSelectElement);
/** @type {import("./timeline.js").Game} */
const game = JSON.parse(required(document.getElementById("replay-data")).textContent);
const loader = loaderOf(game);

let step = game.at;
let eyes = game.eyes;
/** Whether the slider is being moved. */
let isSeeking = false;

/**
 * Show a step; return whether that was possible, and no other step was wanted meanwhile.
 * @param {number} wanted
 */
async function show(wanted) {
  const seen = eyes;
  const isCurrent = () => step === wanted && eyes === seen;
  step = wanted;
  showPlace(game, step, eyes);
  offerGeneral(game.own ?? [], step, eyes);
  let position = loader.positionAt(step, eyes);
  if (!position) {
    root.setAttribute("aria-busy", "true");
    position = await loader.loadPiece(step, eyes).catch(() => null);
    if (!isCurrent()) return false;
    root.removeAttribute("aria-busy");
  }
  failure.hidden = position !== null;
  if (position) showStep(position);
  return position !== null;
}

/** @param {Position} position */
function showStep(position) {
  showPosition(position);
  showHoldings(position, turnAt(game, step));
  lines.innerHTML = position.lines;
  showArrows("");
  if (!isPlaying()) hideDice();
  if (isSeeking) return;
  loader.loadBeside(step, eyes);
  showScene();
}

/** Show the arrows of the step, and unless an animation does, its dice, once they have arrived. */
async function showScene() {
  const [shown, seen] = [step, eyes];
  const scene = shown ? await loader.sceneOf(shown, seen).catch(() => "") : "";
  if (shown !== step || seen !== eyes) return;
  showArrows(scene);
  if (!isPlaying()) showDice(scene);
}

/** Show a step that the viewer has chosen. @param {number} wanted */
function goTo(wanted) {
  pause(replay);
  show(wanted);
}

/** @type {import("./player.js").Replay} */
const replay = {
  next: () => (step < game.last ? step + 1 : 0),
  speed,
  show,
  sceneOf(wanted) {
    loader.sceneOf(Math.min(game.last, wanted + AHEAD), eyes).catch(() => {});
    return loader.sceneOf(wanted, eyes);
  },
  onChange(isOn) {
    playText.textContent = isOn ? "Pause" : "Play";
    playButton.classList.toggle("is-playing", isOn);
    if (isOn && isPhone.matches) window.scrollTo({ top: root.offsetTop });
    // Screen readers must not read out every step.
    lines.setAttribute("aria-live", isOn ? "off" : "polite");
  },
};

async function toggle() {
  if (isPlaying()) return pause(replay);
  if (step === game.last) await show(0);
  play(replay);
}

function adoptFirst() {
  // The map already shows this position.
  loader.loadPiece(game.at, game.eyes).then(adoptPosition, () => {});
}

buildSlider(game, {
  onSeek(wanted) {
    isSeeking = true;
    goTo(wanted);
  },
  onRest() {
    isSeeking = false;
    show(step);
  },
  onTouch: () => loader.loadAll(step, eyes),
  onMark: (kind) => goTo(nextMark(game, step, kind)),
});
listenToKeys({
  toggle,
  changeSpeed,
  ask: askGeneral,
  go: (unit, way) => goTo(stepBeside(game, step, unit, way)),
  goToEnd: (end) => goTo(end === "start" ? 0 : game.last),
});
playButton.addEventListener("click", toggle);
root.addEventListener("click", (event) => {
  const pressed = pressedLink(event);
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(stepBeside(game, step, pressed.unit, pressed.way));
});
eyesField?.addEventListener("change", () => {
  eyes = eyesField.value;
  goTo(step);
});
required(find(failure, "button", HTMLButtonElement)).addEventListener("click", () => show(step));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) pause(replay);
});
showPlace(game, step, eyes);
adoptFirst();
if (game.battles.includes(step)) showScene();
// What a player missed plays at once.
if (root.hasAttribute("data-plays") && !prefersStill.matches) play(replay);
