import assert from "node:assert/strict";
import test from "node:test";

class HTMLElement {
  constructor(dataset = {}, parts = {}) {
    Object.assign(this, { dataset, parts });
  }

  querySelector(selector) {
    return this.parts[selector] ?? null;
  }

  querySelectorAll(selector) {
    return this.parts[selector] ?? [];
  }
}
class HTMLTemplateElement extends HTMLElement {}

const preference = { matches: false };
const chosen = new HTMLElement({ pace: "calm" });
const elements = { pace: chosen, announcements: new HTMLElement({ seat: "2" }) };
Object.assign(globalThis, {
  HTMLElement,
  HTMLTemplateElement,
  window: { matchMedia: () => preference },
  document: { getElementById: (id) => elements[id] ?? null },
});

const { isLoss, momentsOf, pace, soundOf } = await import("../../../../static/table/animations/pace.js");

test("each pace has its share of the full time", () => {
  const shares = ["calm", "quick", "at once"].map((name) => {
    chosen.dataset.pace = name;
    return pace();
  });
  assert.deepEqual(shares, [1, 0.5, 0]);
});

test("who prefers no motion sees no animations at any pace", () => {
  chosen.dataset.pace = "calm";
  preference.matches = true;
  assert.equal(pace(), 0);
  preference.matches = false;
  assert.equal(pace(), 1);
});

const ANIMATIONS = "[data-animation]";
const part = (...names) => new HTMLElement({}, { [ANIMATIONS]: names.map((animation) => new HTMLElement({ animation })) });
const animationsOf = (parts) => momentsOf(new HTMLElement({}, parts)).map(({ dataset }) => dataset.animation);

test("earlier moments come before the latest events", () => {
  const earlier = new HTMLTemplateElement();
  earlier.content = part("card", "duel");
  const parts = {
    "template[data-animations]": earlier,
    "#log-lines > li": new HTMLElement(),
    "#latest_events": part("attack", "news"),
  };
  assert.deepEqual(animationsOf(parts), ["card", "duel", "attack", "news"]);
});

test("without new lines of the log, the stage repeats what it has shown", () => {
  assert.deepEqual(animationsOf({ "#latest_events": part("attack") }), []);
});

test("a loss of the viewer is one of the viewer's seat", () => {
  assert.ok(isLoss(new HTMLElement({ of: "2" })));
  assert.ok(!isLoss(new HTMLElement({ of: "1" })));
  assert.ok(!isLoss(new HTMLElement()));
});

test("battles and cards have their own sounds", () => {
  const sounds = [{ animation: "attack", sound: "horn" }, { animation: "duel" }, { animation: "card" }, { animation: "news", sound: "horn" }, {}];
  assert.deepEqual(sounds.map((dataset) => soundOf({ dataset })), ["dice", "dice", "card", "horn", ""]);
});
