// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}
function afterLayout(measure) {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    measure();
  });
  observer.observe(document.documentElement);
}
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

// static/site/menu.js
var MENUS = "details:is(.site-menu, .last-turns, .spoils)";
function closeMenus(except) {
  for (const menu2 of findAll(document, `${MENUS}[open]`, HTMLDetailsElement)) {
    if (menu2 !== except) menu2.open = false;
  }
}
document.addEventListener("click", (event) => {
  closeMenus(closest(event, MENUS, HTMLDetailsElement));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

// static/site/theme.js
var YEAR = 365 * 24 * 3600;
var prefix = location.protocol === "https:" ? "__Host-" : "";
var pattern = new RegExp(`(?:^|; )${prefix}theme=(light|dark)`);
function show(theme) {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  for (const button3 of findAll(document, "[data-theme-set]", HTMLElement)) {
    button3.setAttribute("aria-pressed", String(button3.dataset.themeSet === theme));
  }
}
function remember(theme) {
  const age = theme === "auto" ? 0 : YEAR;
  const secure = prefix && "; Secure";
  document.cookie = `${prefix}theme=${theme}; path=/; max-age=${age}; SameSite=Lax${secure}`;
}
for (const group of findAll(document, "[data-theme-choice]", HTMLElement)) {
  group.hidden = false;
  group.addEventListener("click", (event) => {
    const theme = closest(event, "[data-theme-set]", HTMLElement)?.dataset.themeSet;
    if (!theme) return;
    remember(theme);
    show(theme);
  });
}
show(pattern.exec(document.cookie)?.[1] ?? "auto");

// static/site/site.js
for (const element of findAll(document, "[data-with-script]", HTMLElement)) element.hidden = false;

// static/web/live/focus.js
var FALLBACKS = ["panel-heading", "outcome-headline", "content"];
var HEADER = 60;
var last = null;
var opened = [];
var openedApart = [];
function headingsAbove(control2) {
  const headings = [];
  for (let part = control2.closest("[aria-labelledby]"); part; ) {
    headings.push(part.getAttribute("aria-labelledby") ?? "");
    part = part.parentElement?.closest("[aria-labelledby]") ?? null;
  }
  return headings;
}
function remember2({ target }) {
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
  const { control: control2, headings } = last;
  const others = [control2.id, ...headings, ...FALLBACKS].map((id) => document.getElementById(id));
  const target = [control2, ...others].find((each) => each?.isConnected && each.checkVisibility());
  if (!target) return;
  if (target !== control2 && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
var renewsPanel = ({ elt }) => elt.closest("#panel") !== null && elt.closest(".attack-fields") === null;
function scrollToResult(request) {
  const heading = document.getElementById("panel-heading");
  if (!heading || !renewsPanel(request) || heading.getBoundingClientRect().top >= HEADER) return;
  heading.scrollIntoView();
}
for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, remember2);
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
function setPlayer(next) {
  player = next;
}
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
function parseFrame(text3) {
  const template = document.createElement("template");
  template.innerHTML = text3;
  const marker = template.content.querySelector("#version");
  if (!(marker instanceof HTMLElement)) return null;
  const { since = "", version: reached = "", whole: whole2 } = marker.dataset;
  const selectOOB = selectorsOf(template.content);
  return { since, version: reached, isWhole: whole2 === "true", selectOOB, content: template.content };
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
function showFrame(text3) {
  const frame = parseFrame(text3);
  if (!frame || frame.version === latestVersion()) return;
  if (!frame.isWhole && frame.since !== latestVersion()) return catchUp();
  if (frame.isWhole) skip();
  deliver({ ...frame, apply: () => swapIn(text3, frame.selectOOB) });
}
function swapIn(text3, selectOOB) {
  const specification = { swapStyle: "none", swapDelay: 0, settleDelay: 0 };
  window.htmx.swap(document.body, text3, specification, { selectOOB });
}
function checkAnswer(detail) {
  const text3 = detail.xhr.responseText || "";
  const frame = parseFrame(text3);
  if (!frame || !detail.shouldSwap) return;
  detail.etc.selectOOB = frame.selectOOB;
  if (frame.since && frame.since !== latestVersion()) return checkOvertaken(detail, frame, text3);
  if (frame.isWhole) return skip();
  if (!mustWait(frame.content)) return tellShown(frame.content);
  detail.shouldSwap = false;
  deliver({ ...frame, apply: () => swapIn(text3, frame.selectOOB) });
}
function checkOvertaken(detail, frame, text3) {
  const isCurrent = frame.version === latestVersion();
  const parts = ["notice", "since", ...isCurrent ? ["panel"] : []];
  if (detail.requestConfig.verb === "get") {
    detail.shouldSwap = false;
  } else if (isBehind()) {
    detail.shouldSwap = false;
    const apply = () => {
      partsThatCount = parts;
      swapIn(text3, frame.selectOOB);
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
  const line2 = document.createElement("p");
  line2.className = "notice error";
  line2.textContent = page.dataset[isUnsent ? "unsent" : "unanswered"] ?? "";
  if (isUnsent) line2.id = "unsent";
  document.getElementById("notice")?.replaceChildren(line2);
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
  const line2 = document.getElementById("connection");
  if (!line2) return;
  line2.hidden = next === "on";
  if (next !== "on") line2.textContent = page.dataset[next] ?? "";
}
function setOn() {
  attempts = 0;
  setState("on");
}
function lookAgain() {
  catchUp();
  for (const name of EVENTS) window.htmx.trigger(document.body, name);
}
function say(text3) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text3);
}
function receive(text3) {
  heardAt = Date.now();
  if (state() === "crowded") setOn();
  if (isLeaving) return;
  if (!EVENTS.includes(text3)) return showFrame(text3);
  window.htmx.trigger(document.body, text3);
  if (text3 === "table-changed") catchUp();
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
window.htmx.config.wsReconnectDelay = (count2) => Math.min(SLOWEST, 250 * 2 ** count2) * (0.5 + Math.random() / 2);
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
  const filter2 = audio.createBiquadFilter();
  filter2.type = "bandpass";
  const start = audio.currentTime + at;
  filter2.frequency.setValueAtTime(from, start);
  filter2.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter2).connect(envelope({ audio, target }, at, lasts, gain));
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
var LAST = "volume-before";
var USUAL = "medium";
var GAINS = /* @__PURE__ */ new Map([
  ["off", 0],
  ["low", 0.25],
  ["medium", 0.6],
  ["high", 1]
]);
var level = stored(STORED, "off");
function stored(name, otherwise) {
  try {
    const kept2 = localStorage.getItem(name) ?? "";
    return GAINS.has(kept2) ? kept2 : otherwise;
  } catch {
    return otherwise;
  }
}
var volumeLevel = () => level;
var volume = () => GAINS.get(level) ?? 0;
function setVolume(chosen2) {
  if (!GAINS.has(chosen2)) return;
  level = chosen2;
  try {
    localStorage.setItem(STORED, level);
    if (level !== "off") localStorage.setItem(LAST, level);
  } catch {
  }
}
function toggleVolume() {
  setVolume(level === "off" ? stored(LAST, USUAL) : "off");
}

// static/sound/sounds.js
var SOUNDS = {
  dice: rattle,
  card: (output2) => noise(output2, { at: 0, lasts: 0.28, from: 900, to: 4200, gain: 0.22 }),
  capture: (output2) => {
    noise(output2, { at: 0, lasts: 0.16, from: 240, to: 90, gain: 0.7 });
    [392, 587.33].forEach((pitch, index) => tone(output2, { at: 0.06 + index * 0.11, lasts: 0.4, pitch, gain: 0.2 }));
  },
  fall: (output2) => {
    noise(output2, { at: 0, lasts: 0.9, from: 420, to: 50, gain: 0.8 });
    [311.13, 261.63, 196].forEach(
      (pitch, index) => tone(output2, { at: 0.1 + index * 0.2, lasts: 0.8, pitch, gain: 0.22, shape: "triangle" })
    );
  },
  turn: (output2) => {
    [523.25, 659.25].forEach((pitch, index) => tone(output2, { at: index * 0.18, lasts: 0.6, pitch, gain: 0.25 }));
  }
};
var IN_BACKGROUND = ["turn"];
var KNOCKS = 7;
var context = null;
function rattle(output2) {
  for (let knock = 0; knock < KNOCKS; knock++) {
    const at = 0.5 * Math.sqrt(knock / KNOCKS) + 0.03 * Math.random();
    const pitch = 1500 + 900 * Math.random();
    noise(output2, { at, lasts: 0.05, from: pitch, to: pitch * 0.7, gain: 0.5 * (1 - 0.6 * knock / KNOCKS) });
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
  const isAsked2 = Boolean(document.getElementById("asked"));
  if (isAsked2 === wasAsked) return;
  document.title = isAsked2 ? `● ${page.dataset.askedTitle || "Your turn"} – ${title}` : title;
  icon?.setAttribute("href", isAsked2 && icon.dataset.turn || restIcon);
  if (isAsked2 && wasAsked === false && page.dataset.sound === "true") playSound("turn");
  wasAsked = isAsked2;
}
document.addEventListener("htmx:afterSettle", showAsked);
showAsked();

// static/drawing/board/elements.js
var SVG = "http://www.w3.org/2000/svg";
var board = required(document.getElementById("board"));
var isLive = "live" in board.dataset;
var viewport = required(find(board, ".board-viewport", HTMLElement));
var layers = required(find(board, ".board-layers", HTMLElement));
var land = required(find(board, ".board-land", SVGSVGElement));
var mapWidth = land.viewBox.baseVal.width;
var territories = () => findAll(land, ".territory", SVGGElement);
var boxesOf = (selector) => findAll(board, selector, SVGElement).map((element) => element.getBoundingClientRect());
var territoryOf = (id) => find(land, `#terr-${CSS.escape(id)}`, SVGGElement);
var idOf = (territory) => territory.id.slice("terr-".length);
function territoryAt(event) {
  const sign = closest(event, "[data-sign-of]", SVGGElement);
  return sign ? territoryOf(sign.dataset.signOf ?? "") : closest(event, ".territory", SVGGElement);
}
function centreOf(territory) {
  const badge = required(territory.querySelector(".badge-row")?.parentElement);
  const [x, y] = required(badge.getAttribute("transform")?.match(/[-.\d]+/g)).map(Number);
  return [x, y];
}
function draw(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

// static/drawing/board/choices.js
var HINTS = {
  source: "Attack from here",
  target: "Attack this",
  place: "Place armies here",
  claim: "Claim this",
  hide: "Hide armies here",
  stronghold: "Choose this",
  dragon: "Send the dragon here",
  stake: "You could lose armies here",
  from: "Move armies from here",
  to: "Move armies here",
  occupy: "Claim this, or leave it",
  prefer: "Claim this first",
  sources: "Take armies from here first",
  reveal: "Reveal hidden armies here",
  bonus: "Put the set’s bonus armies here",
  headquarters: "Choose this as your headquarters"
};
var announcement = required(document.getElementById("board-says"));
var choices = /* @__PURE__ */ new Map();
var choiceOf = (territory) => choices.get(idOf(territory));
var isAnyOpen = () => [...choices.values()].some((choice) => !choice.isChosen);
var shownOffer = () => document.getElementById("panel")?.dataset.offer ?? "";
function readChoices() {
  choices = /* @__PURE__ */ new Map();
  const panel2 = document.getElementById("panel");
  if (!panel2 || !isLive) return;
  for (const control2 of findAll(panel2, "[data-territory][data-role]", HTMLElement)) {
    const { territory: id = "", role = "" } = control2.dataset;
    const isChosen = "chosen" in control2.dataset;
    if (!territoryOf(id) || isDisabled(control2) && !isChosen) continue;
    const known = choices.get(id);
    if (known && (known.isChosen || !isChosen)) continue;
    choices.set(id, { control: control2, role, isChosen });
  }
}
var isDisabled = (control2) => control2.matches(":disabled") || control2.getAttribute("aria-disabled") === "true";
function chosenAs(role) {
  for (const [id, choice] of choices) {
    if (choice.isChosen && choice.role === role) return { id, ...choice };
  }
  return null;
}
function isSettled2(territory) {
  const choice = choiceOf(territory);
  return Boolean(choice?.isChosen && !choice.control.matches("a, button, input"));
}
function chosenTerritories() {
  const chosen2 = [...choices].filter(([, choice]) => choice.isChosen);
  return chosen2.flatMap(([id]) => territoryOf(id) ?? []);
}
function lessonPlaces() {
  const places = find(document, "#panel .lesson", HTMLElement)?.dataset.places ?? "";
  return places.split(" ").flatMap((id) => id && territoryOf(id) || []);
}
function numberField(choice) {
  const control2 = choice?.control;
  const isNumber = control2 instanceof HTMLInputElement && ["number", "range"].includes(control2.type);
  return isNumber ? control2 : null;
}
function tickBox(choice) {
  const control2 = choice?.control;
  const isBox = control2 instanceof HTMLInputElement && ["checkbox", "radio"].includes(control2.type);
  return isBox ? control2 : null;
}
function amountOf(choice) {
  const field = numberField(choice);
  if (field) return Number(field.value) || 0;
  return tickBox(choice)?.checked ? 1 : 0;
}
function hintOf(territory) {
  const choice = choiceOf(territory);
  if (!choice) return "";
  if (choice.isChosen) return "Chosen";
  const amount = amountOf(choice);
  const hint = HINTS[choice.role] ?? "Choose this";
  const gesture = matchMedia("(pointer: coarse)").matches ? "Hold" : "Right-click";
  return amount ? `${hint}: ${amount} so far. ${gesture} to take one back.` : hint;
}
function count(territory, step) {
  const field = numberField(choiceOf(territory));
  if (!field) return;
  const before3 = field.value;
  if (field.value === "") field.value = field.min || "0";
  if (step > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before3) return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  announcement.textContent = `${territory.dataset.name}: ${Number(field.value)}`;
}
function choose(territory, step) {
  if (choiceOf(territory)?.control.isConnected === false) readChoices();
  const choice = choiceOf(territory);
  if (!choice && step > 0) return askWhyNot(territory);
  if (!choice) return;
  if (numberField(choice)) count(territory, step);
  else if (step > 0) choice.control.click();
}
function askWhyNot(territory) {
  const form = find(document, "#panel:not([aria-busy='true']) #why-not-this", HTMLFormElement);
  if (!form) return;
  required(find(form, "input", HTMLInputElement)).value = idOf(territory);
  form.requestSubmit();
}
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail?.requestConfig?.elt.id !== "why-not-this") return;
  const reason = find(document, "#panel .notice[role=status]", HTMLElement);
  announcement.textContent = reason?.firstChild?.textContent?.trim() ?? "";
});

// static/drawing/board/zoom.js
var MOST = 6;
var FAR = 0.5;
var ILLEGIBLE = 0.8;
var LEGIBLE = Number(board.dataset.legible ?? 0);
var ENLARGED = 1.4;
var MARGIN = 70;
var LEAST_MARGIN = 22;
var CLOSEST = 1.8;
var NAMES = 45;
var LINE = 18;
var phone = matchMedia("(max-width: 46rem) and (orientation: portrait)");
var zoom = 1;
var scaleBefore = 0;
var widthBefore = 0;
var isAtRest = true;
var closeness = 1;
var left = 0;
var top = 0;
var [width, height, roomAcross, roomDown] = [0, 0, 0, 0];
var kept = [];
var viewBefore = null;
var isZoomed = () => zoom > 1;
var position = () => [left, top];
function leastZoom() {
  if (!phone.matches || !layers.offsetHeight) return 1;
  return Math.min(1, viewport.clientHeight / layers.offsetHeight);
}
function showWhole() {
  const before3 = kept;
  zoomTo(leastZoom());
  kept = before3;
}
function leaveWhole() {
  if (!phone.matches || zoom >= restZoom()) return;
  isAtRest = true;
  showZoom();
}
function restZoom() {
  if (!phone.matches || !layers.offsetWidth) return 1;
  return Math.min(MOST, Math.max(1, viewport.clientWidth / layers.offsetWidth));
}
var isEnlarged = () => zoom >= ENLARGED * restZoom();
function showZoom() {
  zoom = isAtRest ? restZoom() * closeness : Math.max(leastZoom(), zoom);
  board.classList.add("is-drawn");
  board.classList.toggle("is-zoomed", zoom > 1);
  [width, height] = [layers.offsetWidth, layers.offsetHeight];
  [roomAcross, roomDown] = [viewport.clientWidth, viewport.clientHeight];
  left = clamped(left, width * zoom, roomAcross);
  top = clamped(top, height * zoom, roomDown);
  const x = left - (roomAcross - width) / 2;
  const y = top - (roomDown - height) / 2;
  const isPlain = zoom === 1 && !phone.matches;
  layers.style.transform = isPlain ? "" : `translate(${x}px, ${y}px) scale(${zoom})`;
  const scale = width * zoom / mapWidth;
  const isFar = scale < FAR;
  board.classList.toggle("is-zoomed-out", isFar);
  board.classList.toggle("is-zoomed-in", zoom > 1 && !isFar);
  board.classList.toggle("has-fitted-names", isFar || scale < (phone.matches ? ILLEGIBLE : LEGIBLE));
  for (const button3 of findAll(board, "[data-zoom]", HTMLButtonElement)) {
    button3.disabled = button3.dataset.zoom === "in" ? zoom >= MOST : zoom <= leastZoom();
  }
  if (scale !== scaleBefore || width !== widthBefore) board.dispatchEvent(new Event("scale"));
  scaleBefore = scale;
  widthBefore = width;
}
var clamped = (start, size, room) => size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, start));
function takeOver() {
  kept = [];
  viewBefore = null;
}
function zoomTo(wanted, x = viewport.clientWidth / 2, y = viewport.clientHeight / 2) {
  const next = Math.min(MOST, Math.max(leastZoom(), wanted));
  takeOver();
  closeness = 1;
  isAtRest = next === restZoom();
  left = x - (x - left) * next / zoom;
  top = y - (y - top) * next / zoom;
  zoom = next;
  showZoom();
}
var zoomBy = (factor, x, y) => zoomTo(zoom * factor, x, y);
function toggleZoom(x, y) {
  zoomTo(zoom > restZoom() ? restZoom() : restZoom() * 2.2, x, y);
}
function shift(x, y) {
  takeOver();
  left += x;
  top += y;
}
function moveTo(x, y) {
  takeOver();
  left = x;
  top = y;
  showZoom();
}
function within({ clientX, clientY }) {
  const frame = viewport.getBoundingClientRect();
  return [clientX - frame.left, clientY - frame.top];
}
function bringIntoView(wanted) {
  returnView();
  moveInto(wanted);
}
function moveInto(wanted) {
  kept = wanted;
  if (zoom === 1 && !phone.matches) return;
  let shown2 = [];
  let move = [0, 0];
  for (const each of wanted) {
    const [across, down] = shiftTo([...shown2, each]);
    if (across === null || down === null) continue;
    shown2 = [...shown2, each];
    move = [across, down];
  }
  left += move[0];
  top += move[1];
  if (move[0] || move[1]) showZoom();
}
function closeUpOn(places) {
  returnView();
  if (!phone.matches || !("wide" in board.dataset) || !isAtRest) return;
  const scale = layers.offsetWidth * restZoom() / mapWidth;
  const points = places.map((place2) => centreOf(place2).map((coordinate) => coordinate * scale));
  const across = spreadOf(points.map(([x]) => x)) / (viewport.clientWidth - 2 * NAMES);
  const down = spreadOf(points.map(([, y]) => y)) / (viewport.clientHeight - 2 * NAMES);
  closeness = places.length ? Math.min(CLOSEST, Math.max(1, 1 / Math.max(across, down))) : 1;
  showZoom();
}
var spreadOf = (points) => Math.max(...points) - Math.min(...points);
function follow(places, first = []) {
  returnView();
  if (!phone.matches) return;
  leaveWhole();
  const isVisible = places.map(isInView);
  const [near, far] = [places.filter((_, at) => isVisible[at]), places.filter((_, at) => !isVisible[at])];
  bringIntoView([...first, ...near, ...far]);
}
function showForAnimation(places) {
  if (places.every(isInView)) return;
  viewBefore ??= { zoom, isAtRest, closeness, left, top, kept };
  if (!shiftTo(places).includes(null)) return moveInto(places);
  zoom = leastZoom();
  isAtRest = zoom === restZoom();
  closeness = 1;
  kept = places;
  showZoom();
}
function returnView() {
  if (!viewBefore) return;
  ({ zoom, isAtRest, closeness, left, top, kept } = viewBefore);
  viewBefore = null;
  showZoom();
}
var isInView = (place2) => shiftTo([place2]).every((pixels) => pixels === 0);
function shiftTo(shown2) {
  const scale = width * zoom / mapWidth;
  const points = shown2.map((each) => centreOf(each).map((coordinate) => coordinate * scale));
  return [
    shiftInto(points.map(([x]) => x), left, width * zoom, roomAcross),
    shiftInto(points.map(([, y]) => y), top, height * zoom, roomDown)
  ];
}
function shiftInto(points, start, size, room) {
  const usual = Math.min(MARGIN, room / 3);
  const margin = Math.min(usual, Math.max(LEAST_MARGIN, (room - spreadOf(points)) / 2));
  const inner = points.map((point) => Math.max(margin, Math.min(size - margin, point)));
  const [least, most] = [Math.min(...inner) + start, Math.max(...inner) + start];
  if (most - least > room - 2 * margin) return null;
  return Math.max(0, margin - least) + Math.min(0, room - margin - most);
}
function onWheel(event) {
  if (!isLive && !event.ctrlKey) return;
  if (zoom === 1 && event.deltaY > 0) return;
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
  zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.012 : 22e-4)), ...within(event));
}
viewport.addEventListener("wheel", onWheel, { passive: false });
document.addEventListener("animations-over", returnView);
new ResizeObserver(() => {
  showZoom();
  moveInto(kept);
}).observe(viewport);

// static/drawing/board/gestures.js
var LONG_PRESS = 500;
var TREMBLE = 6;
var DOUBLE_TAP = 350;
var NEAR = 30;
var pinch = null;
var drag = null;
var wasGesture = false;
var pressTimer = 0;
var lastTap = { time: -Infinity, x: 0, y: 0 };
var isDragging = () => drag !== null;
function takeGesture() {
  const was = wasGesture;
  wasGesture = false;
  return was;
}
var isGesture = () => wasGesture;
function onTouch(event) {
  if (event.touches.length !== 2) {
    pinch = null;
    return;
  }
  const [a, b] = [...event.touches].map(within);
  const span = Math.hypot(a[0] - b[0], a[1] - b[1]);
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (pinch) {
    shift(middle[0] - pinch.middle[0], middle[1] - pinch.middle[1]);
    zoomBy(span / pinch.span, ...middle);
    wasGesture = true;
  }
  pinch = { span, middle };
  drag = null;
  cancelPress();
  if (event.cancelable) event.preventDefault();
}
function onDown(event) {
  if (event.pointerType === "mouse" && event.button !== 0) return;
  wasGesture = false;
  drag = { x: event.clientX, y: event.clientY, start: position() };
  const territory = territoryAt(event);
  if (event.pointerType !== "mouse" && territory && numberField(choiceOf(territory))) {
    startPress(territory);
  }
}
function onMove(event) {
  if (!drag || pinch) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!wasGesture && Math.hypot(x, y) < TREMBLE) return;
  cancelPress();
  if (!isZoomed()) return;
  wasGesture = true;
  board.classList.add("is-dragged");
  moveTo(drag.start[0] + x, drag.start[1] + y);
}
function onTap(event) {
  if (event.pointerType === "mouse" || wasGesture) return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const isSecond = time - lastTap.time < DOUBLE_TAP && Math.hypot(x - lastTap.x, y - lastTap.y) < NEAR;
  lastTap = isSecond ? { time: -Infinity, x, y } : { time, x, y };
  if (!isSecond || territoryAt(event)?.classList.contains("is-choosable")) return;
  toggleZoom(...within(event));
  wasGesture = true;
}
function onUp() {
  drag = null;
  cancelPress();
  board.classList.remove("is-dragged");
}
function startPress(territory) {
  cancelPress();
  pressTimer = setTimeout(() => {
    wasGesture = true;
    count(territory, -1);
  }, LONG_PRESS);
}
function cancelPress() {
  clearTimeout(pressTimer);
}
viewport.addEventListener("touchstart", onTouch, { passive: false });
viewport.addEventListener("touchmove", onTouch, { passive: false });
viewport.addEventListener("touchend", onTouch);
viewport.addEventListener("pointerdown", onDown);
viewport.addEventListener("pointerup", onTap);
window.addEventListener("pointermove", onMove);
window.addEventListener("pointerup", onUp);
window.addEventListener("pointercancel", onUp);

// static/drawing/board/card.js
var EDGE = 8;
var card = required(find(board, ".board-tooltip", HTMLElement));
var shown = null;
var isCardShown = () => shown !== null;
function factsOf(territory) {
  const { name = "", empire = "", seas = "", land: land2 = "" } = territory.dataset;
  const signs2 = board.querySelectorAll(`#marks [data-territory="${idOf(territory)}"]`);
  return {
    name,
    empire,
    says: statement(territory.querySelector("[data-says]")),
    seas,
    land: land2,
    signs: [...signs2].map(statement),
    hint: hintOf(territory)
  };
}
var statement = (element) => element?.getAttribute("data-says") ?? "";
function accessibleName(territory) {
  const { name, empire, says, signs: signs2, hint } = factsOf(territory);
  return [name, empire, says, ...signs2, hint].filter(Boolean).join(", ");
}
function showCard(territory, x, y) {
  if (isSettled2(territory)) return hideCard();
  fillCard(territory);
  placeCard(territory, x, y);
}
function showCardAtBadge(territory) {
  const badge = territory.querySelector(".badge-row")?.getBoundingClientRect();
  if (badge) showCard(territory, badge.right, badge.bottom);
}
function refreshCard() {
  if (shown && isSettled2(shown)) hideCard();
  else if (shown) fillCard(shown);
}
function hideCard() {
  shown = null;
  card.hidden = true;
}
function fillCard(territory) {
  shown = territory;
  card.replaceChildren();
  const { name, empire, says, seas, land: land2, signs: signs2, hint } = factsOf(territory);
  addLine("strong", "board-tooltip-name", name);
  addLine("span", "board-tooltip-empire", empire);
  if (says) addLine("p", "board-tooltip-text", capitalised(says));
  if (seas) addLine("p", "", seas);
  if (land2) addLine("p", "", capitalised(land2));
  for (const sign of signs2) addLine("p", "board-tooltip-effect", sign);
  if (hint) addLine("p", "board-tooltip-hint", hint);
  card.hidden = false;
}
var capitalised = (text3) => text3.charAt(0).toUpperCase() + text3.slice(1);
function addLine(name, className, text3) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text3;
  card.append(element);
}
function placeCard(territory, x, y) {
  if (matchMedia("(max-width: 40rem)").matches) {
    const { top: top3, height: height2 } = viewport.getBoundingClientRect();
    const badge = required(territory.querySelector(".badge-row")).getBoundingClientRect();
    card.style.translate = "";
    card.classList.toggle("is-above", badge.top > top3 + height2 * 0.62);
    return;
  }
  const frame = board.getBoundingClientRect();
  const [left3, top2] = leastCovering(placesFor(x - frame.left, y - frame.top), frame);
  card.style.translate = `${left3}px ${top2}px`;
}
function placesFor(x, y) {
  const right = board.offsetWidth - card.offsetWidth;
  const bottom = board.offsetHeight - card.offsetHeight - EDGE;
  const [beside2, opposite] = [x + 22, x - 18 - card.offsetWidth];
  const [below, above] = [Math.min(y + 14, bottom), Math.min(y - 14 - card.offsetHeight, bottom)];
  const near = [[beside2, below], [opposite, below], [beside2, above], [opposite, above]];
  const corners = [[right, bottom], [EDGE, bottom], [right, EDGE], [EDGE, EDGE]];
  const fitting = near.filter(([left3, top2]) => left3 >= EDGE && left3 <= right && top2 >= EDGE);
  return [...fitting, ...corners];
}
function leastCovering(places, frame) {
  const choices3 = territories().filter((each) => each.matches(".is-choosable, .is-chosen"));
  const boxes = choices3.map((each) => required(each.querySelector(".badge-row")).getBoundingClientRect());
  const covered = places.map(([left3, top2]) => {
    const [from, start] = [frame.left + left3, frame.top + top2];
    const [to, end] = [from + card.offsetWidth, start + card.offsetHeight];
    return boxes.filter((box4) => box4.right > from && box4.left < to && box4.bottom > start && box4.top < end).length;
  });
  return places[covered.indexOf(Math.min(...covered))];
}
card.addEventListener("mousedown", (event) => event.preventDefault());

// static/drawing/board/keyboard.js
var DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
};
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const territory = territoryAt(event);
  if (zoomByKey(event.key) || territory && useTerritory(territory, event)) event.preventDefault();
}
function zoomByKey(key) {
  if (key === "+" || key === "=") zoomBy(1.4);
  else if (key === "-") zoomBy(1 / 1.4);
  else if (key === "0") showWhole();
  else if (key === "Escape" && isCardShown()) hideCard();
  else return false;
  return true;
}
function useTerritory(territory, { key, shiftKey }) {
  if (key in DIRECTIONS) moveFocus(territory, DIRECTIONS[key]);
  else if (key === "Enter" || key === " ") choose(territory, shiftKey ? -1 : 1);
  else if (key === "Delete" || key === "Backspace") choose(territory, -1);
  else return false;
  return true;
}
function moveFocus(territory, direction) {
  const next = neighbour(territory, direction);
  if (!next) return;
  territory.setAttribute("tabindex", territory.classList.contains("is-choosable") ? "0" : "-1");
  next.setAttribute("tabindex", "0");
  next.focus({ preventScroll: isZoomed() });
}
function neighbour(territory, [right, down]) {
  const [x, y] = centreOf(territory);
  let nearest3 = null;
  let least = Infinity;
  for (const other of territories()) {
    const [otherX, otherY] = centreOf(other);
    const dx = otherX - x;
    const dy = otherY - y;
    const ahead2 = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = ahead2 + aside * 2;
    if (ahead2 > 0 && aside < ahead2 * 2.5 && cost < least) {
      nearest3 = other;
      least = cost;
    }
  }
  return nearest3;
}
board.addEventListener("keydown", onKey);

// static/drawing/board/fill.js
var KEY = "board-fill";
function fill(mode) {
  board.dataset.fill = mode;
  for (const button3 of findAll(board, ".board-tools [data-fill]", HTMLElement)) {
    button3.setAttribute("aria-pressed", String(button3.dataset.fill === mode));
  }
  try {
    localStorage.setItem(KEY, mode);
  } catch {
  }
}
function rememberedFill() {
  try {
    return localStorage.getItem(KEY) === "empires" ? "empires" : "owners";
  } catch {
    return "owners";
  }
}

// static/drawing/board/lanes.js
var GAP = 17;
var ROUND = 45;
var lanes = null;
async function loadLanes() {
  if (lanes || !isLive) return;
  const answer = await fetch(required(board.dataset.lanes));
  if (answer.ok) lanes = await answer.json();
}
function dottedLine(source, target) {
  for (const [ends, pieces] of Object.entries(lanes?.lines ?? {})) {
    const [a, b] = ends.split(" ");
    const name = `${a}-${b}`;
    if (a === source && b === target) return { name, pieces };
    if (b === source && a === target) {
      return { name, pieces: pieces.map((piece) => [...piece].reverse()).reverse() };
    }
  }
  return null;
}
function linePath(start, pieces, end) {
  const points = pieces.map((piece) => [...piece]);
  points[0].unshift(start);
  points[points.length - 1].push(end);
  return points.map(smooth).join("");
}
function directPath(start, end) {
  const dx = end[0] - start[0];
  const dy = end[1] - start[1];
  const gap2 = GAP / (Math.hypot(dx, dy) || 1);
  const bend = [(start[0] + end[0]) / 2 + dy * 0.14, (start[1] + end[1]) / 2 - dx * 0.14];
  return `M${start[0] + dx * gap2} ${start[1] + dy * gap2}Q${bend[0]} ${bend[1]} ${end[0] - dx * gap2} ${end[1] - dy * gap2}`;
}
function voyage(source, target, zones) {
  return lanes && shortest(lanes, source, target, zones);
}
function shortest(kept2, source, target, zones) {
  let ways = [{ entry: source, points: [] }];
  zones.forEach((name, index) => {
    const zone2 = kept2.seas[name];
    const after = zones[index + 1];
    const ports = Object.keys(zone2.ports).filter((port) => port.split(" ")[0] === after);
    const exits = after ? ports : [target];
    ways = ways.flatMap(
      ({ entry, points }) => exits.map((exit) => ({
        // In the next zone, the same gate is named after the zone just left.
        entry: name + (after ? exit.slice(after.length) : ""),
        points: [...points, ...lane(kept2, zone2, entry, exit)]
      }))
    );
  });
  return ways.sort((a, b) => lengthOf(a.points) - lengthOf(b.points))[0]?.points ?? [];
}
function lane(kept2, zone2, first, second) {
  const turns = zone2.lanes[first]?.[second] ?? [...zone2.lanes[second]?.[first] ?? []].reverse();
  const points = turns.map((number) => kept2.points[number]);
  return [zone2.ports[first], ...points, zone2.ports[second]].filter(Boolean);
}
var lengthOf = (points) => points.slice(1).reduce((sum, point, index) => sum + distance(points[index], point), 0);
var distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);
function smooth(points) {
  const way = [...points];
  const end = points.length - 1;
  way[0] = towards(points[0], points[1], GAP);
  way[end] = towards(points[end], points[end - 1], GAP);
  let path = `M${way[0]}`;
  for (let index = 1; index < end; index += 1) {
    const [before3, turn, after] = way.slice(index - 1, index + 2);
    const start = towards(turn, before3, Math.min(ROUND, distance(turn, before3) / 2));
    path += `L${start}Q${turn} ${towards(turn, after, Math.min(ROUND, distance(turn, after) / 2))}`;
  }
  return `${path}L${way[end]}`;
}
function towards(a, b, length) {
  const share = length / (distance(a, b) || 1);
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

// static/drawing/board/boxes.js
var STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
var centre = ({ left: left3, right, top: top2, bottom }) => [(left3 + right) / 2, (top2 + bottom) / 2];
function isCrossed({ left: left3, right, top: top2, bottom }, [[fromX, fromY], [toX, toY]]) {
  return STEPS.some((share) => {
    const [x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
    return x > left3 && x < right && y > top2 && y < bottom;
  });
}
function gap(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}
var offset = (one, other) => Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;

// static/drawing/board/animation-marks.js
var LIFT = 26;
var layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "board-animation" });
var spots = [];
var attacked = [];
var outlined = [];
function clearAnimation() {
  layer.replaceChildren();
  spots = [];
  attacked = [];
  outlined = [];
  announceOutlined();
}
var outlinedTerritories = () => outlined;
var announceOutlined = () => board.dispatchEvent(new Event("outlined"));
function outlineAttack(ids, liveries) {
  clearAnimation();
  followTo(ids);
  return ids.map((id, index) => outline(id, liveries[index]));
}
function drawAttack(ids, liveries) {
  const centres = outlineAttack(ids, liveries);
  attacked = ids;
  const [from, to] = centres;
  if (from && to) drawArrow(ids, from, to, liveries[0]);
  spots = centres.flatMap((centre2, index) => centre2 ? [drawBadge(centre2, liveries[index])] : []);
}
function ringTerritories(ids, livery) {
  if (!ids.every((id) => attacked.includes(id))) clearAnimation();
  followTo(ids);
  for (const id of ids) {
    const centre2 = outline(id, `livery-${livery}`);
    if (centre2 && livery !== "none") drawFlag(centre2, livery);
  }
}
function followTo(ids) {
  outlined = ids.map(territoryOf).filter((territory) => territory !== null);
  showForAnimation(outlined);
  announceOutlined();
}
var outlines = () => findAll(layer, ".animation-edge", SVGElement).map((edge) => edge.getBoundingClientRect());
function drawFlag(centre2, livery) {
  const flag = draw(layer, "g", { transform: `translate(${centre2.join(" ")})`, class: "animation-flag" });
  const row2 = draw(flag, "g", { class: "badge-row" });
  draw(draw(row2, "g", {}), "use", { href: `#arms-${livery}`, y: -LIFT });
}
function outline(id, livery) {
  const territory = territoryOf(id);
  if (!territory) return null;
  const href = document.getElementById(`i-${id}`) ? `#i-${id}` : `#o-${id}`;
  draw(layer, "use", { href, class: `animation-edge-casing ${livery}` });
  draw(layer, "use", { href, class: `animation-edge ${livery}` });
  return centreOf(territory);
}
function drawArrow([source, target], from, to, livery) {
  const pieces = dottedLine(source, target)?.pieces ?? [];
  const isStraight = pieces.length < 2;
  const d = isStraight ? smooth([from, to]) : linePath(from, pieces, to);
  draw(layer, "path", { d, class: "animation-arrow-casing" });
  if (isStraight) drawDashes(from, to, livery);
  else draw(layer, "path", { d, class: `animation-arrow is-bent ${livery}` });
  draw(layer, "path", { d, class: "animation-arrow-head", "marker-end": "url(#arrow-head)" });
}
function drawDashes(from, to, livery) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const width2 = Math.max(0, Math.hypot(across, down) - 2 * GAP);
  const angle = Math.atan2(down, across) * 180 / Math.PI;
  const line2 = draw(layer, "g", { transform: `translate(${from.join(" ")}) rotate(${angle})` });
  const part = draw(line2, "svg", { x: GAP, y: -2, width: width2, height: 4 });
  draw(part, "path", { d: `M-15 2H${width2}`, class: `animation-arrow ${livery}` });
}
function drawBadge(centre2, livery) {
  const spot = draw(layer, "g", { transform: `translate(${centre2.join(" ")})`, class: livery });
  const row2 = draw(spot, "g", { class: "badge-row" });
  draw(row2, "circle", { r: 13, class: "badge-disc" });
  draw(row2, "circle", { r: 13, class: "badge-ring" });
  draw(row2, "text", { y: 5, class: "animation-armies" });
  return row2;
}
function showArmies(armies) {
  spots.forEach((spot, index) => {
    const text3 = spot.querySelector(".animation-armies");
    if (text3) text3.textContent = String(armies[index]);
  });
}
function showLosses(losses2, own3) {
  spots.forEach((spot, index) => {
    for (const old of spot.querySelectorAll(".animation-loss")) old.remove();
    if (!losses2[index]) return;
    const kind = own3[index] ? "animation-loss is-own" : "animation-loss";
    draw(draw(spot, "g", { class: kind }), "text", { y: -16 }).textContent = `−${losses2[index]}`;
  });
}

// static/drawing/board/marked-names.js
var SIZE = 11;
var SMALL_SIZE = board.dataset.legible ? SIZE : 9;
var GAP2 = 2;
var EDGE2 = 3;
var DISTANCES = [16, 22, 28, 36, 44, 54, 66, 80, 95, 110, 130, 150, 175, 200];
var DIRECTIONS2 = [0, 4, 2, 6, 1, 3, 5, 7, 8, 12, 10, 14, 9, 11, 13, 15].map((part) => part * Math.PI / 8);
var LEADER = (
  /** @type {const} */
  [["name-leader", 1.3], ["name-leader-casing", 3.5]]
);
var NEAR2 = 66;
var SHORT = 28;
var FEW = 4;
var MOST_JOINED = 8;
var SHIFTS = [0, 0.2, -0.2, 0.4, -0.4];
var isTablet = matchMedia("(min-width: 46.01rem) and (min-height: 34.01rem)");
var layer2 = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "marked-names" });
var emphasized = [];
var pressed = null;
var offerPressed = "";
function namePressed(territory) {
  pressed = territory;
  offerPressed = shownOffer();
  requestAnimationFrame(showMarkedNames);
}
function showMarkedNames() {
  layer2.replaceChildren();
  emphasized = [...lessonPlaces(), ...outlinedTerritories()];
  if (offerPressed !== shownOffer()) pressed = null;
  if (!board.classList.contains("has-fitted-names")) return;
  const hasAll = isTablet.matches || isEnlarged();
  const named = territories().filter((territory) => hasAll || isMarked(territory));
  named.sort((one, other) => rank(one) - rank(other));
  const taken = boxesOf(".badge-row, .event-sign");
  const discs = territories().map(discOf);
  const signs2 = boxesOf(".board-choices .badge-row");
  const frame = layers.getBoundingClientRect();
  const scale = frame.width / mapWidth;
  const names = named.map((territory) => drawName(territory, scale));
  const placed = names.map((name, index) => {
    const drawn = measured(named[index], name);
    const place2 = placeOf(drawn, taken, boundsOf(drawn.disc, frame), discs, signs2);
    if (place2) taken.push(place2.box);
    return { drawn, place: place2 };
  });
  for (const { drawn, place: place2 } of placed) {
    if (place2) moveName(drawn, place2, frame, scale);
    else drawn.name.remove();
  }
}
var openChoice = (territory) => outlinedTerritories().length ? void 0 : choiceOf(territory);
var isMarked = (territory) => isFirst(territory) || openChoice(territory) !== void 0;
function isFirst(territory) {
  const choice = openChoice(territory);
  const isTaken = choice !== void 0 && (choice.isChosen || amountOf(choice) > 0);
  return isTaken || territory === pressed || emphasized.includes(territory);
}
function rank(territory) {
  if (isFirst(territory)) return 0;
  if (openChoice(territory)?.role === "target") return isBySea(territory) ? 2 : 1;
  return isMarked(territory) ? 3 : 4;
}
var isBySea = (territory) => choiceOf(territory)?.control.dataset.route !== void 0;
function drawName(territory, scale) {
  const size = isMarked(territory) ? SIZE : SMALL_SIZE;
  const name = draw(layer2, "text", { "font-size": size / scale });
  name.textContent = territory.dataset.name ?? "";
  return name;
}
function measured(territory, name) {
  const badge = required(territory.querySelector(".badge-row")).getBoundingClientRect();
  const canStray = isTablet.matches || rank(territory) < 3;
  const isEmphasized = emphasized.includes(territory);
  const [text3, disc] = [name.getBoundingClientRect(), discOf(territory)];
  return { territory, name, text: text3, badge, disc, canStray, isEmphasized, reach: reachOf(territory) };
}
function reachOf(territory) {
  if (isFirst(territory)) return territories().filter(isFirst).length > FEW ? NEAR2 : Infinity;
  const least = isTablet.matches ? SHORT : 0;
  const role = chosenAs("source") ? "target" : choiceOf(territory)?.role;
  if (chosenAs("target") || choiceOf(territory)?.role !== role || isBySea(territory)) return least;
  const others = territories().filter((other) => choiceOf(other)?.role === role && !isBySea(other));
  return others.length > MOST_JOINED ? least : NEAR2;
}
function discOf(territory) {
  const disc = territory.querySelector("[href='#badge']") ?? territory.querySelector(".badge-row");
  return required(disc).getBoundingClientRect();
}
function boundsOf(disc, frame) {
  const shown2 = viewport.getBoundingClientRect();
  const [x, y] = centre(disc);
  if (x < shown2.left || x > shown2.right || y < shown2.top || y > shown2.bottom) return frame;
  return {
    left: Math.max(frame.left, shown2.left),
    right: Math.min(frame.right, shown2.right),
    top: Math.max(frame.top, shown2.top),
    bottom: Math.min(frame.bottom, shown2.bottom)
  };
}
function placeOf(drawn, taken, bounds, discs, signs2) {
  const { territory, text: text3, badge, disc, canStray, isEmphasized } = drawn;
  const width2 = text3.right - text3.left + 2 * GAP2;
  const height2 = text3.bottom - text3.top;
  const isClosest = (place2) => discs.every((other) => gap(place2, disc) <= gap(place2, other));
  const isCentred = (place2) => discs.every((other) => offset(place2, disc) <= offset(place2, other));
  const isNear = (place2) => isFree(place2, taken, bounds) && isClosest(place2);
  const near = placesBelowAndAbove(badge, disc, width2, height2).filter(isNear);
  if (canStray) {
    const aside = placesAside(badge, width2, height2).filter(isNear);
    near.push(...aside.filter((place2) => !isOverAnother(place2, territory)));
  }
  const box4 = near.find(isCentred) ?? (isEmphasized ? near[0] : null);
  if (box4) return { box: box4, isJoined: false };
  const far = farPlace(drawn, taken, bounds, discs, signs2);
  return far && { box: far, isJoined: true };
}
function isOverAnother(place2, territory) {
  const below = territoryBelow(centre(place2));
  return below !== void 0 && below !== territory;
}
function territoryBelow([x, y]) {
  const below = document.elementsFromPoint(x, y).map((element) => element.closest(".territory"));
  return below.find((element) => element !== null);
}
function misleading(place2, territory) {
  const y = (place2.top + place2.bottom) / 2;
  const points = [place2.left + GAP2, (place2.left + place2.right) / 2, place2.right - GAP2];
  const below = points.map((x) => territoryBelow([x, y])).filter((other) => other && other !== territory);
  if (below.some((other) => other && isMarked(other))) return 2;
  return below.length ? 1 : 0;
}
function moveName({ name, disc }, { box: box4, isJoined }, frame, scale) {
  if (isJoined) drawLeader(name, disc, box4, frame, scale);
  const [x, y] = centre(box4);
  name.setAttribute("x", String((x - frame.left) / scale));
  name.setAttribute("y", String((y - frame.top) / scale));
  name.setAttribute("dy", "0.33em");
}
function farPlace({ territory, text: text3, disc, reach }, taken, bounds, discs, signs2) {
  const [width2, height2] = [text3.right - text3.left + 2 * GAP2, text3.bottom - text3.top];
  const places = placesAround(disc, width2, height2, reach).filter((place2) => isFree(place2, taken, bounds));
  const others = discs.filter((other) => gap(other, disc) > 0);
  const isClearOf = (boxes) => (place2) => !boxes.some((box4) => isCrossed(box4, leader(disc, place2)));
  const isAtMost = (level2) => (place2) => misleading(place2, territory) <= level2;
  const clear = places.filter(isClearOf(others));
  const clearest = clear.filter(isClearOf(signs2));
  const best = [clearest, clear].map((found) => found.find(isAtMost(0)) ?? found.find(isAtMost(1))).find(Boolean);
  if (best || !isFirst(territory)) return best ?? null;
  return clear[0] ?? places[0] ?? null;
}
function placesAround(disc, width2, height2, reach) {
  const [x, y] = centre(disc);
  return DISTANCES.filter((distance2) => distance2 <= reach).flatMap((distance2) => DIRECTIONS2.map((angle) => {
    const left3 = x + Math.cos(angle) * (distance2 + width2 / 2) - width2 / 2;
    const top2 = y + Math.sin(angle) * (distance2 + height2 / 2) - height2 / 2;
    return { left: left3, right: left3 + width2, top: top2, bottom: top2 + height2 };
  }));
}
function leader(disc, place2) {
  const [x, y] = centre(disc);
  const toX = Math.min(place2.right - GAP2, Math.max(place2.left + GAP2, x));
  const toY = Math.min(place2.bottom - GAP2, Math.max(place2.top + GAP2, y));
  const share = (disc.right - disc.left) / 2 / (Math.hypot(toX - x, toY - y) || 1);
  return [[x + (toX - x) * share, y + (toY - y) * share], [toX, toY]];
}
function drawLeader(name, disc, place2, frame, scale) {
  const [from, to] = leader(disc, place2).map(([x, y]) => `${(x - frame.left) / scale} ${(y - frame.top) / scale}`);
  for (const [kind, width2] of LEADER) {
    layer2.prepend(draw(layer2, "path", { d: `M${from}L${to}`, class: kind, "stroke-width": width2 / scale }));
  }
  name.classList.add("is-joined");
}
function placesBelowAndAbove(badge, disc, width2, height2) {
  const corners = SHIFTS.flatMap((shift2) => {
    const x = (disc.left + disc.right - width2) / 2 + shift2 * width2;
    return [[x, badge.bottom + GAP2], [x, badge.top - GAP2 - height2]];
  });
  return corners.map(([left3, top2]) => ({ left: left3, right: left3 + width2, top: top2, bottom: top2 + height2 }));
}
function placesAside({ left: left3, right, top: top2, bottom }, width2, height2) {
  const [x, y] = [(left3 + right - width2) / 2, (top2 + bottom - height2) / 2];
  const corners = [
    [right + GAP2, y],
    [left3 - GAP2 - width2, y],
    [right, bottom - height2 / 2],
    [left3 - width2, bottom - height2 / 2],
    [right, top2 - height2 / 2],
    [left3 - width2, top2 - height2 / 2],
    [x, bottom + GAP2 + height2],
    [x, top2 - GAP2 - 2 * height2],
    [right, top2 - GAP2 - height2],
    [right, bottom + GAP2],
    [left3 - width2, top2 - GAP2 - height2],
    [left3 - width2, bottom + GAP2]
  ];
  return corners.map(([a, b]) => ({ left: a, right: a + width2, top: b, bottom: b + height2 }));
}
function isFree(box4, taken, bounds) {
  const isInside = box4.left >= bounds.left + EDGE2 && box4.right <= bounds.right - EDGE2 && box4.top >= bounds.top + EDGE2 && box4.bottom <= bounds.bottom - EDGE2;
  const covers = (other) => other.right > box4.left && other.left < box4.right && other.bottom > box4.top && other.top < box4.bottom;
  return isInside && !taken.some(covers);
}

// static/drawing/board/marks.js
var SIGNS = {
  source: "source",
  target: "target",
  claim: "claim",
  hide: "hide",
  stronghold: "stronghold",
  dragon: "target",
  stake: "target",
  from: "source",
  reveal: "hide",
  ticked: "ticked",
  headquarters: "headquarters"
};
var ABOVE = "0 -25";
var edges = required(find(board, ".board-choice-outlines", SVGGElement));
var signs = required(find(board, ".board-choices", SVGGElement));
function clearMarks() {
  edges.replaceChildren();
  signs.replaceChildren();
}
function drawEdge(territory, kind) {
  const id = idOf(territory);
  const href = document.getElementById(`i-${id}`) ? `#i-${id}` : `#o-${id}`;
  draw(edges, "use", { href, class: `choice-outline-casing ${kind}` });
  draw(edges, "use", { href, class: `choice-outline ${kind}` });
}
function showFocus(territory) {
  for (const old of edges.querySelectorAll(".is-focus")) old.remove();
  if (territory) drawEdge(territory, "is-focus");
}
function markChoice(territory, choice) {
  const [x, y] = centreOf(territory);
  const isTaken = choice.isChosen || tickBox(choice)?.checked;
  const kind = `is-${choice.role}${isTaken ? " is-chosen" : ""}`;
  drawEdge(territory, kind);
  const spot = draw(signs, "g", { transform: `translate(${x} ${y})`, "data-sign-of": idOf(territory) });
  const scaled = draw(spot, "g", { class: `badge-row ${kind}` });
  const [aside, down] = (territory.dataset.sign || ABOVE).split(" ").map(Number);
  const amount = amountOf(choice);
  const text3 = choice.control.dataset.order || (numberField(choice) && amount ? `+${amount}` : "");
  if (text3) {
    drawPill(scaled, aside, down, text3);
  } else {
    const sign = SIGNS[tickBox(choice) && amount ? "ticked" : choice.role] || "place";
    draw(scaled, "use", { href: `#choice-${sign}`, x: aside, y: down });
  }
}
function drawPill(parent, x, y, text3) {
  draw(parent, "rect", { class: "choice-label", x: x - 14, y: y - 9, width: 28, height: 17, rx: 8.5 });
  draw(parent, "text", { class: "choice-label-text", x, y: y + 4 }).textContent = text3;
}

// static/drawing/board/route.js
var layer3 = required(find(board, ".board-route", SVGGElement));
var outlines2 = required(board.querySelector(".board-names")?.getAttribute("href")).split("#")[0];
function showRoute(pointed = null) {
  layer3.replaceChildren();
  const target = targetAt(pointed) ?? chosenAs("target");
  const source = target && (target.control.dataset.source || chosenAs("source")?.id);
  if (target && source) drawRoute(source, target.id, target.control.dataset.route);
}
function targetAt(territory) {
  const choice = territory && choiceOf(territory);
  return territory && choice?.role === "target" ? { id: idOf(territory), ...choice } : null;
}
function drawRoute(source, target, zones) {
  const from = territoryOf(source);
  const to = territoryOf(target);
  if (!from || !to) return;
  const start = centreOf(from);
  const end = centreOf(to);
  const line2 = zones ? null : dottedLine(source, target);
  if (line2) draw(layer3, "use", { class: "route-line", href: `${outlines2}#line-${line2.name}` });
  let path = directPath(start, end);
  if (line2) path = linePath(start, line2.pieces, end);
  if (zones) {
    const points = voyage(source, target, zones.split(" "));
    if (!points) return;
    path = smooth([start, ...points, end]);
  }
  draw(layer3, "path", { class: "route-casing", d: path });
  draw(layer3, "path", { class: "route", d: path });
}

// static/drawing/board/board.js
var isRefreshing = false;
var chosenBefore = "";
var pressed2 = null;
function showChosen() {
  const chosen2 = chosenTerritories();
  const names = [shownOffer(), ...chosen2.map((territory) => territory.id)].join(" ");
  if (names === chosenBefore) return;
  chosenBefore = names;
  if (isDragging() || document.querySelector(".introduction:not([hidden])")) return;
  const open2 = territories().filter((each) => choiceOf(each)?.isChosen === false);
  const lesson = lessonPlaces();
  const targets = open2.filter(isTarget);
  if (!chosen2.length) closeUpOn(lesson);
  else if (chosen2.length === 1 && targets.length) closeUpOn([...chosen2, ...targets]);
  if (lesson.length && !chosen2.length) bringIntoView(lesson);
  else if (!chosen2.length) follow(open2, [...open2.filter(hasArmies), ...strongestSource(open2)]);
  else if (chosen2.length === 1) bringIntoView([...chosen2, ...nearest(targets)]);
  else bringIntoView([...chosen2.filter(isTarget), ...chosen2.filter((each) => !isTarget(each))]);
}
function nearest(targets) {
  const byLand = targets.filter((each) => !choiceOf(each)?.control.dataset.route);
  return byLand.length ? byLand : targets;
}
function strongestSource(open2) {
  const sources = open2.filter((each) => choiceOf(each)?.role === "source");
  return sources.sort((one, other) => armiesOn(other) - armiesOn(one)).slice(0, 1);
}
var armiesOn = (territory) => Number(find(territory, ".badge-row text", SVGTextElement)?.textContent ?? 0);
function hasArmies(territory) {
  const choice = choiceOf(territory);
  return choice !== void 0 && numberField(choice) !== null && amountOf(choice) > 0;
}
var isTarget = (territory) => choiceOf(territory)?.role === "target";
function refresh() {
  isRefreshing = false;
  readChoices();
  clearMarks();
  board.classList.toggle("is-choosing", isAnyOpen());
  const focused = document.activeElement?.closest(".territory") ?? null;
  territories().forEach((territory, index) => {
    const isTabStop = focused ? territory === focused : index === 0;
    refreshTerritory(territory, isTabStop);
  });
  const isPressed = pressed2 && choiceOf(pressed2)?.isChosen === false;
  if (focused?.matches(":focus-visible")) showFocus(focused);
  else if (isPressed) showFocus(pressed2);
  showRoute();
  showChosen();
  showMarkedNames();
  refreshCard();
}
function refreshTerritory(territory, isTabStop) {
  const choice = choiceOf(territory);
  const isOpen = Boolean(choice) && !isSettled2(territory);
  territory.classList.toggle("is-choosable", isOpen);
  territory.classList.toggle("is-chosen", Boolean(choice?.isChosen));
  territory.setAttribute("role", isOpen ? "button" : "group");
  territory.setAttribute("tabindex", isOpen || isTabStop ? "0" : "-1");
  territory.setAttribute("aria-label", accessibleName(territory));
  if (choice) markChoice(territory, choice);
}
function refreshSoon() {
  if (isRefreshing) return;
  isRefreshing = true;
  requestAnimationFrame(refresh);
}
function leave() {
  hideCard();
  showRoute();
}
function onOver(event) {
  if (event.pointerType !== "mouse" || isDragging()) return;
  const territory = territoryAt(event);
  if (!territory) return leave();
  showCard(territory, event.clientX, event.clientY);
  showRoute(territory);
}
function onFocus(event) {
  const territory = territoryAt(event);
  if (!territory?.matches(":focus-visible")) return;
  bringIntoView([territory]);
  showFocus(territory);
  showCardAtBadge(territory);
  showRoute(territory);
}
function onClick(event) {
  const button3 = closest(event, "button", HTMLButtonElement);
  if (button3?.dataset.fill) return fill(button3.dataset.fill);
  if (button3?.dataset.zoom) return useZoomButton(button3);
  if (closest(event, ".board-tooltip-hint", Element)) {
    return document.getElementById("panel")?.scrollIntoView();
  }
  if (!takeGesture()) clickTerritory(territoryAt(event), event);
}
function useZoomButton(button3) {
  if (button3.dataset.zoom === "in") zoomBy(1.5);
  else if (button3.dataset.zoom === "out") zoomBy(1 / 1.5);
  else showWhole();
  if (button3.disabled) find(board, "[data-zoom]:enabled", HTMLButtonElement)?.focus();
}
function clickTerritory(territory, event) {
  namePressed(territory);
  if (!territory) return hideCard();
  const choice = choiceOf(territory);
  if (!choice || territory.classList.contains("is-choosable")) choose(territory, event.shiftKey ? -1 : 1);
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (choice?.control.matches("a") || numberField(choice) && isTouch) hideCard();
  else showCard(territory, event.clientX, event.clientY);
  showRoute(territory);
}
function onContextMenu(event) {
  const territory = territoryAt(event);
  if (!territory || !numberField(choiceOf(territory))) return;
  event.preventDefault();
  if (!isGesture()) choose(territory, -1);
}
function territoryInPanel(event) {
  const row2 = closest(event, "#panel .placing-row", HTMLElement);
  const control2 = row2 ? find(row2, "[data-territory]", HTMLElement) : closest(event, "#panel [data-territory][data-role]", HTMLElement);
  return control2 && territoryOf(required(control2.dataset.territory));
}
function onPanelEnter(event) {
  const territory = territoryInPanel(event);
  if (!territory) return;
  showFocus(territory);
  showRoute(territory);
}
function onPanelPress(event) {
  pressed2 = territoryInPanel(event);
  if (!pressed2) return;
  namePressed(pressed2);
  bringIntoView([pressed2]);
  showFocus(pressed2);
}
function onPanelLeave(event) {
  if (!territoryInPanel(event)) return;
  showFocus(null);
  showRoute();
}
board.addEventListener("click", onClick);
for (const name of ["scale", "outlined"]) {
  board.addEventListener(name, () => requestAnimationFrame(showMarkedNames));
}
land.addEventListener("contextmenu", onContextMenu);
land.addEventListener("pointerover", onOver);
land.addEventListener("pointerleave", (event) => {
  if (event.pointerType === "mouse") leave();
});
viewport.addEventListener("focusin", onFocus);
viewport.addEventListener("focusout", () => {
  showFocus(null);
  leave();
});
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, onPanelEnter);
document.addEventListener("click", onPanelPress);
for (const name of ["pointerout", "focusout"]) document.addEventListener(name, onPanelLeave);
document.addEventListener("htmx:afterSettle", refreshSoon);
for (const name of ["input", "change", "reset"]) {
  document.addEventListener(name, (event) => {
    if (closest(event, "#panel", HTMLElement)) refreshSoon();
  });
}
fill(rememberedFill());
showZoom();
refresh();
loadLanes().then(refreshSoon, () => {
});

// static/table/panel/fresh-key.js
var BYTES = 12;
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.matches("[data-fresh-key]")) return;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  detail.parameters.key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
});

// static/table/panel/lazy-forms.js
var requested = /* @__PURE__ */ new Map();
var pending = /* @__PURE__ */ new Set();
var sentForm = null;
var changedFields = [];
var fieldsOf = (form) => [
  ...findAll(form, "input:not([type=hidden])", HTMLInputElement),
  ...findAll(form, "select", HTMLSelectElement)
];
var isTickBox = ({ type }) => type === "checkbox" || type === "radio";
function isChanged(field) {
  if (field instanceof HTMLInputElement) {
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  }
  const drawn = [...field.options].filter((option) => option.defaultSelected);
  if (!drawn.length && !field.multiple) drawn.push(field.options[0]);
  const isSame = drawn.every((option) => option.selected);
  return !isSame || field.selectedOptions.length !== drawn.length;
}
function restore(field, before3) {
  if (field instanceof HTMLSelectElement) {
    if (before3 instanceof HTMLSelectElement) restoreOptions(field, before3);
  } else if (!isTickBox(field)) {
    field.value = before3.value;
  } else if (before3 instanceof HTMLInputElement && (before3.checked || field.type === "checkbox")) {
    field.checked = before3.checked;
  }
}
function restoreOptions(list6, before3) {
  const values = [...before3.selectedOptions].map((option) => option.value);
  const known = [...list6.options].map((option) => option.value);
  if (!list6.multiple && !values.every((value) => known.includes(value))) return;
  for (const option of list6.options) option.selected = values.includes(option.value);
}
function restoreAll(form) {
  for (const field of fieldsOf(form)) {
    const before3 = changedFields.find(
      (other) => other.name === field.name && (!isTickBox(field) || other.value === field.value)
    );
    if (before3) restore(field, before3);
  }
}
function fetchAgain({ id, dataset }, version2) {
  requested.set(id, version2);
  pending.add(id);
  const onAnswer2 = () => {
    pending.delete(id);
    const form = document.getElementById(id);
    if (form) restoreAll(form);
    changedFields = [];
    compareAll();
  };
  const onFailure = () => {
    pending.delete(id);
    requested.delete(id);
  };
  const options = { source: `#${id}`, target: `#${id}`, swap: "outerHTML" };
  window.htmx.ajax("GET", dataset.form ?? "", options).then(onAnswer2, onFailure);
}
function compareAll() {
  for (const form of findAll(document, "[data-form]", HTMLElement)) {
    const key = document.getElementById(form.dataset.key ?? "");
    const version2 = key?.dataset.drawn ?? "";
    if (!key || version2 === form.dataset.drawn) continue;
    if (!pending.has(form.id) && requested.get(form.id) !== version2) fetchAgain(form, version2);
  }
}
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (!target.matches("[data-form]")) return;
  changedFields = target === sentForm ? [] : fieldsOf(target).filter(isChanged);
});
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  if (!isAccepted || detail.requestConfig.verb !== "post") return;
  sentForm = target.closest("[data-form]") ?? sentForm;
});
document.addEventListener("input", () => {
  sentForm = null;
});
document.addEventListener("htmx:afterSettle", compareAll);

// static/table/panel/redrawn.js
function onceRedrawn(measure) {
  let isDue3 = false;
  const measureSoon = () => {
    if (isDue3) return;
    isDue3 = true;
    requestAnimationFrame(() => {
      isDue3 = false;
      measure();
    });
  };
  window.addEventListener("resize", measureSoon);
  for (const name of ["htmx:afterSettle", "drawer"]) {
    document.addEventListener(name, measureSoon);
  }
  const column2 = find(document, ".table-panel", HTMLElement);
  if (column2) new ResizeObserver(measureSoon).observe(column2);
  measureSoon();
  return measureSoon;
}

// static/table/panel/more-below.js
var isSideways = matchMedia("(max-height: 34rem) and (orientation: landscape)");
var FOOT = ".panel-foot, .placing-bar, .panel-form:not(.begin) > .primary";
var HIDDEN = 8;
var STEP = 0.6;
var sheet = find(document, ".table-sheet", HTMLElement);
function refresh2() {
  const panel2 = document.getElementById("panel");
  const sign = panel2 && find(panel2, ".panel-more", HTMLElement);
  const content = panel2 && find(panel2, ".panel-scroll", HTMLElement);
  const foot = panel2 && find(panel2, FOOT, HTMLElement);
  if (!sign || !content || !foot || !isSideways.matches) return;
  const { top: top2, bottom } = foot.getBoundingClientRect();
  sign.hidden = content.getBoundingClientRect().bottom - bottom <= HIDDEN;
  const edge = sheet?.getBoundingClientRect().bottom ?? bottom;
  panel2.style.setProperty("--foot-height", `${edge - top2}px`);
}
function onClick2(event) {
  if (!(event.target instanceof Element) || !event.target.closest(".panel-more")) return;
  sheet?.scrollBy({ top: STEP * sheet.clientHeight });
}
sheet?.addEventListener("scroll", onceRedrawn(refresh2), { passive: true });
sheet?.addEventListener("click", onClick2);

// static/table/panel/opened.js
document.addEventListener("click", (event) => {
  const summary = closest(event, "#panel details > summary", HTMLElement);
  const details = summary?.parentElement;
  requestAnimationFrame(() => {
    if (!details?.hasAttribute("open")) return;
    details.scrollIntoView({ block: "nearest" });
    summary?.scrollIntoView({ block: "nearest" });
  });
});

// static/table/panel/last-placement.js
var storageKey = () => `placed:${location.pathname}`;
function stored2() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? "null");
  } catch {
    return null;
  }
}
function placedLastTurn(round) {
  const known = stored2();
  if (!known?.round) return null;
  return known.round < round ? known.placed : known.before;
}
function rememberPlacement(round, placed) {
  if (!round) return;
  try {
    const before3 = placedLastTurn(round);
    sessionStorage.setItem(storageKey(), JSON.stringify({ round, placed, before: before3 }));
  } catch {
  }
}

// static/table/panel/place-armies.js
var ownFields = /* @__PURE__ */ new WeakSet();
var drafts = /* @__PURE__ */ new Map();
var draftKey = ({ dataset: { placing, purpose } }) => `${placing} ${purpose}`;
var restored = /* @__PURE__ */ new WeakSet();
var fieldsOf2 = (form) => findAll(form, "input[name^='place:']", HTMLInputElement);
var numberIn = (field) => Math.max(0, Math.floor(Number(field.value) || 0));
var totalField = (form) => find(form, "input[name=of]", HTMLInputElement);
var totalOf = (form) => Number(required(totalField(form)).value);
var placedIn = (form) => fieldsOf2(form).reduce((sum, field) => sum + numberIn(field), 0);
var formAt = (event) => closest(event, "form[data-placing]", HTMLFormElement);
function prepare(form) {
  for (const button3 of findAll(form, "[data-add], [data-all], [data-fill=none]", HTMLElement)) {
    button3.hidden = false;
  }
  const last2 = find(form, "[data-fill=last]", HTMLElement);
  if (last2) last2.hidden = !lastPlacement(form);
  if (!totalField(form)) return;
  restoreDraft(form);
  showLeft(form);
}
function restoreDraft(form) {
  if (restored.has(form)) return;
  restored.add(form);
  const draft = drafts.get(draftKey(form));
  if (!draft || sumOf(draft) > totalOf(form)) return;
  for (const field of fieldsOf2(form)) {
    field.value = String(draft[field.name] ?? 0);
    ownFields.add(field);
  }
  notify(form);
}
var sumOf = (placement) => Object.values(placement).reduce((sum, number) => sum + number, 0);
function onChange(form) {
  drafts.set(draftKey(form), placementIn(form));
  showLeft(form);
}
function showLeft(form) {
  const total = totalOf(form);
  const left3 = total - placedIn(form);
  const status = required(find(form, "[data-left]", HTMLElement));
  const done = total === 1 ? "Placed" : `All ${total} placed`;
  const text3 = left3 > 0 ? `${left3} of ${total} left to place` : done;
  if (status.textContent !== text3) status.textContent = text3;
  form.classList.toggle("is-unfinished", left3 > 0);
  for (const button3 of findAll(form, "[data-confirm]", HTMLButtonElement)) {
    button3.disabled = left3 > 0;
  }
  for (const button3 of findAll(form, "[data-add='-1']", HTMLButtonElement)) {
    button3.disabled = !numberIn(fieldBeside(button3));
  }
}
var fieldBeside = (button3) => required(button3.parentElement?.querySelector("input"));
function keep(form, field) {
  ownFields.add(field);
  let excess = placedIn(form) - totalOf(form);
  const others = fieldsOf2(form).filter((other) => other !== field && !ownFields.has(other));
  while (excess > 0 && others.length) {
    const largest = others.reduce((best, other) => numberIn(other) > numberIn(best) ? other : best);
    if (!numberIn(largest)) break;
    largest.value = String(numberIn(largest) - 1);
    excess -= 1;
  }
  if (excess > 0) field.value = String(numberIn(field) - excess);
  onChange(form);
}
function setAll(form, number) {
  for (const field of fieldsOf2(form)) {
    ownFields.delete(field);
    field.value = String(number(field));
  }
  onChange(form);
  notify(form);
}
function notify(form) {
  fieldsOf2(form)[0]?.dispatchEvent(new Event("change", { bubbles: true }));
}
function giveAll(form, field) {
  const left3 = totalOf(form) - placedIn(form);
  field.value = String(left3 > 0 ? numberIn(field) + left3 : totalOf(form));
  if (left3 <= 0) {
    for (const other of fieldsOf2(form)) if (other !== field) ownFields.delete(other);
  }
  keep(form, field);
  notify(form);
}
function fill2(form, way) {
  if (way === "proposed") setAll(form, (field) => Number(field.dataset.proposed));
  else if (way === "none") setAll(form, () => 0);
  else if (way === "evenly") fillEvenly(form);
  else if (way === "last") fillAsLast(form);
}
function fillEvenly(form) {
  const fields = fieldsOf2(form);
  const each = Math.floor(totalOf(form) / fields.length);
  const rest = totalOf(form) % fields.length;
  setAll(form, (field) => each + (fields.indexOf(field) < rest ? 1 : 0));
}
function fillAsLast(form) {
  const last2 = lastPlacement(form) ?? {};
  let left3 = totalOf(form);
  setAll(form, (field) => {
    const number = Math.min(left3, last2[field.name] || 0);
    left3 -= number;
    return number;
  });
}
var roundOf = (form) => Number(form.dataset.placing);
function lastPlacement(form) {
  const placement = placedLastTurn(roundOf(form));
  return fieldsOf2(form).some((field) => placement?.[field.name]) ? placement : null;
}
function placementIn(form) {
  const placement = {};
  for (const field of fieldsOf2(form)) {
    if (numberIn(field)) placement[field.name] = numberIn(field);
  }
  return placement;
}
function onSubmit(form) {
  rememberPlacement(roundOf(form), placementIn(form));
  drafts.delete(draftKey(form));
}
function onClick3(event) {
  const button3 = closest(event, "[data-add], [data-all], [data-fill]", HTMLElement);
  const form = formAt(event);
  if (!form || !button3) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button3.dataset.fill) return fill2(form, button3.dataset.fill);
  const field = fieldBeside(button3);
  if ("all" in button3.dataset) return giveAll(form, field);
  field.value = String(Math.max(0, numberIn(field) + Number(button3.dataset.add)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (button3.matches(":disabled") && !event.detail) field.focus();
}
function onInput(event) {
  const form = formAt(event);
  const field = event.target;
  if (form && field instanceof HTMLInputElement && field.name.startsWith("place:")) {
    keep(form, field);
  }
}
function prepareAll() {
  findAll(document, "form[data-placing]", HTMLFormElement).forEach(prepare);
}
document.addEventListener("click", onClick3, true);
document.addEventListener("input", onInput);
document.addEventListener("submit", (event) => {
  const form = formAt(event);
  if (form) onSubmit(form);
}, true);
document.addEventListener("htmx:afterSettle", prepareAll);
prepareAll();

// static/table/panel/refresh.js
var PATIENCE = 1e3;
var timer = 0;
var postedAt = 0;
var requested2 = "";
function compare() {
  if (isBehind()) return;
  const panel2 = document.getElementById("panel");
  const key = document.getElementById("panel-key");
  if (panel2 && key && panel2.dataset.offer !== key.dataset.offer) window.htmx.trigger(key, "stale");
}
function compareSoon() {
  clearTimeout(timer);
  timer = setTimeout(compare, postedAt ? postedAt + PATIENCE - Date.now() : 0);
}
var isPost = ({ requestConfig }) => requestConfig?.verb === "post";
var isPanelRequest = ({ elt }) => elt.getAttribute("hx-trigger") === "stale";
function choices2() {
  return ["choice", "compose"].map((id) => document.getElementById(id)).map((form) => form instanceof HTMLFormElement ? encoded(new FormData(form)) : "").join("&");
}
var encoded = (data) => new URLSearchParams([...data].map(([name, value]) => [name, String(value)])).toString();
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (isPost(detail)) postedAt = Date.now();
});
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isPanelRequest(detail)) requested2 = choices2();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!isPanelRequest(detail.requestConfig)) return;
  if (isBehind() || requested2 !== choices2()) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", compareSoon);
document.addEventListener("animations-over", compareSoon);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (isPost(detail)) postedAt = 0;
  if (detail.successful) compareSoon();
});
var section = find(document, ".table-panel", HTMLElement);
if (section) {
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      document.body.style.overflowAnchor = isIntersecting ? "none" : "";
    },
    { rootMargin: "-72px" }
  );
  observer.observe(section);
}
compareSoon();

// static/table/panel/saved.js
var SHOWN = 2500;
var tab = find(document, "#tab-orders", HTMLElement);
var timer2 = 0;
function showSaved() {
  tab?.classList.add("is-saved");
  clearTimeout(timer2);
  timer2 = setTimeout(() => tab?.classList.remove("is-saved"), SHOWN);
}
document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr } }) => {
  if (!elt.matches("form:has([name^='order:'])")) return;
  xhr.addEventListener("load", () => xhr.status < 400 && showSaved());
});

// static/table/panel/shortened.js
var CUT = 8;
var buttonOf = (text3) => required(find(text3, ".shortened-more", HTMLButtonElement));
function refresh3() {
  for (const text3 of findAll(document, "#panel .shortened:not(.is-read)", HTMLElement)) {
    const words = required(find(text3, ".shortened-text", HTMLElement));
    const button3 = buttonOf(text3);
    button3.hidden = true;
    button3.hidden = words.scrollHeight - words.clientHeight <= CUT;
  }
}
document.addEventListener("click", (event) => {
  const text3 = closest(event, "#panel .shortened", HTMLElement);
  const button3 = text3 && buttonOf(text3);
  if (!button3 || button3.hidden) return;
  if (document.activeElement === button3) {
    text3.tabIndex = -1;
    text3.focus({ preventScroll: true });
  }
  text3.classList.add("is-read");
  button3.hidden = true;
});
onceRedrawn(refresh3);

// static/table/panel/stepper.js
function showButtons() {
  const buttons2 = findAll(document, "#panel [data-stepper] button[hidden]", HTMLElement);
  for (const button3 of buttons2) button3.hidden = false;
}
function setNumber(input, value) {
  input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), value)));
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
}
document.addEventListener("click", (event) => {
  const button3 = closest(event, "[data-stepper] button", HTMLButtonElement);
  const stepper = button3?.closest("[data-stepper]");
  if (!button3 || !stepper) return;
  const input = required(find(stepper, "input", HTMLInputElement));
  if (button3.dataset.set) setNumber(input, Number(button3.dataset.set));
  else setNumber(input, (Number(input.value) || 0) + Number(button3.dataset.step));
});
document.addEventListener("input", (event) => {
  const way = closest(event, ".attack-mode", HTMLElement);
  const radio = way && find(way, "input[name=how]", HTMLInputElement);
  if (radio && event.target !== radio) radio.checked = true;
});
document.addEventListener("htmx:afterSettle", showButtons);
document.addEventListener("htmx:afterRequest", showButtons);
showButtons();

// static/table/panel/take-back.js
var address = "";
var isRemoving = false;
var link = () => find(document, "#panel-back", HTMLAnchorElement);
var isExtra = () => Boolean(history.state?.panelStep);
function refresh4() {
  if (isRemoving || Boolean(link()) === isExtra()) return;
  if (link()) {
    history.scrollRestoration = "manual";
    history.pushState({ panelStep: true }, "");
    address = location.href;
  } else {
    isRemoving = true;
    history.back();
  }
}
function onPopState() {
  if (isRemoving) {
    isRemoving = false;
    return refresh4();
  }
  if (isExtra()) return refresh4();
  if (location.href === address) link()?.click();
}
window.addEventListener("popstate", onPopState);
for (const name of ["htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, refresh4);
}
refresh4();

// static/table/panel/wishes.js
var ROW = "[data-wish]";
var wishList = () => find(document, "[data-wishes]", HTMLElement);
var rowsOf = (list6) => findAll(list6, ROW, HTMLElement);
var selectIn = (row2) => required(row2.querySelector("select"));
function prepare2() {
  const list6 = wishList();
  if (!list6) return;
  for (const button3 of findAll(list6, "button[hidden]", HTMLElement)) button3.hidden = false;
  const toggle = find(document, "[data-wish-map]", HTMLElement);
  if (toggle) toggle.hidden = false;
}
function addWish(list6, territory) {
  const rows = rowsOf(list6);
  const known = rows.find((row3) => selectIn(row3).value === territory);
  if (known) return announce(known, "is on the list already");
  const row2 = rows.find((each) => !selectIn(each).value) ?? addRow(list6, rows[rows.length - 1]);
  selectIn(row2).value = territory;
  numberRows(list6);
  announce(row2, "is added");
}
function addRow(list6, pattern2) {
  const row2 = pattern2.cloneNode(true);
  if (!(row2 instanceof HTMLElement)) throw new Error("A row must be an element.");
  selectIn(row2).value = "";
  list6.append(row2);
  return row2;
}
function announce(row2, what) {
  const status = find(document, "[data-wish-told]", HTMLElement);
  const name = selectIn(row2).selectedOptions[0].textContent.trim();
  if (status) status.textContent = `${name} ${what}.`;
}
function numberRows(list6) {
  rowsOf(list6).forEach((row2, index) => {
    selectIn(row2).setAttribute("aria-label", `Wish ${index + 1}`);
  });
}
function moveRow(button3) {
  const row2 = required(button3.closest(ROW));
  const list6 = required(row2.parentElement);
  const way = button3.dataset.move;
  if (way === "up") row2.previousElementSibling?.before(row2);
  if (way === "down") row2.nextElementSibling?.after(row2);
  if (way === "out") {
    selectIn(row2).value = "";
    list6.append(row2);
  }
  numberRows(list6);
  button3.focus();
}
function wishesAt(event) {
  const group = closest(event, "[data-wish-all]", HTMLElement)?.dataset.wishAll;
  if (group) return group.split(" ");
  const territory = closest(event, "#board .territory", SVGGElement);
  const isOn2 = document.querySelector("[data-wish-map][aria-pressed=true]");
  return territory && isOn2 ? [territory.id.slice("terr-".length)] : [];
}
document.addEventListener("click", (event) => {
  const button3 = closest(event, "[data-move]", HTMLButtonElement);
  if (button3) return moveRow(button3);
  const toggle = closest(event, "[data-wish-map]", HTMLElement);
  if (toggle) {
    const isOn2 = toggle.getAttribute("aria-pressed") !== "true";
    return toggle.setAttribute("aria-pressed", String(isOn2));
  }
  const list6 = wishList();
  if (list6) for (const territory of wishesAt(event)) addWish(list6, territory);
});
document.addEventListener("htmx:afterSettle", prepare2);
prepare2();

// static/community/fairness/copy.js
function showCopyButtons() {
  for (const button3 of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    button3.hidden = !navigator.clipboard;
  }
}
document.addEventListener("click", async (event) => {
  const button3 = closest(event, "button[data-copy]", HTMLButtonElement);
  if (!button3) return;
  const text3 = button3.dataset.copy || button3.previousElementSibling?.textContent || "";
  await navigator.clipboard.writeText(text3);
  button3.textContent = "Copied";
});
document.addEventListener("htmx:afterSettle", showCopyButtons);
showCopyButtons();

// static/community/fairness/csrf-token.js
var FIELD = "csrfmiddlewaretoken";
var token = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";
document.addEventListener("submit", ({ target: form }) => {
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.needsToken === void 0 || form.elements.namedItem(FIELD)) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = FIELD;
  field.value = token();
  form.append(field);
});

// static/community/fairness/public-value.js
var BYTES2 = 32;
var randomValue = () => Array.from(
  crypto.getRandomValues(new Uint8Array(BYTES2)),
  (byte) => byte.toString(16).padStart(2, "0")
).join("");
async function giveValue(form) {
  if (form.dataset.ownValue !== "" || form.dataset.sent) return;
  form.dataset.sent = "yes";
  const body2 = new FormData(form);
  body2.set("public_value", randomValue());
  const headers = { "HX-Request": "true" };
  const answer = await fetch(form.action, { method: "POST", body: body2, headers });
  const values = document.getElementById("public-values");
  if (!answer.ok || !values) return;
  values.outerHTML = await answer.text();
  showCopyButtons();
  prepare3();
}
function prepare3() {
  for (const field of findAll(document, "input[data-public-value]", HTMLInputElement)) {
    if (field.value === "") field.value = randomValue();
  }
  for (const button3 of findAll(document, "button[data-draw]", HTMLButtonElement)) {
    button3.hidden = false;
  }
  findAll(document, "form[data-own-value]", HTMLFormElement).forEach(giveValue);
}
document.addEventListener("click", (event) => {
  const button3 = closest(event, "button[data-draw]", HTMLButtonElement);
  const field = button3 && document.getElementById(button3.dataset.draw ?? "");
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.value = randomValue();
  }
});
document.addEventListener("htmx:afterSettle", prepare3);
prepare3();
find(document, "form[data-begin]", HTMLFormElement)?.requestSubmit();

// static/community/fairness/verifier/store.js
var SWITCH = "castlerisk-no-receipts";
function keepsNothing() {
  return localStorage.getItem(SWITCH) !== null;
}
async function ask(mode, request) {
  const opening = indexedDB.open("castlerisk-receipts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: ["game", "user"] });
  const database = await answered(opening);
  try {
    return await answered(request(database.transaction("games", mode).objectStore("games")));
  } finally {
    database.close();
  }
}
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
function readReceipt(game2, user3) {
  return ask("readonly", (store) => store.get([game2, user3]));
}
function writeReceipt(receipt) {
  return ask("readwrite", (store) => store.put(receipt));
}

// static/community/fairness/receipts/compare.js
var MOST_MARKS = 50;
function differences(kept2, now, mayBeBehind = false) {
  const { hidden = [], keys = [], marks = [] } = kept2;
  const isOtherValue = kept2.own?.seat === now.own?.seat && kept2.own?.value !== now.own?.value;
  const said = (
    /** @type {[isTrue: boolean, sentence: string][]} */
    [
      [differs(kept2.commitment, now.commitment), "The seal of the seed is another one."],
      [differs(kept2.opened, now.opened), "The table was opened at another time."],
      [isOtherValue, "Your value is another one."],
      [differs(kept2.end, now.end), "The end is signed differently."],
      [hidden.some((choice) => isChanged2(choice, now.hidden ?? [])), "Your hidden armies are sealed differently."],
      [keys.some((key) => now.keys?.includes(key) === false), "A key with which the site signed is gone."]
    ]
  );
  const found = said.flatMap(([isTrue, sentence]) => isTrue ? sentence : []);
  return [...found, ...ofSteps(marks, now.marks ?? [], mayBeBehind)];
}
function differs(one, other) {
  return Boolean(one && other && one !== other);
}
function isChanged2(kept2, choices3) {
  const now = choices3.find(({ commitment }) => commitment === kept2.commitment);
  return Boolean(now) && (now?.territory !== kept2.territory || now?.salt !== kept2.salt);
}
function ofSteps(kept2, now, mayBeBehind) {
  const last2 = kept2.at(-1);
  const newest = now.at(-1);
  if (last2 && newest && newest.step < last2.step && !mayBeBehind) {
    return ["Something that everybody saw is missing from the game."];
  }
  const digests = new Map(kept2.map(({ step, digest }) => [step, digest]));
  const isOther = now.some(({ step, digest }) => differs(digests.get(step), digest));
  return isOther ? ["Something that everybody saw was changed."] : [];
}
function signedTexts({ game: game2, commitment, opened: opened2, seal, signed = [] }) {
  const steps = signed.map(({ step, digest, signature }) => ({ text: `castlerisk-step-1
${game2}
${step}
${digest}`, signature }));
  return [{ text: `castlerisk-seal-1
${game2}
${commitment}
${opened2}`, signature: seal }, ...steps];
}
function merged(kept2, now) {
  if (!kept2) return now;
  const hidden = added(kept2.hidden, now.hidden, ({ commitment }) => commitment);
  const steps = { marks: newestSteps(kept2.marks, now.marks), signed: newestSteps(kept2.signed, now.signed) };
  const once = { own: kept2.own ?? now.own, end: kept2.end ?? now.end };
  return { ...now, ...kept2, ...once, ...steps, hidden, keys: now.keys ?? kept2.keys };
}
function newestSteps(kept2, now) {
  const steps = added(kept2, now, ({ step }) => step);
  return steps.sort((one, other) => one.step - other.step).slice(-MOST_MARKS);
}
function added(list6 = [], more = [], key) {
  const there = new Set(list6.map(key));
  return [...list6, ...more.filter((one) => !there.has(key(one)))];
}

// static/community/fairness/receipts/keep.js
var game = isSeated() && /^\/games\/([^/]+)\//.exec(location.pathname)?.[1];
var user = document.querySelector("[data-user]")?.getAttribute("data-user") ?? "";
function isSeated() {
  return Boolean(document.querySelector("#announcements[data-seat], form[data-own-value]"));
}
var isEndSeen = false;
function marksShown() {
  const [step, digest] = document.getElementById("version")?.dataset.chain?.split(" ") ?? [];
  return digest ? [{ step: Number(step), digest }] : [];
}
async function saidNow() {
  const answer = await fetch(`/games/${game}/own.json`, { cache: "no-store" });
  if (!answer.ok) return null;
  const { seat: seat3, value, hidden, chain, signed, ...facts } = await answer.json();
  if (seat3 === null) return null;
  const newest = chain ? [{ step: chain.steps, digest: chain.digest }] : marksShown() ?? [];
  return {
    ...facts,
    user,
    hidden,
    own: value === null ? null : { seat: seat3, value },
    marks: signed && signed.step !== newest[0]?.step ? [{ step: signed.step, digest: signed.digest }, ...newest] : newest,
    signed: signed ? [signed] : []
  };
}
async function visit() {
  if (!game || keepsNothing()) return;
  const kept2 = await readReceipt(game, user);
  const now = await saidNow();
  if (!now) return;
  const { checker, ...said } = now;
  const found = kept2 ? differences(kept2, said) : [];
  if (kept2 && found.length) {
    warn(found, kept2, said);
    return;
  }
  const receipt = merged(await readReceipt(game, user), said);
  await writeReceipt(receipt);
  if (checker) await checkEnd(receipt, checker, said);
}
async function checkEnd(receipt, checker, now) {
  isEndSeen = true;
  if (receipt.held !== receipt.end) {
    const { reasonAgainst } = await import(checker);
    const reason = await reasonAgainst(receipt);
    if (reason) warn([reason], receipt, now);
    if (reason !== "") return;
    await writeReceipt({ ...receipt, held: receipt.end ?? "" });
  }
  showHeld();
}
function showHeld() {
  if (document.querySelector(".receipt-mark")) return;
  const mark = document.createElement("p");
  Object.assign(mark, { className: "receipt-mark", textContent: "✓ The game fits the receipts of this browser." });
  document.querySelector(".outcome-actions")?.append(mark);
}
async function keepStep() {
  const marks = marksShown();
  const kept2 = game && marks?.length && !keepsNothing() ? await readReceipt(game, user) : void 0;
  if (!kept2 || !marks) return;
  const found = differences(kept2, { game: kept2.game, user, marks }, true);
  if (found.length) warn(found, kept2, { game: kept2.game, user, marks });
  else await writeReceipt(merged(kept2, { game: kept2.game, user, marks }));
}
function warn(found, kept2, now) {
  if (document.getElementById("receipt-warning")) return;
  const warning = document.createElement("section");
  Object.assign(warning, { id: "receipt-warning", className: "notice receipt-warning" });
  warning.setAttribute("role", "alert");
  const says = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = "This game is not what your browser remembers.";
  says.append(strong, ` ${found.join(" ")} Keep the proof and show it to the other players.`);
  const proof = document.createElement("a");
  const signed = [...signedTexts(kept2), ...signedTexts(now)];
  const keys = [.../* @__PURE__ */ new Set([...kept2.keys ?? [], ...now.keys ?? []])];
  const file = { castlerisk_proof: kept2.game, differences: found, signed, keys, castlerisk_receipts: [kept2], now };
  const text3 = JSON.stringify(file, null, 1);
  proof.href = URL.createObjectURL(new Blob([text3], { type: "application/json" }));
  Object.assign(proof, { className: "button", download: `castlerisk-${kept2.game}-proof.json`, textContent: "Save the proof" });
  warning.append(says, proof);
  document.getElementById("content")?.prepend(warning);
}
var quietly = (task) => task().catch(() => {
});
quietly(visit);
document.addEventListener("animations-over", () => {
  quietly(document.getElementById("outcome") && !isEndSeen ? visit : keepStep);
});

// static/playing/clocks/server-time.js
var JUMP = 500;
var ahead = 0;
var origin = 0;
var originNow = () => Date.now() - performance.now();
function setServerTime(now) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isTimed = navigation instanceof PerformanceNavigationTiming;
  const received = isTimed ? performance.timeOrigin + navigation.responseStart : Date.now();
  ahead = received - Date.parse(now);
  origin = originNow();
}
function improveServerTime(now) {
  const found = Date.now() - Date.parse(now);
  const isClockSet = Math.abs(originNow() - origin) > JUMP;
  ahead = isClockSet ? found : Math.min(found, ahead);
  if (isClockSet) origin = originNow();
}
var secondsLeft = (time) => Math.max(0, Math.ceil((Date.parse(time.dateTime) - Date.now() + ahead) / 1e3));

// static/playing/clocks/countdown.js
var TICK = 250;
var LATE = 10;
var FORMAT = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
};
var NEAR_FORMAT = { weekday: "long", hour: "2-digit", minute: "2-digit" };
var page2 = find(document, "[data-now]", HTMLElement);
function formatFor(options, timeZone) {
  try {
    return new Intl.DateTimeFormat([], { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat([], options);
  }
}
var zone = page2?.dataset.zone || void 0;
var format = formatFor(FORMAT, zone);
var nearFormat = formatFor(NEAR_FORMAT, zone);
function durationText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
function tick() {
  for (const time of findAll(document, "time.countdown", HTMLTimeElement)) {
    const left3 = secondsLeft(time);
    const text3 = durationText(left3);
    if (time.textContent !== text3) time.textContent = text3;
    time.classList.toggle("is-late", left3 <= LATE);
    const title2 = `until ${format.format(new Date(time.dateTime))}`;
    if (time.title !== title2) time.title = title2;
  }
}
function localise() {
  for (const time of findAll(document, "time.when:not([data-local])", HTMLTimeElement)) {
    time.dataset.local = "yes";
    const chosen2 = time.classList.contains("is-near") ? nearFormat : format;
    time.textContent = chosen2.format(new Date(time.dateTime));
  }
}
function show2() {
  localise();
  tick();
}
if (page2) {
  setServerTime(page2.dataset.now ?? "");
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    const now = document.getElementById("version")?.dataset.now;
    if (target?.id === "version" && now) improveServerTime(now);
  });
  document.addEventListener("htmx:afterSettle", show2);
  setInterval(tick, TICK);
  show2();
}

// static/table/log/attack-lines.js
function replaceOpenLine(line2) {
  line2.removeAttribute("data-continues");
  const before3 = findAll(document, "#log-lines > li[data-open]", HTMLElement);
  const open2 = before3.filter((each) => each !== line2).at(-1);
  const details = find(line2, "details", HTMLElement);
  if (!open2 || !details) return;
  const parts = open2.querySelectorAll("details > p");
  details.querySelector("summary")?.after(...parts.length ? parts : [paragraphOf(open2)]);
  open2.remove();
}
function paragraphOf(line2) {
  const paragraph = document.createElement("p");
  paragraph.textContent = line2.firstChild?.textContent?.trim() ?? "";
  return paragraph;
}
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.id !== "log-lines") return;
  findAll(document, "#log-lines > li[data-continues]", HTMLElement).forEach(replaceOpenLine);
});

// static/table/sidebar/absence.js
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.id === "absence") window.htmx.trigger(document.body, "absence-told");
});

// static/table/announcer.js
var SPOKEN = 5e3;
var GATHERED = 100;
var MOST2 = 12;
var POLL = 400;
var WARNINGS = { 60: "One minute left.", 10: "Ten seconds left." };
var output = required(document.getElementById("announcements"));
var { seat, user: user2 } = output.dataset;
var announcedTurn = "";
var isOwnMove = false;
var announceTimer = 0;
var clearTimer = 0;
var lastLeft = -1;
var knownLines = new WeakSet(logLines());
var lastMessage = messageText(newestMessage());
function logLines() {
  return findAll(document, "#log-lines > li[data-kind]", HTMLLIElement);
}
function newestMessage() {
  return find(document, "#talk li[data-author]:last-child", HTMLLIElement);
}
function messageText(message) {
  return message && `${textOf(message.querySelector("b"))}: ${textOf(message.lastElementChild)}`;
}
var isTurnBegin = (line2) => line2.dataset.kind === "turn_began";
var isBattle = (line2) => line2.dataset.kind === "battle_fought";
var isGameOver = (line2) => line2.dataset.kind === "game_over";
var isAboutMe = (line2) => seat !== void 0 && (line2.dataset.seats ?? "").split(" ").includes(seat);
function newLines() {
  const lines = logLines();
  const fresh = lines.filter((line2) => !knownLines.has(line2));
  for (const line2 of fresh) knownLines.add(line2);
  return fresh.length === lines.length ? fresh.slice(-1) : fresh;
}
function news() {
  const lines = newLines();
  const nextTurn = lines.findIndex(isTurnBegin);
  const resultsOfMove = lines.slice(0, nextTurn < 0 ? void 0 : nextTurn);
  const own3 = new Set(isOwnMove ? resultsOfMove : []);
  const lastBattle = lines.filter(isBattle).at(-1);
  const isLastOwnBattle = isOwnMove ? lastBattle : void 0;
  if (lines.length) isOwnMove = false;
  return lines.filter((line2) => own3.has(line2) || isAboutMe(line2) || isGameOver(line2)).filter((line2) => !isBattle(line2) || line2 === isLastOwnBattle).filter((line2) => !isTurnBegin(line2)).slice(-MOST2);
}
function newMessage() {
  const message = newestMessage();
  const text3 = messageText(message);
  const isNew = text3 !== lastMessage;
  lastMessage = text3;
  if (!message || !text3 || !isNew || message.dataset.author === user2) return [];
  return isHidden(message) ? [] : [text3];
}
function sentenceOf(line2) {
  const summary = find(line2, "summary", HTMLElement);
  if (summary) return textOf(summary);
  const nodes = [...line2.childNodes].filter((node) => !(node instanceof HTMLAnchorElement || isHidden(node)));
  return nodes.map((node) => node.textContent).join("").replace(/\s+/g, " ").trim();
}
var isHidden = (node) => node instanceof Element && getComputedStyle(node).display === "none";
function textOf(element) {
  return element?.textContent.trim() ?? "";
}
function newTurn() {
  const turn = `${textOf(document.querySelector("#status .status-headline"))}.`;
  const isNew = turn !== announcedTurn;
  announcedTurn = turn;
  return isNew ? [turn] : [];
}
function say2(sentences) {
  if (!sentences.length) return;
  output.textContent = sentences.join(" ");
  clearTimeout(clearTimer);
  clearTimer = setTimeout(() => output.textContent = "", SPOKEN);
}
function announce2() {
  const lines = news();
  const turn = newTurn();
  const isTold = lines.some(isGameOver);
  say2([...lines.map(sentenceOf), ...isTold ? [] : turn, ...newMessage()]);
}
function announceSoon() {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(announce2, GATHERED);
}
function warn2() {
  const time = find(document, "#status.is-asked time.countdown", HTMLTimeElement);
  const left3 = time ? secondsLeft(time) : -1;
  if (left3 !== lastLeft && WARNINGS[left3]) say2([WARNINGS[left3]]);
  lastLeft = left3;
}
document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb === "post" && target.closest("#panel, #diplomacy")) isOwnMove = true;
});
document.addEventListener("htmx:afterSettle", announceSoon);
setInterval(warn2, POLL);
announce2();

// static/table/sidebar/diplomacy.js
var before = null;
var entries = () => findAll(document, "#ledger li", HTMLElement);
var textOf2 = (entry) => entry.textContent.replace(/\s+/g, " ").trim();
function showResult() {
  const known = before;
  const now = entries();
  if (!known || now.map(textOf2).join() === known.join()) return;
  before = null;
  const changed2 = now.find((entry) => !known.includes(textOf2(entry)) && !entry.closest("details"));
  const result = changed2 ?? document.getElementById("ledger");
  if (!result) return;
  result.tabIndex = -1;
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: "nearest" });
}
document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb !== "post") return;
  before = target.closest("#diplomacy") ? entries().map(textOf2) : null;
});
document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  const isRefused = !detail.successful || detail.xhr.status >= 400;
  if (isRefused && target.closest("#diplomacy")) before = null;
});
document.addEventListener("htmx:oobAfterSwap", showResult);
document.addEventListener("input", (event) => {
  const field = closest(event, "input[type=number]", HTMLInputElement);
  const length = field?.closest("[data-length]");
  const radio = length && find(length, "input[type=radio]", HTMLInputElement);
  if (radio) radio.checked = true;
});
document.addEventListener("click", (event) => {
  const anchor = closest(event, "a[data-anchor]", HTMLAnchorElement)?.dataset.anchor;
  if (!anchor || !document.getElementById(anchor)) return;
  event.preventDefault();
  location.hash = "";
  location.hash = anchor;
});

// static/table/forms.js
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post") detail.parameters.have = latestVersion();
});

// static/table/sidebar/hand.js
function play2(event) {
  const step = find(document, '#panel [data-role="use-reveal"]', HTMLElement);
  if (step && closest(event, ".hidden-army", HTMLAnchorElement)) {
    event.preventDefault();
    step.click();
    return;
  }
  const card2 = closest(event, "#hand li[id]", HTMLElement);
  if (!card2) return;
  find(card2, ".card-new", HTMLElement)?.remove();
  const kind = card2.id.replace("own-", "");
  const link2 = find(document, `#panel [data-card="${kind}"]`, HTMLElement);
  if (link2) link2.click();
  else pointOut(kind);
}
function pointOut(kind) {
  const control2 = find(
    document,
    `#panel :is(input[type="radio"][name="${kind}"][value="yes"], [data-plays="${kind}"] button)`,
    HTMLElement
  );
  const place2 = control2?.closest("fieldset, form");
  if (!control2 || !place2) return;
  place2.scrollIntoView({ block: "nearest" });
  place2.classList.add("is-pointed-out");
  const end = () => place2.classList.remove("is-pointed-out");
  document.addEventListener("pointerdown", end, { once: true });
  document.addEventListener("keydown", end, { once: true });
}
document.addEventListener("click", play2);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") play2(event);
});

// static/table/sidebar/hints.js
var column = required(find(document, ".table-panel", HTMLElement));
var sheet2 = required(find(document, ".table-sheet", HTMLElement));
var uprightTablet = matchMedia(
  "(min-width: 46.01rem) and (max-width: 74rem) and (orientation: portrait)"
);
var openedFor = "";
var keptFor = "";
var isDue = false;
var offer = () => document.getElementById("panel")?.dataset.offer ?? "";
function showHint() {
  isDue = false;
  const moment = document.getElementById("moment");
  if (!moment) return;
  const hints = findAll(document, "#hints [data-hint]", HTMLElement);
  const names = (moment.dataset.moments ?? "").split(" ");
  const isLate = "late" in moment.dataset;
  if (!isLate && document.querySelector("#panel .attack .odds-headline")) names.unshift("odds");
  const current = names.find((name) => hints.some(({ dataset }) => dataset.hint === name));
  for (const hint of hints) hint.hidden = hint.dataset.hint !== current;
  if (keptFor !== offer()) column.classList.remove("keeps-hints");
  fold();
}
function showHintSoon() {
  if (!isDue) queueMicrotask(showHint);
  isDue = true;
}
function isCut(hint, place2) {
  const box4 = hint.getBoundingClientRect();
  if (box4.left >= place2.getBoundingClientRect().right) return true;
  const isInSheet = uprightTablet.matches && getComputedStyle(sheet2).display !== "contents";
  return isInSheet && box4.bottom + sheet2.scrollTop > sheet2.getBoundingClientRect().bottom;
}
function fold() {
  const place2 = find(document, "#hints", HTMLElement);
  const button3 = find(document, "#panel-hint", HTMLButtonElement);
  if (!place2 || !button3) return;
  place2.classList.remove("is-folded", "is-open");
  if (document.activeElement !== button3) button3.hidden = true;
  const hint = find(place2, ".hint:not([hidden])", HTMLElement);
  button3.hidden = !hint || !isCut(hint, place2);
  const isOpen = openedFor === offer();
  button3.setAttribute("aria-expanded", String(isOpen));
  if (!button3.hidden) place2.classList.add(isOpen ? "is-open" : "is-folded");
}
function onClick4(event) {
  const button3 = closest(event, "#panel-hint", HTMLButtonElement);
  if (!button3) return;
  openedFor = openedFor === offer() ? "" : offer();
  fold();
  find(document, "#hints.is-open .hint:not([hidden])", HTMLElement)?.scrollIntoView({ block: "nearest" });
}
function keepRoom(place2) {
  keptFor = offer();
  column.style.setProperty("--room-of-hints", `${place2.offsetHeight}px`);
  column.classList.add("keeps-hints");
}
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  const place2 = find(document, "#hints", HTMLElement);
  if (place2?.contains(target)) keepRoom(place2);
});
document.addEventListener("click", onClick4);
document.addEventListener("drawer", fold);
document.addEventListener("toggle", fold, true);
window.addEventListener("resize", fold);
document.fonts.ready.then(fold);
document.addEventListener("htmx:afterSettle", showHintSoon);
showHint();

// static/table/messages.js
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) find(document, ".messages", HTMLElement)?.remove();
});

// static/table/log/setup-runs.js
var LEAST = 3;
var texts = document.getElementById("tab-log")?.dataset ?? {};
var { seat: own } = document.getElementById("announcements")?.dataset ?? {};
var heads = /* @__PURE__ */ new WeakMap();
function foldRuns() {
  const runs = findAll(document, "#log .log-lines", HTMLOListElement).flatMap(runsOf);
  const current = new Set(runs.map(headOf));
  for (const head of findAll(document, "#log .log-run", HTMLLIElement)) {
    if (!current.has(head)) head.remove();
  }
  const inRuns = new Set(runs.flatMap(({ lines }) => lines));
  const unfolded = new Set(runs.filter(isUnfolded).flatMap(({ lines }) => lines));
  for (const line2 of findAll(document, "#log li[data-run]", HTMLElement)) {
    line2.classList.toggle("is-in-run", inRuns.has(line2));
    line2.classList.toggle("is-folded", inRuns.has(line2) && !unfolded.has(line2));
  }
}
function runsOf(list6) {
  const runs = [];
  let run = null;
  for (const line2 of findAll(list6, ":scope > li[data-kind]:not(.is-filtered)", HTMLElement)) {
    const isUndone = line2.classList.contains("is-undone");
    const key = `${line2.dataset.run} ${isUndone}`;
    if (run && (key === run.key || key === `answers ${run.key.split(" ")[1]}`)) {
      run.lines.push(line2);
    } else {
      run = line2.dataset.amount ? { lines: [line2], key } : null;
      if (run) runs.push(run);
    }
  }
  return runs.filter(({ lines }) => counted(lines).length >= LEAST);
}
var counted = (lines) => lines.filter(({ dataset }) => dataset.amount);
function headOf({ lines }) {
  const first = lines[0];
  const head = heads.get(first) ?? buildHead(first);
  if (head.nextElementSibling !== first) first.before(head);
  head.classList.toggle("is-undone", first.classList.contains("is-undone"));
  const button3 = find(head, "button", HTMLButtonElement);
  const text3 = textOf3(lines);
  if (button3 && button3.textContent !== text3) button3.textContent = text3;
  return head;
}
function buildHead(first) {
  const head = document.createElement("li");
  const button3 = document.createElement("button");
  head.className = "log-run";
  button3.type = "button";
  button3.setAttribute("aria-expanded", "false");
  button3.addEventListener("click", () => {
    button3.setAttribute("aria-expanded", String(button3.getAttribute("aria-expanded") === "false"));
    foldRuns();
  });
  head.append(button3);
  heads.set(first, head);
  return head;
}
var isUnfolded = ({ lines }) => Boolean(heads.get(lines[0])?.querySelector("[aria-expanded=true]"));
function textOf3(lines) {
  const run = lines[0].dataset.run;
  const seats = new Set(counted(lines).map(({ dataset }) => dataset.seats ?? ""));
  const amount = counted(lines).reduce((sum, { dataset }) => sum + Number(dataset.amount), 0);
  const [seat3] = seats;
  return sentenceFor(run === "claims", seats.size, seat3).replace("{players}", String(seats.size)).replace("{player}", nameOf(seat3)).replace("{amount}", String(amount));
}
function sentenceFor(isClaim, players, seat3) {
  const { claims, claimsOfOne, ownClaims, placements, placementsOfOne, ownPlacements } = texts;
  const [all, one, you] = isClaim ? [claims, claimsOfOne, ownClaims] : [placements, placementsOfOne, ownPlacements];
  return (players > 1 ? all : seat3 === own ? you : one) ?? "";
}
function nameOf(seat3) {
  return find(document, `#log-player option[value="${seat3}"]`, HTMLOptionElement)?.textContent ?? "";
}

// static/table/log/log-filter.js
var bar = find(document, ".log-filter", HTMLElement);
var player2 = find(document, "#log-player", HTMLSelectElement);
var topic = find(document, "#log-topic", HTMLSelectElement);
var isFiltering = () => Boolean(player2?.value || topic?.value);
function filter() {
  const isFiltered = isFiltering();
  let heading = null;
  for (const line2 of findAll(document, "#log .log-lines > li[data-kind]", HTMLElement)) {
    const isHeading = line2.dataset.kind === "turn_began";
    if (isHeading) heading = line2;
    const isShown = !isFiltered || !isHeading && isWanted(line2);
    line2.classList.toggle("is-filtered", !isShown);
    if (isShown) heading?.classList.remove("is-filtered");
  }
  foldRuns();
}
function isWanted({ dataset: { seats = "", topic: own3 = "" } }) {
  const isOfPlayer = !player2?.value || seats.split(" ").includes(player2.value);
  return isOfPlayer && (!topic?.value || own3 === topic.value);
}
if (bar) bar.hidden = false;
for (const list6 of [player2, topic]) list6?.addEventListener("change", filter);
document.addEventListener("htmx:afterSettle", filter);
filter();

// static/table/log/old-rounds.js
var MOST3 = 200;
function dropOldRounds() {
  const log2 = find(document, "#log", HTMLElement);
  const list6 = find(document, "#log-lines", HTMLOListElement);
  if (!log2 || !list6 || list6.childElementCount <= MOST3 || isFiltering()) return;
  const lines = [...list6.children];
  const first = firstKept(lines);
  if (!first || first === lines[0]) return;
  const old = lines.slice(0, lines.indexOf(first));
  const above = findAll(log2, ".log-earlier, .log-lines:not(#log-lines)", HTMLElement);
  if ([...above, ...old].some((element) => element.contains(document.activeElement))) return;
  for (const element of [...above, ...old]) element.remove();
  const link2 = linkTo(Number(first.dataset.round) - 1, log2.dataset);
  list6.before(link2);
  window.htmx.process(link2);
}
function firstKept(lines) {
  const begins = /* @__PURE__ */ new Map();
  for (const line2 of lines) {
    if (!(line2 instanceof HTMLElement)) continue;
    const { round } = line2.dataset;
    if (round && !begins.has(round)) begins.set(round, line2);
  }
  const rounds = [...begins.values()].slice(0, -1);
  return rounds.find((line2) => lines.length - lines.indexOf(line2) <= MOST3) ?? rounds.at(-1);
}
function linkTo(round, { address: address2 = "", ofRound = "", ofSetUp = "" }) {
  const paragraph = document.createElement("p");
  const link2 = document.createElement("a");
  paragraph.className = "log-earlier";
  link2.className = "button small quiet";
  link2.href = `${address2}?round=${round}`;
  link2.textContent = round ? ofRound.replace("{}", String(round)) : ofSetUp;
  for (const [name, value] of [["get", link2.href], ["target", "closest p"], ["swap", "outerHTML"]]) {
    link2.setAttribute(`hx-${name}`, value);
  }
  paragraph.append(link2);
  return paragraph;
}

// static/table/log/scroll.js
var TABS = ["tab-log", "tab-talk"];
var TOLERANCE = 40;
var scrolledBack = /* @__PURE__ */ new Set();
var isScrolling = false;
function scrollToEnd() {
  for (const id of TABS) {
    const tab2 = document.getElementById(id);
    if (tab2 && !tab2.hidden && !scrolledBack.has(id)) tab2.scrollTop = tab2.scrollHeight;
  }
}
function showEnd() {
  scrolledBack.clear();
  scrollToEnd();
}
function scrollSoon() {
  if (isScrolling) return;
  isScrolling = true;
  afterLayout(() => {
    isScrolling = false;
    if (!scrolledBack.has("tab-log")) dropOldRounds();
    scrollToEnd();
  });
}
function watch(tab2) {
  let size = "";
  let top2 = 0;
  let height2 = 0;
  const onScroll = () => {
    const isBack = tab2.scrollTop + tab2.clientHeight < tab2.scrollHeight - TOLERANCE;
    const isUpwards = tab2.scrollTop < top2;
    const isSameSize = size === `${tab2.clientWidth} ${tab2.clientHeight}`;
    const isShorter = tab2.scrollHeight < height2;
    size = `${tab2.clientWidth} ${tab2.clientHeight}`;
    top2 = tab2.scrollTop;
    height2 = tab2.scrollHeight;
    if (!isBack) scrolledBack.delete(tab2.id);
    else if (!isSameSize || isShorter) scrollToEnd();
    else if (isUpwards) scrolledBack.add(tab2.id);
  };
  tab2.addEventListener("scroll", onScroll, { passive: true });
  new ResizeObserver(scrollToEnd).observe(tab2);
}
for (const id of TABS) {
  const tab2 = document.getElementById(id);
  if (tab2) watch(tab2);
}
window.addEventListener("load", scrollToEnd);
document.addEventListener("htmx:oobAfterSwap", scrollSoon);

// static/table/log/tabs-room.js
var LEAST2 = 44;
var sheet3 = required(find(document, ".table-sheet", HTMLElement));
var tabs = find(sheet3, "[data-tabs]", HTMLElement);
var log = find(sheet3, "#tab-log", HTMLElement);
var panel = find(sheet3, ".table-panel", HTMLElement);
function fit(container2) {
  const { clientHeight, clientTop, scrollTop } = sheet3;
  const edge = sheet3.getBoundingClientRect().top + clientTop + clientHeight - scrollTop;
  const room = edge - container2.getBoundingClientRect().top;
  const bar2 = find(container2, ".tab-bar", HTMLElement);
  const isBarInside = bar2 !== null && getComputedStyle(bar2).position !== "absolute";
  const least = LEAST2 + (isBarInside ? bar2.offsetHeight : 0);
  if (room < least || log?.hidden) container2.style.removeProperty("--tabs-room");
  else container2.style.setProperty("--tabs-room", `${Math.floor(room)}px`);
}
if (tabs && panel) {
  const observer = new ResizeObserver(() => fit(tabs));
  for (const element of [sheet3, panel]) observer.observe(element);
  tabs.addEventListener("drawer", () => fit(tabs));
}

// static/table/tabs.js
var container = find(document, "[data-tabs]", HTMLElement);
var grid = container?.closest(".table-grid");
var sections = container ? findAll(container, ":scope > .tab", HTMLElement) : [];
var buttons = [];
var BESIDE = ["tab-log", "tab-talk"];
var phone2 = matchMedia(
  "(max-width: 46rem) and (orientation: portrait), (max-height: 34rem) and (orientation: landscape)"
);
var sizeButton = document.createElement("button");
var sizeWord = document.createElement("span");
var backButton = document.createElement("button");
var panelLink = find(document, ".to-panel", HTMLAnchorElement);
function openTab(index) {
  sections.forEach((section3, other) => {
    section3.hidden = other !== index;
    buttons[other].setAttribute("aria-selected", String(other === index));
    buttons[other].tabIndex = other === index ? 0 : -1;
  });
  sections[index].querySelector("[data-news]")?.removeAttribute("data-news");
  setNews(buttons[index], false);
  setDrawer(!BESIDE.includes(sections[index].id) || phone2.matches && isDrawerOpen());
}
function goToTab(index) {
  openTab(index);
  container?.scrollIntoView({ block: "nearest" });
}
var isDrawerOpen = () => Boolean(container?.classList.contains("is-drawer"));
function setDrawer(isDrawer) {
  container?.classList.toggle("is-drawer", isDrawer);
  grid?.classList.toggle("has-drawer", isDrawer);
  sizeButton.replaceChildren(isDrawer ? "✕" : "⤢", ...isDrawer ? [sizeWord] : []);
  sizeButton.setAttribute("aria-label", isDrawer ? "Close" : "Enlarge");
  container?.dispatchEvent(new CustomEvent("drawer", { bubbles: true, detail: { isOpen: isDrawer } }));
  nameDecision();
  if (isDrawer) container?.closest(".table-sheet")?.scrollTo(0, 0);
  showEnd();
}
function nameDecision() {
  const heading = document.getElementById("panel-heading")?.textContent?.trim() ?? "";
  const text3 = `Back to: ${heading}`;
  for (const back of [backButton, panelLink]) {
    if (back && back.textContent !== text3) back.textContent = text3;
  }
}
function closeDrawer() {
  if (!isDrawerOpen()) return false;
  setDrawer(false);
  const index = sections.findIndex((section3) => !section3.hidden);
  if (!BESIDE.includes(sections[index]?.id)) openTab(0);
  return true;
}
function openTabById(id) {
  const index = sections.findIndex((section3) => section3.id === id);
  if (index >= 0) goToTab(index);
}
function markNews() {
  sections.forEach((section3, index) => {
    if (section3.hidden && section3.querySelector("[data-news]")) setNews(buttons[index], true);
    buttons[index].hidden = Boolean(section3.querySelector("#offers[data-nothing]"));
  });
}
function setNews(button3, isNews) {
  button3.classList.toggle("has-news", isNews);
  if (isNews) button3.setAttribute("aria-description", "something new");
  else button3.removeAttribute("aria-description");
}
function buildTabs() {
  const list6 = document.createElement("div");
  list6.className = "tab-list";
  list6.setAttribute("role", "tablist");
  list6.setAttribute("aria-label", "More about this game");
  for (const section3 of sections) {
    const button3 = buildButton(section3);
    section3.setAttribute("role", "tabpanel");
    section3.setAttribute("aria-labelledby", button3.id);
    section3.tabIndex = 0;
    list6.append(button3);
    buttons.push(button3);
  }
  sizeButton.type = "button";
  sizeButton.className = "tab-size";
  sizeWord.className = "tab-size-word";
  sizeWord.textContent = " Close";
  list6.addEventListener("click", (event) => {
    const button3 = closest(event, "[role=tab]", HTMLButtonElement);
    if (button3) goToTab(buttons.indexOf(button3));
  });
  list6.addEventListener("keydown", onKey2);
  return list6;
}
function buildButton(section3) {
  const button3 = document.createElement("button");
  button3.type = "button";
  button3.id = `${section3.id}-button`;
  button3.textContent = section3.querySelector("h2")?.textContent ?? "";
  button3.dataset.label = button3.textContent;
  button3.setAttribute("role", "tab");
  button3.setAttribute("aria-controls", section3.id);
  return button3;
}
function onKey2(event) {
  const here = buttons.findIndex((button3) => button3 === document.activeElement);
  const indices = /* @__PURE__ */ new Map([
    ["ArrowRight", (here + 1) % buttons.length],
    ["ArrowLeft", (here + buttons.length - 1) % buttons.length],
    ["Home", 0],
    ["End", buttons.length - 1]
  ]);
  const index = indices.get(event.key);
  if (index === void 0) return;
  event.preventDefault();
  goToTab(index);
  buttons[index].focus();
}
function reveal(hash) {
  const target = document.getElementById(hash.slice(1));
  const index = target ? sections.findIndex((section3) => section3.contains(target)) : -1;
  if (index >= 0) openTab(index);
}
if (container) {
  const list6 = buildTabs();
  const bar2 = document.createElement("div");
  bar2.className = "tab-bar";
  bar2.append(list6, sizeButton);
  backButton.type = "button";
  backButton.className = "button primary drawer-back";
  backButton.addEventListener("click", () => {
    closeDrawer();
    document.getElementById("panel-heading")?.focus();
  });
  container.prepend(backButton, bar2);
  container.classList.add("is-tabbed");
  grid?.classList.add("has-tabs");
  openTab(0);
  markNews();
  reveal(location.hash);
  sizeButton.addEventListener("click", () => closeDrawer() || setDrawer(true));
  for (const link2 of document.querySelectorAll(".to-hand")) link2.addEventListener("click", closeDrawer);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && closeDrawer()) event.preventDefault();
  });
  for (const refresh6 of [markNews, nameDecision]) document.addEventListener("htmx:afterSettle", refresh6);
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    if (target?.id === "offers") markNews();
    const index = sections.findIndex((section3) => section3.id === "tab-talk");
    if (target?.id === "talk" && sections[index]?.hidden) setNews(buttons[index], true);
  });
  window.addEventListener("hashchange", () => reveal(location.hash));
  document.addEventListener("click", (event) => {
    const link2 = closest(event, 'a[href^="#"]', HTMLAnchorElement);
    if (link2 && link2.hash === location.hash && !event.defaultPrevented) reveal(link2.hash);
  });
}

// static/table/sidebar/outcome.js
document.addEventListener("htmx:afterSettle", () => {
  const isOver = document.getElementById("outcome") !== null;
  if (document.body.classList.contains("is-over") === isOver) return;
  document.body.classList.toggle("is-over", isOver);
  if (isOver && closeDrawer()) document.getElementById("outcome-headline")?.focus();
});

// static/table/rules/rule-links.js
var SHARED = 'a[href^="/rules/#"]';
var live = required(document.getElementById("live"));
var { rules = "" } = live.dataset;
function resolveLink(link2) {
  if (link2.matches(SHARED)) link2.setAttribute("href", rules + link2.hash);
}
function onEvent(event) {
  const link2 = closest(event, SHARED, HTMLAnchorElement);
  if (link2) resolveLink(link2);
}
for (const name of ["pointerover", "focusin", "click"]) {
  document.addEventListener(name, onEvent, true);
}

// static/table/rules/rule-beside.js
var RULE = /^#[A-Z]{3,4}-\d+$/;
var dialog = required(find(document, "#rule-beside", HTMLDialogElement));
var text = required(find(dialog, ".rule-text", HTMLElement));
var whole = required(find(dialog, ".rule-whole", HTMLAnchorElement));
var books = /* @__PURE__ */ new Map();
var opener = null;
async function fetchBook(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
function bookAt(path) {
  const known = books.get(path);
  if (known) return known;
  const book = fetchBook(path);
  books.set(path, book);
  book.catch(() => books.delete(path));
  return book;
}
function paragraphs(rule) {
  const cells = rule instanceof HTMLTableRowElement ? [...rule.cells] : [rule];
  return cells.map((cell) => {
    const paragraph = document.createElement(rule === cell ? "div" : "p");
    for (const node of cell.childNodes) paragraph.append(document.importNode(node, true));
    return paragraph;
  });
}
async function open(link2) {
  const { pathname, hash, href } = link2;
  const rule = (await bookAt(pathname)).getElementById(hash.slice(1));
  if (!rule) throw new Error(`${pathname} has no rule ${hash}`);
  text.replaceChildren(...paragraphs(rule));
  for (const near of findAll(text, 'a[href^="#"]', HTMLAnchorElement)) {
    near.href = pathname + near.hash;
  }
  whole.href = href;
  if (!dialog.contains(link2)) opener = link2;
  if (!dialog.open) dialog.show();
}
function returnFocus() {
  const href = opener?.href;
  const links = findAll(document, "a.rule", HTMLAnchorElement);
  links.forEach(resolveLink);
  const same = links.filter((link2) => link2.href === href && !dialog.contains(link2));
  const heading = find(document, "#panel-heading", HTMLElement);
  [opener, ...same, heading].find((each) => each?.checkVisibility())?.focus();
}
document.addEventListener("click", (event) => {
  const link2 = closest(event, 'a[href^="/rules/"]', HTMLAnchorElement);
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link2 || link2 === whole || !isPlain || !RULE.test(link2.hash)) return;
  event.preventDefault();
  open(link2).catch(() => window.location.assign(link2.href));
});
dialog.addEventListener("close", returnFocus);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dialog.open) dialog.close();
});

// static/table/sheet.js
var HEIGHTS = ["low", "half", "full"];
var TREMBLE2 = 8;
var sheet4 = required(find(document, ".table-sheet", HTMLElement));
var handle = required(find(sheet4, ".sheet-handle", HTMLButtonElement));
var drag2 = null;
var isRising = false;
var isLowForMap = false;
var isRaised = false;
var heightName = () => sheet4.dataset.height ?? "half";
function setHeight(height2) {
  sheet4.dataset.height = height2;
  isLowForMap = false;
  sheet4.parentElement?.classList.toggle("has-low-sheet", height2 === "low");
  sheet4.style.height = "";
  if (height2 !== "full") sheet4.scrollTop = 0;
  if (height2 !== "half") isRising = height2 === "low";
  handle.setAttribute("aria-label", isRising ? "Expand the panel" : "Collapse the panel");
}
function nearest2(pixels) {
  const before3 = heightName();
  const sizes = HEIGHTS.map((height2) => {
    setHeight(height2);
    return Math.abs(sheet4.offsetHeight - pixels);
  });
  setHeight(before3);
  return HEIGHTS[sizes.indexOf(Math.min(...sizes))];
}
function onDown2(event) {
  drag2 = { y: event.clientY, height: sheet4.offsetHeight, isMoved: false };
  handle.setPointerCapture(event.pointerId);
}
function onMove2(event) {
  if (!drag2) return;
  const moved = drag2.y - event.clientY;
  if (Math.abs(moved) > TREMBLE2) drag2.isMoved = true;
  if (drag2.isMoved) sheet4.style.height = `${drag2.height + moved}px`;
}
function onUp2() {
  if (!drag2?.isMoved) return;
  setHeight(nearest2(sheet4.offsetHeight));
  leaveWhole();
}
function onClick5() {
  const wasDrag = drag2?.isMoved;
  drag2 = null;
  if (wasDrag) return;
  setHeight(HEIGHTS[HEIGHTS.indexOf(heightName()) + (isRising ? 1 : -1)]);
  leaveWhole();
}
function makeRoomForMap() {
  if (!handle.checkVisibility() || heightName() === "low") return;
  setHeight("low");
  isLowForMap = true;
}
function question() {
  const panel2 = document.getElementById("panel");
  const decision = panel2?.classList.contains("is-deciding") ? panel2.dataset.offer ?? "" : "";
  return `${document.getElementById("panel-heading")?.textContent} ${decision}`;
}
function showTop() {
  afterLayout(() => {
    sheet4.scrollTop = 0;
    for (const part of findAll(document, ".table-panel, .panel-scroll", HTMLElement)) part.scrollTop = 0;
  });
}
var questionBefore = question();
var isBusy = () => sheet4.querySelector(".is-drawer, .tabs input:focus") !== null;
function showNewQuestion() {
  const isNew = question() !== questionBefore;
  questionBefore = question();
  if (isNew && !isBusy()) showTop();
}
handle.addEventListener("pointerdown", onDown2);
handle.addEventListener("pointermove", onMove2);
handle.addEventListener("pointerup", onUp2);
handle.addEventListener("pointercancel", onUp2);
handle.addEventListener("click", onClick5);
find(document, '[data-zoom="fit"]', HTMLButtonElement)?.addEventListener("click", makeRoomForMap);
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  showNewQuestion();
  if (!detail.requestConfig || !renewsPanel(detail.requestConfig)) return;
  showTop();
  if (!isLowForMap) return;
  isRising = false;
  setHeight("half");
});
document.addEventListener("drawer", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { isOpen } = event.detail;
  if (isOpen && heightName() === "low") {
    isRaised = true;
    setHeight("half");
  } else if (!isOpen && isRaised) {
    isRaised = false;
    setHeight("low");
  }
});

// static/table/animations/guard.js
var MOMENT = 400;
var section2 = find(document, ".table-panel", HTMLElement);
var timer3 = 0;
var isPanelDue = false;
function ignoreTaps() {
  section2?.classList.add("is-settling");
  clearTimeout(timer3);
  timer3 = setTimeout(() => section2?.classList.remove("is-settling"), MOMENT);
}
function guardPanel() {
  isPanelDue = true;
  ignoreTaps();
}
function onSwap(target) {
  if (!isPanelDue || target?.id !== "panel") return;
  isPanelDue = false;
  ignoreTaps();
}
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => onSwap(target));
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => onSwap(target));

// static/table/animations/animation-places.js
var EDGE3 = 8;
var CORNER = 0.12;
var NAME = 18;
function placesFor2(own3, outlines3) {
  const map = viewport.getBoundingClientRect();
  const [left3, right] = [map.left + EDGE3, map.right - own3.width - EDGE3];
  const [top2, bottom] = [map.top + EDGE3, map.bottom - own3.height - EDGE3];
  const columns = [left3, right, (left3 + right) / 2];
  const rows = [bottom, top2, (top2 + bottom) / 2];
  const below = Math.min(map.bottom + EDGE3, window.innerHeight - own3.height - EDGE3);
  const aside = Math.min(map.right + EDGE3, window.innerWidth - own3.width - EDGE3);
  const near = outlines3.flatMap((outline2) => placesBeside(outline2, own3)).map(([x, y]) => ({
    left: Math.max(left3, Math.min(right, x)),
    top: Math.max(top2, Math.min(bottom, y)),
    isBeyond: false
  }));
  return [
    ...rows.flatMap((y) => columns.map((x) => ({ left: x, top: y, isBeyond: false }))),
    ...columns.map((x) => ({ left: x, top: below, isBeyond: true })),
    ...rows.map((y) => ({ left: aside, top: y, isBeyond: true })),
    ...near
  ];
}
function placesBeside({ left: left3, right, top: top2, bottom }, own3) {
  const [x, y] = [(left3 + right - own3.width) / 2, (top2 + bottom - own3.height) / 2];
  return [
    [right + EDGE3, y],
    [left3 - EDGE3 - own3.width, y],
    [x, bottom + EDGE3],
    [x, top2 - EDGE3 - own3.height]
  ];
}
function bestPlace(places, own3, outlines3) {
  const hearts = heartsOf(outlines3);
  const numbers = boxesOf(".territory .badge-row");
  const costs = places.map(({ left: left3, top: top2, isBeyond }) => {
    const at = { left: left3, top: top2, right: left3 + own3.width, bottom: top2 + own3.height };
    const others = numbers.filter((number) => coveredArea([number], at)).length;
    const distance2 = Math.round(Math.min(...outlines3.map((outline2) => gap(outline2, at))));
    return [coveredArea(hearts, at), Number(isBeyond), coveredArea(outlines3, at), distance2, others];
  });
  const least = costs.reduce((best, cost) => isLess(cost, best) ? cost : best);
  return costs.indexOf(least);
}
var isFree2 = (own3, outlines3) => !coveredArea(heartsOf(outlines3), own3);
var heartsOf = (outlines3) => [...outlines3.map(withoutCorners), ...boxesOf(".board-animation .badge-row")];
function isLess(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] < other[at];
}
var withoutCorners = ({ left: left3, right, top: top2, bottom, width: width2, height: height2 }) => ({
  left: left3 + CORNER * width2,
  right: right - CORNER * width2,
  top: top2 + CORNER * height2,
  bottom: bottom - CORNER * height2
});
function coveredArea(boxes, over) {
  const areas = boxes.map((box4) => {
    const width2 = Math.min(box4.right, over.right) - Math.max(box4.left, over.left);
    const height2 = Math.min(box4.bottom, over.bottom) - Math.max(box4.top, over.top);
    return Math.max(0, width2) * Math.max(0, height2);
  });
  return Math.round(areas.reduce((sum, area) => sum + area, 0));
}
function isInTheWay(element, territories2) {
  const own3 = element.getBoundingClientRect();
  const badges = territories2.flatMap((id) => territoryOf(id)?.querySelector(".badge-row") ?? []);
  return badges.some((badge) => {
    const { top: top2, bottom } = badge.getBoundingClientRect();
    return top2 - NAME < own3.bottom && own3.top < bottom + NAME;
  });
}

// static/table/animations/animation-box.js
var isSideways2 = matchMedia("(max-height: 34rem) and (orientation: landscape)");
var isSmall = matchMedia("(max-width: 46rem)");
var isPhone = () => isSmall.matches || isSideways2.matches;
var OVER_MAP = [["is-over-map"], ["is-over-map", "is-high"]];
var board2 = document.querySelector(".table-board");
var box = document.createElement("section");
var body = document.createElement("div");
var button = document.createElement("button");
var beside = "";
var around = [];
var chosen = 0;
var skip2 = () => {
};
var press = () => {
};
var before2 = null;
function buildBox() {
  box.className = "animation";
  box.hidden = true;
  box.setAttribute("aria-label", "Just happened");
  body.setAttribute("aria-hidden", "true");
  body.id = "animation-text";
  button.setAttribute("aria-describedby", body.id);
  button.type = "button";
  button.addEventListener("click", () => press());
  box.append(body, button);
  board2?.append(box);
}
function onSkip(action) {
  skip2 = action;
}
function showAnimation(moment, share) {
  showWithButton(moment, share, "Skip", skip2);
}
function showCard2(moment, share, time, goOn) {
  showWithButton(moment, share, "Continue", goOn);
  button.classList.toggle("is-timed", time < Infinity);
  button.style.setProperty("--time", `${time}ms`);
  if (time < Infinity || document.activeElement?.matches("input, select, textarea")) return;
  before2 = document.activeElement;
  button.focus({ preventScroll: true });
}
function showWithButton(moment, share, label, onPress) {
  returnFocus2();
  for (const link2 of moment.querySelectorAll("a")) link2.remove();
  moment.removeAttribute("id");
  body.replaceChildren(moment);
  box.dataset.kind = moment.dataset.animation;
  button.textContent = label;
  button.className = "button small animation-skip";
  box.classList.toggle("is-still", !share);
  press = onPress;
  box.style.setProperty("--share", String(share));
  setHidden(false);
  place(moment);
}
function setHidden(isHidden2) {
  box.hidden = isHidden2;
  board2?.classList.toggle("has-animation", !isHidden2);
}
function returnFocus2() {
  if (document.activeElement !== button) return;
  const target = before2?.isConnected ? before2 : document.getElementById("panel-heading");
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}
function isOverPanel() {
  const panel2 = document.getElementById("panel")?.getBoundingClientRect();
  return panel2 !== void 0 && coveredArea([panel2], box.getBoundingClientRect()) > 0;
}
function hideAnimation() {
  returnFocus2();
  if (isOverPanel()) guardPanel();
  setHidden(true);
  beside = "";
  body.replaceChildren();
}
function place(moment) {
  box.style.translate = "";
  const marked = outlines();
  const isStill = box.classList.contains("is-still");
  if (isSmall.matches && !isSideways2.matches) return isStill ? placeAtEdge(marked) : placeBelowMap();
  const shown2 = [moment, ...findAll(moment, "[data-at]", HTMLElement)].map(({ dataset }) => dataset.at);
  const isSame = beside !== "" && shown2.every((id) => !id || beside.split(" ").includes(id));
  if (!isSame) beside = shown2.join(" ");
  if (isSideways2.matches) {
    if (!isSame) placeSideways(marked);
    return;
  }
  if (!marked.length) return;
  const own3 = box.getBoundingClientRect();
  if (!isSame) around = marked;
  const places = placesFor2(own3, around);
  if (!isSame) chosen = bestPlace(places, own3, around);
  const { left: left3, top: top2 } = places[chosen];
  box.style.translate = `${left3 - own3.left}px ${top2 - own3.top}px`;
}
function placeSideways(marked) {
  const overMap = document.querySelector(".is-drawer, .is-still") ? OVER_MAP : [];
  for (const classes of [...overMap, []]) {
    box.classList.remove("is-over-map", "is-high");
    box.classList.add(...classes);
    if (isFree2(box.getBoundingClientRect(), marked)) return;
  }
}
function placeAtEdge(marked) {
  box.classList.remove("is-high");
  box.classList.toggle("is-high", !isFree2(box.getBoundingClientRect(), marked));
}
function placeBelowMap() {
  const { bottom } = box.getBoundingClientRect();
  box.style.translate = `0 ${Math.min(0, window.innerHeight - EDGE3 - bottom)}px`;
}
var shownElements = (selector) => findAll(body, selector, HTMLElement);
buildBox();

// static/table/animations/battle.js
var BEGIN = 350;
var ROLL = 650;
var DECIDE = 450;
var LEAVE = 700;
var MOST4 = 7e3;
var MOST_PAST = 2;
function* playAttack(moment, share) {
  const shown2 = document.importNode(moment, true);
  const sides = findAll(shown2, ".side", HTMLElement);
  const ids = sides.map(({ dataset }) => dataset.at ?? "");
  const armies = sides.map(({ dataset }) => Number(dataset.armies));
  const liveries = sides.map(liveryOf);
  const rolls = [...shown2.querySelectorAll("li:not(.is-past)")];
  for (const element of [...rolls, ...shown2.querySelectorAll(".attack-total")]) element.classList.add("is-pending");
  const hasStrip = rolls.length > 1 || shown2.querySelector(".is-past") !== null;
  shown2.querySelector("ol")?.classList.toggle("has-strip", hasStrip);
  const own3 = sides.map(({ dataset }) => "own" in dataset);
  setArmies(sides, armies);
  drawAttack(ids, liveries);
  showArmies(armies);
  showAnimation(shown2, share);
  yield share * BEGIN;
  const battles = shownElements("li:not(.is-past)");
  let left3 = armies;
  const each = share * Math.min(1, MOST4 / battles.length / (ROLL + DECIDE + LEAVE));
  for (const battle of battles) {
    const before3 = left3;
    left3 = numbersOf(battle.dataset.left);
    yield* playBattle(battle, each, () => {
      setArmies(sides, left3);
      showArmies(left3);
      showLosses(before3.map((number, side) => number - left3[side]), own3);
    });
    if (battle !== battles.at(-1)) keepAsPast(battle);
  }
  for (const sum of shownElements(".attack-total")) sum.classList.remove("is-pending");
  if (battles.length > 1) yield share * LEAVE;
}
var liveryOf = (side) => side.className.split(" ").at(-1) ?? "";
function* playBattle(battle, share, removeArmies) {
  battle.style.setProperty("--share", String(share));
  battle.classList.add("is-rolling");
  battle.classList.remove("is-pending");
  playSound("dice");
  yield share * ROLL;
  battle.classList.replace("is-rolling", "is-decided");
  yield share * DECIDE;
  battle.classList.add("is-counted");
  removeArmies();
  yield share * LEAVE;
}
function keepAsPast(battle) {
  battle.className = "is-past";
  for (const old of shownElements("li.is-past").slice(0, -MOST_PAST)) old.remove();
}
var numbersOf = (text3 = "") => text3.split(" ").map(Number);
function setArmies(sides, armies) {
  sides.forEach((side, index) => {
    const number = side.querySelector("strong");
    if (number) number.textContent = String(armies[index]);
  });
}

// static/table/animations/introduction.js
var box2 = document.createElement("section");
var text2 = document.createElement("p");
var button2 = document.createElement("button");
var left2 = [];
function buildBox2() {
  box2.className = "notes introduction";
  box2.hidden = true;
  box2.setAttribute("aria-label", "How the game begins");
  text2.setAttribute("role", "status");
  button2.type = "button";
  button2.className = "button small primary";
  button2.addEventListener("click", showNext2);
  box2.append(text2, button2);
  document.querySelector(".table-board")?.append(box2);
}
function introduce(content) {
  const isNew = content.querySelector("#log-lines > li");
  const steps = isNew ? findAll(content, "#latest_events [data-introduction]", HTMLElement) : [];
  if (!steps.length || areLatestEventsInSight()) return;
  left2 = steps;
  showNext2();
}
function areLatestEventsInSight() {
  const { height: height2, bottom } = required(document.querySelector(".latest-events")).getBoundingClientRect();
  return height2 > 0 && bottom <= window.innerHeight;
}
function showNext2() {
  const [step, ...others] = left2;
  left2 = others;
  if (!step && box2.contains(document.activeElement)) document.getElementById("panel-heading")?.focus();
  box2.hidden = !step;
  document.querySelector(".table-grid")?.classList.toggle("is-introducing", Boolean(step));
  clearAnimation();
  if (!step) return follow(findAll(document, ".territory.is-choosable", SVGGElement));
  const { at = "" } = step.dataset;
  text2.textContent = step.textContent.trim();
  button2.textContent = others.length ? "Next" : "Got it";
  const territory = at && territoryOf(at);
  if (territory) bringIntoView([territory]);
  if (at) ringTerritories([at], "none");
  box2.classList.remove("is-low");
  box2.classList.toggle("is-low", isInTheWay(box2, [at]));
}
function dismiss() {
  if (box2.hidden) return;
  left2 = [];
  showNext2();
}
buildBox2();
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) dismiss();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dismiss();
});

// static/table/animations/pace.js
var PACES = /* @__PURE__ */ new Map([
  ["calm", 1],
  ["quick", 0.5]
]);
var prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");
var { seat: seat2 } = document.getElementById("announcements")?.dataset ?? {};
function pace() {
  const chosen2 = document.getElementById("pace")?.dataset.pace ?? "";
  return prefersStill.matches ? 0 : PACES.get(chosen2) ?? 0;
}
function momentsOf(content) {
  const earlier = find(content, "template[data-animations]", HTMLTemplateElement);
  const isNew = content.querySelector("#log-lines > li");
  const latestEvents2 = isNew && find(content, "#latest_events", HTMLElement);
  return [earlier?.content, latestEvents2].flatMap(
    (part) => part ? findAll(part, "[data-animation]", HTMLElement) : []
  );
}
var isLoss = (moment) => seat2 !== void 0 && moment.dataset.of === seat2;
function soundOf({ dataset: { animation, sound = "" } }) {
  if (animation === "attack" || animation === "duel") return "dice";
  return animation === "card" ? "card" : sound;
}

// static/table/animations/notes.js
var MOST5 = 4;
var MOST_NAMES = 3;
var LEAST3 = 5e3;
var READING = 60;
var LOUDEST = ["fall", "capture", "card", "dice"];
var isWide = matchMedia("(min-width: 74.01rem)");
var latestEvents = required(find(document, ".latest-events", HTMLElement));
var box3 = document.createElement("section");
var list = document.createElement("ul");
var lost = [];
var timer4 = 0;
function buildBox3() {
  box3.className = "notes";
  box3.hidden = true;
  box3.setAttribute("aria-label", "Since your last move");
  const button3 = document.createElement("button");
  button3.type = "button";
  button3.className = "button small";
  button3.textContent = "OK";
  button3.addEventListener("click", dismiss2);
  box3.append(list, button3);
  placeBox();
}
function placeBox() {
  if (isWide.matches) latestEvents.prepend(box3);
  else document.querySelector(".table-board")?.append(box3);
}
function dismissOnceRead() {
  clearTimeout(timer4);
  if (isWide.matches || document.hidden) return;
  timer4 = setTimeout(dismiss2, Math.max(LEAST3, READING * list.textContent.length));
}
function dismiss2() {
  box3.hidden = true;
  list.replaceChildren();
  lost = [];
}
var titleOf = (card2) => find(card2, "h3", HTMLElement)?.firstChild?.textContent?.trim() ?? "";
function textOf4(moment) {
  const { animation, sound, yours = "" } = moment.dataset;
  if (isLoss(moment) && yours) return yours;
  if (sound === "fall") return moment.textContent.trim();
  if (animation !== "card") return "";
  const title2 = titleOf(moment);
  const text3 = find(moment, ".event-text", HTMLElement)?.firstChild?.textContent?.trim() ?? "";
  return title2.endsWith("!") ? `${title2} ${text3}` : `${title2}: ${text3}`;
}
function lossesText(names) {
  if (names.length > MOST_NAMES) {
    const [first, second] = names;
    return `You lost ${first}, ${second} and ${names.length - 2} more territories.`;
  }
  return `You lost ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
}
function addLoss(name, text3) {
  if (!lost.includes(name)) lost.push(name);
  const item = list.querySelector(":scope > .is-land") ?? document.createElement("li");
  item.textContent = lost.length > 1 ? lossesText(lost) : text3;
  item.className = "is-loss is-land";
  if (!item.parentElement) list.append(item);
}
function addNote(moment) {
  const text3 = textOf4(moment);
  if (!text3) return;
  if (isLoss(moment) && moment.dataset.lost) {
    addLoss(moment.dataset.lost, text3);
    return;
  }
  const item = document.createElement("li");
  item.textContent = text3;
  item.classList.toggle("is-loss", isLoss(moment));
  if (moment.dataset.animation === "card") item.dataset.card = titleOf(moment);
  list.append(item);
}
function includeResult() {
  const result = find(document, "#move-result", HTMLElement);
  if (box3.hidden || !result || result.hidden) return;
  result.hidden = true;
  const text3 = result.textContent;
  for (const item2 of findAll(list, ":scope > li", HTMLElement)) {
    if (text3.includes(item2.textContent) || text3.includes(`“${item2.dataset.card}”`)) item2.remove();
  }
  const item = document.createElement("li");
  item.textContent = text3;
  list.prepend(item);
}
function dropOldest() {
  while (list.children.length > MOST5) {
    (list.querySelector(":scope > :not(.is-loss)") ?? list.firstElementChild)?.remove();
  }
  box3.hidden = !list.children.length;
}
function noteChanges(content, hadAnimation) {
  if (hadAnimation) return;
  const moments = momentsOf(content);
  moments.forEach(addNote);
  dropOldest();
  if (moments.length) dismissOnceRead();
  if (pace()) return;
  const heard = moments.map(soundOf);
  const loudest = LOUDEST.find((name) => heard.includes(name));
  if (loudest) playSound(loudest);
}
buildBox3();
isWide.addEventListener("change", placeBox);
document.addEventListener("visibilitychange", dismissOnceRead);
document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
  if (detail.requestConfig.verb === "post" && target.closest("#panel")) dismiss2();
});
viewport.addEventListener("pointerdown", () => {
  if (isPhone()) dismiss2();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dismiss2();
});

// static/table/animations/result.js
var LONGEST = 5e3;
var line = required(find(document, "#move-result", HTMLElement));
var timer5 = 0;
function showResult2(content) {
  if (!content.querySelector("#log-lines > li")) return;
  line.textContent = resultsOf(content).join(" ");
  line.hidden = !line.textContent;
  if (!line.hidden) afterLayout(() => keepClearOf([...territoriesOf(content), ...choosable()]));
  clearTimeout(timer5);
  if (isPhone()) timer5 = setTimeout(hide, LONGEST);
}
var earlierAnimations = (content) => find(content, "template[data-animations]", HTMLTemplateElement);
function lastAttack(content) {
  const parts = [earlierAnimations(content)?.content, content].flatMap((part) => part ? [part] : []);
  return parts.flatMap((part) => findAll(part, ".attack", HTMLElement)).at(-1);
}
function territoriesOf(content) {
  const attack2 = lastAttack(content);
  const sides = attack2 ? findAll(attack2, ".side", HTMLElement) : [];
  return sides.flatMap(({ dataset }) => dataset.at || []);
}
var choosable = () => findAll(document, ".territory.is-choosable", SVGGElement).map(idOf);
function keepClearOf(territories2) {
  const covered = (isHigh) => {
    line.classList.toggle("is-high", isHigh);
    return territories2.filter((territory) => isInTheWay(line, [territory])).length;
  };
  const low = covered(false);
  if (low && covered(true) >= low) line.classList.remove("is-high");
}
function resultsOf(content) {
  const results = [lastAttack(content), earlierAnimations(content), find(content, "#latest_events", HTMLElement)];
  return results.flatMap((element) => element?.dataset.result || []);
}
function hide() {
  line.hidden = true;
}
document.addEventListener("click", hide);
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("#panel")) hide();
});

// static/table/animations/moments.js
var TIMES = /* @__PURE__ */ new Map([
  ["duel", 1800],
  ["news", 1600]
]);
var CARD = 3400;
var READING2 = 40;
var LOSS = 2800;
function* playMoment(moment, share) {
  const { at = "", livery = "none", yours = "" } = moment.dataset;
  const shown2 = document.importNode(moment, true);
  if (isLoss(moment) && yours) shown2.textContent = yours;
  shown2.classList.toggle("is-loss", isLoss(moment));
  if (at) ringTerritories([at], livery);
  showAnimation(shown2, share);
  playSound(soundOf(moment));
  yield share * (isLoss(moment) ? LOSS : TIMES.get(moment.dataset.animation ?? "") ?? 0);
}
function timeToRead(card2) {
  const letters = (card2.textContent ?? "").replace(/\s+/g, " ").length;
  return Math.max(CARD, READING2 * letters);
}
function firstOfNews(moments) {
  let first = moments.length;
  while (first && moments[first - 1].dataset.animation === "news") first -= 1;
  return first;
}

// static/table/animations/animations.js
var MOST_CAUGHT_UP = 0.3;
var CHECK2 = 250;
var isHeld = false;
var isImportant = (moment) => isLoss(moment) || moment.dataset.animation === "card";
var isAsked = (pushes) => pushes.some(({ content }) => content.querySelector("#asked"));
var pushesAfter = (waiting2) => waiting2.slice(1).filter(({ content }) => content.hasChildNodes());
function speed(waiting2) {
  const behind = pushesAfter(waiting2).length + (isAsked(waiting2) ? 1 : 0);
  return pace() * Math.max(MOST_CAUGHT_UP, 1 / (1 + behind / 2));
}
function play3(waiting2, onResult, onEnd) {
  const moments = momentsOf(waiting2[0].content);
  let timer7 = 0;
  const end = () => {
    clearTimeout(timer7);
    isHeld = false;
    hideAnimation();
    clearAnimation();
  };
  const goOn = () => {
    clearTimeout(timer7);
    const { value, done } = steps.next();
    if (!done) {
      timer7 = setTimeout(goOn, value);
      return;
    }
    end();
    onEnd();
  };
  const steps = stepsOf(moments, waiting2, onResult, goOn);
  document.getElementById("panel")?.setAttribute("aria-busy", "true");
  goOn();
  return end;
}
function isPanelNew() {
  const panel2 = document.getElementById("panel");
  return panel2?.dataset.offer === document.getElementById("panel-key")?.dataset.offer;
}
function* stepsOf(moments, waiting2, onResult, goOn) {
  const first = firstOfNews(moments);
  const isOver = waiting2[0].content.querySelector("#outcome") !== null;
  for (const [index, moment] of moments.entries()) {
    if (index === first && !isOver) {
      onResult();
      clearAnimation();
    }
    const share = isImportant(moment) ? pace() : speed(waiting2);
    if (moment.dataset.animation === "attack") yield* playAttack(moment, share);
    else if (moment.dataset.animation === "card") yield* playCard(moment, share, waiting2, goOn);
    else yield* playMoment(moment, share);
  }
}
function* playCard(moment, share, waiting2, goOn) {
  const stays = "stays" in moment.dataset;
  const time = share * readingTime(moment, waiting2);
  let isRead = false;
  const onRead = () => {
    isRead = true;
    goOn();
  };
  showCard2(document.importNode(moment, true), share, stays ? Infinity : time, onRead);
  playSound(soundOf(moment));
  isHeld = stays;
  yield time;
  while (stays && !isRead && !isAsked(pushesAfter(waiting2))) yield CHECK2;
  isHeld = false;
}
function readingTime(moment, waiting2) {
  return pushesAfter(waiting2).length ? CARD : timeToRead(moment);
}
function onRequest(event) {
  const control2 = event.detail.elt;
  if (!isBehind() || !control2.closest("#panel")) return;
  skip();
  if (!control2.isConnected || !isPanelNew()) event.preventDefault();
}
onSkip(skip);
setPlayer({
  hasAnimation: (content) => pace() > 0 && momentsOf(content).length > 0,
  isTooMuch: (content) => content.querySelector("template[data-behind]") !== null,
  onShown: (content, hadAnimation) => {
    noteChanges(content, hadAnimation);
    introduce(content);
    showResult2(content);
    includeResult();
    showNewQuestion();
  },
  isHeld: () => isHeld,
  play: play3
});
document.addEventListener("animations-over", () => {
  if (isPanelNew()) document.getElementById("panel")?.removeAttribute("aria-busy");
});
document.addEventListener("htmx:confirm", onRequest);
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target?.id === "pace" && !pace()) skip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") skip();
});

// static/site/full-screen.js
function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {
  });
}

// static/table/panel/numbers-by-key.js
var TOGETHER = 1e3;
var typed = "";
var typedAt = 0;
function numberWith(digit) {
  const now = performance.now();
  typed = now - typedAt < TOGETHER ? typed + digit : digit;
  typedAt = now;
  return Number(typed);
}
function typeDigit(digit) {
  const panel2 = document.getElementById("panel");
  const form = panel2 && find(panel2, "#compose", HTMLFormElement);
  if (!form) return;
  const way = find(form, ".attack-mode:has(input[name=how]:checked)", HTMLElement) ?? form;
  const dice = find(way, `input[name=dice][value="${digit}"]`, HTMLInputElement);
  const [number, ...others] = findAll(way, "input[type=number]", HTMLInputElement);
  if (dice) dice.click();
  else if (number && !others.length) setNumber(number, numberWith(digit));
}

// static/sound/volume-control.js
var control = find(document, "#volume", HTMLElement);
var list2 = control && find(control, "select", HTMLSelectElement);
function show3() {
  if (list2) list2.value = volumeLevel();
  const isOn2 = volumeLevel() !== "off";
  for (const button3 of findAll(document, "[data-table-tool=m]", HTMLButtonElement)) {
    button3.setAttribute("aria-pressed", String(isOn2));
  }
}
function changed() {
  show3();
  playSound("turn");
}
function toggleSound() {
  toggleVolume();
  changed();
}
if (control && list2) {
  control.hidden = false;
  list2.addEventListener("change", () => {
    setVolume(list2.value);
    changed();
  });
}
show3();

// static/table/shortcuts.js
var SWITCH2 = "shortcuts";
var SETTLING = 400;
var CONTROLS = "a[href], button, input, select, textarea, summary, .territory, [tabindex]:not([tabindex='-1'])";
var list3 = find(document, "#shortcuts", HTMLDialogElement);
var switchBox = list3 && find(list3, "input", HTMLInputElement);
var offer2 = "";
var offeredAt = -SETTLING;
function noteOffer() {
  const shown2 = document.getElementById("panel")?.dataset.offer ?? "";
  if (shown2 === offer2) return;
  offer2 = shown2;
  offeredAt = performance.now();
}
function press2(selector) {
  const control2 = find(document, selector, HTMLElement);
  if (control2?.checkVisibility()) control2.click();
}
function mainButton() {
  const buttons2 = "#panel.panel:not([aria-busy='true']) button.primary:enabled";
  return findAll(document, buttons2, HTMLButtonElement).find((button3) => button3.checkVisibility());
}
function focusNextTerritory() {
  const open2 = findAll(document, "#board .territory.is-choosable", SVGGElement);
  const here = open2.findIndex((territory) => territory === document.activeElement);
  open2[(here + 1) % open2.length]?.focus();
}
function attack(way) {
  const radio = find(document, `#panel #how-${way}`, HTMLInputElement);
  if (!radio) return;
  radio.checked = true;
  press2("#panel .panel-foot .primary");
}
var MOVES = "aeup 0123456789";
var ACTIONS = {
  n: focusNextTerritory,
  a: () => attack("once"),
  u: () => attack("press"),
  e: () => press2("#panel a[href*='end=yes']"),
  p: () => press2("#panel [data-placing] .primary"),
  " ": () => mainButton()?.click(),
  c: () => openTabById("tab-talk"),
  l: () => openTabById("tab-log"),
  f: toggleFullScreen,
  m: toggleSound,
  "?": () => list3?.showModal()
};
function isOn() {
  try {
    return localStorage.getItem(SWITCH2) !== "off";
  } catch {
    return true;
  }
}
function remember3() {
  try {
    localStorage.setItem(SWITCH2, switchBox?.checked ? "on" : "off");
  } catch {
  }
}
function isForOthers({ key, target, ctrlKey, metaKey, altKey }) {
  const fields = "input:not([type=radio], [type=checkbox]), select, textarea";
  const owners = /[ \d]/.test(key) ? CONTROLS : fields;
  return ctrlKey || metaKey || altKey || target instanceof Element && target.matches(owners);
}
function actionOf(key) {
  if (/^\d$/.test(key)) return () => typeDigit(key);
  return key === " " && !mainButton() ? null : ACTIONS[key];
}
var isOff = () => switchBox?.checked === false || document.querySelector("dialog[open]") !== null;
function onKey3(event) {
  const { key } = event;
  const action = actionOf(key);
  if (!action || isOff() || event.defaultPrevented || isForOthers(event)) return;
  event.preventDefault();
  const isTooSoon = MOVES.includes(key) && performance.now() - offeredAt < SETTLING;
  if (!event.repeat && !isTooSoon) action();
}
document.addEventListener("keydown", onKey3);
document.addEventListener("htmx:afterSettle", noteOffer);
document.addEventListener("htmx:oobAfterSwap", noteOffer);
document.addEventListener("click", (event) => {
  const button3 = event.target instanceof Element ? event.target.closest("[data-table-tool]") : null;
  if (!(button3 instanceof HTMLElement)) return;
  ACTIONS[button3.dataset.tableTool ?? ""]?.();
});
if (switchBox && !switchBox.disabled) switchBox.checked = isOn();
offer2 = document.getElementById("panel")?.dataset.offer ?? "";
switchBox?.addEventListener("change", remember3);

// static/community/talk/sent.js
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const isAccepted = detail.successful && detail.xhr.status < 400;
  const form = target.closest("form") ?? target;
  const isSpeech = form.matches('form.message-form, [id^="declare-"]');
  if (isAccepted && isSpeech && form instanceof HTMLFormElement) form.reset();
});

// static/table/log/last-turns.js
var isSmall2 = matchMedia("(max-width: 74rem)");
var list4 = required(find(document, "#turns", HTMLOListElement));
var sidebar = required(list4.parentElement);
var menu = required(find(document, "#last-turns", HTMLDetailsElement));
var losses = required(find(menu, "[data-army]", HTMLElement));
var row = required(menu.parentElement);
function placeList() {
  (isSmall2.matches ? menu : sidebar).append(list4);
}
function showLosses2(lost2, killed) {
  menu.hidden = !list4.children.length;
  if (menu.hidden) delete row.dataset.turns;
  else row.dataset.turns = lost2 || killed ? "lost" : "shown";
  const { territory = "", territories: territories2 = "", army = "", armies = "" } = losses.dataset;
  const [one, many] = lost2 ? [territory, territories2] : [army, armies];
  const count2 = lost2 || killed;
  losses.textContent = count2 ? (count2 === 1 ? one : many).replace("{}", String(count2)) : "";
}
function closeMenu() {
  if (!menu.open) return;
  find(menu, "summary", HTMLElement)?.focus();
  menu.open = false;
}
isSmall2.addEventListener("change", placeList);
placeList();

// static/table/log/turns.js
var OUTCOMES = /* @__PURE__ */ new Set(["assassin_countered", "assassin_rolled", "spy_countered"]);
var STRUCK = /* @__PURE__ */ new Set(["armies_lost", "card_lost"]);
var SHOWN2 = 4e3;
var list5 = find(document, "#turns", HTMLOListElement);
var { seat: own2 } = document.getElementById("announcements")?.dataset ?? {};
var timer6 = 0;
var isDue2 = false;
function linesOfTurns() {
  const turns = /* @__PURE__ */ new Map();
  let lines = null;
  for (const line2 of findAll(document, "#log-lines li[data-kind]", HTMLElement)) {
    if (line2.dataset.kind === "turn_began") {
      const seat3 = line2.dataset.seats ?? "";
      lines = [];
      turns.delete(seat3);
      if (seat3 !== own2) turns.set(seat3, lines);
    } else if (!line2.classList.contains("is-undone")) {
      lines?.push(line2);
    }
  }
  return turns;
}
function phrasesOf(lines, seat3) {
  const done = lines.filter(({ dataset }) => dataset.briefSeat === seat3);
  const captures = done.filter(({ dataset }) => dataset.kind === "captured");
  const losses2 = captures.filter(({ dataset }) => dataset.of !== void 0 && dataset.of === own2);
  const struck = lines.filter(({ dataset }) => STRUCK.has(dataset.kind ?? "") && dataset.of === own2);
  const battles = done.filter(({ dataset }) => dataset.kind === "battle_fought");
  const defences = battles.filter(({ dataset }) => dataset.of !== void 0 && dataset.of === own2);
  const defended = new Map(defences.map((line2) => [placeOf2(line2), line2]));
  losses2.forEach((line2) => defended.delete(placeOf2(line2)));
  const others = done.filter((line2) => !captures.includes(line2) && !battles.includes(line2));
  const { one = "", many = "", took = "", attacked: attacked2 = "", lost: lost2 = "" } = list5?.dataset ?? {};
  const [first] = captures;
  const isOne = captures.length === 1;
  const gained = isOne ? one.replace("{}", first.dataset.brief ?? "") : many.replace("{}", String(captures.length));
  const isListed = captures.length > 1 || captures.length > losses2.length;
  return [
    ...struck.map((line2) => lossOf(line2, lost2)),
    ...isListed ? [{ text: gained, at: captures.map(placeOf2), isLoss: false }] : [],
    ...losses2.map((line2) => lossOf(line2, took)),
    ...[...defended.values()].map((line2) => ({
      text: attacked2.replace("{}", line2.dataset.brief ?? ""),
      at: [placeOf2(line2)],
      isLoss: false
    })),
    ...othersOf(others)
  ];
}
function othersOf(lines) {
  const phrases = [];
  for (const line2 of lines) {
    const { kind = "", brief = "" } = line2.dataset;
    const sent = OUTCOMES.has(kind) ? phrases.at(-1) : void 0;
    if (sent) sent.text += `, ${brief}`;
    else phrases.push({ text: brief, at: [placeOf2(line2)], isLoss: false });
  }
  return counted2(phrases);
}
function counted2(phrases) {
  const equal = /* @__PURE__ */ new Map();
  for (const phrase of phrases) equal.set(phrase.text, [...equal.get(phrase.text) ?? [], phrase]);
  return [...equal].map(([text3, same]) => ({
    ...same[0],
    text: same.length > 1 ? `${text3} × ${same.length}` : text3,
    at: same.flatMap(({ at }) => at)
  }));
}
function lossOf(line2, text3) {
  const { kind, brief = "", armies = "0" } = line2.dataset;
  const territories2 = kind === "captured" ? 1 : 0;
  return { text: text3.replace("{}", brief), at: [placeOf2(line2)], isLoss: true, armies: Number(armies), territories: territories2 };
}
var placeOf2 = ({ dataset }) => dataset.at ?? "";
function itemFor(seat3, phrases) {
  const player3 = document.getElementById(`player-${seat3}`);
  const name = document.createElement("b");
  name.textContent = player3?.querySelector(".player-title")?.textContent ?? "";
  name.className = [...player3?.classList ?? []].find((each) => each.startsWith("livery-")) ?? "";
  const item = document.createElement("li");
  item.append(name, ...phrases.map(elementFor));
  return item;
}
function elementFor({ text: text3, at, isLoss: isLoss2 }) {
  const places = at.filter(Boolean);
  const element = document.createElement(places.length ? "button" : "span");
  if (element instanceof HTMLButtonElement) element.type = "button";
  element.textContent = text3;
  element.dataset.at = places.join(" ");
  element.classList.toggle("is-loss", isLoss2);
  return element;
}
var isOut = (seat3) => document.querySelector(`#player-${seat3} .is-eliminated`) !== null;
function refresh5() {
  isDue2 = false;
  const turns = [...linesOfTurns()].map(([seat3, lines]) => ({ seat: seat3, phrases: phrasesOf(lines, seat3) })).filter(({ seat: seat3, phrases }) => phrases.length && !isOut(seat3));
  list5?.replaceChildren(...turns.map(({ seat: seat3, phrases }) => itemFor(seat3, phrases)));
  const losses2 = turns.flatMap(({ phrases }) => phrases.filter(({ isLoss: isLoss2 }) => isLoss2));
  showLosses2(
    losses2.reduce((sum, { territories: territories2 = 0 }) => sum + territories2, 0),
    losses2.reduce((sum, { armies = 0 }) => sum + armies, 0)
  );
}
function refreshSoon2() {
  if (!isDue2) queueMicrotask(refresh5);
  isDue2 = true;
}
function showAgain(event) {
  const button3 = closest(event, "button", HTMLButtonElement);
  if (!button3 || isBehind()) return;
  closeMenu();
  const line2 = document.createElement("p");
  line2.className = "is-headline";
  line2.dataset.animation = "again";
  const name = button3.parentElement?.firstElementChild?.textContent ?? "";
  line2.textContent = `${name}: ${button3.textContent}`;
  const ids = (button3.dataset.at ?? "").split(" ");
  ringTerritories(ids, "none");
  showAnimation(line2, 1);
  clearTimeout(timer6);
  timer6 = setTimeout(endAgain, SHOWN2);
}
function endAgain() {
  clearTimeout(timer6);
  if (isBehind()) return;
  hideAnimation();
  clearAnimation();
  returnView();
}
if (list5) {
  list5.addEventListener("click", showAgain);
  document.addEventListener("click", (event) => {
    if (closest(event, '.animation[data-kind="again"]', HTMLElement)) endAgain();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    if (target?.id.startsWith("log")) refreshSoon2();
  });
  refresh5();
}
