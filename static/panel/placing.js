// Placing armies: the numbers of a form add up to what there is to place. Also wish lists, and
// forms that may be sent more than once from the same page.
(() => {
  "use strict";

  // What stays as proposed gives way to what one asks for oneself.
  const own = new WeakSet();

  const inputs = (form) => [...form.querySelectorAll("input[name^='place:']")];
  const number = (input) => Math.max(0, Math.floor(Number(input.value) || 0));
  const total = (form) => Number(form.querySelector("input[name=of]").value);
  const sum = (form) => inputs(form).reduce((all, input) => all + number(input), 0);
  const formOf = (element) => element.closest?.("form[data-placing]");

  // Numbers

  function made(form) {
    for (const button of form.querySelectorAll("[data-add], [data-all], [data-fill=none]"))
      button.hidden = false;
    const last = form.querySelector("[data-fill=last]");
    if (last) last.hidden = !plan(form);
    if (form.querySelector("input[name=of]")) count(form);
  }

  function count(form) {
    const all = total(form), left = all - sum(form);
    const told = form.querySelector("[data-left]");
    const done = all === 1 ? "It is placed" : `All ${all} are placed`;
    const text = left > 0 ? `${left} of ${all} left to place` : done;
    if (told.textContent !== text) told.textContent = text;
    form.classList.toggle("is-unfinished", left > 0);
    for (const button of form.querySelectorAll("[data-confirm]")) button.disabled = left > 0;
    for (const button of form.querySelectorAll("[data-add='-1']"))
      button.disabled = !number(button.parentElement.querySelector("input"));
  }

  function give(form, input) {
    own.add(input);
    let over = sum(form) - total(form);
    const others = inputs(form).filter((other) => other !== input && !own.has(other));
    while (over > 0 && others.length) {
      const most = others.reduce((best, other) => (number(other) > number(best) ? other : best));
      if (!number(most)) break;
      most.value = number(most) - 1;
      over -= 1;
    }
    if (over > 0) input.value = number(input) - over;
    count(form);
  }

  function set(form, value) {
    for (const input of inputs(form)) {
      own.delete(input);
      input.value = value(input);
    }
    count(form);
    told(form);
  }

  // The map shows the numbers, too.
  function told(form) {
    const first = inputs(form)[0];
    if (first) first.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function all(form, input) {
    const left = total(form) - sum(form);
    input.value = left > 0 ? number(input) + left : total(form);
    if (left <= 0) for (const other of inputs(form)) if (other !== input) own.delete(other);
    give(form, input);
    told(form);
  }

  function fill(form, way) {
    const rows = inputs(form), armies = total(form);
    if (way === "proposed") set(form, (input) => Number(input.dataset.proposed));
    else if (way === "none") set(form, () => 0);
    else if (way === "evenly") {
      const each = Math.floor(armies / rows.length), over = armies % rows.length;
      set(form, (input) => each + (rows.indexOf(input) < over ? 1 : 0));
    } else if (way === "last") {
      const last = plan(form) || {};
      let left = armies;
      set(form, (input) => {
        const here = Math.min(left, last[input.name] || 0);
        left -= here;
        return here;
      });
    }
  }

  // The last plan is remembered by the browser, for each game.
  const shelf = () => `placed:${location.pathname}`;

  function plan(form) {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(shelf())); } catch { return null; }
    return kept && inputs(form).some((input) => kept[input.name]) ? kept : null;
  }

  function remember(form) {
    const placed = {};
    for (const input of inputs(form)) if (number(input)) placed[input.name] = number(input);
    try { sessionStorage.setItem(shelf(), JSON.stringify(placed)); } catch { /* Then it is not. */ }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add], [data-all], [data-fill]");
    const form = button && formOf(button);
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button.dataset.fill) return void fill(form, button.dataset.fill);
    const input = button.parentElement.querySelector("input");
    if ("all" in button.dataset) return void all(form, input);
    input.value = Math.max(0, number(input) + Number(button.dataset.add));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // A key that takes the last one away would lose the focus with its button.
    if (button.disabled && !event.detail) input.focus();
  }, true);

  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (form && event.target.name?.startsWith("place:")) give(form, event.target);
  });

  document.addEventListener("submit", (event) => {
    const form = formOf(event.target);
    if (form) remember(form);
  }, true);

  // Wish lists: rows that can be added, moved and taken out

  const wishes = () => document.querySelector("[data-wishes]");
  const ROW = "[data-wish]";

  function wished(list) {
    for (const button of list.querySelectorAll("button[hidden]")) button.hidden = false;
    const map = document.querySelector("[data-wish-map]");
    if (map) map.hidden = false;
  }

  function wish(territory) {
    const list = wishes(), rows = [...list.querySelectorAll(ROW)];
    const chosen = rows.find((row) => row.querySelector("select").value === territory);
    if (chosen) return say(chosen, "is on the list already");
    let row = rows.find((empty) => !empty.querySelector("select").value);
    if (!row) {
      row = rows[rows.length - 1].cloneNode(true);
      row.querySelector("select").value = "";
      list.append(row);
    }
    row.querySelector("select").value = territory;
    named(list);
    return say(row, "is added");
  }

  function say(row, what) {
    const select = row.querySelector("select");
    const told = document.querySelector("[data-wish-told]");
    if (told) told.textContent = `${select.selectedOptions[0].textContent.trim()} ${what}.`;
  }

  function named(list) {
    list.querySelectorAll(ROW).forEach((row, index) => {
      row.querySelector("select").setAttribute("aria-label", `Wish ${index + 1}`);
    });
  }

  function move(button) {
    const row = button.closest(ROW), list = row.parentElement;
    const way = button.dataset.move;
    if (way === "up" && row.previousElementSibling) row.previousElementSibling.before(row);
    if (way === "down" && row.nextElementSibling) row.nextElementSibling.after(row);
    if (way === "out") {
      row.querySelector("select").value = "";
      list.append(row);
    }
    named(list);
    button.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (button) return void move(button);
    const toggle = event.target.closest("[data-wish-map]");
    if (toggle) {
      const isOn = toggle.getAttribute("aria-pressed") !== "true";
      return void toggle.setAttribute("aria-pressed", isOn);
    }
    const filler = event.target.closest("[data-wish-all]");
    if (filler && wishes()) for (const id of filler.dataset.wishAll.split(" ")) wish(id);
    const terr = event.target.closest("#board .terr");
    const isOn = document.querySelector("[data-wish-map][aria-pressed=true]");
    if (terr && isOn && wishes()) wish(terr.id.slice(5));
    return undefined;
  });

  // Forms beside the panel stay on the page when they were sent: each sending has its own key.
  document.addEventListener("htmx:configRequest", (event) => {
    if (!event.detail.elt.matches("[data-fresh-key]")) return;
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    event.detail.parameters.key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  });

  // Hints: of those that are left, the one that matters now

  function hint() {
    const moment = document.getElementById("moment");
    const shown = [...document.querySelectorAll("[data-hint]")];
    if (!moment) return;
    const names = moment.dataset.moments.split(" ");
    if (document.querySelector("#panel .attack .odds-headline")) names.unshift("odds");
    const now = names.find((name) => shown.some((item) => item.dataset.hint === name));
    for (const item of shown) item.hidden = item.dataset.hint !== now;
  }

  function prepare() {
    hint();
    for (const form of document.querySelectorAll("form[data-placing]")) made(form);
    if (wishes()) wished(wishes());
  }

  for (const name of ["htmx:afterSettle", "htmx:oobAfterSwap"])
    document.addEventListener(name, prepare);
  prepare();
})();
