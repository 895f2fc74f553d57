// The panel: fetched anew when it no longer shows what is asked; steppers.
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const PATIENCE = 1000;
  let timer = null;
  let posted = 0;

  // The panel says which offer it was drawn from, and the key which offer there is.
  const compare = () => {
    const panel = byId("panel");
    const key = byId("panel-key");
    if (!panel || !key) return;
    prepare(panel);
    if (panel.dataset.offer !== key.dataset.offer) window.htmx.trigger(key, "stale");
  };

  // The answer to what was posted brings a panel, and comes a moment after the push.
  const compareSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(compare, posted ? posted + PATIENCE - Date.now() : 0);
  };
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isPost(event)) posted = Date.now();
  });

  // What is chosen while a panel is on its way is not in it: it is asked for once more.
  const composed = () => [byId("choice"), byId("compose")]
    .map((form) => form && new URLSearchParams(new FormData(form))).join("&");
  let asked = "";
  const isAsked = ({ elt }) => elt.getAttribute("hx-trigger") === "stale";
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (isAsked(detail)) asked = composed();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (isAsked(detail.requestConfig) && asked !== composed()) detail.shouldSwap = false;
  });

  for (const name of ["htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, compareSoon);
  // A panel that was fetched for one that is gone meanwhile was shown nowhere.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isPost(event)) posted = 0;
    if (event.detail.successful) compareSoon();
  });

  // A panel in sight grows downwards, whatever below it the browser would keep in place.
  new IntersectionObserver(([{ isIntersecting }]) => {
    document.body.style.overflowAnchor = isIntersecting ? "none" : "";
  }, { rootMargin: "-72px" }).observe(document.querySelector(".table-panel"));

  // Steppers

  const prepare = (root) => {
    for (const button of root.querySelectorAll("[data-stepper] button[hidden]")) button.hidden = false;
  };

  const set = (input, value) => {
    const least = Number(input.min), most = Number(input.max);
    input.value = Math.min(most, Math.max(least, value));
    for (const name of ["input", "change"])
      input.dispatchEvent(new Event(name, { bubbles: true }));
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-stepper] button");
    if (!button) return;
    const input = button.closest("[data-stepper]").querySelector("input");
    if (button.dataset.set) set(input, Number(button.dataset.set));
    else set(input, (Number(input.value) || 0) + Number(button.dataset.step));
  });

  // To name dice, or where to stop, is to choose that way of attacking.
  document.addEventListener("input", (event) => {
    const way = event.target.closest(".way");
    const choice = way && way.querySelector("input[name=how]");
    if (choice && event.target !== choice) choice.checked = true;
  });

  compareSoon();
})();

// Sheets: a form that was fetched when it was opened is fetched anew when it has changed.
(() => {
  "use strict";
  const FIELDS = "input:not([type=hidden]), select";
  const tried = new Map(); // by sheet, what it was fetched anew for last
  const onTheirWay = new Set();
  let sent = null; // a sheet from which something was sent, and nothing was chosen since
  let chosen = []; // in the sheet that is being swapped

  const isTicked = ({ type }) => type === "checkbox" || type === "radio";
  const valuesOf = (list) => [...list.selectedOptions].map((one) => one.value);

  // What stands otherwise than it was drawn was chosen; all else is the site's to say.
  const isChosen = (field) => {
    if (!field.options) return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
    const drawn = [...field.options].filter((one) => one.defaultSelected);
    if (!drawn.length && !field.multiple) drawn.push(field.options[0]);
    return field.selectedOptions.length !== drawn.length || drawn.some((one) => !one.selected);
  };

  // It stays chosen where it can still be chosen.
  const choose = (field, before) => {
    if (field.options) {
      const values = valuesOf(before), known = [...field.options].map((one) => one.value);
      if (!field.multiple && !values.every((value) => known.includes(value))) return;
      for (const one of field.options) one.selected = values.includes(one.value);
    } else if (isTicked(field)) {
      if (before.checked || field.type === "checkbox") field.checked = before.checked;
    } else {
      field.value = before.value;
    }
  };
  const chooseAgain = (sheet) => {
    for (const field of sheet.querySelectorAll(FIELDS)) {
      const before = chosen.find(
        (one) => one.name === field.name && (!isTicked(field) || one.value === field.value),
      );
      if (before) choose(field, before);
    }
  };

  // What is chosen while a form is on its way counts too: it is read when it is swapped.
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (!target.matches("[data-sheet]")) return;
    chosen = target === sent ? [] : [...target.querySelectorAll(FIELDS)].filter(isChosen);
  });
  document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
    const isTaken = detail.successful && detail.xhr.status < 400;
    if (isTaken && detail.requestConfig.verb === "post") sent = target.closest("[data-sheet]") ?? sent;
  });
  document.addEventListener("input", () => (sent = null));

  const renew = ({ id, dataset }, wanted) => {
    tried.set(id, wanted);
    onTheirWay.add(id);
    const answered = () => {
      onTheirWay.delete(id);
      const fresh = document.getElementById(id);
      if (fresh) chooseAgain(fresh);
      chosen = [];
      compare();
    };
    const failed = () => {
      onTheirWay.delete(id);
      tried.delete(id);
    };
    const how = { source: `#${id}`, target: `#${id}`, swap: "outerHTML" };
    window.htmx.ajax("GET", dataset.sheet, how).then(answered, failed);
  };

  // What changes again while a form is on its way is compared when the form is there.
  const compare = () => {
    for (const sheet of document.querySelectorAll("[data-sheet]")) {
      const key = document.getElementById(sheet.dataset.key);
      const wanted = key && (key.dataset.drawn || "");
      const isShown = !key || wanted === sheet.dataset.drawn;
      if (isShown || onTheirWay.has(sheet.id) || tried.get(sheet.id) === wanted) continue;
      renew(sheet, wanted);
    }
  };
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, compare);
})();
