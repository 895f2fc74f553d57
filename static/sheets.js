// Sheets: a form that was fetched when it was opened is fetched anew when it has changed.
(() => {
  "use strict";
  const FIELDS = "input:not([type=hidden]), select";
  const tried = new Map(); // by sheet, what it was fetched anew for last

  const read = (sheet) =>
    [...sheet.querySelectorAll(FIELDS)].map(({ name, type, value, checked }) => ({
      name, value, checked, isTicked: type === "checkbox" || type === "radio",
    }));

  // What was chosen stays chosen where it can still be chosen.
  const choose = (sheet, chosen) => {
    for (const field of sheet.querySelectorAll(FIELDS)) {
      const before = chosen.find(
        (one) => one.name === field.name && (!one.isTicked || one.value === field.value),
      );
      if (!before) continue;
      if (before.isTicked) field.checked = before.checked;
      else if (!field.options || [...field.options].some((one) => one.value === before.value)) {
        field.value = before.value;
      }
    }
  };

  const renew = (sheet) => {
    const chosen = read(sheet);
    const id = sheet.id;
    const shown = () => {
      const fresh = document.getElementById(id);
      if (fresh) choose(fresh, chosen);
    };
    const how = { source: sheet, target: sheet, swap: "outerHTML" };
    window.htmx.ajax("GET", sheet.dataset.sheet, how).then(shown);
  };

  const compare = () => {
    for (const sheet of document.querySelectorAll("[data-sheet]")) {
      const key = document.getElementById(sheet.dataset.key);
      const wanted = key && (key.dataset.drawn || "");
      if (!key || wanted === sheet.dataset.drawn || tried.get(sheet.id) === wanted) continue;
      tried.set(sheet.id, wanted);
      renew(sheet);
    }
  };
  for (const name of ["htmx:oobAfterSwap", "htmx:afterSettle"])
    document.addEventListener(name, compare);
})();
