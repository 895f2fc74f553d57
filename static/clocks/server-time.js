// @ts-check
// The server's time, estimated from the times that pages and frames carry.

const JUMP = 500; // milliseconds by which this device's clock may drift before it counts as set

let ahead = 0; // milliseconds by which this device's clock is ahead of the server's
let origin = 0;

/** When the page was loaded, by this device's clock as it is set now. */
const originNow = () => Date.now() - performance.now();

/** Begin with the time in the page. @param {string} now */
export function setServerTime(now) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isTimed = navigation instanceof PerformanceNavigationTiming;
  const received = isTimed ? performance.timeOrigin + navigation.responseStart : Date.now();
  ahead = received - Date.parse(now);
  origin = originNow();
}

/**
 * Improve the estimate with the time in a frame.
 *
 * Delays on the network or in a busy device only make `ahead` look larger, so the smallest value is
 * the best. If the device's clock was set, or the device slept, the latest value replaces it.
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
