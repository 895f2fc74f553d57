// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}

// static/community/lobby/new-game.js
var SLOW = /* @__PURE__ */ new Set(["daily", "relaxed"]);
var form = find(document, ".new-game", HTMLFormElement);
var isChosen = false;
var control = ({ target }) => target instanceof HTMLInputElement ? target : null;
form?.addEventListener("click", (event) => {
  if (control(event)?.name === "setup") isChosen = true;
});
form?.addEventListener("change", (event) => {
  const input = control(event);
  if (input?.name !== "clock" || !SLOW.has(input.value) || isChosen) return;
  const quick = find(form, '[name="setup"][value="quick"]', HTMLInputElement);
  if (quick) quick.checked = true;
});
