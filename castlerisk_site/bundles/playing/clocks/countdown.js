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
var page = find(document, "[data-now]", HTMLElement);
function formatFor(options, timeZone) {
  try {
    return new Intl.DateTimeFormat([], { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat([], options);
  }
}
var zone = page?.dataset.zone || void 0;
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
    const left = secondsLeft(time);
    const text = durationText(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("is-late", left <= LATE);
    const title = `until ${format.format(new Date(time.dateTime))}`;
    if (time.title !== title) time.title = title;
  }
}
function localise() {
  for (const time of findAll(document, "time.when:not([data-local])", HTMLTimeElement)) {
    time.dataset.local = "yes";
    const chosen = time.classList.contains("is-near") ? nearFormat : format;
    time.textContent = chosen.format(new Date(time.dateTime));
  }
}
function show() {
  localise();
  tick();
}
if (page) {
  setServerTime(page.dataset.now ?? "");
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    const now = document.getElementById("version")?.dataset.now;
    if (target?.id === "version" && now) improveServerTime(now);
  });
  document.addEventListener("htmx:afterSettle", show);
  setInterval(tick, TICK);
  show();
}
