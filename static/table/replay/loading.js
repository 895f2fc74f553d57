// @ts-check
// Fetches the pieces and the scenes of a game, each once, and those that will be needed next.

import { pieceOf, positionsOf } from "./pieces.js";

/** @typedef {import("./timeline.js").Game} Game */
/** @typedef {import("./pieces.js").Position} Position */
/** @typedef {(step: number) => Position} Positions */

const SCENES = 40; // scenes in one request

/**
 * A function that fetches each address once. After a failure, the next call tries again.
 * @template T
 * @param {(json: any) => T} read
 */
function fetcher(read) {
  /** @type {Map<string, Promise<T>>} */
  const answers = new Map();
  /** @param {string} address */
  async function load(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return read(await answer.json());
  }
  return (/** @type {string} */ address) => {
    const answer = answers.get(address) ?? load(address);
    answers.set(address, answer);
    answer.catch(() => answers.delete(address));
    return answer;
  };
}

/** @param {Game} game */
export function loaderOf({ last, piece: size, steps_url: steps, scenes_url: scenes }) {
  /** The pieces that have arrived, by address. @type {Map<string, Positions>} */
  const arrived = new Map();
  const fetchPiece = fetcher(positionsOf);
  const fetchScenes = fetcher((json) => /** @type {Record<string, string>} */ (json.scenes));

  /** @param {number} step @param {string} eyes */
  const address = (step, eyes) => `${steps}?eyes=${eyes}&from=${pieceOf(step, size)}`;

  /** Load the piece of a step. @param {number} step @param {string} eyes */
  async function loadPiece(step, eyes) {
    const positions = await fetchPiece(address(step, eyes));
    arrived.set(address(step, eyes), positions);
    return positions(step);
  }

  return {
    /** The position after a step, if its piece has arrived. @param {number} step @param {string} eyes */
    positionAt: (step, eyes) => arrived.get(address(step, eyes))?.(step) ?? null,
    loadPiece,
    /** Load the pieces beside a step's; if one fails, it is loaded when it is needed. @param {number} step @param {string} eyes */
    loadBeside(step, eyes) {
      for (const other of [step + size, step - size]) {
        if (other > -size && pieceOf(other, size) < last) loadPiece(other, eyes).catch(() => {});
      }
    },
    /** Load all pieces, the nearest first, for a slider that may lead anywhere. @param {number} step @param {string} eyes */
    async loadAll(step, eyes) {
      const beginnings = Array.from({ length: Math.ceil(last / size) }, (_, index) => index * size + 1);
      beginnings.sort((one, other) => Math.abs(one - step) - Math.abs(other - step));
      for (const each of beginnings) await loadPiece(each, eyes).catch(() => {});
    },
    /** The scene of a step: its dice, cards and arrows as HTML. @param {number} step @param {string} eyes */
    async sceneOf(step, eyes) {
      const from = Math.floor((step - 1) / SCENES) * SCENES + 1;
      const until = Math.min(last, from + SCENES - 1);
      const loaded = await fetchScenes(`${scenes}?eyes=${eyes}&from=${from}&until=${until}`);
      return loaded[step] ?? "";
    },
  };
}
