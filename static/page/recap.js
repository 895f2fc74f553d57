// Plays what was missed on the map, step by step; without this file the links do.
(() => {
  "use strict";
  const replay = document.getElementById("replay");
  const kept = document.getElementById("steps");
  if (!replay || !kept) return;
  const { base, steps } = JSON.parse(kept.textContent);
  const SECONDS = 1.6;
  const SVG = "http://www.w3.org/2000/svg";
  const lines = replay.querySelector("[data-lines]");
  const shown = replay.querySelector("[data-shown]");
  const playing = replay.querySelector("[data-play]");
  const links = [...replay.querySelectorAll("[data-go]")];
  const first = Number(replay.dataset.place);
  let place = first;
  let timer = null;

  const put = (name, markup) => {
    const old = document.getElementById(name);
    const holder = document.createElementNS(SVG, "svg");
    holder.innerHTML = markup;
    if (old && holder.firstElementChild) old.replaceWith(holder.firstElementChild);
  };

  // How the map looks after so many steps: the newest drawing of each part up to there.
  const mapAt = (number) =>
    steps.slice(0, number).reduce((parts, step) => Object.assign(parts, step.changed), { ...base });

  const show = (number) => {
    const before = mapAt(place);
    Object.entries(mapAt(number)).forEach(([name, markup]) => {
      if (before[name] !== markup) put(name, markup);
    });
    place = number;
    lines.innerHTML = place ? steps[place - 1].lines : "<li>As you left it.</li>";
    shown.textContent = place;
    links.forEach((link) => {
      const stands = place === (link.dataset.go === "1" ? steps.length : 0);
      link.setAttribute("aria-disabled", String(stands));
    });
    if (place === steps.length) rest();
    document.dispatchEvent(new Event("htmx:afterSettle"));
  };

  const rest = () => {
    clearInterval(timer);
    timer = null;
    playing.textContent = "Play";
    // What plays by itself is not read out at every step.
    lines.setAttribute("aria-live", "polite");
  };
  const run = () => {
    if (place === steps.length) show(0);
    playing.textContent = "Stop";
    lines.setAttribute("aria-live", "off");
    timer = setInterval(() => show(place + 1), SECONDS * 1000);
  };

  links.forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    if (timer) rest();
    show(Math.min(steps.length, Math.max(0, place + Number(link.dataset.go))));
  }));
  playing.hidden = false;
  playing.addEventListener("click", () => (timer ? rest() : run()));
  // It begins by itself, but not for who wants things to stand still.
  if (!first && !matchMedia("(prefers-reduced-motion: reduce)").matches) run();
})();
