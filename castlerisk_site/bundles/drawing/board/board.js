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
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

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
  const panel = document.getElementById("panel");
  if (!panel || !isLive) return;
  for (const control of findAll(panel, "[data-territory][data-role]", HTMLElement)) {
    const { territory: id = "", role = "" } = control.dataset;
    const isChosen = "chosen" in control.dataset;
    if (!territoryOf(id) || isDisabled(control) && !isChosen) continue;
    const known = choices.get(id);
    if (known && (known.isChosen || !isChosen)) continue;
    choices.set(id, { control, role, isChosen });
  }
}
var isDisabled = (control) => control.matches(":disabled") || control.getAttribute("aria-disabled") === "true";
function chosenAs(role) {
  for (const [id, choice] of choices) {
    if (choice.isChosen && choice.role === role) return { id, ...choice };
  }
  return null;
}
function isSettled(territory) {
  const choice = choiceOf(territory);
  return Boolean(choice?.isChosen && !choice.control.matches("a, button, input"));
}
function chosenTerritories() {
  const chosen = [...choices].filter(([, choice]) => choice.isChosen);
  return chosen.flatMap(([id]) => territoryOf(id) ?? []);
}
function lessonPlaces() {
  const places = find(document, "#panel .lesson", HTMLElement)?.dataset.places ?? "";
  return places.split(" ").flatMap((id) => id && territoryOf(id) || []);
}
function numberField(choice) {
  const control = choice?.control;
  const isNumber = control instanceof HTMLInputElement && ["number", "range"].includes(control.type);
  return isNumber ? control : null;
}
function tickBox(choice) {
  const control = choice?.control;
  const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
  return isBox ? control : null;
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
  const before = field.value;
  if (field.value === "") field.value = field.min || "0";
  if (step > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before) return;
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
  const before = kept;
  zoomTo(leastZoom());
  kept = before;
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
  for (const button of findAll(board, "[data-zoom]", HTMLButtonElement)) {
    button.disabled = button.dataset.zoom === "in" ? zoom >= MOST : zoom <= leastZoom();
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
  const points = places.map((place) => centreOf(place).map((coordinate) => coordinate * scale));
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
function returnView() {
  if (!viewBefore) return;
  ({ zoom, isAtRest, closeness, left, top, kept } = viewBefore);
  viewBefore = null;
  showZoom();
}
var isInView = (place) => shiftTo([place]).every((pixels) => pixels === 0);
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
  if (isSettled(territory)) return hideCard();
  fillCard(territory);
  placeCard(territory, x, y);
}
function showCardAtBadge(territory) {
  const badge = territory.querySelector(".badge-row")?.getBoundingClientRect();
  if (badge) showCard(territory, badge.right, badge.bottom);
}
function refreshCard() {
  if (shown && isSettled(shown)) hideCard();
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
var capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);
function addLine(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
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
  const [left2, top2] = leastCovering(placesFor(x - frame.left, y - frame.top), frame);
  card.style.translate = `${left2}px ${top2}px`;
}
function placesFor(x, y) {
  const right = board.offsetWidth - card.offsetWidth;
  const bottom = board.offsetHeight - card.offsetHeight - EDGE;
  const [beside, opposite] = [x + 22, x - 18 - card.offsetWidth];
  const [below, above] = [Math.min(y + 14, bottom), Math.min(y - 14 - card.offsetHeight, bottom)];
  const near = [[beside, below], [opposite, below], [beside, above], [opposite, above]];
  const corners = [[right, bottom], [EDGE, bottom], [right, EDGE], [EDGE, EDGE]];
  const fitting = near.filter(([left2, top2]) => left2 >= EDGE && left2 <= right && top2 >= EDGE);
  return [...fitting, ...corners];
}
function leastCovering(places, frame) {
  const choices2 = territories().filter((each) => each.matches(".is-choosable, .is-chosen"));
  const boxes = choices2.map((each) => required(each.querySelector(".badge-row")).getBoundingClientRect());
  const covered = places.map(([left2, top2]) => {
    const [from, start] = [frame.left + left2, frame.top + top2];
    const [to, end] = [from + card.offsetWidth, start + card.offsetHeight];
    return boxes.filter((box) => box.right > from && box.left < to && box.bottom > start && box.top < end).length;
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
  let nearest2 = null;
  let least = Infinity;
  for (const other of territories()) {
    const [otherX, otherY] = centreOf(other);
    const dx = otherX - x;
    const dy = otherY - y;
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = ahead + aside * 2;
    if (ahead > 0 && aside < ahead * 2.5 && cost < least) {
      nearest2 = other;
      least = cost;
    }
  }
  return nearest2;
}
board.addEventListener("keydown", onKey);

// static/drawing/board/fill.js
var KEY = "board-fill";
function fill(mode) {
  board.dataset.fill = mode;
  for (const button of findAll(board, ".board-tools [data-fill]", HTMLElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.fill === mode));
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
    const zone = kept2.seas[name];
    const after = zones[index + 1];
    const ports = Object.keys(zone.ports).filter((port) => port.split(" ")[0] === after);
    const exits = after ? ports : [target];
    ways = ways.flatMap(
      ({ entry, points }) => exits.map((exit) => ({
        // In the next zone, the same gate is named after the zone just left.
        entry: name + (after ? exit.slice(after.length) : ""),
        points: [...points, ...lane(kept2, zone, entry, exit)]
      }))
    );
  });
  return ways.sort((a, b) => lengthOf(a.points) - lengthOf(b.points))[0]?.points ?? [];
}
function lane(kept2, zone, first, second) {
  const turns = zone.lanes[first]?.[second] ?? [...zone.lanes[second]?.[first] ?? []].reverse();
  const points = turns.map((number) => kept2.points[number]);
  return [zone.ports[first], ...points, zone.ports[second]].filter(Boolean);
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
    const [before, turn, after] = way.slice(index - 1, index + 2);
    const start = towards(turn, before, Math.min(ROUND, distance(turn, before) / 2));
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
var centre = ({ left: left2, right, top: top2, bottom }) => [(left2 + right) / 2, (top2 + bottom) / 2];
function isCrossed({ left: left2, right, top: top2, bottom }, [[fromX, fromY], [toX, toY]]) {
  return STEPS.some((share) => {
    const [x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
    return x > left2 && x < right && y > top2 && y < bottom;
  });
}
function gap(one, other) {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  const down = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  return Math.hypot(across, down);
}
var offset = (one, other) => Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;

// static/drawing/board/animation-marks.js
var layer = draw(required(find(board, ".board-top", SVGSVGElement)), "g", { class: "board-animation" });
var outlined = [];
var outlinedTerritories = () => outlined;

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
    const place = placeOf(drawn, taken, boundsOf(drawn.disc, frame), discs, signs2);
    if (place) taken.push(place.box);
    return { drawn, place };
  });
  for (const { drawn, place } of placed) {
    if (place) moveName(drawn, place, frame, scale);
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
  const [text, disc] = [name.getBoundingClientRect(), discOf(territory)];
  return { territory, name, text, badge, disc, canStray, isEmphasized, reach: reachOf(territory) };
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
  const { territory, text, badge, disc, canStray, isEmphasized } = drawn;
  const width2 = text.right - text.left + 2 * GAP2;
  const height2 = text.bottom - text.top;
  const isClosest = (place) => discs.every((other) => gap(place, disc) <= gap(place, other));
  const isCentred = (place) => discs.every((other) => offset(place, disc) <= offset(place, other));
  const isNear = (place) => isFree(place, taken, bounds) && isClosest(place);
  const near = placesBelowAndAbove(badge, disc, width2, height2).filter(isNear);
  if (canStray) {
    const aside = placesAside(badge, width2, height2).filter(isNear);
    near.push(...aside.filter((place) => !isOverAnother(place, territory)));
  }
  const box = near.find(isCentred) ?? (isEmphasized ? near[0] : null);
  if (box) return { box, isJoined: false };
  const far = farPlace(drawn, taken, bounds, discs, signs2);
  return far && { box: far, isJoined: true };
}
function isOverAnother(place, territory) {
  const below = territoryBelow(centre(place));
  return below !== void 0 && below !== territory;
}
function territoryBelow([x, y]) {
  const below = document.elementsFromPoint(x, y).map((element) => element.closest(".territory"));
  return below.find((element) => element !== null);
}
function misleading(place, territory) {
  const y = (place.top + place.bottom) / 2;
  const points = [place.left + GAP2, (place.left + place.right) / 2, place.right - GAP2];
  const below = points.map((x) => territoryBelow([x, y])).filter((other) => other && other !== territory);
  if (below.some((other) => other && isMarked(other))) return 2;
  return below.length ? 1 : 0;
}
function moveName({ name, disc }, { box, isJoined }, frame, scale) {
  if (isJoined) drawLeader(name, disc, box, frame, scale);
  const [x, y] = centre(box);
  name.setAttribute("x", String((x - frame.left) / scale));
  name.setAttribute("y", String((y - frame.top) / scale));
  name.setAttribute("dy", "0.33em");
}
function farPlace({ territory, text, disc, reach }, taken, bounds, discs, signs2) {
  const [width2, height2] = [text.right - text.left + 2 * GAP2, text.bottom - text.top];
  const places = placesAround(disc, width2, height2, reach).filter((place) => isFree(place, taken, bounds));
  const others = discs.filter((other) => gap(other, disc) > 0);
  const isClearOf = (boxes) => (place) => !boxes.some((box) => isCrossed(box, leader(disc, place)));
  const isAtMost = (level) => (place) => misleading(place, territory) <= level;
  const clear = places.filter(isClearOf(others));
  const clearest = clear.filter(isClearOf(signs2));
  const best = [clearest, clear].map((found) => found.find(isAtMost(0)) ?? found.find(isAtMost(1))).find(Boolean);
  if (best || !isFirst(territory)) return best ?? null;
  return clear[0] ?? places[0] ?? null;
}
function placesAround(disc, width2, height2, reach) {
  const [x, y] = centre(disc);
  return DISTANCES.filter((distance2) => distance2 <= reach).flatMap((distance2) => DIRECTIONS2.map((angle) => {
    const left2 = x + Math.cos(angle) * (distance2 + width2 / 2) - width2 / 2;
    const top2 = y + Math.sin(angle) * (distance2 + height2 / 2) - height2 / 2;
    return { left: left2, right: left2 + width2, top: top2, bottom: top2 + height2 };
  }));
}
function leader(disc, place) {
  const [x, y] = centre(disc);
  const toX = Math.min(place.right - GAP2, Math.max(place.left + GAP2, x));
  const toY = Math.min(place.bottom - GAP2, Math.max(place.top + GAP2, y));
  const share = (disc.right - disc.left) / 2 / (Math.hypot(toX - x, toY - y) || 1);
  return [[x + (toX - x) * share, y + (toY - y) * share], [toX, toY]];
}
function drawLeader(name, disc, place, frame, scale) {
  const [from, to] = leader(disc, place).map(([x, y]) => `${(x - frame.left) / scale} ${(y - frame.top) / scale}`);
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
  return corners.map(([left2, top2]) => ({ left: left2, right: left2 + width2, top: top2, bottom: top2 + height2 }));
}
function placesAside({ left: left2, right, top: top2, bottom }, width2, height2) {
  const [x, y] = [(left2 + right - width2) / 2, (top2 + bottom - height2) / 2];
  const corners = [
    [right + GAP2, y],
    [left2 - GAP2 - width2, y],
    [right, bottom - height2 / 2],
    [left2 - width2, bottom - height2 / 2],
    [right, top2 - height2 / 2],
    [left2 - width2, top2 - height2 / 2],
    [x, bottom + GAP2 + height2],
    [x, top2 - GAP2 - 2 * height2],
    [right, top2 - GAP2 - height2],
    [right, bottom + GAP2],
    [left2 - width2, top2 - GAP2 - height2],
    [left2 - width2, bottom + GAP2]
  ];
  return corners.map(([a, b]) => ({ left: a, right: a + width2, top: b, bottom: b + height2 }));
}
function isFree(box, taken, bounds) {
  const isInside = box.left >= bounds.left + EDGE2 && box.right <= bounds.right - EDGE2 && box.top >= bounds.top + EDGE2 && box.bottom <= bounds.bottom - EDGE2;
  const covers = (other) => other.right > box.left && other.left < box.right && other.bottom > box.top && other.top < box.bottom;
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
  const text = choice.control.dataset.order || (numberField(choice) && amount ? `+${amount}` : "");
  if (text) {
    drawPill(scaled, aside, down, text);
  } else {
    const sign = SIGNS[tickBox(choice) && amount ? "ticked" : choice.role] || "place";
    draw(scaled, "use", { href: `#choice-${sign}`, x: aside, y: down });
  }
}
function drawPill(parent, x, y, text) {
  draw(parent, "rect", { class: "choice-label", x: x - 14, y: y - 9, width: 28, height: 17, rx: 8.5 });
  draw(parent, "text", { class: "choice-label-text", x, y: y + 4 }).textContent = text;
}

// static/drawing/board/route.js
var layer3 = required(find(board, ".board-route", SVGGElement));
var outlines = required(board.querySelector(".board-names")?.getAttribute("href")).split("#")[0];
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
  const line = zones ? null : dottedLine(source, target);
  if (line) draw(layer3, "use", { class: "route-line", href: `${outlines}#line-${line.name}` });
  let path = directPath(start, end);
  if (line) path = linePath(start, line.pieces, end);
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
  const chosen = chosenTerritories();
  const names = [shownOffer(), ...chosen.map((territory) => territory.id)].join(" ");
  if (names === chosenBefore) return;
  chosenBefore = names;
  if (isDragging() || document.querySelector(".introduction:not([hidden])")) return;
  const open = territories().filter((each) => choiceOf(each)?.isChosen === false);
  const lesson = lessonPlaces();
  const targets = open.filter(isTarget);
  if (!chosen.length) closeUpOn(lesson);
  else if (chosen.length === 1 && targets.length) closeUpOn([...chosen, ...targets]);
  if (lesson.length && !chosen.length) bringIntoView(lesson);
  else if (!chosen.length) follow(open, [...open.filter(hasArmies), ...strongestSource(open)]);
  else if (chosen.length === 1) bringIntoView([...chosen, ...nearest(targets)]);
  else bringIntoView([...chosen.filter(isTarget), ...chosen.filter((each) => !isTarget(each))]);
}
function nearest(targets) {
  const byLand = targets.filter((each) => !choiceOf(each)?.control.dataset.route);
  return byLand.length ? byLand : targets;
}
function strongestSource(open) {
  const sources = open.filter((each) => choiceOf(each)?.role === "source");
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
  const isOpen = Boolean(choice) && !isSettled(territory);
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
  const button = closest(event, "button", HTMLButtonElement);
  if (button?.dataset.fill) return fill(button.dataset.fill);
  if (button?.dataset.zoom) return useZoomButton(button);
  if (closest(event, ".board-tooltip-hint", Element)) {
    return document.getElementById("panel")?.scrollIntoView();
  }
  if (!takeGesture()) clickTerritory(territoryAt(event), event);
}
function useZoomButton(button) {
  if (button.dataset.zoom === "in") zoomBy(1.5);
  else if (button.dataset.zoom === "out") zoomBy(1 / 1.5);
  else showWhole();
  if (button.disabled) find(board, "[data-zoom]:enabled", HTMLButtonElement)?.focus();
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
  const row = closest(event, "#panel .placing-row", HTMLElement);
  const control = row ? find(row, "[data-territory]", HTMLElement) : closest(event, "#panel [data-territory][data-role]", HTMLElement);
  return control && territoryOf(required(control.dataset.territory));
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
