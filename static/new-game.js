// A game over days begins with the quick set-up, unless one has chosen another.
(() => {
  "use strict";
  const SLOW = new Set(["daily", "relaxed"]);
  const form = document.querySelector(".new-game");
  if (!form) return;
  let isChosen = false;
  form.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (name === "setup") isChosen = true;
    if (name === "clock" && SLOW.has(value) && !isChosen) {
      form.querySelector('[name="setup"][value="quick"]').checked = true;
    }
  });
})();
