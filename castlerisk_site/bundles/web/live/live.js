// static/site/dom.js
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

// static/web/live/focus.js
var FALLBACKS = ["panel-heading", "outcome-headline", "content"];
var HEADER = 60;
var last = null;
var opened = [];
var openedApart = [];
function headingsAbove(control) {
  const headings = [];
  for (let part = control.closest("[aria-labelledby]"); part; ) {
    headings.push(part.getAttribute("aria-labelledby") ?? "");
    part = part.parentElement?.closest("[aria-labelledby]") ?? null;
  }
  return headings;
}
function remember({ target }) {
  if (target instanceof HTMLElement) last = { control: target, headings: headingsAbove(target) };
}
function openSummaries(part) {
  return findAll(part, "details[open] > summary[id]", HTMLElement).map(({ id }) => id);
}
function reopen(ids) {
  for (const id of ids) {
    const details = document.getElementById(id)?.closest("details");
    if (details) details.open = true;
  }
}
function restoreFocus() {
  if (!last || document.activeElement !== document.body) return;
  const { control, headings } = last;
  const others = [control.id, ...headings, ...FALLBACKS].map((id) => document.getElementById(id));
  const target = [control, ...others].find((each) => each?.isConnected && each.checkVisibility());
  if (!target) return;
  if (target !== control && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
var renewsPanel = ({ elt }) => elt.closest("#panel") !== null && elt.closest(".attack-fields") === null;
function scrollToResult(request) {
  const heading = document.getElementById("panel-heading");
  if (!heading || !renewsPanel(request) || heading.getBoundingClientRect().top >= HEADER) return;
  heading.scrollIntoView();
}
for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, remember);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  opened = openSummaries(detail.target);
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  openedApart = openSummaries(detail.target);
});
document.addEventListener("htmx:oobAfterSwap", () => reopen(openedApart));
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  reopen(opened);
  opened = [];
  if (detail.requestConfig) scrollToResult(detail.requestConfig);
});
for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, () => setTimeout(restoreFocus));
}

// static/web/live/looking.js
var FORGOTTEN = 36e5;
var usedAt = document.hidden ? 0 : Date.now();
var idle = () => Date.now() - usedAt;
var isLookedAt = () => !document.hidden && idle() < FORGOTTEN;
function noteUse() {
  usedAt = Date.now();
}

// static/web/live/page.js
var page = required(document.getElementById("live"));
var version = () => document.getElementById("version")?.dataset.version ?? "";

// static/web/live/queue.js
var LATEST = 2e4;
var waiting = [];
var player = null;
var endAnimation = null;
var isApplying = false;
var isApplied = false;
var isBehind = () => waiting.length > 0;
var latestVersion = () => waiting.at(-1)?.version ?? version();
var mustWait = (content) => isBehind() || hasAnimation(content) || Boolean(player?.isTooMuch(content));
var hasAnimation = (content) => !document.hidden && Boolean(player?.hasAnimation(content));
var tellShown = (content) => player?.onShown(content, false);
function deliver(push) {
  waiting.push(push);
  limitWait(push);
  if (player?.isTooMuch(push.content)) return skip();
  if (waiting.length === 1) showNext();
}
function limitWait(push) {
  setTimeout(() => {
    const isPatient = push === waiting[0] || !push.content.hasChildNodes();
    if (isPatient && waiting.includes(push) && player?.isHeld()) limitWait(push);
    else if (waiting.includes(push)) skip();
  }, LATEST);
}
function showNext() {
  while (waiting.length) {
    if (player && hasAnimation(waiting[0].content)) {
      endAnimation = player.play(waiting, applyFirst, onAnimationEnd);
      return;
    }
    finishFirst(false);
  }
  tellOver(false);
}
function tellOver(isSkipped) {
  document.dispatchEvent(new CustomEvent("animations-over", { detail: { isSkipped } }));
}
function onAnimationEnd() {
  endAnimation = null;
  finishFirst(true);
  showNext();
}
function applyFirst() {
  if (isApplied) return;
  isApplying = isApplied = true;
  try {
    waiting[0].apply();
  } catch (error) {
    reportError(error);
  }
  isApplying = false;
}
function finishFirst(hadAnimation) {
  applyFirst();
  isApplied = false;
  const push = waiting.shift();
  if (push) player?.onShown(push.content, hadAnimation);
}
function skip() {
  if (!waiting.length || isApplying) return;
  endAnimation?.();
  endAnimation = null;
  while (waiting.length) finishFirst(false);
  tellOver(true);
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});

// static/web/live/frames.js
var LOG_LINES = "log-lines";
var isCatchingUp = false;
var isOutdated = false;
var isSettled = false;
var partsThatCount = null;
var lastSwap = null;
function parseFrame(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const marker = template.content.querySelector("#version");
  if (!(marker instanceof HTMLElement)) return null;
  const { since = "", version: reached = "", whole } = marker.dataset;
  const selectOOB = selectorsOf(template.content);
  return { since, version: reached, isWhole: whole === "true", selectOOB, content: template.content };
}
function selectorsOf(content) {
  return [...content.children].filter((part) => !part.hasAttribute("hx-swap-oob")).flatMap((part) => part.matches("svg") ? [...part.children] : [part]).filter((part) => part.id).map(({ id }) => id === LOG_LINES ? `#${id}:beforeend` : `#${id}`).join(",");
}
function catchUp() {
  if (!page.dataset.changes) return;
  isOutdated = isCatchingUp;
  if (isCatchingUp) return;
  isCatchingUp = true;
  const looking = isLookedAt() ? "&looking=yes" : "";
  const url = `${page.dataset.changes}?have=${encodeURIComponent(latestVersion())}${looking}`;
  const onAnswer2 = () => {
    isCatchingUp = false;
    if (isOutdated) catchUp();
  };
  window.htmx.ajax("GET", url, { source: page, swap: "none" }).then(onAnswer2, onAnswer2);
}
function showFrame(text) {
  const frame = parseFrame(text);
  if (!frame || frame.version === latestVersion()) return;
  if (!frame.isWhole && frame.since !== latestVersion()) return catchUp();
  if (frame.isWhole) skip();
  deliver({ ...frame, apply: () => swapIn(text, frame.selectOOB) });
}
function swapIn(text, selectOOB) {
  const specification = { swapStyle: "none", swapDelay: 0, settleDelay: 0 };
  window.htmx.swap(document.body, text, specification, { selectOOB });
}
function checkAnswer(detail) {
  const text = detail.xhr.responseText || "";
  const frame = parseFrame(text);
  if (!frame || !detail.shouldSwap) return;
  detail.etc.selectOOB = frame.selectOOB;
  if (frame.since && frame.since !== latestVersion()) return checkOvertaken(detail, frame, text);
  if (frame.isWhole) return skip();
  if (!mustWait(frame.content)) return tellShown(frame.content);
  detail.shouldSwap = false;
  deliver({ ...frame, apply: () => swapIn(text, frame.selectOOB) });
}
function checkOvertaken(detail, frame, text) {
  const isCurrent = frame.version === latestVersion();
  const parts = ["notice", "since", ...isCurrent ? ["panel"] : []];
  if (detail.requestConfig.verb === "get") {
    detail.shouldSwap = false;
  } else if (isBehind()) {
    detail.shouldSwap = false;
    const apply = () => {
      partsThatCount = parts;
      swapIn(text, frame.selectOOB);
      partsThatCount = null;
    };
    deliver({ version: latestVersion(), content: new DocumentFragment(), apply });
  } else {
    partsThatCount = parts;
    queueMicrotask(() => partsThatCount = null);
  }
  if (!isCurrent) catchUp();
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => checkAnswer(detail));
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  isSettled = false;
  if (partsThatCount && !partsThatCount.includes(detail.target.id)) detail.shouldSwap = false;
});
window.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail === lastSwap) event.stopImmediatePropagation();
  lastSwap = event.detail;
}, true);
window.addEventListener("htmx:afterSettle", (event) => {
  if (isSettled) event.stopImmediatePropagation();
  isSettled = true;
  queueMicrotask(() => isSettled = false);
}, true);

// static/web/live/outage.js
var NO_ANSWER = [500, 502, 504];
var RETRY_AFTER = 5;
var retryTimer = 0;
var unsent = /* @__PURE__ */ new WeakSet();
var isPress = ({ requestConfig }) => requestConfig.verb === "post" || renewsPanel(requestConfig);
function showUnanswered(detail) {
  const isUnsent = unsent.has(detail.xhr);
  if (isUnsent ? !isPress(detail) : detail.requestConfig.verb !== "post") return;
  const line = document.createElement("p");
  line.className = "notice error";
  line.textContent = page.dataset[isUnsent ? "unsent" : "unanswered"] ?? "";
  if (isUnsent) line.id = "unsent";
  document.getElementById("notice")?.replaceChildren(line);
}
function onAnswer(detail) {
  const { xhr, successful } = detail;
  if (NO_ANSWER.includes(xhr.status)) showUnanswered(detail);
  if (xhr.status === 503) retryLater(Number(xhr.getResponseHeader("Retry-After")) || RETRY_AFTER);
  else if (successful) document.getElementById("away")?.remove();
  if (successful && isPress(detail)) document.getElementById("unsent")?.remove();
}
function retryLater(seconds) {
  if (retryTimer) return;
  retryTimer = setTimeout(() => {
    retryTimer = 0;
    catchUp();
  }, 1e3 * seconds);
}
if (page.dataset.changes) {
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (!navigator.onLine) unsent.add(detail.xhr);
  });
  document.addEventListener("htmx:sendError", ({ detail }) => showUnanswered(detail));
  document.addEventListener("htmx:afterRequest", ({ detail }) => onAnswer(detail));
}

// static/web/live/socket.js
var SILENCE = 45e3;
var CHECK = 5e3;
var CROWDED = 3e4;
var SLOWEST = 2500;
var RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
var STATES = /* @__PURE__ */ new Map([
  [4403, "refused"],
  [4429, "crowded"]
]);
var EVENTS = ["table-changed", "lobby-changed", "notices-changed"];
var socket = null;
var wrapper = null;
var heardAt = Date.now();
var attempts = 0;
var retryTimer2 = 0;
var isLeaving = false;
var state = () => document.documentElement.dataset.live;
function setState(next) {
  if (state() === next) return;
  document.documentElement.dataset.live = next;
  const line = document.getElementById("connection");
  if (!line) return;
  line.hidden = next === "on";
  if (next !== "on") line.textContent = page.dataset[next] ?? "";
}
function setOn() {
  attempts = 0;
  setState("on");
}
function lookAgain() {
  catchUp();
  for (const name of EVENTS) window.htmx.trigger(document.body, name);
}
function say(text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}
function receive(text) {
  heardAt = Date.now();
  if (state() === "crowded") setOn();
  if (isLeaving) return;
  if (!EVENTS.includes(text)) return showFrame(text);
  window.htmx.trigger(document.body, text);
  if (text === "table-changed") catchUp();
}
function onClose({ target, code }) {
  if (target !== socket) return;
  const next = STATES.get(code) ?? "away";
  setState(next);
  if (RETRIED_BY_EXTENSION.includes(code) || next === "refused" || retryTimer2) return;
  retryTimer2 = setTimeout(() => {
    retryTimer2 = 0;
    if (next === "crowded") lookAgain();
    wrapper?.reconnect();
  }, next === "crowded" ? CROWDED * (0.75 + Math.random() / 2) : retryDelay());
}
function retryDelay() {
  attempts += 1;
  return Math.min(SLOWEST, 250 * 2 ** attempts);
}
window.htmx.config.wsReconnectDelay = (count) => Math.min(SLOWEST, 250 * 2 ** count) * (0.5 + Math.random() / 2);
window.htmx.createWebSocket = (url) => socket = new WebSocket(url, []);
document.addEventListener("htmx:wsOpen", ({ detail }) => {
  wrapper = detail.socketWrapper;
  heardAt = Date.now();
  if (state() === "crowded") return;
  setOn();
  lookAgain();
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  receive(event.detail.message);
});
document.addEventListener("htmx:wsClose", ({ detail }) => onClose(detail.event));
document.addEventListener("submit", (event) => {
  const closesDialog = event.target instanceof HTMLFormElement && event.target.method === "dialog";
  isLeaving = !event.defaultPrevented && !closesDialog;
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isLeaving) event.preventDefault();
});
window.addEventListener("pageshow", () => isLeaving = false);
document.addEventListener("htmx:timeout", ({ target, detail }) => {
  window.htmx.trigger(target, "htmx:sendError", detail);
});
document.addEventListener("htmx:sendError", () => {
  if (!wrapper || state() !== "on") return;
  setState("away");
  wrapper.reconnect();
});
setInterval(() => {
  const isOpen = socket?.readyState === WebSocket.OPEN;
  if (!wrapper || !isOpen || Date.now() - heardAt <= SILENCE) return;
  heardAt = Date.now();
  wrapper.reconnect();
}, CHECK);

// static/web/live/presence.js
var REPORTED_EVERY = 6e4;
var LOOKS_FOR = 6e5;
var USES = ["pointerdown", "pointermove", "keydown", "wheel"];
var lastReported = 0;
function report() {
  lastReported = Date.now() - idle();
  if ("reports" in page.dataset) say(document.hidden ? "hidden" : String(Math.round(idle() / 1e3)));
}
function onUse() {
  if (document.hidden) return;
  const wasIdle = idle() >= LOOKS_FOR;
  noteUse();
  if (Date.now() - lastReported >= REPORTED_EVERY) report();
  if (wasIdle) catchUp();
}
for (const use of USES) document.addEventListener(use, onUse, { capture: true, passive: true });
document.addEventListener("htmx:wsOpen", report);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) noteUse();
  report();
  if (!document.hidden && document.documentElement.dataset.live === "on") catchUp();
});

// static/sound/synthesis.js
var SILENT = 1e-4;
var ATTACK = 0.012;
var whiteNoise = null;
function tone({ audio, target }, { at, lasts, pitch, gain, shape = "sine" }) {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(envelope({ audio, target }, at, lasts, gain));
  play(source, audio.currentTime + at, lasts);
}
function noise({ audio, target }, { at, lasts, from, to, gain }) {
  const source = audio.createBufferSource();
  source.buffer = whiteNoise ??= makeNoise(audio);
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  const start = audio.currentTime + at;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter).connect(envelope({ audio, target }, at, lasts, gain));
  play(source, start, lasts);
}
function makeNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  return buffer;
}
function envelope({ audio, target }, at, lasts, gain) {
  const start = audio.currentTime + at;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(SILENT, start);
  loudness.gain.exponentialRampToValueAtTime(gain, start + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(SILENT, start + lasts);
  loudness.connect(target);
  return loudness;
}
function play(source, start, lasts) {
  source.start(start);
  source.stop(start + lasts + ATTACK);
}

// static/sound/volume.js
var STORED = "volume";
var GAINS = /* @__PURE__ */ new Map([
  ["off", 0],
  ["low", 0.25],
  ["medium", 0.6],
  ["high", 1]
]);
var level = stored(STORED, "off");
function stored(name, otherwise) {
  try {
    const kept = localStorage.getItem(name) ?? "";
    return GAINS.has(kept) ? kept : otherwise;
  } catch {
    return otherwise;
  }
}
var volume = () => GAINS.get(level) ?? 0;

// static/sound/sounds.js
var SOUNDS = {
  dice: rattle,
  card: (output) => noise(output, { at: 0, lasts: 0.28, from: 900, to: 4200, gain: 0.22 }),
  capture: (output) => {
    noise(output, { at: 0, lasts: 0.16, from: 240, to: 90, gain: 0.7 });
    [392, 587.33].forEach((pitch, index) => tone(output, { at: 0.06 + index * 0.11, lasts: 0.4, pitch, gain: 0.2 }));
  },
  fall: (output) => {
    noise(output, { at: 0, lasts: 0.9, from: 420, to: 50, gain: 0.8 });
    [311.13, 261.63, 196].forEach(
      (pitch, index) => tone(output, { at: 0.1 + index * 0.2, lasts: 0.8, pitch, gain: 0.22, shape: "triangle" })
    );
  },
  turn: (output) => {
    [523.25, 659.25].forEach((pitch, index) => tone(output, { at: index * 0.18, lasts: 0.6, pitch, gain: 0.25 }));
  }
};
var IN_BACKGROUND = ["turn"];
var KNOCKS = 7;
var context = null;
function rattle(output) {
  for (let knock = 0; knock < KNOCKS; knock++) {
    const at = 0.5 * Math.sqrt(knock / KNOCKS) + 0.03 * Math.random();
    const pitch = 1500 + 900 * Math.random();
    noise(output, { at, lasts: 0.05, from: pitch, to: pitch * 0.7, gain: 0.5 * (1 - 0.6 * knock / KNOCKS) });
  }
}
function openContext() {
  if (!navigator.userActivation?.hasBeenActive || !window.AudioContext) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}
function playSound(name) {
  if (!volume() || document.hidden && !IN_BACKGROUND.includes(name)) return;
  const audio = openContext();
  if (!audio) return;
  const gain = audio.createGain();
  gain.gain.value = volume();
  gain.connect(audio.destination);
  SOUNDS[name]?.({ audio, target: gain });
}

// static/web/live/turn-alert.js
var title = document.title;
var icon = document.getElementById("favicon");
var restIcon = icon?.getAttribute("href") ?? "";
var wasAsked = null;
function showAsked() {
  if (!document.getElementById("status")) return;
  const isAsked = Boolean(document.getElementById("asked"));
  if (isAsked === wasAsked) return;
  document.title = isAsked ? `● ${page.dataset.askedTitle || "Your turn"} – ${title}` : title;
  icon?.setAttribute("href", isAsked && icon.dataset.turn || restIcon);
  if (isAsked && wasAsked === false && page.dataset.sound === "true") playSound("turn");
  wasAsked = isAsked;
}
document.addEventListener("htmx:afterSettle", showAsked);
showAsked();
