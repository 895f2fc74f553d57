// Diplomacy: forms that were sent are empty again, lengths choose themselves, the log is at hand.
(() => {
  "use strict";

  // The length whose number one writes is the one that is meant.
  document.addEventListener("input", (event) => {
    const length = event.target.type === "number" && event.target.closest("[data-length]");
    if (length) length.querySelector("input[type=radio]").checked = true;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.form || event.target;
    if (event.detail.successful && /^declare-/.test(form.id || "")) form.reset();
  });

  // Where the line of the log is on the page it is shown there, else the link leads to its round.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-anchor]");
    if (!link || !document.getElementById(link.dataset.anchor)) return;
    event.preventDefault();
    location.hash = "";
    location.hash = link.dataset.anchor;
  });

  // A link to the ledger opens the section around it.
  const open = () => {
    if (location.hash !== "#ledger") return;
    const section = document.querySelector("#diplomacy > details");
    if (section) section.open = true;
    document.getElementById("ledger").scrollIntoView();
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href="#ledger"]')) setTimeout(open, 0);
  });
  open();
})();
