// The map: larger and smaller, by keyboard too; a card that tells; choices of the panel on the map.
//
// The panel's list is the truth. A control in #panel with data-territory and data-role makes that
// territory choosable; data-chosen on any element there marks what is chosen so far.
(() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const MOST = 6;
  const HINTS = {
    source: "Attack from here",
    target: "Attack this",
    place: "Place armies here",
    claim: "Claim this",
    hide: "Hide armies here",
    stronghold: "Begin here, with 1 army",
    dragon: "The dragon strikes here",
    stake: "Armies may be lost here",
    from: "Move armies from here",
    to: "Move armies here",
    occupy: "Put 1 army here, or none",
    prefer: "Fill this first",
    sources: "Take the armies from here first",
    reveal: "Bring out the hidden armies here",
    bonus: "Put the armies of the set here",
    headquarters: "Mark your headquarters here",
  };
  // Which sign of the map's sheet stands for a choice; for any other the one for placing.
  const SIGNS = {
    source: "source", target: "target", claim: "claim", hide: "hide", stronghold: "stronghold",
    dragon: "target", stake: "target", from: "source", reveal: "hide", ticked: "ticked",
    headquarters: "headquarters",
  };
  const FAR = 0.5, GAP = 17, ROUND = 45;
  const LONG_PRESS = 500;

  let board, box, sheet, card, lanes, across;
  let zoom = 1, left = 0, top = 0;
  let choices = new Map();
  let told = null;
  let waiting = false;

  const all = (selector, root = board) => [...root.querySelectorAll(selector)];
  const place = (id) => document.getElementById(`terr-${id}`);
  const idOf = (terr) => terr.id.slice(5);
  const at = (terr) =>
    terr.querySelector(".row").parentNode.getAttribute("transform").match(/[-.\d]+/g).map(Number);
  const isLive = () => "live" in board.dataset;

  function draw(parent, name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  // What the colours show

  function fill(mode) {
    board.dataset.fill = mode;
    for (const button of all(".board-tools [data-fill]"))
      button.setAttribute("aria-pressed", button.dataset.fill === mode);
    try { localStorage.setItem("board-fill", mode); } catch { /* Then it is not remembered. */ }
  }

  function rememberedFill() {
    try { return localStorage.getItem("board-fill"); } catch { return null; }
  }

  // Larger, smaller, and to and fro

  function show() {
    // On a phone the window is higher where the map is zoomed.
    board.classList.toggle("is-zoomed", zoom > 1);
    const width = sheet.offsetWidth, height = sheet.offsetHeight;
    const wide = box.clientWidth, high = box.clientHeight;
    left = held(left, width * zoom, wide);
    top = held(top, height * zoom, high);
    const x = left - (wide - width) / 2, y = top - (high - height) / 2;
    sheet.style.transform = zoom === 1 ? "" : `translate(${x}px, ${y}px) scale(${zoom})`;
    const isFar = (width * zoom) / across < FAR;
    board.classList.toggle("is-far", isFar);
    board.classList.toggle("is-near", zoom > 1 && !isFar);
    for (const button of all("[data-zoom]"))
      button.disabled = button.dataset.zoom === "in" ? zoom >= MOST : zoom <= 1;
  }

  const held = (start, size, room) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, start));

  function zoomTo(wanted, x = box.clientWidth / 2, y = box.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(1, wanted));
    left = x - ((x - left) * next) / zoom;
    top = y - ((y - top) * next) / zoom;
    zoom = next;
    show();
  }

  function within(event) {
    const frame = box.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  }

  function bringInto(terr) {
    if (zoom === 1) return;
    const [x, y] = at(terr), scale = (sheet.offsetWidth * zoom) / across, margin = 70;
    const px = left + x * scale, py = top + y * scale;
    if (px < margin || py < margin || px > box.clientWidth - margin || py > box.clientHeight - margin) {
      left += box.clientWidth / 2 - px;
      top += box.clientHeight / 2 - py;
      show();
    }
  }

  function onWheel(event) {
    if (!isLive() && !event.ctrlKey) return;
    if (zoom === 1 && event.deltaY > 0) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    zoomTo(zoom * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.012 : 0.0022)), ...within(event));
  }

  // One finger moves the map only where it is zoomed; else the page scrolls as ever.
  let fingers = null;
  let drag = null;
  let wasDragged = false;

  function onTouch(event) {
    const touches = [...event.touches];
    if (touches.length === 2) {
      const [a, b] = touches.map(within);
      const span = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      if (fingers) {
        left += middle[0] - fingers.middle[0];
        top += middle[1] - fingers.middle[1];
        zoomTo((zoom * span) / fingers.span, ...middle);
        wasDragged = true;
      }
      fingers = { span, middle };
      drag = null;
      stopPress();
      if (event.cancelable) event.preventDefault();
    } else {
      fingers = null;
    }
  }

  function onDown(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    wasDragged = false;
    drag = { x: event.clientX, y: event.clientY, left, top };
    const terr = event.target.closest?.(".terr");
    if (event.pointerType !== "mouse" && terr && numberOf(terr)) startPress(terr);
  }

  function onMove(event) {
    if (!drag || fingers) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!wasDragged && Math.hypot(x, y) < 6) return;
    stopPress();
    if (zoom === 1) return;
    wasDragged = true;
    board.classList.add("is-dragged");
    left = drag.left + x;
    top = drag.top + y;
    show();
  }

  function onUp() {
    drag = null;
    stopPress();
    board.classList.remove("is-dragged");
  }

  let press = null;
  const stopPress = () => { clearTimeout(press); press = null; };

  function startPress(terr) {
    stopPress();
    press = setTimeout(() => { wasDragged = true; count(terr, -1); }, LONG_PRESS);
  }

  // The card: what there is to know of a territory

  function facts(terr) {
    learnName(terr);
    const now = terr.querySelector("[data-says]");
    const signs = all(`#marks [data-territory="${idOf(terr)}"]`).map((sign) => sign.dataset.says);
    return { ...terr.dataset, says: now ? now.dataset.says : "", signs, hint: hintOf(terr) };
  }

  function hintOf(terr) {
    const choice = choices.get(idOf(terr));
    if (!choice) return "";
    if (choice.isChosen) return "Chosen";
    const added = pending(choice);
    const hint = choice.control?.dataset.hint || HINTS[choice.role] || "Choose this";
    const how = matchMedia("(pointer: coarse)").matches ? "Hold" : "Right-click";
    return added ? `${hint}: ${added} so far. ${how} to take one back.` : hint;
  }

  function tell(terr, x, y) {
    told = terr;
    card.replaceChildren();
    const { name, empire, says, seas, land, signs, hint } = facts(terr);
    line("strong", "board-card-name", name);
    line("span", "board-card-empire", empire);
    if (says) line("p", "board-card-says", capital(says));
    if (seas) line("p", "", seas);
    if (land) line("p", "", capital(land));
    for (const sign of signs) line("p", "board-card-sign", sign);
    if (hint) line("p", "board-card-hint", hint);
    card.hidden = false;
    put(x, y);
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function line(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.textContent = text;
    card.append(element);
  }

  function put(x, y) {
    if (matchMedia("(max-width: 40rem)").matches) {
      const { top, height } = box.getBoundingClientRect();
      card.style.translate = "";
      card.classList.toggle("is-above", told.querySelector(".row").getBoundingClientRect().top > top + height * 0.62);
      return;
    }
    const frame = board.getBoundingClientRect();
    const beside = x + 22 + card.offsetWidth > frame.right ? x - 18 - card.offsetWidth : x + 22;
    const below = Math.min(y + 14, frame.bottom - card.offsetHeight - 8);
    card.style.translate = `${Math.max(4, beside - frame.left)}px ${Math.max(4, below - frame.top)}px`;
  }

  function tellAt(terr) {
    const frame = terr.querySelector(".row")?.getBoundingClientRect();
    if (frame) tell(terr, frame.right, frame.bottom);
  }

  function hush() {
    told = null;
    card.hidden = true;
  }

  // Choices

  function readChoices() {
    choices = new Map();
    const panel = document.getElementById("panel");
    if (!panel || !isLive()) return;
    for (const control of panel.querySelectorAll("[data-territory][data-role]")) {
      const id = control.dataset.territory;
      const isChosen = "chosen" in control.dataset;
      const isOff = control.disabled || control.getAttribute("aria-disabled") === "true";
      if (!place(id) || (isOff && !isChosen)) continue;
      const known = choices.get(id);
      if (known && !(isChosen && !known.isChosen)) continue;
      choices.set(id, { control, role: control.dataset.role, isChosen });
    }
  }

  const isNumber = (control) => control?.matches("input[type=number], input[type=range]");
  const isTicked = (control) => control?.matches("input[type=checkbox], input[type=radio]");

  function numberOf(terr) {
    const choice = choices.get(idOf(terr));
    return isNumber(choice?.control) ? choice.control : null;
  }

  function pending({ control }) {
    if (isNumber(control)) return Number(control.value) || 0;
    return isTicked(control) && control.checked ? 1 : 0;
  }

  function count(terr, step) {
    const control = numberOf(terr);
    if (!control) return;
    const before = control.value;
    if (control.value === "") control.value = control.min || 0;
    if (step > 0) control.stepUp(); else control.stepDown();
    if (control.value === before) return;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
    document.getElementById("board-says").textContent =
      `${terr.dataset.name}: ${Number(control.value)}`;
  }

  function choose(terr, step) {
    const choice = choices.get(idOf(terr));
    if (!choice) return;
    if (isNumber(choice.control)) count(terr, step);
    else if (step > 0) choice.control.click();
    refreshSoon();
  }

  function refresh() {
    waiting = false;
    if (!document.contains(board)) { if (!start()) return; }
    readChoices();
    const glyphs = board.querySelector(".board-choices");
    board.querySelector(".board-edges").replaceChildren();
    glyphs.replaceChildren();
    const open = [...choices.values()].some((choice) => !choice.isChosen);
    board.classList.toggle("is-choosing", open);
    const here = document.activeElement?.closest?.(".terr");
    all(".terr").forEach((terr, index) => {
      const choice = choices.get(idOf(terr));
      const isOpen = Boolean(choice) && (!choice.isChosen || choice.control.matches("a, button, input"));
      terr.classList.toggle("choosable", isOpen);
      terr.classList.toggle("chosen", Boolean(choice?.isChosen));
      terr.setAttribute("role", isOpen ? "button" : "group");
      terr.setAttribute("tabindex", isOpen || (here ? terr === here : index === 0) ? 0 : -1);
      terr.setAttribute("aria-label", label(terr));
      if (choice) mark(terr, choice, glyphs);
    });
    if (here?.matches(":focus-visible")) focusEdge(here);
    route(null);
    if (told && !card.hidden) {
      const where = card.style.translate;
      tell(told, 0, 0);
      card.style.translate = where;
    }
  }

  // At first the label says the name and the empire, and nothing else.
  function learnName(terr) {
    if ("name" in terr.dataset) return;
    [terr.dataset.name, terr.dataset.empire] = terr.getAttribute("aria-label").split(", ");
  }

  function label(terr) {
    const { name, empire, says, signs, hint } = facts(terr);
    return [name, empire, says, ...signs, hint].filter(Boolean).join(", ");
  }

  function edge(terr, kind) {
    const id = idOf(terr), edges = board.querySelector(".board-edges");
    const href = document.getElementById(`i-${id}`) ? `#i-${id}` : `#o-${id}`;
    draw(edges, "use", { href, class: `edge-casing ${kind}` });
    draw(edges, "use", { href, class: `edge ${kind}` });
  }

  function focusEdge(terr) {
    for (const old of all(".is-focus")) old.remove();
    if (terr) edge(terr, "is-focus");
  }

  function mark(terr, choice, glyphs) {
    const [x, y] = at(terr);
    const isTaken = choice.isChosen || (isTicked(choice.control) && choice.control.checked);
    const kind = `is-${choice.role}${isTaken ? " is-chosen" : ""}`;
    edge(terr, kind);
    const spot = draw(glyphs, "g", { transform: `translate(${x} ${y})` });
    const scaled = draw(spot, "g", { class: `row ${kind}` });
    const added = pending(choice);
    // Above the badge, or where there is room: not on a name, nor over the edge.
    const [aside, down] = (terr.dataset.sign || "0 -25").split(" ").map(Number);
    const pill = choice.control.dataset.order || (isNumber(choice.control) && added && `+${added}`);
    if (pill) {
      draw(scaled, "rect", { class: "pill", x: aside - 14, y: down - 9, width: 28, height: 17, rx: 8.5 });
      draw(scaled, "text", { class: "pill-text", x: aside, y: down + 4 }).textContent = pill;
    } else {
      const glyph = isTicked(choice.control) && added ? "ticked" : choice.role;
      draw(scaled, "use", {
        href: `#choice-${SIGNS[glyph] || "place"}`, x: aside, y: down,
      });
    }
  }

  function refreshSoon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(refresh);
  }

  // The way from what is chosen to what is pointed at

  function route(terr) {
    const layer = board.querySelector(".board-route");
    layer.replaceChildren();
    const pointed = terr && choices.get(idOf(terr));
    const target = pointed?.role === "target" ? { id: idOf(terr), ...pointed } : chosen("target");
    const source = target && (target.control.dataset.source || chosen("source")?.id);
    if (!source || !place(source)) return;
    const zones = target.control.dataset.route;
    const d = wayPath(source, target.id, zones);
    if (!d) return;
    const line = zones ? null : dotted(source, target.id);
    if (line) draw(layer, "use", { class: "route-line", href: `${outlines()}#line-${line.name}` });
    draw(layer, "path", { class: "route-casing", d });
    draw(layer, "path", { class: "route", d });
  }

  function chosen(role) {
    for (const [id, choice] of choices)
      if (choice.isChosen && choice.role === role) return { id, ...choice };
    return null;
  }

  function wayPath(source, target, zones) {
    const start = at(place(source)), end = at(place(target));
    if (zones) return lanes ? smooth([start, ...sail(source, target, zones.split(" ")), end]) : "";
    const line = dotted(source, target);
    if (line) return follow(start, line.pieces, end);
    const dx = end[0] - start[0], dy = end[1] - start[1], length = Math.hypot(dx, dy) || 1;
    const bend = [(start[0] + end[0]) / 2 + dy * 0.14, (start[1] + end[1]) / 2 - dx * 0.14];
    const gap = GAP / length;
    return `M${start[0] + dx * gap} ${start[1] + dy * gap}Q${bend[0]} ${bend[1]} ` +
      `${end[0] - dx * gap} ${end[1] - dy * gap}`;
  }

  const outlines = () => board.querySelector(".board-names").getAttribute("href").split("#")[0];

  // A dotted line over the sea; one that leaves the sheet has two pieces.
  function dotted(source, target) {
    for (const [name, pieces] of Object.entries(lanes?.lines || {})) {
      const [a, b] = name.split(" ");
      if (a === source && b === target) return { name: `${a}-${b}`, pieces };
      if (b === source && a === target)
        return { name: `${a}-${b}`, pieces: pieces.map((piece) => [...piece].reverse()).reverse() };
    }
    return null;
  }

  function follow(start, pieces, end) {
    const points = pieces.map((piece) => [...piece]);
    points[0].unshift(start);
    points[points.length - 1].push(end);
    return points.map(smooth).join("");
  }

  function sail(source, target, zones) {
    let ways = [{ entry: source, points: [] }];
    zones.forEach((name, index) => {
      const zone = lanes.seas[name], after = zones[index + 1];
      const exits = after
        ? Object.keys(zone.ports).filter((port) => port.split(" ")[0] === after) : [target];
      ways = ways.flatMap(({ entry, points }) => exits.map((exit) => ({
        entry: name + (after ? exit.slice(after.length) : ""),
        points: [...points, ...lane(zone, entry, exit)],
      })));
    });
    return ways.sort((a, b) => far(a.points) - far(b.points))[0]?.points || [];
  }

  function lane(zone, first, second) {
    const turns = zone.lanes[first]?.[second] || [...(zone.lanes[second]?.[first] || [])].reverse();
    const points = turns.map((number) => lanes.points[number]);
    return [zone.ports[first], ...points, zone.ports[second]].filter(Boolean);
  }

  const far = (points) => points.slice(1).reduce(
    (sum, point, index) => sum + Math.hypot(point[0] - points[index][0], point[1] - points[index][1]), 0);

  function smooth(points) {
    const way = [...points], end = points.length - 1;
    way[0] = towards(points[0], points[1], GAP);
    way[end] = towards(points[end], points[end - 1], GAP);
    let d = `M${way[0]}`;
    for (let index = 1; index < end; index += 1) {
      const [before, turn, after] = way.slice(index - 1, index + 2);
      d += `L${towards(turn, before, Math.min(ROUND, far([turn, before]) / 2))}` +
        `Q${turn} ${towards(turn, after, Math.min(ROUND, far([turn, after]) / 2))}`;
    }
    return `${d}L${way[end]}`;
  }

  function towards([ax, ay], [bx, by], length) {
    const share = length / (Math.hypot(bx - ax, by - ay) || 1);
    return [ax + (bx - ax) * share, ay + (by - ay) * share];
  }

  // By keyboard

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    const terr = event.target.closest(".terr");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in WAYS && terr) go(terr, WAYS[event.key]);
    else if (event.key === "+" || event.key === "=") zoomTo(zoom * 1.4);
    else if (event.key === "-") zoomTo(zoom / 1.4);
    else if (event.key === "0") zoomTo(1);
    else if (event.key === "Escape" && told) hush();
    else if ((event.key === "Enter" || event.key === " ") && terr) choose(terr, event.shiftKey ? -1 : 1);
    else if ((event.key === "Delete" || event.key === "Backspace") && terr) choose(terr, -1);
    else return;
    event.preventDefault();
  }

  function go(terr, [wx, wy]) {
    const [x, y] = at(terr);
    let best = null, least = Infinity;
    for (const other of all(".terr")) {
      const [ox, oy] = at(other), dx = ox - x, dy = oy - y;
      const along = dx * wx + dy * wy, aside = Math.abs(dx * wy) + Math.abs(dy * wx);
      const cost = along + aside * 2;
      if (along > 0 && aside < along * 2.5 && cost < least) { best = other; least = cost; }
    }
    if (!best) return;
    terr.setAttribute("tabindex", terr.classList.contains("choosable") ? 0 : -1);
    best.setAttribute("tabindex", 0);
    best.focus({ preventScroll: zoom > 1 });
  }

  // Beginning

  function listen() {
    const land = board.querySelector(".board-land");
    box.addEventListener("wheel", onWheel, { passive: false });
    box.addEventListener("touchstart", onTouch, { passive: false });
    box.addEventListener("touchmove", onTouch, { passive: false });
    box.addEventListener("touchend", onTouch);
    box.addEventListener("pointerdown", onDown);
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    board.addEventListener("keydown", onKey);
    board.addEventListener("click", onClick);
    // What is pressed there stays: the focus does not leave the land for it.
    card.addEventListener("mousedown", (event) => event.preventDefault());
    land.addEventListener("contextmenu", onMenu);
    land.addEventListener("pointerover", onOver);
    land.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") { hush(); route(null); }
    });
    box.addEventListener("focusin", (event) => {
      const terr = event.target.closest(".terr");
      if (!terr?.matches(":focus-visible")) return;
      bringInto(terr);
      focusEdge(terr);
      tellAt(terr);
      route(terr);
    });
    box.addEventListener("focusout", () => { focusEdge(null); hush(); route(null); });
    new ResizeObserver(show).observe(box);
  }

  function onOver(event) {
    const terr = event.target.closest(".terr");
    if (event.pointerType !== "mouse" || drag) return;
    if (!terr) { hush(); route(null); return; }
    tell(terr, event.clientX, event.clientY);
    route(terr);
  }

  function onClick(event) {
    const button = event.target.closest("button");
    if (button?.dataset.fill) return fill(button.dataset.fill);
    if (button?.dataset.zoom) {
      zoomTo({ in: zoom * 1.5, out: zoom / 1.5, fit: 1 }[button.dataset.zoom]);
      if (button.disabled) board.querySelector("[data-zoom]:enabled").focus();
      return undefined;
    }
    if (event.target.closest(".board-card-hint")) return document.getElementById("panel").scrollIntoView();
    const terr = event.target.closest(".terr");
    if (wasDragged) { wasDragged = false; return undefined; }
    if (!terr) return hush();
    if (terr.classList.contains("choosable")) choose(terr, event.shiftKey ? -1 : 1);
    tell(terr, event.clientX, event.clientY);
    return route(terr);
  }

  function onMenu(event) {
    const terr = event.target.closest(".terr");
    if (!terr || !numberOf(terr)) return;
    event.preventDefault();
    if (!wasDragged) choose(terr, -1);
  }

  async function loadLanes() {
    if (lanes || !isLive()) return;
    const answer = await fetch(board.dataset.lanes);
    if (answer.ok) lanes = await answer.json();
    refreshSoon();
  }

  function start() {
    board = document.getElementById("board");
    if (!board) return false;
    box = board.querySelector(".board-window");
    sheet = board.querySelector(".board-sheet");
    card = board.querySelector(".board-card");
    across = board.querySelector(".board-land").viewBox.baseVal.width;
    board.querySelector(".board-tools").hidden = !isLive();
    fill(rememberedFill() === "empires" ? "empires" : "owners");
    listen();
    show();
    loadLanes().catch(() => {});
    return true;
  }

  // What is pointed at in the panel's list is shown on the map.
  function point(event) {
    const control = event.target.closest?.("#panel [data-territory][data-role]");
    const terr = control && place(control.dataset.territory);
    if (!board || !terr) return;
    focusEdge(terr);
    route(terr);
  }

  function unpoint(event) {
    if (!board || !event.target.closest?.("#panel [data-territory]")) return;
    focusEdge(null);
    route(null);
  }

  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, point);
  for (const name of ["pointerout", "focusout"]) document.addEventListener(name, unpoint);
  if (start()) refresh();
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, () => { if (board) refreshSoon(); });
  for (const name of ["input", "change", "reset"])
    document.addEventListener(name, (event) => {
      if (board && event.target.closest?.("#panel")) refreshSoon();
    });
})();
