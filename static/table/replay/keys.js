// @ts-check
// The keys of the replay.

import { toggleFullScreen } from "../../site/full-screen.js";
import { find } from "../../site/dom.js";
import { toggleSound } from "../../sound/volume-control.js";

/** @typedef {import("./timeline.js").Unit} Unit */
/**
 * @typedef {object} Actions
 * @property {() => void} toggle
 * @property {() => void} ask
 * @property {(unit: Unit, way: number) => void} go
 * @property {(end: "start" | "end") => void} goToEnd
 * @property {(way: number) => void} changeSpeed
 */

const FIELDS = "select, textarea, input:not([type=range])";
/** What takes the space bar itself. */
const PRESSED = "a[href], button, summary, [role=button]";

const list = find(document, "#shortcuts", HTMLDialogElement);

/** @param {KeyboardEvent} event @returns {Unit} */
const unitOf = ({ shiftKey, ctrlKey }) => (ctrlKey ? "round" : shiftKey ? "turn" : "step");

/** @param {KeyboardEvent} event @param {Actions} actions @returns {(() => void) | undefined} */
function actionOf(event, { toggle, ask, go, goToEnd, changeSpeed }) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (metaKey || altKey) return undefined;
  if (key === "ArrowLeft") return () => go(unitOf(event), -1);
  if (key === "ArrowRight") return () => go(unitOf(event), 1);
  if (ctrlKey) return undefined;
  /** @type {Record<string, () => void>} */
  const actions = {
    " ": toggle,
    g: ask,
    b: () => go("battle", 1),
    B: () => go("battle", -1),
    t: () => go("turn", 1),
    T: () => go("turn", -1),
    r: () => go("round", 1),
    R: () => go("round", -1),
    "<": () => changeSpeed(-1),
    ">": () => changeSpeed(1),
    Home: () => goToEnd("start"),
    End: () => goToEnd("end"),
    f: toggleFullScreen,
    m: toggleSound,
    "?": () => list?.showModal(),
  };
  return actions[key];
}

/** @param {Actions} actions */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isElement = target instanceof Element;
    if (event.defaultPrevented || list?.open || (isElement && target.matches(FIELDS))) return;
    if (key === " " && isElement && target.matches(PRESSED)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("click", ({ target }) => {
    const tool = target instanceof Element && target.closest("[data-table-tool]");
    if (!(tool instanceof HTMLElement)) return;
    if (tool.dataset.tableTool === "m") toggleSound();
    if (tool.dataset.tableTool === "f") toggleFullScreen();
    if (tool.dataset.tableTool === "?") list?.showModal();
  });
}
