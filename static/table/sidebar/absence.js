// @ts-check
// Fetches the player's options about absent players when the absences have changed.

document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target?.id === "absence") window.htmx.trigger(document.body, "absence-told");
});
