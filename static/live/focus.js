// What somebody was about to do outlasts what is swapped: a control that lost the focus has it
// again, or the heading of the part it stood in, else what is asked or came out; what was open to
// be confirmed stays open.
(() => {
  "use strict";
  let last = null; // the control that had the focus last, and which headings stand above it
  let opened = []; // by the ids of their summaries, what was open in what is being swapped

  // A control that is taken away tells nobody, so it is noted when the focus comes to it.
  const note = ({ target }) => {
    const headings = [];
    for (let part = target.closest?.("[aria-labelledby]"); part; )
      if (headings.push(part.getAttribute("aria-labelledby")))
        part = part.parentElement.closest("[aria-labelledby]");
    last = { control: target, headings };
  };
  for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, note);

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    opened = [...detail.target.querySelectorAll("details[open] > summary[id]")].map(({ id }) => id);
  });

  const restore = () => {
    for (const id of opened) {
      const details = document.getElementById(id)?.closest("details");
      if (details) details.open = true;
    }
    opened = [];
  };

  const hold = () => {
    if (!last || document.activeElement !== document.body) return;
    const { control, headings } = last;
    const others = ["panel-heading", "outcome-headline", "content"];
    const wanted = [control.id, ...headings, ...others].map((id) => document.getElementById(id));
    // A button loses the focus, too, while what it sent is on its way.
    const goal = [control, ...wanted].find((one) => one?.isConnected && one.checkVisibility());
    if (!goal) return;
    if (goal !== control && goal.tabIndex < 0) goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
  };

  // Who chose in the panel sees the beginning of what comes of it, who sent it what happened.
  const follow = ({ elt, verb }) => {
    const goal = document.getElementById("panel-heading");
    if (elt.closest("#panel") && goal?.getBoundingClientRect().top < 60)
      (verb === "post" ? document.querySelector(".stage") : goal).scrollIntoView();
  };

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    restore();
    if (detail.requestConfig) follow(detail.requestConfig);
  });
  for (const name of ["htmx:afterSettle", "htmx:afterRequest"])
    document.addEventListener(name, () => setTimeout(hold));
})();
