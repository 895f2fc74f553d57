// @ts-check
// Whether somebody looks at this page: it is visible, and was used within the last hour.

const FORGOTTEN = 3_600_000; // milliseconds after which a page that is not used is not looked at

let usedAt = document.hidden ? 0 : Date.now();

/** Return the milliseconds since the page was last used. */
export const idle = () => Date.now() - usedAt;

export const isLookedAt = () => !document.hidden && idle() < FORGOTTEN;

export function noteUse() {
  usedAt = Date.now();
}
