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
