import assert from "node:assert/strict";
import test from "node:test";

const HOUR = 3_600_000;
const TRUE_TIME = Date.parse("2026-03-01T12:00:00Z");

/** The device: milliseconds since the page was loaded, and how many its clock is ahead. */
const device = { since: 0, ahead: 0 };

class PerformanceNavigationTiming {
  responseStart = 0;
}
class DeviceDate extends Date {
  static now() {
    return TRUE_TIME + device.ahead + device.since;
  }
}
const performance = {
  now: () => device.since,
  get timeOrigin() {
    return TRUE_TIME + device.ahead;
  },
  getEntriesByType: () => [new PerformanceNavigationTiming()],
};
for (const [name, value] of Object.entries({ PerformanceNavigationTiming, performance, Date: DeviceDate })) {
  Object.defineProperty(globalThis, name, { value });
}

const { improveServerTime, secondsLeft, setServerTime } = await import(
  "../../../../static/playing/clocks/server-time.js"
);

/** The server's time this many milliseconds after the page was loaded. */
const server = (since) => new Date(TRUE_TIME + since).toISOString();
/** The seconds left until ten minutes after the page was loaded. */
const left = () => secondsLeft({ dateTime: server(600_000) });

/** Load the page on a device whose clock is ahead by this many milliseconds. */
function load(ahead) {
  Object.assign(device, { since: 0, ahead });
  setServerTime(server(0));
}

for (const ahead of [-30 * HOUR, 0, 3 * HOUR]) {
  test(`the time left does not depend on a device ahead by ${ahead / HOUR} hours`, () => {
    load(ahead);
    assert.equal(left(), 600);
    device.since = 60_000;
    assert.equal(left(), 540);
  });
}

test("seconds are rounded up, and none are left after the moment", () => {
  load(0);
  device.since = 1;
  assert.equal(left(), 600);
  device.since = 700_000;
  assert.equal(left(), 0);
});

test("a time that was long under way does not replace a better one", () => {
  load(0);
  device.since = 20_000;
  for (const late of [1_500, 5_000, 15_000]) {
    improveServerTime(server(device.since - late));
    assert.equal(left(), 580);
  }
});

test("a time that arrived sooner than the page's replaces it", () => {
  load(0);
  // The page took two seconds from the server to the device.
  setServerTime(server(-2_000));
  assert.equal(left(), 602);
  device.since = 10_000;
  improveServerTime(server(9_900));
  assert.equal(left(), 591);
});

for (const ahead of [HOUR, -HOUR]) {
  test(`the next time corrects a clock set by ${ahead / HOUR} hours`, () => {
    load(0);
    Object.assign(device, { since: 30_000, ahead });
    assert.notEqual(left(), 570);
    improveServerTime(server(30_000));
    assert.equal(left(), 570);
  });
}
