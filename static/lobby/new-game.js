// A game over days begins with the quick set-up, unless one has chosen another.
(() => {
  "use strict";
  const SLOW = new Set(["daily", "relaxed"]);
  const form = document.querySelector(".new-game");
  if (!form) return;
  let isChosen = false;
  // A click on what is chosen already changes nothing, and yet is a choice.
  form.addEventListener("click", (event) => {
    if (event.target.name === "setup") isChosen = true;
  });
  form.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (name === "clock" && SLOW.has(value) && !isChosen) {
      form.querySelector('[name="setup"][value="quick"]').checked = true;
    }
  });
})();
