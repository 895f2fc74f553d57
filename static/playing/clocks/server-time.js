// @ts-check
// The server's time, estimated from the timestamps in pages and frames.

const JUMP = 500; // milliseconds; if this device's clock jumps by more, it was set

let ahead = 0; // milliseconds by which this device's clock is ahead of the server's
let origin = 0;

/** When the page was loaded, according to the current setting of this device's clock. */
const originNow = () => Date.now() - performance.now();

/** Start the estimate with the timestamp in the page. @param {string} now */
export function setServerTime(now) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isTimed = navigation instanceof PerformanceNavigationTiming;
  const received = isTimed ? performance.timeOrigin + navigation.responseStart : Date.now();
  ahead = received - Date.parse(now);
  origin = originNow();
}

/**
 * Improve the estimate with the timestamp in a frame.
 *
 * Network delays and a busy device can only increase the measured value of `ahead`, so the smallest
 * one is the best. After the device slept or its clock was set, the latest value replaces it.
 * @param {string} now
 */
export function improveServerTime(now) {
  const found = Date.now() - Date.parse(now);
  const isClockSet = Math.abs(originNow() - origin) > JUMP;
  ahead = isClockSet ? found : Math.min(found, ahead);
  if (isClockSet) origin = originNow();
}

/** Whole seconds left until a `time` element's moment, by the server's clock. @param {HTMLTimeElement} time */
export const secondsLeft = (time) =>
  Math.max(0, Math.ceil((Date.parse(time.dateTime) - Date.now() + ahead) / 1000));
