// Keeps a page live: the socket and its return, what was missed, and word that one is asked.
(() => {
  "use strict";
  const LATE = 45000; // milliseconds without a word after which a socket counts as dead
  const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
  const REFUSED = 4403;
  const TOO_MANY = 4429;
  const CROWDED_SECONDS = 30; // between looks of a page that may not listen for now
  const EVENTS = ["table-changed", "lobby-changed", "notices-changed"];
  const page = document.getElementById("live");
  if (!page) return;

  // Versions

  const marker = () => document.getElementById("version");
  const version = () => (marker() ? marker().dataset.version : "");

  // A frame says in its marker from which version to which it leads.
  const led = (text) => {
    const found = /<div id="version"[^>]*>/.exec(text);
    if (!found) return null;
    const value = (name) => (new RegExp(`data-${name}="([^"]*)"`).exec(found[0]) || ["", ""])[1];
    return { since: value("since"), version: value("version"), whole: value("whole") === "true" };
  };

  // The parts of a frame replace those of the same id; lines are added to the log.
  const LINES = "log-lines";
  const partsIn = (text) => {
    const frame = document.createElement("template");
    frame.innerHTML = text;
    return [...frame.content.children]
      .filter((part) => !part.hasAttribute("hx-swap-oob"))
      .flatMap((part) => (part.matches("svg") ? [...part.children] : [part]))
      .filter((part) => part.id)
      .map(({ id }) => (id === LINES ? `#${id}:beforeend` : `#${id}`))
      .join(",");
  };

  // One question at a time.
  let asking = false;
  let isAskedAgain = false;
  const catchUp = () => {
    if (!page.dataset.changes) return;
    isAskedAgain = asking;
    if (asking) return;
    asking = true;
    const url = `${page.dataset.changes}?have=${encodeURIComponent(version())}`;
    const answered = () => {
      asking = false;
      if (isAskedAgain) catchUp();
    };
    window.htmx.ajax("GET", url, { source: page, swap: "none" }).then(answered, answered);
  };

  // A push may have led the page past an answer: of that, sentence, panel and note count.
  let passed = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const text = event.detail.xhr.responseText || "";
    const step = led(text);
    if (step) event.detail.etc.selectOOB = partsIn(text);
    if (!step || step.whole || step.since === version()) return;
    const isThere = step.version === version();
    if (event.detail.requestConfig.verb === "get") {
      event.detail.shouldSwap = false;
      if (!isThere) catchUp();
      return;
    }
    passed = ["notice", "since", ...(isThere ? ["panel"] : [])];
    queueMicrotask(() => (passed = null));
    if (!isThere) catchUp();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (passed && !passed.includes(event.detail.target.id)) event.detail.shouldSwap = false;
  });

  // After each part htmx tells of every part so far: of hundreds it would tell for seconds.
  let told = null;
  window.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail === told) event.stopImmediatePropagation();
    told = event.detail;
  }, true);

  // The socket

  let socket = null;
  let wrapper = null;
  let heard = Date.now();
  let tries = 0;
  let timer = null;

  const tell = (state) => {
    const { dataset } = document.documentElement;
    // What is said again with every try would be read out again.
    if (dataset.live === state) return;
    dataset.live = state;
    const line = document.getElementById("connection");
    if (line) line.hidden = state === "on";
    if (line && state !== "on") {
      line.textContent = page.dataset[state];
    }
  };

  const prepare = () => {
    window.htmx.config.wsReconnectDelay = (count) =>
      Math.min(2500, 250 * 2 ** count) * (0.5 + Math.random() / 2);
    window.htmx.createWebSocket = (url) => (socket = new WebSocket(url, []));
  };
  if (window.htmx) prepare();

  const lookAgain = () => {
    catchUp();
    EVENTS.forEach((name) => window.htmx.trigger(document.body, name));
  };

  // A socket that is over a limit opens, and is closed at once: it counts when it has said a word.
  const isOn = () => {
    tries = 0;
    tell("on");
  };

  document.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    heard = Date.now();
    if (document.documentElement.dataset.live === "crowded") return;
    isOn();
    lookAgain();
  });

  // A page that is being left by a form is led nowhere else meanwhile.
  let isLeaving = false;
  document.addEventListener("submit", (event) => (isLeaving = !event.defaultPrevented));

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    event.preventDefault();
    heard = Date.now();
    if (document.documentElement.dataset.live === "crowded") isOn();
    if (isLeaving) return;
    const text = event.detail.message;
    if (EVENTS.includes(text)) {
      window.htmx.trigger(document.body, text);
      if (text === "table-changed") catchUp();
      return;
    }
    const step = led(text);
    if (!step || step.version === version()) return;
    if (step.whole || step.since === version()) {
      const how = { swapStyle: "none", swapDelay: 0, settleDelay: 0 };
      window.htmx.swap(document.body, text, how, { selectOOB: partsIn(text) });
    } else {
      catchUp();
    }
  });

  document.addEventListener("htmx:wsClose", (event) => {
    const closed = event.detail.event;
    if (closed.target !== socket) return;
    const state = { [REFUSED]: "refused", [TOO_MANY]: "crowded" }[closed.code] || "away";
    tell(state);
    if (RETRIED_BY_EXTENSION.includes(closed.code) || state === "refused" || timer) return;
    const pause = state === "crowded" ? 1000 * CROWDED_SECONDS * (0.75 + Math.random() / 2)
      : Math.min(2500, 500 * 2 ** tries++);
    timer = setTimeout(() => {
      timer = null;
      if (state === "crowded") lookAgain();
      if (wrapper) wrapper.reconnect();
    }, pause);
  });

  // An answer that does not come is none.
  document.addEventListener("htmx:timeout", ({ target, detail }) =>
    window.htmx.trigger(target, "htmx:sendError", detail));

  // The socket notices later than a request that gets no answer.
  document.addEventListener("htmx:sendError", () => {
    if (!wrapper || document.documentElement.dataset.live !== "on") return;
    tell("away");
    wrapper.reconnect();
  });

  // A socket may look open and be dead.
  setInterval(() => {
    if (wrapper && socket && socket.readyState === WebSocket.OPEN && Date.now() - heard > LATE) {
      heard = Date.now();
      wrapper.reconnect();
    }
  }, 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && document.documentElement.dataset.live === "on") catchUp();
  });

  // Being asked

  const title = document.title;
  const icon = document.getElementById("favicon");
  const restIcon = icon ? icon.getAttribute("href") : "";
  let wasAsked = null;

  const ring = () => {
    if (page.dataset.sound !== "true" || !window.AudioContext) return;
    const audio = new AudioContext();
    const start = audio.currentTime;
    [523.25, 659.25].forEach((pitch, place) => {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start + place * 0.18);
      volume.gain.exponentialRampToValueAtTime(0.08, start + place * 0.18 + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + place * 0.18 + 0.6);
      tone.connect(volume).connect(audio.destination);
      tone.start(start + place * 0.18);
      tone.stop(start + place * 0.18 + 0.7);
    });
    setTimeout(() => audio.close(), 1500);
  };

  const showAsked = () => {
    if (!document.getElementById("status")) return;
    const asked = Boolean(document.getElementById("asked"));
    if (asked === wasAsked) return;
    document.title = asked ? `● ${page.dataset.askedTitle || "Your turn"} – ${title}` : title;
    if (icon) icon.setAttribute("href", asked ? icon.dataset.turn || restIcon : restIcon);
    if (asked && wasAsked === false) ring();
    wasAsked = asked;
  };
  document.addEventListener("htmx:oobAfterSwap", showAsked);
  document.addEventListener("htmx:afterSettle", showAsked);
  showAsked();
})();

// While the games cannot be reached: asks again by itself, and takes the notice away afterwards.
// What was sent and got no answer of the table is said to be so: nobody presses into the void.
(() => {
  "use strict";
  const page = document.getElementById("live");
  if (!page || !page.dataset.changes) return;
  const NO_ANSWER = [500, 502, 504];
  let timer = null;

  const ask = () => {
    timer = null;
    const marker = document.getElementById("version");
    const have = encodeURIComponent(marker ? marker.dataset.version : "");
    window.htmx.ajax("GET", `${page.dataset.changes}?have=${have}`, { source: page, swap: "none" });
  };

  const unanswered = (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    const line = document.createElement("p");
    line.className = "notice error";
    line.textContent = page.dataset.unanswered;
    document.getElementById("notice").replaceChildren(line);
  };
  document.addEventListener("htmx:sendError", unanswered);

  document.addEventListener("htmx:afterRequest", (event) => {
    const answer = event.detail.xhr;
    if (NO_ANSWER.includes(answer.status)) unanswered(event);
    if (answer.status === 503) {
      const seconds = Number(answer.getResponseHeader("Retry-After")) || 5;
      if (!timer) timer = setTimeout(ask, 1000 * seconds);
      return;
    }
    const notice = document.getElementById("away");
    if (notice && event.detail.successful) notice.remove();
  });
})();
