import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const LATEST = 20_000; // milliseconds that a push may wait

class Page extends EventTarget {
  hidden = false;
  version = { dataset: { version: "v0" } };

  getElementById(id) {
    return { live: {}, version: this.version }[id] ?? null;
  }

  hide() {
    this.hidden = true;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
const page = new Page();
const errors = [];
Object.assign(globalThis, { document: page, reportError: (error) => errors.push(error.message) });

const { deliver, isBehind, latestVersion, mustWait, setPlayer, skip } = await import(
  "../../../../static/web/live/queue.js"
);

/** Shows animations that last until `end` is called, and notes in `story` what happens. */
class Player {
  story = [];
  held = false;
  end = () => {};
  result = () => {};

  hasAnimation = ({ animation }) => animation === true;
  isTooMuch = ({ isTooMuch }) => isTooMuch === true;
  isHeld = () => this.held;
  onShown = ({ name }, hadAnimation) => this.story.push(`${name} shown${hadAnimation ? " after its animation" : ""}`);
  play = (waiting, onResult, onEnd) => {
    const { name } = waiting[0].content;
    this.story.push(`animation of ${name}`);
    Object.assign(this, { result: onResult, end: onEnd });
    return () => this.story.push(`animation of ${name} cut`);
  };
}

let player = new Player();
let overs = [];
page.addEventListener("animations-over", ({ detail }) => overs.push(detail.isSkipped));

/** A push; by default it has an animation. */
function push(name, more = {}) {
  const content = { name, animation: true, hasChildNodes: () => true, ...more };
  return { version: `v-${name}`, content, apply: () => player.story.push(`page of ${name}`) };
}
const answer = (name) => push(name, { animation: false, hasChildNodes: () => false });

beforeEach((context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  skip();
  page.hidden = false;
  player = new Player();
  setPlayer(player);
  overs = [];
});

test("a push without an animation is shown at once", () => {
  deliver(push("a", { animation: false }));
  assert.deepEqual(player.story, ["page of a", "a shown"]);
  assert.deepEqual(overs, [false]);
  assert.ok(!isBehind());
});

test("the page changes at the result of an animation, and only once", () => {
  deliver(push("a"));
  assert.deepEqual(player.story, ["animation of a"]);
  assert.ok(isBehind());
  player.result();
  player.result();
  player.end();
  assert.deepEqual(player.story, ["animation of a", "page of a", "a shown after its animation"]);
  assert.ok(!isBehind());
});

test("pushes are shown in order, each after the animation before it", () => {
  deliver(push("a"));
  deliver(push("b", { animation: false }));
  deliver(push("c"));
  assert.equal(latestVersion(), "v-c");
  player.end();
  assert.deepEqual(player.story, [
    "animation of a", "page of a", "a shown after its animation", "page of b", "b shown", "animation of c",
  ]);
  player.end();
  assert.deepEqual(player.story.slice(-2), ["page of c", "c shown after its animation"]);
  assert.equal(latestVersion(), "v0");
});

test("a push without an animation waits only while another does", () => {
  const plain = push("b", { animation: false });
  assert.ok(!mustWait(plain.content));
  deliver(push("a"));
  assert.ok(mustWait(plain.content));
});

test("skipping ends the animation and shows all pushes", () => {
  deliver(push("a"));
  deliver(push("b"));
  skip();
  assert.deepEqual(player.story, [
    "animation of a", "animation of a cut", "page of a", "a shown", "page of b", "b shown",
  ]);
  assert.deepEqual(overs, [true]);
});

test("more than can be shown skips all animations", () => {
  deliver(push("a"));
  deliver(push("b", { isTooMuch: true }));
  assert.ok(!isBehind());
  assert.deepEqual(overs, [true]);
});

test("a hidden page has no animations, and hiding it ends them", () => {
  deliver(push("a"));
  page.hide();
  assert.ok(!isBehind());
  assert.ok(!mustWait(push("b").content));
});

test("an animation that never ends does not keep the page back for longer than a push may wait", (context) => {
  deliver(push("a"));
  context.mock.timers.tick(LATEST - 1);
  assert.ok(isBehind());
  context.mock.timers.tick(1);
  assert.deepEqual(player.story.slice(-2), ["page of a", "a shown"]);
});

test("an animation that waits for the viewer may last, until another push has waited as long", (context) => {
  player.held = true;
  deliver(push("a"));
  context.mock.timers.tick(5 * LATEST);
  assert.ok(isBehind());
  deliver(push("b"));
  context.mock.timers.tick(LATEST - 1);
  assert.ok(isBehind());
  context.mock.timers.tick(1);
  assert.ok(!isBehind());
});

test("a response without news does not hurry an animation that waits for the viewer", (context) => {
  player.held = true;
  deliver(push("a"));
  deliver(answer("response"));
  context.mock.timers.tick(3 * LATEST);
  assert.ok(isBehind());
});

test("a change of the page that fails is reported, and the queue goes on", () => {
  const broken = { ...push("a"), apply: () => { throw new Error("no such part"); } };
  deliver(broken);
  deliver(push("b", { animation: false }));
  player.end();
  assert.deepEqual(errors, ["no such part"]);
  assert.ok(!isBehind());
  assert.equal(player.story.at(-1), "b shown");
});

test("skipping while the page changes does nothing", () => {
  const eager = push("a", { animation: false });
  deliver({ ...eager, apply: () => { skip(); eager.apply(); } });
  assert.deepEqual(player.story, ["page of a", "a shown"]);
});
