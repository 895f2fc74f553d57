// @ts-check
// Animates the latest events step by step: dice roll, cards turn over. The player can skip this.

import { find, findAll, required } from "../site/dom.js";

const STEP_TIME = { calm: 1000, quick: 450 }; // milliseconds
const CARD_TIME = { calm: 3400, quick: 1800 }; // milliseconds
const MOST_QUEUED = 3;

const prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Stages that arrived while another was being shown.
 * @type {HTMLElement[]}
 */
const queue = [];
/**
 * Ends the stage that is being shown; null if none is.
 * @type {(() => void) | null}
 */
let finishCurrent = null;

function speed() {
  const animation = document.getElementById("live")?.dataset.animation;
  return animation === "quick" ? "quick" : "calm";
}

/** Show an event card large, in the middle of the board. @param {HTMLElement} card */
function showLargeCard(card) {
  const board = find(document, ".table-board", HTMLElement);
  const large = card.cloneNode(true);
  if (!board || !(large instanceof HTMLElement)) return;
  for (const old of board.querySelectorAll(".large-card")) old.remove();
  large.classList.remove("is-new", "is-pending");
  large.classList.add("large-card");
  large.setAttribute("aria-hidden", "true");
  for (const link of large.querySelectorAll("a")) link.remove();
  large.style.setProperty("--card-time", `${CARD_TIME[speed()]}ms`);
  large.addEventListener("click", () => large.remove());
  large.addEventListener("animationend", () => large.remove());
  board.append(large);
}

/** The steps of a stage: its moments, and each battle of an attack. @param {HTMLElement} stage */
function stepsOf(stage) {
  return findAll(stage, ":scope > :not(.stage-rest)", HTMLElement).flatMap((moment) => {
    const battles = findAll(moment, ":scope > ol > li", HTMLElement);
    return battles.length > 1 ? battles : [moment];
  });
}

/** Put the next stage of the queue in place of one that has been shown. @param {HTMLElement} stage */
function showNextStage(stage) {
  if (document.hidden) queue.splice(0, queue.length - 1);
  const next = queue.shift();
  if (!next || !stage.isConnected) return;
  stage.replaceWith(next);
  window.htmx.process(next);
  if (!play(next)) showNextStage(next);
}

/**
 * Show a stage step by step; return false if it has no steps, the page is hidden, or the player
 * prefers reduced motion.
 * @param {HTMLElement} stage
 */
function play(stage) {
  const steps = prefersStill.matches || document.hidden ? [] : stepsOf(stage);
  if (!steps.length) return false;
  const box = required(stage.parentElement);
  const sums = findAll(stage, ".attack-total", HTMLElement);
  const attacks = findAll(stage, ".attack", HTMLElement);
  for (const element of [...steps, ...sums]) element.classList.add("is-pending");
  let timer = 0;
  let index = -1;

  const finish = () => {
    clearTimeout(timer);
    for (const element of [...steps, ...sums, ...attacks]) element.classList.remove("is-pending");
    for (const step of steps.slice(0, -1)) step.classList.remove("is-new");
    skip?.remove();
    finishCurrent = null;
    box.scrollTop = 0;
    showNextStage(stage);
  };
  const showStep = () => {
    const before = steps[index];
    index += 1;
    const step = steps[index];
    if (!step) return finish();
    // The next battle of an attack replaces the previous one.
    if (before?.matches("li") && step.matches("li")) before.classList.add("is-pending");
    step.classList.remove("is-pending");
    step.classList.add("is-new");
    // Keep the names of attacker and defender, above the dice, visible.
    const moment = step.closest("#stage > *");
    if (moment instanceof HTMLElement) box.scrollTop = moment.offsetTop - stage.offsetTop;
    const isCard = step.matches(".event-card");
    if (isCard) showLargeCard(step);
    timer = setTimeout(showStep, (isCard ? CARD_TIME : STEP_TIME)[speed()]);
  };

  const skip = steps.length > 1 ? addSkipButton(stage, finish) : null;
  finishCurrent = finish;
  showStep();
  return true;
}

/**
 * @param {HTMLElement} stage
 * @param {() => void} finish
 */
function addSkipButton(stage, finish) {
  const skip = document.createElement("button");
  skip.type = "button";
  skip.className = "button small stage-skip";
  skip.textContent = "Skip";
  skip.addEventListener("click", finish);
  stage.append(skip);
  return skip;
}

/** @param {Element | DocumentFragment} fragment */
function stageIn(fragment) {
  if (fragment instanceof HTMLElement && fragment.id === "stage") return fragment;
  return find(fragment, "#stage", HTMLElement);
}

// A new stage waits until the current one has been shown.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  // If another script has cancelled the swap, the page already has this stage.
  if (detail.target?.id !== "stage" || !finishCurrent || !detail.shouldSwap) return;
  const stage = stageIn(detail.fragment)?.cloneNode(true);
  if (!(stage instanceof HTMLElement)) return;
  detail.shouldSwap = false;
  queue.push(stage);
  if (queue.length > MOST_QUEUED) {
    queue.shift();
    finishCurrent();
  }
});
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  const stage = document.getElementById("stage");
  if (detail.target?.id === "stage" && stage && !finishCurrent) play(stage);
});
// A move ends the animation.
document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb !== "post") return;
  queue.length = 0;
  finishCurrent?.();
  const side = document.querySelector(".table-sidebar");
  if (side && !side.contains(target)) side.scrollTop = 0;
});
