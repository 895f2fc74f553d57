// What is said aloud to who hears the page: whose turn it is, and what came of one's own move.
(() => {
  "use strict";
  const SPOKEN = 5000; // milliseconds in which it is taken up; then the page tells it once only
  const says = document.getElementById("heard");
  let told = ""; // whose turn it was said to be
  let before = null; // the newest line of the log when one's own move was sent
  let telling = null;
  let clearing = null;

  const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const newest = () => textOf("#log-lines > li:last-child");

  // Who is waited for changes several times in every battle, so that it is not said.
  const tell = () => {
    const turn = textOf("#status .status-who");
    const sentences = turn === told ? [] : [`${turn}.`];
    told = turn;
    if (before !== null && newest() !== before) {
      sentences.unshift(newest());
      before = null;
    }
    if (!sentences.length) return;
    says.textContent = sentences.join(" ");
    clearTimeout(clearing);
    clearing = setTimeout(() => (says.textContent = ""), SPOKEN);
  };
  // All parts of a push are one piece of news.
  const tellSoon = () => {
    clearTimeout(telling);
    telling = setTimeout(tell);
  };

  document.addEventListener("htmx:beforeRequest", ({ detail, target }) => {
    if (detail.requestConfig.verb === "post" && target.closest("#panel")) before = newest();
  });
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, tellSoon);
  tell();
})();
