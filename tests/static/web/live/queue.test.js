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

/** Shows scenes that last until `end` is called, and notes in `story` what happens. */
class Player {
  story = [];
  held = false;
  end = () => {};
  result = () => {};

  hasScene = ({ scene }) => scene === true;
  isTooMuch = ({ isTooMuch }) => isTooMuch === true;
  isHeld = () => this.held;
  onShown = ({ name }, hadScene) => this.story.push(`${name} shown${hadScene ? " after its scene" : ""}`);
  play = (waiting, onResult, onEnd) => {
    const { name } = waiting[0].content;
    this.story.push(`scene of ${name}`);
    Object.assign(this, { result: onResult, end: onEnd });
    return () => this.story.push(`scene of ${name} cut`);
  };
}

let player = new Player();
let overs = [];
page.addEventListener("scenes-over", ({ detail }) => overs.push(detail.isSkipped));

/** A push; by default it has a scene. */
function push(name, more = {}) {
  const content = { name, scene: true, hasChildNodes: () => true, ...more };
  return { version: `v-${name}`, content, apply: () => player.story.push(`page of ${name}`) };
}
const answer = (name) => push(name, { scene: false, hasChildNodes: () => false });

beforeEach((context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  skip();
  page.hidden = false;
  player = new Player();
  setPlayer(player);
  overs = [];
});

test("a push without a scene is shown at once", () => {
  deliver(push("a", { scene: false }));
  assert.deepEqual(player.story, ["page of a", "a shown"]);
  assert.deepEqual(overs, [false]);
  assert.ok(!isBehind());
});

test("the page changes at the result of a scene, and only once", () => {
  deliver(push("a"));
  assert.deepEqual(player.story, ["scene of a"]);
  assert.ok(isBehind());
  player.result();
  player.result();
  player.end();
  assert.deepEqual(player.story, ["scene of a", "page of a", "a shown after its scene"]);
  assert.ok(!isBehind());
});

test("pushes are shown in order, each after the scene before it", () => {
  deliver(push("a"));
  deliver(push("b", { scene: false }));
  deliver(push("c"));
  assert.equal(latestVersion(), "v-c");
  player.end();
  assert.deepEqual(player.story, [
    "scene of a", "page of a", "a shown after its scene", "page of b", "b shown", "scene of c",
  ]);
  player.end();
  assert.deepEqual(player.story.slice(-2), ["page of c", "c shown after its scene"]);
  assert.equal(latestVersion(), "v0");
});

test("a push without a scene waits only while another does", () => {
  const plain = push("b", { scene: false });
  assert.ok(!mustWait(plain.content));
  deliver(push("a"));
  assert.ok(mustWait(plain.content));
});

test("skipping ends the scene and shows all pushes", () => {
  deliver(push("a"));
  deliver(push("b"));
  skip();
  assert.deepEqual(player.story, [
    "scene of a", "scene of a cut", "page of a", "a shown", "page of b", "b shown",
  ]);
  assert.deepEqual(overs, [true]);
});

test("more than can be shown skips all scenes", () => {
  deliver(push("a"));
  deliver(push("b", { isTooMuch: true }));
  assert.ok(!isBehind());
  assert.deepEqual(overs, [true]);
});

test("a hidden page has no scenes, and hiding it ends them", () => {
  deliver(push("a"));
  page.hide();
  assert.ok(!isBehind());
  assert.ok(!mustWait(push("b").content));
});

test("a scene that never ends does not keep the page back for longer than a push may wait", (context) => {
  deliver(push("a"));
  context.mock.timers.tick(LATEST - 1);
  assert.ok(isBehind());
  context.mock.timers.tick(1);
  assert.deepEqual(player.story.slice(-2), ["page of a", "a shown"]);
});

test("a scene that waits for the viewer may last, until another push has waited as long", (context) => {
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

test("a response without news does not hurry a scene that waits for the viewer", (context) => {
  player.held = true;
  deliver(push("a"));
  deliver(answer("response"));
  context.mock.timers.tick(3 * LATEST);
  assert.ok(isBehind());
});

test("a change of the page that fails is reported, and the queue goes on", () => {
  const broken = { ...push("a"), apply: () => { throw new Error("no such part"); } };
  deliver(broken);
  deliver(push("b", { scene: false }));
  player.end();
  assert.deepEqual(errors, ["no such part"]);
  assert.ok(!isBehind());
  assert.equal(player.story.at(-1), "b shown");
});

test("skipping while the page changes does nothing", () => {
  const eager = push("a", { scene: false });
  deliver({ ...eager, apply: () => { skip(); eager.apply(); } });
  assert.deepEqual(player.story, ["page of a", "a shown"]);
});
