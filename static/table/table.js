// The table's tabs, and the log that stays at its end.
(() => {
  "use strict";
  const reached = (id) => (id ? document.getElementById(id) : null);

  // Tabs

  const tabs = document.querySelector("[data-tabs]");
  const sections = tabs ? [...tabs.querySelectorAll(":scope > .tab")] : [];
  const buttons = [];

  const open = (place) => {
    sections.forEach((section, other) => {
      section.hidden = other !== place;
      buttons[other].setAttribute("aria-selected", String(other === place));
      buttons[other].tabIndex = other === place ? 0 : -1;
    });
    sections[place].querySelector("[data-news]")?.removeAttribute("data-news");
    setNews(buttons[place], false);
    toEnd();
  };

  const markNews = () => {
    sections.forEach((section, place) => {
      if (section.hidden && section.querySelector("[data-news]")) setNews(buttons[place], true);
    });
  };

  const setNews = (button, isNews) => {
    button.classList.toggle("has-news", isNews);
    if (isNews) button.setAttribute("aria-description", "something new");
    else button.removeAttribute("aria-description");
  };

  const build = () => {
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "More of this table");
    sections.forEach((section) => {
      const button = document.createElement("button");
      button.type = "button";
      button.id = `${section.id}-button`;
      button.textContent = section.querySelector("h2").textContent;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", section.id);
      section.setAttribute("role", "tabpanel");
      section.setAttribute("aria-labelledby", button.id);
      section.tabIndex = 0;
      list.append(button);
      buttons.push(button);
    });
    list.addEventListener("click", (event) => {
      const place = buttons.indexOf(event.target);
      if (place >= 0) open(place);
    });
    list.addEventListener("keydown", (event) => {
      const here = buttons.indexOf(document.activeElement);
      const place = {
        ArrowRight: (here + 1) % buttons.length,
        ArrowLeft: (here + buttons.length - 1) % buttons.length,
        Home: 0,
        End: buttons.length - 1,
      }[event.key];
      if (place === undefined) return;
      event.preventDefault();
      open(place);
      buttons[place].focus();
    });
    tabs.prepend(list);
    tabs.classList.add("is-tabbed");
  };

  // A link to something within a tab opens the tab.
  const reveal = (hash) => {
    const goal = reached(hash.slice(1));
    const place = sections.findIndex((section) => section.contains(goal));
    if (goal && place >= 0) open(place);
    return place >= 0;
  };

  // The log and the talk stay at their end unless one has scrolled back

  const SCROLLED = { "tab-log": "log-lines", "tab-talk": "talk" };
  const scrolledBack = new Set();
  const toEnd = () => {
    for (const id of Object.keys(SCROLLED)) {
      const tab = document.getElementById(id);
      if (tab && !tab.hidden && !scrolledBack.has(id)) tab.scrollTop = tab.scrollHeight;
    }
  };
  // To read where the end is lays the page out anew: once for all parts of a push.
  let isGoing = false;
  const toEndSoon = () => {
    if (isGoing) return;
    isGoing = true;
    requestAnimationFrame(() => {
      isGoing = false;
      toEnd();
    });
  };
  // Another size of the page scrolls them too: only who goes back within the same size means it.
  const watch = (tab) => {
    let size = "";
    tab.addEventListener("scroll", () => {
      const isBack = tab.scrollTop + tab.clientHeight < tab.scrollHeight - 40;
      const isSameSize = size === `${tab.clientWidth} ${tab.clientHeight}`;
      size = `${tab.clientWidth} ${tab.clientHeight}`;
      if (!isBack) scrolledBack.delete(tab.id);
      else if (isSameSize) scrolledBack.add(tab.id);
      else toEnd();
    }, { passive: true });
  };

  if (tabs) {
    build();
    open(0);
    markNews();
    document.addEventListener("htmx:afterSwap", markNews);
    reveal(location.hash);
    window.addEventListener("hashchange", () => reveal(location.hash));
    document.addEventListener("click", (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (link && link.hash === location.hash) reveal(link.hash);
    });
    Object.keys(SCROLLED).map(reached).filter(Boolean).forEach(watch);
    window.addEventListener("load", toEnd);
  }

  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const swapped = event.detail.target;
    const place = sections.findIndex((section) => section.id === "tab-talk");
    if (swapped && swapped.id === "talk" && sections[place].hidden) setNews(buttons[place], true);
    toEndSoon();
  });

  // A rule is read as it is for this game. Its links are short, as pushes bring many of them, and
  // lead to the whole book, where all rules are that this game has not.

  const { rules, rulesElsewhere } = document.getElementById("live").dataset;
  const lead = (event) => {
    const link = event.target.closest?.('a[href^="/rules/#"]');
    const kind = link && link.hash.slice(1).split("-")[0];
    if (link && !rulesElsewhere.split(" ").includes(kind)) link.setAttribute("href", rules + link.hash);
  };
  for (const name of ["pointerover", "focusin", "click"])
    document.addEventListener(name, lead, true);

  // What is said

  // What is sent says which version of the page it came from: the newest, not that of the form.
  document.addEventListener("htmx:configRequest", (event) => {
    const marker = document.getElementById("version");
    if (marker && event.detail.verb === "post") event.detail.parameters.have = marker.dataset.version;
  });
  // What was refused is kept: one may try again.
  document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    const isTaken = detail.successful && detail.xhr.status < 400;
    const form = target.form || target;
    if (isTaken && form.matches?.('form.say, [id^="declare-"]')) form.reset();
  });
})();

// Diplomacy: lengths choose themselves, the log is at hand.
(() => {
  "use strict";

  // The length whose number one writes is the one that is meant.
  document.addEventListener("input", (event) => {
    const length = event.target.type === "number" && event.target.closest("[data-length]");
    if (length) length.querySelector("input[type=radio]").checked = true;
  });

  // Where the line of the log is on the page it is shown there, else the link leads to its round.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-anchor]");
    if (!link || !document.getElementById(link.dataset.anchor)) return;
    event.preventDefault();
    location.hash = "";
    location.hash = link.dataset.anchor;
  });

  // A link to the ledger opens the section around it.
  const open = () => {
    if (location.hash !== "#ledger") return;
    const section = document.querySelector("#diplomacy > details");
    if (section) section.open = true;
    document.getElementById("ledger").scrollIntoView();
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href="#ledger"]')) setTimeout(open, 0);
  });
  open();
})();

// What is said aloud to who hears the page: what came of one's own move, what befalls one from
// others, whose turn it is, and that one's time runs out.
(() => {
  "use strict";
  const SPOKEN = 5000; // milliseconds in which it is taken up; then the page tells it once only
  const GATHERED = 100; // milliseconds in which pushes are one piece of news, as all their parts are
  const MOST = 12; // sentences; of the set-up there are hundreds
  const WARNED = { "1:00": "One minute left.", "0:10": "Ten seconds left." };
  const says = document.getElementById("heard");
  const { me } = says.dataset;
  // A short name is part of many words.
  const named = me && new RegExp(
    `(?<![\\p{L}\\p{N}])${me.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u");
  let told = ""; // whose turn it was said to be
  let isOwn = false; // one's own move was sent, and nothing has come of it yet
  let telling = null;
  let clearing = null;
  let left = "";
  let spoken = null;

  const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const lines = () => [...document.querySelectorAll("#log-lines > li")];
  let last = lines().pop();

  // Of one's own battles the last is said, of those of others what came of them.
  const news = () => {
    const all = lines();
    const fresh = last === all.at(-1) ? [] : all.slice(all.indexOf(last) + 1 || -1);
    last = all.at(-1);
    const texts = fresh.map((line) => line.textContent.trim());
    const isTurn = (line) => line.matches(".of-turn");
    const own = isOwn ? fresh.findIndex(isTurn) >>> 0 : 0; // so many came of one's own move
    const rolls = texts.filter((text) => / rolled .* against /.test(text));
    const unsaid = isOwn ? rolls.slice(0, -1) : rolls;
    const isMine = (text, place) =>
      place < own || named?.test(text) || /^The game is over/.test(text);
    const said = texts.filter(
      (text, place) => isMine(text, place) && !unsaid.includes(text) && !isTurn(fresh[place]));
    if (fresh.length) isOwn = false;
    return said.slice(-MOST);
  };

  // What somebody else said, unless one has muted them.
  const talk = () => {
    const line = document.querySelector("#talk li[data-author]:last-child");
    const before = spoken;
    const who = line?.querySelector("b").textContent;
    spoken = line ? `${who}: ${line.lastElementChild.textContent}` : "";
    const isHeard = who && who !== me && getComputedStyle(line).display !== "none";
    return before !== null && spoken !== before && isHeard ? [spoken] : [];
  };

  const say = (sentences) => {
    if (!sentences.length) return;
    says.textContent = sentences.join(" ");
    clearTimeout(clearing);
    clearing = setTimeout(() => (says.textContent = ""), SPOKEN);
  };
  // Who is waited for changes several times in every battle, so that it is not said.
  const tell = () => {
    const sentences = news();
    const turn = `${textOf("#status .status-who")}.`;
    if (turn !== told && !sentences.some((text) => text.startsWith(turn))) sentences.push(turn);
    told = turn;
    say([...sentences, ...talk()]);
  };
  const tellSoon = () => {
    clearTimeout(telling);
    telling = setTimeout(tell, GATHERED);
  };

  document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
    if (detail.requestConfig.verb === "post" && target.closest("#panel")) isOwn = true;
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, tellSoon);
  setInterval(() => {
    const before = left;
    left = textOf("#status:has(#asked) .countdown");
    if (left !== before && WARNED[left]) say([WARNED[left]]);
  }, 400);
  tell();
})();
