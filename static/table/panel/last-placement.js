// @ts-check
// The placements of this turn and of the previous turn in each game, stored in this browser tab.

/** @typedef {Record<string, number>} Placement armies by field name */
/** @typedef {{ round: number, placed: Placement, before: Placement | null }} Stored */

const storageKey = () => `placed:${location.pathname}`;

/** @returns {Stored | null} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? "null");
  } catch {
    // Storage may be blocked.
    return null;
  }
}

/**
 * The placement in the turn before this round; null in the first turn and during set-up.
 * @param {number} round
 */
export function placedLastTurn(round) {
  const known = stored();
  if (!known?.round) return null;
  return known.round < round ? known.placed : known.before;
}

/**
 * @param {number} round 0 during set-up, which is not a turn
 * @param {Placement} placed
 */
export function rememberPlacement(round, placed) {
  if (!round) return;
  try {
    const before = placedLastTurn(round);
    sessionStorage.setItem(storageKey(), JSON.stringify({ round, placed, before }));
  } catch {
    // Storage may be blocked; the placement is then not stored.
  }
}
