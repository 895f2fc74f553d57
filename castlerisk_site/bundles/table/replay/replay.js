// static/site/dom.js
function find(root4, selector, type) {
  const element = root4.querySelector(selector);
  return element instanceof type ? element : null;
}
function findAll(root4, selector, type) {
  const elements = root4.querySelectorAll(selector);
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

// static/site/menu.js
var MENUS = "details:is(.site-menu, .last-turns, .spoils)";
function closeMenus(except) {
  for (const menu of findAll(document, `${MENUS}[open]`, HTMLDetailsElement)) {
    if (menu !== except) menu.open = false;
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
  for (const button2 of findAll(document, "[data-theme-set]", HTMLElement)) {
    button2.setAttribute("aria-pressed", String(button2.dataset.themeSet === theme));
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
  for (const control2 of findAll(panel, "[data-territory][data-role]", HTMLElement)) {
    const { territory: id = "", role = "" } = control2.dataset;
    const isChosen = "chosen" in control2.dataset;
    if (!territoryOf(id) || isDisabled(control2) && !isChosen) continue;
    const known2 = choices.get(id);
    if (known2 && (known2.isChosen || !isChosen)) continue;
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
function isSettled(territory) {
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
function count(territory, step2) {
  const field = numberField(choiceOf(territory));
  if (!field) return;
  const before2 = field.value;
  if (field.value === "") field.value = field.min || "0";
  if (step2 > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before2) return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  announcement.textContent = `${territory.dataset.name}: ${Number(field.value)}`;
}
function choose(territory, step2) {
  if (choiceOf(territory)?.control.isConnected === false) readChoices();
  const choice = choiceOf(territory);
  if (!choice && step2 > 0) return askWhyNot(territory);
  if (!choice) return;
  if (numberField(choice)) count(territory, step2);
  else if (step2 > 0) choice.control.click();
}
function askWhyNot(territory) {
  const form2 = find(document, "#panel:not([aria-busy='true']) #why-not-this", HTMLFormElement);
  if (!form2) return;
  required(find(form2, "input", HTMLInputElement)).value = idOf(territory);
  form2.requestSubmit();
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
  const before2 = kept;
  zoomTo(leastZoom());
  kept = before2;
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
  for (const button2 of findAll(board, "[data-zoom]", HTMLButtonElement)) {
    button2.disabled = button2.dataset.zoom === "in" ? zoom >= MOST : zoom <= leastZoom();
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
  let shown3 = [];
  let move = [0, 0];
  for (const each of wanted) {
    const [across, down] = shiftTo([...shown3, each]);
    if (across === null || down === null) continue;
    shown3 = [...shown3, each];
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
  const points = places.map((place3) => centreOf(place3).map((coordinate) => coordinate * scale));
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
var isInView = (place3) => shiftTo([place3]).every((pixels) => pixels === 0);
function shiftTo(shown3) {
  const scale = width * zoom / mapWidth;
  const points = shown3.map((each) => centreOf(each).map((coordinate) => coordinate * scale));
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
  const [beside2, opposite] = [x + 22, x - 18 - card.offsetWidth];
  const [below, above] = [Math.min(y + 14, bottom), Math.min(y - 14 - card.offsetHeight, bottom)];
  const near = [[beside2, below], [opposite, below], [beside2, above], [opposite, above]];
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
    return boxes.filter((box2) => box2.right > from && box2.left < to && box2.bottom > start && box2.top < end).length;
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
  for (const button2 of findAll(board, ".board-tools [data-fill]", HTMLElement)) {
    button2.setAttribute("aria-pressed", String(button2.dataset.fill === mode));
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
  const answer2 = await fetch(required(board.dataset.lanes));
  if (answer2.ok) lanes = await answer2.json();
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
    const [before2, turn, after] = way.slice(index - 1, index + 2);
    const start = towards(turn, before2, Math.min(ROUND, distance(turn, before2) / 2));
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
  const row = draw(flag, "g", { class: "badge-row" });
  draw(draw(row, "g", {}), "use", { href: `#arms-${livery}`, y: -LIFT });
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
  const line = draw(layer, "g", { transform: `translate(${from.join(" ")}) rotate(${angle})` });
  const part = draw(line, "svg", { x: GAP, y: -2, width: width2, height: 4 });
  draw(part, "path", { d: `M-15 2H${width2}`, class: `animation-arrow ${livery}` });
}
function drawBadge(centre2, livery) {
  const spot = draw(layer, "g", { transform: `translate(${centre2.join(" ")})`, class: livery });
  const row = draw(spot, "g", { class: "badge-row" });
  draw(row, "circle", { r: 13, class: "badge-disc" });
  draw(row, "circle", { r: 13, class: "badge-ring" });
  draw(row, "text", { y: 5, class: "animation-armies" });
  return row;
}
function showArmies(armies) {
  spots.forEach((spot, index) => {
    const text = spot.querySelector(".animation-armies");
    if (text) text.textContent = String(armies[index]);
  });
}
function showLosses(losses, own) {
  spots.forEach((spot, index) => {
    for (const old of spot.querySelectorAll(".animation-loss")) old.remove();
    if (!losses[index]) return;
    const kind = own[index] ? "animation-loss is-own" : "animation-loss";
    draw(draw(spot, "g", { class: kind }), "text", { y: -16 }).textContent = `−${losses[index]}`;
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
    const drawn2 = measured(named[index], name);
    const place3 = placeOf(drawn2, taken, boundsOf(drawn2.disc, frame), discs, signs2);
    if (place3) taken.push(place3.box);
    return { drawn: drawn2, place: place3 };
  });
  for (const { drawn: drawn2, place: place3 } of placed) {
    if (place3) moveName(drawn2, place3, frame, scale);
    else drawn2.name.remove();
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
  const shown3 = viewport.getBoundingClientRect();
  const [x, y] = centre(disc);
  if (x < shown3.left || x > shown3.right || y < shown3.top || y > shown3.bottom) return frame;
  return {
    left: Math.max(frame.left, shown3.left),
    right: Math.min(frame.right, shown3.right),
    top: Math.max(frame.top, shown3.top),
    bottom: Math.min(frame.bottom, shown3.bottom)
  };
}
function placeOf(drawn2, taken, bounds, discs, signs2) {
  const { territory, text, badge, disc, canStray, isEmphasized } = drawn2;
  const width2 = text.right - text.left + 2 * GAP2;
  const height2 = text.bottom - text.top;
  const isClosest = (place3) => discs.every((other) => gap(place3, disc) <= gap(place3, other));
  const isCentred = (place3) => discs.every((other) => offset(place3, disc) <= offset(place3, other));
  const isNear = (place3) => isFree(place3, taken, bounds) && isClosest(place3);
  const near = placesBelowAndAbove(badge, disc, width2, height2).filter(isNear);
  if (canStray) {
    const aside = placesAside(badge, width2, height2).filter(isNear);
    near.push(...aside.filter((place3) => !isOverAnother(place3, territory)));
  }
  const box2 = near.find(isCentred) ?? (isEmphasized ? near[0] : null);
  if (box2) return { box: box2, isJoined: false };
  const far = farPlace(drawn2, taken, bounds, discs, signs2);
  return far && { box: far, isJoined: true };
}
function isOverAnother(place3, territory) {
  const below = territoryBelow(centre(place3));
  return below !== void 0 && below !== territory;
}
function territoryBelow([x, y]) {
  const below = document.elementsFromPoint(x, y).map((element) => element.closest(".territory"));
  return below.find((element) => element !== null);
}
function misleading(place3, territory) {
  const y = (place3.top + place3.bottom) / 2;
  const points = [place3.left + GAP2, (place3.left + place3.right) / 2, place3.right - GAP2];
  const below = points.map((x) => territoryBelow([x, y])).filter((other) => other && other !== territory);
  if (below.some((other) => other && isMarked(other))) return 2;
  return below.length ? 1 : 0;
}
function moveName({ name, disc }, { box: box2, isJoined }, frame, scale) {
  if (isJoined) drawLeader(name, disc, box2, frame, scale);
  const [x, y] = centre(box2);
  name.setAttribute("x", String((x - frame.left) / scale));
  name.setAttribute("y", String((y - frame.top) / scale));
  name.setAttribute("dy", "0.33em");
}
function farPlace({ territory, text, disc, reach }, taken, bounds, discs, signs2) {
  const [width2, height2] = [text.right - text.left + 2 * GAP2, text.bottom - text.top];
  const places = placesAround(disc, width2, height2, reach).filter((place3) => isFree(place3, taken, bounds));
  const others = discs.filter((other) => gap(other, disc) > 0);
  const isClearOf = (boxes) => (place3) => !boxes.some((box2) => isCrossed(box2, leader(disc, place3)));
  const isAtMost = (level2) => (place3) => misleading(place3, territory) <= level2;
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
function leader(disc, place3) {
  const [x, y] = centre(disc);
  const toX = Math.min(place3.right - GAP2, Math.max(place3.left + GAP2, x));
  const toY = Math.min(place3.bottom - GAP2, Math.max(place3.top + GAP2, y));
  const share = (disc.right - disc.left) / 2 / (Math.hypot(toX - x, toY - y) || 1);
  return [[x + (toX - x) * share, y + (toY - y) * share], [toX, toY]];
}
function drawLeader(name, disc, place3, frame, scale) {
  const [from, to] = leader(disc, place3).map(([x, y]) => `${(x - frame.left) / scale} ${(y - frame.top) / scale}`);
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
function isFree(box2, taken, bounds) {
  const isInside = box2.left >= bounds.left + EDGE2 && box2.right <= bounds.right - EDGE2 && box2.top >= bounds.top + EDGE2 && box2.bottom <= bounds.bottom - EDGE2;
  const covers = (other) => other.right > box2.left && other.left < box2.right && other.bottom > box2.top && other.top < box2.bottom;
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
  const line = zones ? null : dottedLine(source, target);
  if (line) draw(layer3, "use", { class: "route-line", href: `${outlines2}#line-${line.name}` });
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
  const chosen2 = chosenTerritories();
  const names = [shownOffer(), ...chosen2.map((territory) => territory.id)].join(" ");
  if (names === chosenBefore) return;
  chosenBefore = names;
  if (isDragging() || document.querySelector(".introduction:not([hidden])")) return;
  const open = territories().filter((each) => choiceOf(each)?.isChosen === false);
  const lesson = lessonPlaces();
  const targets = open.filter(isTarget);
  if (!chosen2.length) closeUpOn(lesson);
  else if (chosen2.length === 1 && targets.length) closeUpOn([...chosen2, ...targets]);
  if (lesson.length && !chosen2.length) bringIntoView(lesson);
  else if (!chosen2.length) follow(open, [...open.filter(hasArmies), ...strongestSource(open)]);
  else if (chosen2.length === 1) bringIntoView([...chosen2, ...nearest(targets)]);
  else bringIntoView([...chosen2.filter(isTarget), ...chosen2.filter((each) => !isTarget(each))]);
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
  const button2 = closest(event, "button", HTMLButtonElement);
  if (button2?.dataset.fill) return fill(button2.dataset.fill);
  if (button2?.dataset.zoom) return useZoomButton(button2);
  if (closest(event, ".board-tooltip-hint", Element)) {
    return document.getElementById("panel")?.scrollIntoView();
  }
  if (!takeGesture()) clickTerritory(territoryAt(event), event);
}
function useZoomButton(button2) {
  if (button2.dataset.zoom === "in") zoomBy(1.5);
  else if (button2.dataset.zoom === "out") zoomBy(1 / 1.5);
  else showWhole();
  if (button2.disabled) find(board, "[data-zoom]:enabled", HTMLButtonElement)?.focus();
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
  const control2 = row ? find(row, "[data-territory]", HTMLElement) : closest(event, "#panel [data-territory][data-role]", HTMLElement);
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

// static/community/fairness/copy.js
function showCopyButtons() {
  for (const button2 of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    button2.hidden = !navigator.clipboard;
  }
}
document.addEventListener("click", async (event) => {
  const button2 = closest(event, "button[data-copy]", HTMLButtonElement);
  if (!button2) return;
  const text = button2.dataset.copy || button2.previousElementSibling?.textContent || "";
  await navigator.clipboard.writeText(text);
  button2.textContent = "Copied";
});
document.addEventListener("htmx:afterSettle", showCopyButtons);
showCopyButtons();

// static/table/animations/guard.js
var MOMENT = 400;
var section = find(document, ".table-panel", HTMLElement);
var timer = 0;
var isPanelDue = false;
function ignoreTaps() {
  section?.classList.add("is-settling");
  clearTimeout(timer);
  timer = setTimeout(() => section?.classList.remove("is-settling"), MOMENT);
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
function placesFor2(own, outlines3) {
  const map = viewport.getBoundingClientRect();
  const [left2, right] = [map.left + EDGE3, map.right - own.width - EDGE3];
  const [top2, bottom] = [map.top + EDGE3, map.bottom - own.height - EDGE3];
  const columns = [left2, right, (left2 + right) / 2];
  const rows2 = [bottom, top2, (top2 + bottom) / 2];
  const below = Math.min(map.bottom + EDGE3, window.innerHeight - own.height - EDGE3);
  const aside = Math.min(map.right + EDGE3, window.innerWidth - own.width - EDGE3);
  const near = outlines3.flatMap((outline2) => placesBeside(outline2, own)).map(([x, y]) => ({
    left: Math.max(left2, Math.min(right, x)),
    top: Math.max(top2, Math.min(bottom, y)),
    isBeyond: false
  }));
  return [
    ...rows2.flatMap((y) => columns.map((x) => ({ left: x, top: y, isBeyond: false }))),
    ...columns.map((x) => ({ left: x, top: below, isBeyond: true })),
    ...rows2.map((y) => ({ left: aside, top: y, isBeyond: true })),
    ...near
  ];
}
function placesBeside({ left: left2, right, top: top2, bottom }, own) {
  const [x, y] = [(left2 + right - own.width) / 2, (top2 + bottom - own.height) / 2];
  return [
    [right + EDGE3, y],
    [left2 - EDGE3 - own.width, y],
    [x, bottom + EDGE3],
    [x, top2 - EDGE3 - own.height]
  ];
}
function bestPlace(places, own, outlines3) {
  const hearts = heartsOf(outlines3);
  const numbers = boxesOf(".territory .badge-row");
  const costs = places.map(({ left: left2, top: top2, isBeyond }) => {
    const at = { left: left2, top: top2, right: left2 + own.width, bottom: top2 + own.height };
    const others = numbers.filter((number) => coveredArea([number], at)).length;
    const distance2 = Math.round(Math.min(...outlines3.map((outline2) => gap(outline2, at))));
    return [coveredArea(hearts, at), Number(isBeyond), coveredArea(outlines3, at), distance2, others];
  });
  const least = costs.reduce((best, cost) => isLess(cost, best) ? cost : best);
  return costs.indexOf(least);
}
var isFree2 = (own, outlines3) => !coveredArea(heartsOf(outlines3), own);
var heartsOf = (outlines3) => [...outlines3.map(withoutCorners), ...boxesOf(".board-animation .badge-row")];
function isLess(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] < other[at];
}
var withoutCorners = ({ left: left2, right, top: top2, bottom, width: width2, height: height2 }) => ({
  left: left2 + CORNER * width2,
  right: right - CORNER * width2,
  top: top2 + CORNER * height2,
  bottom: bottom - CORNER * height2
});
function coveredArea(boxes, over) {
  const areas = boxes.map((box2) => {
    const width2 = Math.min(box2.right, over.right) - Math.max(box2.left, over.left);
    const height2 = Math.min(box2.bottom, over.bottom) - Math.max(box2.top, over.top);
    return Math.max(0, width2) * Math.max(0, height2);
  });
  return Math.round(areas.reduce((sum, area) => sum + area, 0));
}

// static/table/animations/animation-box.js
var isSideways = matchMedia("(max-height: 34rem) and (orientation: landscape)");
var isSmall = matchMedia("(max-width: 46rem)");
var OVER_MAP = [["is-over-map"], ["is-over-map", "is-high"]];
var board2 = document.querySelector(".table-board");
var box = document.createElement("section");
var body = document.createElement("div");
var button = document.createElement("button");
var beside = "";
var around = [];
var chosen = 0;
var skip = () => {
};
var press = () => {
};
var before = null;
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
  skip = action;
}
function showAnimation(moment, share) {
  showWithButton(moment, share, "Skip", skip);
}
function showStill(moment) {
  showWithButton(moment, 0, "Hide", hideAnimation);
}
function showCard2(moment, share, time, goOn2) {
  showWithButton(moment, share, "Continue", goOn2);
  button.classList.toggle("is-timed", time < Infinity);
  button.style.setProperty("--time", `${time}ms`);
  if (time < Infinity || document.activeElement?.matches("input, select, textarea")) return;
  before = document.activeElement;
  button.focus({ preventScroll: true });
}
function showWithButton(moment, share, label, onPress) {
  returnFocus();
  for (const link of moment.querySelectorAll("a")) link.remove();
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
function setHidden(isHidden) {
  box.hidden = isHidden;
  board2?.classList.toggle("has-animation", !isHidden);
}
function returnFocus() {
  if (document.activeElement !== button) return;
  const target = before?.isConnected ? before : document.getElementById("panel-heading");
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}
function isOverPanel() {
  const panel = document.getElementById("panel")?.getBoundingClientRect();
  return panel !== void 0 && coveredArea([panel], box.getBoundingClientRect()) > 0;
}
function hideAnimation() {
  returnFocus();
  if (isOverPanel()) guardPanel();
  setHidden(true);
  beside = "";
  body.replaceChildren();
}
function place(moment) {
  box.style.translate = "";
  const marked = outlines();
  const isStill = box.classList.contains("is-still");
  if (isSmall.matches && !isSideways.matches) return isStill ? placeAtEdge(marked) : placeBelowMap();
  const shown3 = [moment, ...findAll(moment, "[data-at]", HTMLElement)].map(({ dataset }) => dataset.at);
  const isSame = beside !== "" && shown3.every((id) => !id || beside.split(" ").includes(id));
  if (!isSame) beside = shown3.join(" ");
  if (isSideways.matches) {
    if (!isSame) placeSideways(marked);
    return;
  }
  if (!marked.length) return;
  const own = box.getBoundingClientRect();
  if (!isSame) around = marked;
  const places = placesFor2(own, around);
  if (!isSame) chosen = bestPlace(places, own, around);
  const { left: left2, top: top2 } = places[chosen];
  box.style.translate = `${left2 - own.left}px ${top2 - own.top}px`;
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

// static/table/animations/battle.js
var BEGIN = 350;
var ROLL = 650;
var DECIDE = 450;
var LEAVE = 700;
var MOST2 = 7e3;
var MOST_PAST = 2;
function* playAttack(moment, share) {
  const shown3 = document.importNode(moment, true);
  const sides = findAll(shown3, ".side", HTMLElement);
  const ids = sides.map(({ dataset }) => dataset.at ?? "");
  const armies = sides.map(({ dataset }) => Number(dataset.armies));
  const liveries = sides.map(liveryOf);
  const rolls = [...shown3.querySelectorAll("li:not(.is-past)")];
  for (const element of [...rolls, ...shown3.querySelectorAll(".attack-total")]) element.classList.add("is-pending");
  const hasStrip = rolls.length > 1 || shown3.querySelector(".is-past") !== null;
  shown3.querySelector("ol")?.classList.toggle("has-strip", hasStrip);
  const own = sides.map(({ dataset }) => "own" in dataset);
  setArmies(sides, armies);
  drawAttack(ids, liveries);
  showArmies(armies);
  showAnimation(shown3, share);
  yield share * BEGIN;
  const battles = shownElements("li:not(.is-past)");
  let left2 = armies;
  const each = share * Math.min(1, MOST2 / battles.length / (ROLL + DECIDE + LEAVE));
  for (const battle of battles) {
    const before2 = left2;
    left2 = numbersOf(battle.dataset.left);
    yield* playBattle(battle, each, () => {
      setArmies(sides, left2);
      showArmies(left2);
      showLosses(before2.map((number, side) => number - left2[side]), own);
    });
    if (battle !== battles.at(-1)) keepAsPast(battle);
  }
  for (const sum of shownElements(".attack-total")) sum.classList.remove("is-pending");
  if (battles.length > 1) yield share * LEAVE;
}
function showEnded(moment) {
  const shown3 = document.importNode(moment, true);
  const sides = findAll(shown3, ".side", HTMLElement);
  const battles = findAll(shown3, "li:not(.is-past)", HTMLElement);
  for (const battle of battles.slice(0, -1)) battle.className = "is-past";
  battles.at(-1)?.classList.add("is-decided", "is-counted");
  const past = findAll(shown3, "li.is-past", HTMLElement);
  for (const old of past.slice(0, -MOST_PAST)) old.remove();
  shown3.querySelector("ol")?.classList.toggle("has-strip", past.length > 0);
  outlineAttack(sides.map(({ dataset }) => dataset.at ?? ""), sides.map(liveryOf));
  showStill(shown3);
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
var numbersOf = (text = "") => text.split(" ").map(Number);
function setArmies(sides, armies) {
  sides.forEach((side, index) => {
    const number = side.querySelector("strong");
    if (number) number.textContent = String(armies[index]);
  });
}

// static/table/replay/dice.js
function showDice(scene) {
  const template = document.createElement("template");
  template.innerHTML = scene;
  const attack = findAll(template.content, ".attack", HTMLElement).at(-1);
  if (attack) showEnded(attack);
}
function hideDice() {
  hideAnimation();
  clearAnimation();
}

// static/table/replay/pieces.js
var known = /* @__PURE__ */ new Map();
function lookOf([wash, badges, says]) {
  const key = wash + badges + says;
  const livery = /livery-([\w-]+)/.exec(wash)?.[1] ?? "none";
  const look = known.get(key) ?? { wash, badges, says, livery };
  known.set(key, look);
  return look;
}
function positionsOf({ from, looks: stored2, marks_html: drawings, cards, start, steps }) {
  const looks = stored2.map(lookOf);
  const handOf = (hand) => Array.isArray(hand) ? hand.map((card2) => cards[card2]) : hand;
  const begin = start.board.map(([look, armies]) => ({ look: looks[look], armies }));
  return (step2) => {
    const places = [...begin];
    const hands = start.cards.map(handOf);
    const hidden = [...start.hidden];
    let { marks, l: lines2 = "" } = start;
    for (const { b: changed2 = [], m: mark, c: dealt = {}, h: hiding = {}, l: told = "" } of steps.slice(0, step2 - from)) {
      for (const [place3, look, armies] of changed2) places[place3] = { look: looks[look], armies };
      for (const [seat2, hand] of Object.entries(dealt)) hands[Number(seat2)] = handOf(hand);
      for (const [seat2, where] of Object.entries(hiding)) hidden[Number(seat2)] = where;
      marks = mark ?? marks;
      lines2 = told;
    }
    return { step: step2, places, marks: drawings[marks], hands, hidden, lines: lines2 };
  };
}
var pieceOf = (step2, size) => Math.floor(Math.max(0, step2 - 1) / size) * size;
var changedPlaces = (before2, { places }) => [...places.keys()].filter((index) => {
  const old = before2?.places[index];
  return old?.look !== places[index].look || old.armies !== places[index].armies;
});
function holdingsOf({ places }, livery) {
  const own = places.filter(({ look }) => look.livery === livery);
  return { territories: own.length, armies: own.reduce((sum, { armies }) => sum + armies, 0) };
}
function countCards(names) {
  const counts = /* @__PURE__ */ new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
}

// static/table/replay/map.js
var SVG2 = "http://www.w3.org/2000/svg";
var LONG = 99;
var spots2 = territories();
var drawn = /* @__PURE__ */ new Map();
var shown2 = null;
function adoptPosition(position2) {
  shown2 ??= position2;
}
function parse(html) {
  const holder = document.createElementNS(SVG2, "svg");
  holder.innerHTML = html;
  return required(holder.firstElementChild);
}
function elementsOf(look) {
  const elements = drawn.get(look) ?? { wash: parse(look.wash), badges: parse(look.badges) };
  drawn.set(look, elements);
  return elements;
}
function showPosition(position2) {
  const hasNewMarks = shown2?.marks !== position2.marks;
  const changed2 = changedPlaces(shown2, position2);
  if (hasNewMarks) document.getElementById("marks")?.replaceWith(parse(position2.marks));
  for (const index of changed2) showPlace(index, position2);
  for (const index of hasNewMarks ? spots2.keys() : changed2) {
    spots2[index].setAttribute("aria-label", accessibleName(spots2[index]));
  }
  shown2 = position2;
  refreshCard();
}
function showPlace(index, { places }) {
  const spot = spots2[index];
  const { look, armies } = places[index];
  if (shown2?.places[index].look !== look) {
    const { wash, badges } = elementsOf(look);
    spot.querySelector(".territory-fill")?.replaceWith(wash);
    spot.querySelector(".territory-badges")?.replaceWith(badges);
  }
  const number = find(spot, ".territory-badges > text", SVGTextElement);
  if (!number) return;
  number.textContent = armies ? String(armies) : "";
  number.classList.toggle("is-long", armies > LONG);
  number.dataset.says = look.says.replace("{}", armies === 1 ? "1 army" : `${armies} armies`);
}
function showArrows(scene) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${scene}</svg>`;
  const arrows = template.content.querySelector("#arrows");
  const old = find(board, "#arrows", SVGGElement);
  if (arrows) old?.replaceWith(document.importNode(arrows, true));
  else if (old?.hasChildNodes()) old.replaceChildren();
}

// static/table/replay/general.js
var form = find(document, "[data-ask]", HTMLFormElement);
var answer = document.getElementById("general");
function offerGeneral(own, step2, eyes2) {
  if (!form || !answer) return;
  form.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  form.hidden = !own.includes(step2);
  answer.replaceChildren();
  for (const [name, value] of Object.entries({ at: String(step2), eyes: eyes2 })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
}
function askGeneral() {
  if (form && !form.hidden) form.requestSubmit();
}
function showAnswer() {
  const arrows = answer && find(answer, "[data-arrows]", SVGSVGElement);
  if (arrows) showArrows(arrows.innerHTML);
  answer?.scrollIntoView({ block: "nearest" });
}
answer?.addEventListener("htmx:afterSwap", showAnswer);
if (location.hash === "#general") addEventListener("load", askGeneral);

// static/table/replay/holdings.js
var rows = findAll(document, ".holdings [data-seat]", HTMLElement).map((row) => ({
  row,
  seat: Number(row.dataset.seat),
  livery: row.dataset.livery ?? "",
  territories: required(find(row, "[data-territories]", HTMLElement)),
  armies: required(find(row, "[data-armies]", HTMLElement)),
  cards: find(row, "[data-cards]", HTMLElement),
  hidden: find(row, "[data-hidden]", HTMLElement),
  hand: find(row, "[data-hand]", HTMLElement),
  share: required(find(row, ".holdings-share rect", SVGElement))
}));
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
var numberOf = (cards) => String(Array.isArray(cards) ? cards.length : cards);
function showHoldings(position2, [, onTurn, round]) {
  for (const { row, seat: seat2, livery, territories: territories2, armies, cards, hidden, hand, share } of rows) {
    const held = holdingsOf(position2, livery);
    const own = position2.hands[seat2];
    write(territories2, String(held.territories));
    write(armies, String(held.armies));
    write(cards, numberOf(own));
    write(hidden, numberOf(position2.hidden[seat2]));
    if (hand) showHand(hand, own);
    share.setAttribute("width", String(100 * held.territories / position2.places.length));
    if (seat2 === onTurn) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    row.classList.toggle("is-out", round > 0 && !held.territories);
  }
}
function showHand(list4, hand) {
  const cards = Array.isArray(hand) ? countCards(hand) : [];
  const texts = cards.map(([name, count2]) => count2 > 1 ? `${name} ×${count2}` : name);
  if (list4.dataset.shown === texts.join()) return;
  list4.dataset.shown = texts.join();
  const items = texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  list4.replaceChildren(...items);
}

// static/site/full-screen.js
function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {
  });
}

// static/sound/volume-control.js
var control = find(document, "#volume", HTMLElement);
var list = control && find(control, "select", HTMLSelectElement);
function show2() {
  if (list) list.value = volumeLevel();
  const isOn = volumeLevel() !== "off";
  for (const button2 of findAll(document, "[data-table-tool=m]", HTMLButtonElement)) {
    button2.setAttribute("aria-pressed", String(isOn));
  }
}
function changed() {
  show2();
  playSound("turn");
}
function toggleSound() {
  toggleVolume();
  changed();
}
if (control && list) {
  control.hidden = false;
  list.addEventListener("change", () => {
    setVolume(list.value);
    changed();
  });
}
show2();

// static/table/replay/keys.js
var FIELDS = "select, textarea, input:not([type=range])";
var PRESSED = "a[href], button, summary, [role=button]";
var list2 = find(document, "#shortcuts", HTMLDialogElement);
var unitOf = ({ shiftKey, ctrlKey }) => ctrlKey ? "round" : shiftKey ? "turn" : "step";
function actionOf(event, { toggle: toggle2, ask, go, goToEnd, changeSpeed: changeSpeed2 }) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (metaKey || altKey) return void 0;
  if (key === "ArrowLeft") return () => go(unitOf(event), -1);
  if (key === "ArrowRight") return () => go(unitOf(event), 1);
  if (ctrlKey) return void 0;
  const actions = {
    " ": toggle2,
    g: ask,
    b: () => go("battle", 1),
    B: () => go("battle", -1),
    t: () => go("turn", 1),
    T: () => go("turn", -1),
    r: () => go("round", 1),
    R: () => go("round", -1),
    "<": () => changeSpeed2(-1),
    ">": () => changeSpeed2(1),
    Home: () => goToEnd("start"),
    End: () => goToEnd("end"),
    f: toggleFullScreen,
    m: toggleSound,
    "?": () => list2?.showModal()
  };
  return actions[key];
}
function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isElement = target instanceof Element;
    if (event.defaultPrevented || list2?.open || isElement && target.matches(FIELDS)) return;
    if (key === " " && isElement && target.matches(PRESSED)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("click", ({ target }) => {
    const tool = target instanceof Element && target.closest("[data-table-tool]");
    if (!(tool instanceof HTMLElement)) return;
    if (tool.dataset.tableTool === "m") toggleSound();
    if (tool.dataset.tableTool === "f") toggleFullScreen();
    if (tool.dataset.tableTool === "?") list2?.showModal();
  });
}

// static/table/replay/loading.js
var SCENES = 40;
function fetcher(read) {
  const answers = /* @__PURE__ */ new Map();
  async function load(address) {
    const answer2 = await fetch(address);
    if (!answer2.ok) throw new Error(`${address} answered ${answer2.status}`);
    return read(await answer2.json());
  }
  return (address) => {
    const answer2 = answers.get(address) ?? load(address);
    answers.set(address, answer2);
    answer2.catch(() => answers.delete(address));
    return answer2;
  };
}
function loaderOf({ last, piece: size, steps_url: steps, scenes_url: scenes }) {
  const arrived = /* @__PURE__ */ new Map();
  const fetchPiece = fetcher(positionsOf);
  const fetchScenes = fetcher((json) => (
    /** @type {Record<string, string>} */
    json.scenes
  ));
  const address = (step2, eyes2) => `${steps}?eyes=${eyes2}&from=${pieceOf(step2, size)}`;
  async function loadPiece(step2, eyes2) {
    const positions = await fetchPiece(address(step2, eyes2));
    arrived.set(address(step2, eyes2), positions);
    return positions(step2);
  }
  return {
    /** The position after a step, if its piece has arrived. @param {number} step @param {string} eyes */
    positionAt: (step2, eyes2) => arrived.get(address(step2, eyes2))?.(step2) ?? null,
    loadPiece,
    /** Load the pieces beside a step's; if one fails, it is loaded when it is needed. @param {number} step @param {string} eyes */
    loadBeside(step2, eyes2) {
      for (const other of [step2 + size, step2 - size]) {
        if (other > -size && pieceOf(other, size) < last) loadPiece(other, eyes2).catch(() => {
        });
      }
    },
    /** Load all pieces, the nearest first, for a slider that may lead anywhere. @param {number} step @param {string} eyes */
    async loadAll(step2, eyes2) {
      const beginnings2 = Array.from({ length: Math.ceil(last / size) }, (_, index) => index * size + 1);
      beginnings2.sort((one, other) => Math.abs(one - step2) - Math.abs(other - step2));
      for (const each of beginnings2) await loadPiece(each, eyes2).catch(() => {
      });
    },
    /** The scene of a step: its dice, cards and arrows as HTML. @param {number} step @param {string} eyes */
    async sceneOf(step2, eyes2) {
      const from = Math.floor((step2 - 1) / SCENES) * SCENES + 1;
      const until = Math.min(last, from + SCENES - 1);
      const loaded = await fetchScenes(`${scenes}?eyes=${eyes2}&from=${from}&until=${until}`);
      return loaded[step2] ?? "";
    }
  };
}

// static/table/replay/timeline.js
var LANES = [
  ["capture", "Captures"],
  ["fall", "Falls"],
  ["event_card", "Event cards"],
  ["trade", "Sets"],
  ["hidden_armies", "Hidden armies"],
  ["take_back", "Take-backs"]
];
var LEAST_BAR = 0.45;
function countUpTo(sorted, step2) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = low + high >> 1;
    if (sorted[middle] <= step2) low = middle + 1;
    else high = middle;
  }
  return low;
}
var turnAt = (game2, step2) => game2.turns[countUpTo(game2.turns.map(([first]) => first), step2) - 1];
function beginnings({ turns, battles }, unit) {
  if (unit === "battle") return battles;
  const isFirst2 = (index) => !index || turns[index][2] !== turns[index - 1][2];
  return turns.filter((_, index) => unit === "turn" || isFirst2(index)).map(([first]) => first);
}
function stepBeside(game2, step2, unit, way) {
  if (unit === "step") return Math.min(game2.last, Math.max(0, step2 + way));
  const starts = beginnings(game2, unit);
  if (way > 0) return starts[countUpTo(starts, step2)] ?? game2.last;
  return starts[countUpTo(starts, step2 - 1) - 1] ?? 0;
}
function nextMark(game2, step2, kind) {
  const steps = game2.marks.filter((mark) => mark[1] === kind).map(([at]) => at);
  return steps.find((at) => at > step2) ?? steps[0] ?? step2;
}
var isUndone = ({ undone }, step2) => undone.some(([first, last]) => first <= step2 && step2 <= last);
function placeOf2(game2, step2) {
  const [, seat2, round] = turnAt(game2, step2);
  return seat2 === null ? "Set-up" : `Round ${round}: ${game2.seats[seat2].name}`;
}
function marksNear(marks, step2, reach) {
  const near = marks.filter(([at]) => Math.abs(at - step2) <= reach);
  return near.sort(([one], [other]) => Math.abs(one - step2) - Math.abs(other - step2));
}
function lanesOf({ marks, last }, places) {
  const lanes3 = LANES.map(([kind, label]) => {
    const own = marks.filter((mark) => mark[1] === kind);
    const counts = /* @__PURE__ */ new Map();
    for (const [step2] of own) {
      const place3 = Math.min(places - 1, Math.floor(step2 / (last || 1) * places));
      counts.set(place3, (counts.get(place3) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    const height2 = (count2) => most === 1 ? 1 : LEAST_BAR + (1 - LEAST_BAR) * (count2 - 1) / (most - 1);
    const bars = [...counts].map(([place3, count2]) => (
      /** @type {[number, number]} */
      [place3, height2(count2)]
    ));
    return { kind, label, count: own.length, bars };
  });
  return lanes3.filter(({ count: count2 }) => count2);
}

// static/table/replay/slider.js
var PLACES = 240;
var REACH = 1.5;
var MOST_NAMED = 3;
var root = required(find(document, "#replay", HTMLElement));
var timeline = required(find(root, ".timeline", HTMLElement));
var range = required(find(timeline, "input[type=range]", HTMLInputElement));
var lanes2 = required(find(root, ".timeline-lanes", HTMLElement));
var note = required(find(lanes2, ".timeline-note", HTMLElement));
var undoneBands = required(find(timeline, ".timeline-undone", HTMLElement));
var hiddenKinds = /* @__PURE__ */ new Set();
function buildSlider(game2, { onSeek, onRest, onTouch: onTouch2, onMark }) {
  range.max = String(game2.last);
  range.addEventListener("input", () => onSeek(Number(range.value)));
  range.addEventListener("change", onRest);
  for (const name of ["pointerdown", "focus"]) range.addEventListener(name, onTouch2);
  lanes2.replaceChildren(...lanesOf(game2, PLACES).map((lane2) => laneElement(lane2, onMark)), note);
  drawUndone(game2);
  lanes2.addEventListener("click", (event) => {
    if (!(event.target instanceof SVGElement)) return;
    onSeek(Math.round(shareAt(event) * game2.last));
    onRest();
  });
  for (const area of [timeline, lanes2]) {
    area.addEventListener("pointermove", (event) => showNote(game2, event));
    area.addEventListener("pointerleave", () => {
      note.hidden = true;
    });
  }
}
function laneElement({ kind, label, count: count2, bars }, onMark) {
  const lane2 = document.createElement("div");
  lane2.className = `timeline-lane is-${kind}`;
  const toggle2 = buttonOf(`${label} `);
  const number = document.createElement("span");
  number.textContent = String(count2);
  toggle2.append(number);
  toggle2.setAttribute("aria-pressed", "true");
  const next = buttonOf("›");
  next.setAttribute("aria-label", `${label}: go to the next one`);
  next.title = "Go to the next one";
  next.addEventListener("click", () => onMark(kind));
  toggle2.addEventListener("click", () => {
    if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
    const isHidden = hiddenKinds.has(kind);
    toggle2.setAttribute("aria-pressed", String(!isHidden));
    lane2.classList.toggle("is-off", isHidden);
    next.disabled = isHidden;
  });
  const buttons = document.createElement("div");
  buttons.append(toggle2, next);
  lane2.append(buttons);
  const svg = draw(lane2, "svg", { viewBox: `0 0 ${PLACES} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const d = bars.map(([place3, height2]) => `M${place3} 1V${(1 - height2).toFixed(2)}h1V1z`).join("");
  draw(svg, "path", { d });
  return lane2;
}
function buttonOf(text) {
  const button2 = document.createElement("button");
  button2.type = "button";
  button2.textContent = text;
  return button2;
}
function drawUndone({ undone, last }) {
  for (const [first, end] of undone) {
    const band = document.createElement("i");
    band.style.setProperty("--from", String((first - 1) / last));
    band.style.setProperty("--size", String((end - first + 1) / last));
    undoneBands.append(band);
  }
}
function showOnSlider(game2, step2) {
  range.value = String(step2);
  range.setAttribute("aria-valuetext", `Step ${step2} of ${game2.last}. ${placeOf2(game2, step2)}`);
  for (const area of [timeline, lanes2]) area.style.setProperty("--at", String(step2 / (game2.last || 1)));
}
function shareAt({ clientX }) {
  const { left: left2, width: width2 } = undoneBands.getBoundingClientRect();
  return (clientX - left2) / width2;
}
function showNote(game2, event) {
  if (event.pointerType !== "mouse") return;
  const share = shareAt(event);
  note.hidden = share < 0 || share > 1;
  if (note.hidden) return;
  const step2 = Math.round(share * game2.last);
  const shown3 = game2.marks.filter(([, kind]) => !hiddenKinds.has(kind));
  const marks = marksNear(shown3, step2, REACH * game2.last / PLACES);
  const texts = marks.slice(0, MOST_NAMED).map(([at, , text]) => `${at}: ${text}`);
  if (marks.length > MOST_NAMED) texts.push(`and ${marks.length - MOST_NAMED} more`);
  note.textContent = texts.length ? texts.join("\n") : `${step2}: ${placeOf2(game2, step2)}`;
  note.style.setProperty("--at", String(share));
}

// static/table/replay/place.js
var SETTLED = 300;
var root2 = required(find(document, "#replay", HTMLElement));
var place2 = required(find(root2, "[data-place]", HTMLElement));
var counter = required(find(root2, "[data-step]", HTMLElement));
var undoneTag = required(find(root2, "[data-undone]", HTMLElement));
var copyButton = find(root2, "button[data-copy]", HTMLButtonElement);
var copyText = copyButton?.textContent ?? "";
var links = findAll(root2, "a[data-unit]", HTMLAnchorElement).map((link) => ({
  link,
  unit: (
    /** @type {Unit} */
    link.dataset.unit
  ),
  way: Number(link.dataset.way)
}));
var timer2 = 0;
var pressedLink = (event) => links.find(({ link }) => event.target instanceof Node && link.contains(event.target));
function showPlace2(game2, step2, eyes2) {
  showOnSlider(game2, step2);
  place2.textContent = placeOf2(game2, step2);
  counter.textContent = `Step ${step2} of ${game2.last}`;
  undoneTag.hidden = !isUndone(game2, step2);
  const address = new URL(root2.dataset.address ?? "", location.href);
  const addressOf = (at) => {
    address.search = new URLSearchParams({ at: String(at), eyes: eyes2 }).toString();
    return address.href;
  };
  for (const { link, unit, way } of links) {
    link.href = addressOf(stepBeside(game2, step2, unit, way));
    link.setAttribute("aria-disabled", String(step2 === (way > 0 ? game2.last : 0)));
  }
  if (copyButton) {
    copyButton.dataset.copy = addressOf(step2);
    copyButton.textContent = copyText;
  }
  clearTimeout(timer2);
  const noted = addressOf(step2);
  if (address.pathname === location.pathname) {
    timer2 = setTimeout(() => history.replaceState(null, "", noted), SETTLED);
  }
}

// static/table/animations/pace.js
var prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");
var { seat } = document.getElementById("announcements")?.dataset ?? {};
var isLoss = (moment) => seat !== void 0 && moment.dataset.of === seat;
function soundOf({ dataset: { animation, sound = "" } }) {
  if (animation === "attack" || animation === "duel") return "dice";
  return animation === "card" ? "card" : sound;
}

// static/table/animations/moments.js
var TIMES = /* @__PURE__ */ new Map([
  ["duel", 1800],
  ["news", 1600]
]);
var CARD = 3400;
var READING = 40;
var LOSS = 2800;
function* playMoment(moment, share) {
  const { at = "", livery = "none", yours = "" } = moment.dataset;
  const shown3 = document.importNode(moment, true);
  if (isLoss(moment) && yours) shown3.textContent = yours;
  shown3.classList.toggle("is-loss", isLoss(moment));
  if (at) ringTerritories([at], livery);
  showAnimation(shown3, share);
  playSound(soundOf(moment));
  yield share * (isLoss(moment) ? LOSS : TIMES.get(moment.dataset.animation ?? "") ?? 0);
}
function timeToRead(card2) {
  const letters = (card2.textContent ?? "").replace(/\s+/g, " ").length;
  return Math.max(CARD, READING * letters);
}
function firstOfNews(moments) {
  let first = moments.length;
  while (first && moments[first - 1].dataset.animation === "news") first -= 1;
  return first;
}

// static/table/replay/player.js
var BEAT = 1e3;
var STILL = 1600;
var prefersStill2 = matchMedia("(prefers-reduced-motion: reduce)");
var run = null;
var goOn = () => {
};
var isSkipped = false;
var isPlaying = () => run !== null;
var wait = (time) => new Promise((resolve) => {
  const timer3 = setTimeout(resolve, time);
  goOn = () => {
    clearTimeout(timer3);
    resolve(void 0);
  };
});
function pause(replay2) {
  if (!run) return;
  run = null;
  goOn();
  hideDice();
  replay2.onChange(false);
}
async function play2(replay2) {
  const own = {};
  run = own;
  hideDice();
  replay2.onChange(true);
  const isOwn = () => run === own;
  for (let step2 = replay2.next(); step2 && isOwn(); step2 = replay2.next()) {
    if (!await playStep(replay2, step2, isOwn)) break;
  }
  if (isOwn()) pause(replay2);
}
async function playStep(replay2, step2, isOwn) {
  const scene = prefersStill2.matches ? "" : await replay2.sceneOf(step2).catch(() => "");
  if (!isOwn()) return false;
  const template = document.createElement("template");
  template.innerHTML = scene;
  const moments = findAll(template.content, "[data-animation]", HTMLElement);
  isSkipped = false;
  let isShown = true;
  const showResult = async () => {
    isShown = await replay2.show(step2);
  };
  const news = firstOfNews(moments);
  for (const [index, moment] of moments.entries()) {
    if (index === news) {
      await showResult();
      clearAnimation();
    }
    for (const time of animationOf(moment, 1 / replay2.speed())) {
      if (!isSkipped) await wait(time);
      if (!isOwn()) return false;
    }
  }
  if (news === moments.length) await showResult();
  if (!isOwn()) return false;
  hideDice();
  if (!moments.length) await wait((prefersStill2.matches ? STILL : BEAT) / replay2.speed());
  return isShown;
}
function animationOf(moment, share) {
  if (moment.dataset.animation === "attack") return playAttack(moment, share);
  return moment.dataset.animation === "card" ? playCard(moment, share) : playMoment(moment, share);
}
function* playCard(card2, share) {
  const time = share * timeToRead(card2);
  showCard2(document.importNode(card2, true), share, time, () => goOn());
  playSound(soundOf(card2));
  yield time;
}
onSkip(() => {
  isSkipped = true;
  goOn();
});

// static/table/replay/speed.js
var KEY2 = "replay-speed";
var list3 = required(find(document, "#replay-speed", HTMLSelectElement));
var speed = () => Number(list3.value);
function changeSpeed(way) {
  list3.selectedIndex = Math.min(list3.length - 1, Math.max(0, list3.selectedIndex + way));
  remember2();
}
function remember2() {
  try {
    localStorage.setItem(KEY2, list3.value);
  } catch {
  }
}
function recall() {
  try {
    const stored2 = localStorage.getItem(KEY2);
    if ([...list3.options].some(({ value }) => value === stored2)) list3.value = stored2 ?? "";
  } catch {
  }
}
recall();
list3.addEventListener("change", remember2);

// static/table/replay/replay.js
var isPhone = matchMedia("(max-width: 46rem) and (orientation: portrait)");
var AHEAD = 10;
var root3 = required(find(document, "#replay", HTMLElement));
var lines = required(find(root3, "[data-lines]", HTMLElement));
var playButton = required(find(root3, "[data-play]", HTMLButtonElement));
var playText = required(find(playButton, "span", HTMLElement));
var failure = required(find(root3, "[data-failure]", HTMLElement));
var eyesField = find(root3, "select[name=eyes]", HTMLSelectElement);
var game = JSON.parse(required(document.getElementById("replay-data")).textContent);
var loader = loaderOf(game);
var step = game.at;
var eyes = game.eyes;
var isSeeking = false;
async function show3(wanted) {
  const seen = eyes;
  const isCurrent = () => step === wanted && eyes === seen;
  step = wanted;
  showPlace2(game, step, eyes);
  offerGeneral(game.own ?? [], step, eyes);
  let position2 = loader.positionAt(step, eyes);
  if (!position2) {
    root3.setAttribute("aria-busy", "true");
    position2 = await loader.loadPiece(step, eyes).catch(() => null);
    if (!isCurrent()) return false;
    root3.removeAttribute("aria-busy");
  }
  failure.hidden = position2 !== null;
  if (position2) showStep(position2);
  return position2 !== null;
}
function showStep(position2) {
  showPosition(position2);
  showHoldings(position2, turnAt(game, step));
  lines.innerHTML = position2.lines;
  showArrows("");
  if (!isPlaying()) hideDice();
  if (isSeeking) return;
  loader.loadBeside(step, eyes);
  showScene();
}
async function showScene() {
  const [shown3, seen] = [step, eyes];
  const scene = shown3 ? await loader.sceneOf(shown3, seen).catch(() => "") : "";
  if (shown3 !== step || seen !== eyes) return;
  showArrows(scene);
  if (!isPlaying()) showDice(scene);
}
function goTo(wanted) {
  pause(replay);
  show3(wanted);
}
var replay = {
  next: () => step < game.last ? step + 1 : 0,
  speed,
  show: show3,
  sceneOf(wanted) {
    loader.sceneOf(Math.min(game.last, wanted + AHEAD), eyes).catch(() => {
    });
    return loader.sceneOf(wanted, eyes);
  },
  onChange(isOn) {
    playText.textContent = isOn ? "Pause" : "Play";
    playButton.classList.toggle("is-playing", isOn);
    if (isOn && isPhone.matches) window.scrollTo({ top: root3.offsetTop });
    lines.setAttribute("aria-live", isOn ? "off" : "polite");
  }
};
async function toggle() {
  if (isPlaying()) return pause(replay);
  if (step === game.last) await show3(0);
  play2(replay);
}
function adoptFirst() {
  loader.loadPiece(game.at, game.eyes).then(adoptPosition, () => {
  });
}
buildSlider(game, {
  onSeek(wanted) {
    isSeeking = true;
    goTo(wanted);
  },
  onRest() {
    isSeeking = false;
    show3(step);
  },
  onTouch: () => loader.loadAll(step, eyes),
  onMark: (kind) => goTo(nextMark(game, step, kind))
});
listenToKeys({
  toggle,
  changeSpeed,
  ask: askGeneral,
  go: (unit, way) => goTo(stepBeside(game, step, unit, way)),
  goToEnd: (end) => goTo(end === "start" ? 0 : game.last)
});
playButton.addEventListener("click", toggle);
root3.addEventListener("click", (event) => {
  const pressed3 = pressedLink(event);
  if (!pressed3 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(stepBeside(game, step, pressed3.unit, pressed3.way));
});
eyesField?.addEventListener("change", () => {
  eyes = eyesField.value;
  goTo(step);
});
required(find(failure, "button", HTMLButtonElement)).addEventListener("click", () => show3(step));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) pause(replay);
});
showPlace2(game, step, eyes);
adoptFirst();
if (game.battles.includes(step)) showScene();
if (root3.hasAttribute("data-plays") && !prefersStill2.matches) play2(replay);
