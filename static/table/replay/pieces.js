// @ts-check
// The positions of a piece of the game: some hundred steps, each as the changes it makes. Without a page.

/**
 * One drawing of a territory. Equal drawings are the same object.
 * @typedef {{ wash: string, badges: string, says: string, livery: string }} Look
 */
/** @typedef {{ look: Look, armies: number }} Place */
/** The names of the cards in a hand, or their number if the viewer cannot see them. @typedef {string[] | number} Hand */
/**
 * `hands` and `hidden` have the cards and the territories of the hidden armies of each seat.
 * @typedef {{ step: number, places: Place[], marks: string, hands: Hand[], hidden: Hand[], lines: string }} Position
 */

/** @typedef {number[] | number} StoredHand */
/**
 * @typedef {object} StoredStep
 * @property {[number, number, number][]} [b] [place, look, armies] of each territory that changes
 * @property {number} [m]
 * @property {Record<string, StoredHand>} [c]
 * @property {Record<string, Hand>} [h]
 * @property {string} [l]
 */
/**
 * @typedef {object} Piece
 * @property {number} from the step after which it begins
 * @property {number} until
 * @property {[string, string, string][]} looks
 * @property {string[]} marks_html
 * @property {string[]} cards
 * @property {{ board: [number, number][], marks: number, cards: StoredHand[], hidden: Hand[], l: string }} start
 * @property {StoredStep[]} steps
 */

/** @type {Map<string, Look>} */
const known = new Map();

/** @param {[string, string, string]} stored @returns {Look} */
function lookOf([wash, badges, says]) {
  const key = wash + badges + says;
  const livery = /livery-([\w-]+)/.exec(wash)?.[1] ?? "none";
  const look = known.get(key) ?? { wash, badges, says, livery };
  known.set(key, look);
  return look;
}

/**
 * Return a function that gives the position after a step of a piece.
 * @param {Piece} piece
 * @returns {(step: number) => Position}
 */
export function positionsOf({ from, looks: stored, marks_html: drawings, cards, start, steps }) {
  const looks = stored.map(lookOf);
  /** @param {StoredHand} hand @returns {Hand} */
  const handOf = (hand) => (Array.isArray(hand) ? hand.map((card) => cards[card]) : hand);
  const begin = start.board.map(([look, armies]) => ({ look: looks[look], armies }));
  return (step) => {
    const places = [...begin];
    const hands = start.cards.map(handOf);
    const hidden = [...start.hidden];
    let { marks, l: lines = "" } = start;
    for (const { b: changed = [], m: mark, c: dealt = {}, h: hiding = {}, l: told = "" } of steps.slice(0, step - from)) {
      for (const [place, look, armies] of changed) places[place] = { look: looks[look], armies };
      for (const [seat, hand] of Object.entries(dealt)) hands[Number(seat)] = handOf(hand);
      for (const [seat, where] of Object.entries(hiding)) hidden[Number(seat)] = where;
      marks = mark ?? marks;
      lines = told;
    }
    return { step, places, marks: drawings[marks], hands, hidden, lines };
  };
}

/** Where the piece with a step begins, in pieces of `size` steps. @param {number} step @param {number} size */
export const pieceOf = (step, size) => Math.floor(Math.max(0, step - 1) / size) * size;

/** The indices of the territories that differ. @param {Position | null} before @param {Position} after */
export const changedPlaces = (before, { places }) =>
  [...places.keys()].filter((index) => {
    const old = before?.places[index];
    return old?.look !== places[index].look || old.armies !== places[index].armies;
  });

/** What a livery holds in a position. @param {Position} position @param {string} livery */
export function holdingsOf({ places }, livery) {
  const own = places.filter(({ look }) => look.livery === livery);
  return { territories: own.length, armies: own.reduce((sum, { armies }) => sum + armies, 0) };
}

/** The cards of a hand with how many of each, in order. @param {string[]} names @returns {[string, number][]} */
export function countCards(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
}
