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
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

// static/table/page/recap.js
var STEP_TIME = 1600;
var SVG = "http://www.w3.org/2000/svg";
var replay = required(document.getElementById("replay"));
var lines = required(find(replay, "[data-lines]", HTMLElement));
var counter = required(find(replay, "[data-shown]", HTMLElement));
var playButton = required(find(replay, "[data-play]", HTMLButtonElement));
var links = findAll(replay, "[data-go]", HTMLAnchorElement);
var { base, steps } = JSON.parse(required(document.getElementById("steps")).textContent);
var first = Number(replay.dataset.place);
var position = first;
var timer = null;
var mapAfter = (count) => Object.assign({}, base, ...steps.slice(0, count).map(({ changed }) => changed));
function replacePart(id, html) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = html;
  if (holder.firstElementChild) document.getElementById(id)?.replaceWith(holder.firstElementChild);
}
function show(count) {
  const before = mapAfter(position);
  for (const [id, html] of Object.entries(mapAfter(count))) {
    if (before[id] !== html) replacePart(id, html);
  }
  position = count;
  lines.innerHTML = position ? steps[position - 1].lines : "<li>As you last saw it.</li>";
  counter.textContent = String(position);
  for (const link of links) {
    const end = link.dataset.go === "1" ? steps.length : 0;
    link.setAttribute("aria-disabled", String(position === end));
  }
  if (position === steps.length) stop();
  document.dispatchEvent(new Event("htmx:afterSettle"));
}
function stop() {
  if (timer !== null) clearInterval(timer);
  timer = null;
  playButton.textContent = "Play";
  lines.setAttribute("aria-live", "polite");
}
function play() {
  if (position === steps.length) show(0);
  playButton.textContent = "Stop";
  lines.setAttribute("aria-live", "off");
  timer = setInterval(() => show(position + 1), STEP_TIME);
}
for (const link of links) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (timer !== null) stop();
    show(Math.min(steps.length, Math.max(0, position + Number(link.dataset.go))));
  });
}
playButton.hidden = false;
playButton.addEventListener("click", () => timer === null ? play() : stop());
var prefersStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (!first && !prefersStill) play();
