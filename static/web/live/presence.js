// @ts-check
// Reports to the server when the page is hidden or shown, and now and then that it is used. A player
// who does not look at the table gets mail about it, and the game stands if nobody looks or plays.

import { catchUp } from "./frames.js";
import { idle, noteUse } from "./looking.js";
import { page } from "./page.js";
import { say } from "./socket.js";

const REPORTED_EVERY = 60_000; // milliseconds between uses that are reported
const LOOKS_FOR = 600_000; // milliseconds after which an idle page is no longer looked at
const USES = ["pointerdown", "pointermove", "keydown", "wheel"];

let lastReported = 0; // when the page was used last, as reported

function report() {
  lastReported = Date.now() - idle();
  // Anonymous visitors are not counted, nor are visits to the lobby.
  if ("reports" in page.dataset) say(document.hidden ? "hidden" : String(Math.round(idle() / 1000)));
}

function onUse() {
  if (document.hidden) return;
  const wasIdle = idle() >= LOOKS_FOR;
  noteUse();
  if (Date.now() - lastReported >= REPORTED_EVERY) report();
  // The game may have been paused meanwhile: this resumes it.
  if (wasIdle) catchUp();
}

for (const use of USES) document.addEventListener(use, onUse, { capture: true, passive: true });
document.addEventListener("htmx:wsOpen", report);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) noteUse();
  report();
  if (!document.hidden && document.documentElement.dataset.live === "on") catchUp();
});
