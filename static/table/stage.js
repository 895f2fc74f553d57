// Shows what just happened step by step: dice are rolled, cards turned over. It can be skipped.
(() => {
  "use strict";
  const PAUSES = { calm: 1000, quick: 450 }; // milliseconds between two steps
  const CARD_SECONDS = { calm: 3.4, quick: 1.8 };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const pace = () => {
    const page = document.getElementById("live");
    return page && page.dataset.animation === "quick" ? "quick" : "calm";
  };
  const MOST_WAITING = 3;
  const waiting = []; // stages that came while another is being shown
  let stop = null; // ends what is being shown; null while nothing is

  // An event card is shown large, wherever one looks, before it lies on the stage.
  const showCard = (card) => {
    const board = document.querySelector(".table-board");
    if (!board) return;
    board.querySelectorAll(".showing").forEach((old) => old.remove());
    const shown = card.cloneNode(true);
    shown.classList.remove("is-new", "is-coming");
    shown.classList.add("showing");
    shown.setAttribute("aria-hidden", "true");
    shown.querySelectorAll("a").forEach((link) => link.remove());
    shown.style.setProperty("--shown", `${CARD_SECONDS[pace()]}s`);
    shown.addEventListener("click", () => shown.remove());
    shown.addEventListener("animationend", () => shown.remove());
    board.append(shown);
  };

  const stepsOf = (stage) =>
    [...stage.querySelectorAll(":scope > :not(.stage-rest)")].flatMap((moment) => {
      const battles = [...moment.querySelectorAll(":scope > ol > li")];
      return battles.length > 1 ? battles : [moment];
    });

  // Put the next stage that waits in place of one that has been shown.
  const goOn = (stage) => {
    if (document.hidden) waiting.splice(0, waiting.length - 1);
    const following = waiting.shift();
    if (!following || !stage.isConnected) return;
    stage.replaceWith(following);
    window.htmx.process(following);
    if (!play(following)) goOn(following);
  };

  // Show a stage step by step; false where there is nothing to show, or nobody to look.
  const play = (stage) => {
    const steps = still.matches || document.hidden ? [] : stepsOf(stage);
    if (!steps.length) return false;
    const box = stage.parentElement;
    const sums = [...stage.querySelectorAll(".attack-sum")];
    const owners = [...stage.querySelectorAll(".attack")];
    [...steps, ...sums].forEach((step) => step.classList.add("is-coming"));
    let timer = 0;
    let skip = null;
    let place = -1;

    const finish = () => {
      clearTimeout(timer);
      [...steps, ...sums, ...owners].forEach((step) => step.classList.remove("is-coming"));
      steps.slice(0, -1).forEach((step) => step.classList.remove("is-new"));
      if (skip) skip.remove();
      stop = null;
      box.scrollTop = 0;
      goOn(stage);
    };
    const next = () => {
      const before = steps[place];
      place += 1;
      const step = steps[place];
      if (before && before.matches("li") && step && step.matches("li")) {
        before.classList.add("is-coming");
      }
      if (!step) {
        finish();
        return;
      }
      step.classList.remove("is-coming");
      step.classList.add("is-new");
      // Who attacks whom stands above the dice.
      box.scrollTop = step.closest("#stage > *").offsetTop - stage.offsetTop;
      const isCard = step.matches(".event-card");
      if (isCard) showCard(step);
      timer = setTimeout(next, isCard ? CARD_SECONDS[pace()] * 1000 : PAUSES[pace()]);
    };

    if (steps.length > 1) {
      skip = document.createElement("button");
      skip.type = "button";
      skip.className = "button small stage-skip";
      skip.textContent = "Skip";
      skip.addEventListener("click", finish);
      stage.append(skip);
    }
    stop = finish;
    next();
    return true;
  };

  const isStage = (event) => event.detail.target && event.detail.target.id === "stage";

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    // What a push has brought already does not wait to be shown again.
    if (!isStage(event) || !stop || !event.detail.shouldSwap) return;
    const fragment = event.detail.fragment;
    const stage = fragment.id === "stage" ? fragment : fragment.querySelector("#stage");
    if (!stage) return;
    event.detail.shouldSwap = false;
    waiting.push(stage.cloneNode(true));
    if (waiting.length > MOST_WAITING) {
      waiting.shift();
      stop();
    }
  });
  // Who moves on has seen enough.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    waiting.length = 0;
    if (stop) stop();
    const side = document.querySelector(".table-side");
    if (side && !side.contains(event.target)) side.scrollTop = 0;
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const stage = document.getElementById("stage");
    if (isStage(event) && stage && !stop) play(stage);
  });
})();
