"""Scripts that observe the animations on a table's page, or change how pushes arrive."""

FAST_ANIMATIONS = """
    const wait = window.setTimeout;
    const isAnimation = (time) => time >= 100 && time < 20000;
    window.setTimeout = (run, time, ...given) =>
        wait(run, isAnimation(time) ? time / 20 : time, ...given);
"""
"""Divides a page's timers for animations by 20, but not the longest time a push may wait."""

BURSTS = """
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (type, hear, options) {
        if (type !== "message") return listen.call(this, type, hear, options);
        const held = [];
        listen.call(this, type, (event) => held.push(event), options);
        setInterval(() => held.splice(0).forEach((event) => hear.call(this, event)), 400);
    };
"""
"""Makes pushes arrive late, and several at once."""

WATCH_ANIMATIONS = """
    const watch = () => {
        const table = document.getElementById("pace");
        if (!table) return;
        table.dataset.pace = PACE;
        let [shown, told] = [0, 0];
        let isSkipped = false;
        const counted = new WeakSet();
        const continuing = new WeakSet();
        const isBattle = (node) => node instanceof Element
            && node.matches("#log-lines > li:is([data-kind=battle_fought], :has(details))")
            // The new line of a continuing attack may add only its end.
            && !continuing.has(node);
        // The page removes the attribute before an observer is called.
        document.addEventListener("htmx:oobBeforeSwap", ({ detail: { fragment } }) => {
            fragment.querySelectorAll("li[data-continues]").forEach((line) => continuing.add(line));
        });
        const note = ({ addedNodes, target, type }) => {
            told += [...addedNodes].filter(isBattle).length;
            if (type !== "attributes" || counted.has(target)) return;
            if (!target.matches(".animation li.is-counted")) return;
            counted.add(target);
            shown += 1;
            sessionStorage.shown = Number(sessionStorage.shown || 0) + 1;
        };
        const observe = (changes) => {
            changes.forEach(note);
            const isOver = document.querySelector("#outcome:not([hidden])");
            if (isOver && document.querySelector(".animation:not([hidden])")) {
                sessionStorage.early = "the outcome during an animation";
            }
            if (told <= shown) return;
            if (!isSkipped && PACE !== "at once") sessionStorage.early = document.body.innerText;
            told = shown;
            isSkipped = false;
        };
        const over = ({ detail }) => (isSkipped ||= detail.isSkipped);
        document.addEventListener("animations-over", over);
        const all = {
            subtree: true, childList: true, attributes: true, attributeFilter: ["class"],
        };
        new MutationObserver(observe).observe(document.body, all);
    };
    document.addEventListener("DOMContentLoaded", watch);
"""
"""Sets a table's pace to PACE. `sessionStorage.shown` counts the battles whose dice were shown.
`sessionStorage.early` is set to the page's text if the log shows a battle before its dice, and to a
note if the outcome is shown during an animation."""

ANIMATIONS_SEEN = "[sessionStorage.shown ?? null, sessionStorage.early ?? null]"

SHOW_WITHOUT_ANIMATION = """async (html) => {
    const { noteChanges } = await import("/static/table/animations/notes.js");
    const push = document.createElement("template");
    push.innerHTML = `<ol id="log-lines"><li></li></ol><div id="latest_events">${html}</div>`;
    noteChanges(push.content, false);
}"""
"""Makes a page note what a push with this HTML has changed without animations."""

ORDER_OF_A_CAPTURE = """async ([from, to]) => {
    const { deliver } = await import("/static/web/live/queue.js");
    document.getElementById("pace").dataset.pace = "quick";
    const side = (at) => `<div class="side livery-none" data-at="${at}" data-armies="3"></div>`;
    const push = document.createElement("template");
    push.innerHTML = `<ol id="log-lines"><li></li></ol><div id="latest_events">
        <div class="attack" data-animation="attack">${side(from)}${side(to)}
            <ol><li data-left="3 0"></li></ol></div>
        <p data-animation="news" data-at="${to}" data-livery="none">Captured.</p></div>`;
    const [order, box] = [[], document.querySelector(".animation")];
    const rectangle = (element) => element.getBoundingClientRect();
    const isApart = (one, other) => one.right <= other.left || other.right <= one.left
        || one.bottom <= other.top || other.bottom <= one.top;
    const isWithin = (one, other) => one.left >= other.left && one.right <= other.right
        && one.top >= other.top && one.bottom <= other.bottom;
    const [places, stale] = [[], []];
    const noteStale = () => stale.push(document.getElementById("panel").ariaBusy);
    const observer = new MutationObserver(() => {
        order.push(box.dataset.kind);
        noteStale();
        const edges = [...document.querySelectorAll(".animation-edge")];
        const skip = box.querySelector(".animation-skip");
        const isNear = edges.some((edge) => {
            const [one, other] = [rectangle(edge), rectangle(box)];
            const across = Math.max(one.left - other.right, other.left - one.right);
            return across < 20 && Math.max(one.top - other.bottom, other.top - one.bottom) < 20;
        });
        places.push(isNear && isWithin(rectangle(skip), rectangle(box))
            && edges.every((edge) => isApart(rectangle(edge), rectangle(box))));
    });
    observer.observe(box, { attributeFilter: ["data-kind"] });
    const isOver = new Promise((done) => document.addEventListener("animations-over", done));
    const apply = () => order.push("page");
    const { version } = document.getElementById("version").dataset;
    deliver({ version, content: push.content, apply });
    await isOver;
    observer.disconnect();
    noteStale();
    return [order, places, stale];
}"""
"""Shows an attack that captures a territory. Returns three lists: the order in which the dice, the
changed page and the capture were shown; for each animation, whether its box contained its button,
was beside a territory and covered neither; in each animation and after them, whether the panel was
marked as stale."""

BATTLES_BESIDE = """async ([from, to]) => {
    const { deliver } = await import("/static/web/live/queue.js");
    document.getElementById("pace").dataset.pace = "quick";
    const side = (at, name) => `<div class="side livery-none" data-at="${at}" data-armies="5">
        <p><b>${name}</b> ${at}</p><strong>5</strong></div>`;
    const dice = (...faces) => faces.map((face) => `<b class="die-${face}">${face}</b>`).join("");
    const roll = (left, attack, defence, more) => `<li data-left="${left}">
        <span class="attack-dice">${dice(...attack)}</span>
        <span class="defence-dice">${dice(...defence)}</span>
        <span class="pairs"><i>tie, defence wins</i></span>
        <span class="losses"><b>−1</b> : 0</span>${more}</li>`;
    const bonuses = `<p>Highest 6 : 6 <span class="attack-bonus">+1 Hero</span>
        <span>+1 Fortification</span> <span>+1 events in force</span></p>`;
    const attack = (rolls) => `<div class="attack" data-animation="attack">
        ${side(from, "Cedar")}${side(to, "General Birch of the Northern Province")}
        <ol>${rolls.join("")}</ol>
        <p class="attack-total">2 rolls. Cedar lost 2. General Birch lost 0.</p></div>`;
    const box = document.querySelector(".animation");
    const [boxes, covered, strips] = [[], [], []];
    const note = () => {
        if (box.hidden) return;
        const past = [...box.querySelectorAll(".is-past .attack-dice")];
        strips.push(past.filter((dice) => dice.getBoundingClientRect().height > 0).length);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        boxes.push([left, top, right - left, bottom - top].map(Math.round));
        const spots = [...document.querySelectorAll(".board-animation .badge-row")];
        covered.push(...spots.map((spot) => {
            const { x, y, width, height } = spot.getBoundingClientRect();
            return x + width > left && x < right && y + height > top && y < bottom;
        }));
    };
    const observer = new MutationObserver(note);
    const attributes = { attributeFilter: ["class", "data-kind"] };
    observer.observe(box, { subtree: true, childList: true, ...attributes });
    // The loss of a card divides an attack into two, the first with one short roll.
    const push = document.createElement("template");
    push.innerHTML = `<ol id="log-lines"><li></li></ol><div id="latest_events">
        ${attack([roll("4 5", [2], [3], "")])}
        ${attack([roll("3 5", [4, 3, 1], [6, 5], bonuses), roll("2 5", [1], [2], "")])}
        <p data-animation="news" data-at="${to}" data-livery="none">The attack is over.</p></div>`;
    const isOver = new Promise((done) => document.addEventListener("animations-over", done));
    const { version } = document.getElementById("version").dataset;
    deliver({ version, content: push.content, apply: () => {} });
    await isOver;
    observer.disconnect();
    return [boxes, covered, strips];
}"""
"""Shows an attack in two parts, whose rolls differ in length, and its end. Returns at each step the
box of the animation (left, top, width, height), whether it covered a number of those who fight, and
how many earlier rolls it showed."""

SHOW_RESULT = """async (text) => {
    const { showResult } = await import("/static/table/animations/result.js");
    const push = document.createElement("template");
    push.innerHTML = `<ol id="log-lines"><li></li></ol><div id="latest_events"></div>`;
    push.content.getElementById("latest_events").dataset.result = text;
    showResult(push.content);
}"""
"""Shows the result of the player's last move over the map."""
INCLUDE_RESULT = """async () => {
    const { includeResult } = await import("/static/table/animations/notes.js");
    includeResult();
}"""
"""Moves this result into the notes over the map."""

TOP_OF_PLAYERS_BELOW_EVENTS = """() => {
    const events = document.getElementById("latest_events");
    const tops = [0, 20].map((lines) => {
        events.innerHTML = "<p>Almor was attacked.</p>".repeat(lines);
        return document.querySelector(".players").getBoundingClientRect().top;
    });
    return tops;
}"""
"""Returns the top of the list of players without any latest events and with many."""

AFTER_A_BROKEN_PUSH = """async () => {
    const { deliver, isBehind } = await import("/static/web/live/queue.js");
    const push = { version: "none", content: new DocumentFragment() };
    let isShown = false;
    deliver({ ...push, apply: () => { throw new Error("Broken push") } });
    deliver({ ...push, apply: () => (isShown = true) });
    return isShown && !isBehind();
}"""
"""Delivers a push that cannot be shown and another; returns whether the page shows the second."""

HEARS_AFTER_A_DIALOG = """() => {
    const dialog = document.querySelector("dialog:has(form[method=dialog])");
    dialog.showModal();
    dialog.querySelector("form[method=dialog] button").click();
    let isHeard = false;
    document.body.addEventListener("notices-changed", () => (isHeard = true), { once: true });
    const detail = { message: "notices-changed" };
    const options = { detail, bubbles: true, cancelable: true };
    const event = new CustomEvent("htmx:wsBeforeMessage", options);
    document.body.dispatchEvent(event);
    return isHeard && !dialog.open;
}"""
"""Closes a dialog with its button; returns whether the page still receives messages."""

LOSS_AND_CARD = """
    <p data-animation="news" data-sound="capture" data-of="{seat}" data-lost="Rauxes"
        data-yours="You lost Rauxes to Elm.">
        Elm captured Rauxes.</p>
    <div data-animation="card"><h3>Plague</h3><p class="event-text">Some die. <a>EVT-9</a></p></div>
    <p data-animation="news" data-sound="capture" data-of="9">Elm captured Almor.</p>"""
"""A territory lost by a seat, an event card, and a capture that concerns other players."""

LOSSES = """
    <p data-animation="news" data-sound="capture" data-of="{seat}" data-lost="Idee"
        data-yours="You lost Idee to Elm.">Elm captured Idee.</p>
    <p data-animation="news" data-sound="capture" data-of="{seat}" data-lost="Ratik"
        data-yours="You lost Ratik to Elm.">Elm captured Ratik.</p>"""
"""Two more territories lost by a seat."""

DELIVER = """async (contents) => {
    const { deliver } = await import("/static/web/live/queue.js");
    document.getElementById("pace").dataset.pace = "quick";
    window.applied ??= 0;
    for (const html of contents) {
        const push = document.createElement("template");
        if (html) push.innerHTML = `<ol id="log-lines"><li></li></ol>${html}`;
        const { version } = document.getElementById("version").dataset;
        deliver({ version, content: push.content, apply: () => { window.applied += 1; } });
    }
}"""
"""Delivers pushes with this HTML at a brisk pace; `window.applied` counts those shown.

An empty one is the response to a move whose push came first.
"""
