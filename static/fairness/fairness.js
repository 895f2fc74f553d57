// Public values drawn by the browser (FAIR-1), and copying of seals.
(() => {
  const BYTES = 32;

  const draw = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  const token = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"];

  // Who sits down without having given a value gets one without a click.
  const giveValue = async (form) => {
    if (form.dataset.ownValue !== "" || form.dataset.sent) return;
    form.dataset.sent = "yes";
    const data = new FormData(form);
    data.set("public_value", draw());
    const headers = { "HX-Request": "true" };
    const answer = await fetch(form.action, { method: "POST", body: data, headers });
    if (!answer.ok) return;
    document.getElementById("public-values").outerHTML = await answer.text();
    prepare();
  };

  const prepare = () => {
    for (const field of document.querySelectorAll("input[data-public-value]")) {
      if (field.value === "") field.value = draw();
    }
    for (const button of document.querySelectorAll("button[data-copy], button[data-draw]")) {
      button.hidden = button.dataset.copy !== undefined && !navigator.clipboard;
    }
    document.querySelectorAll("form[data-own-value]").forEach(giveValue);
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy], button[data-draw]");
    if (!button) return;
    if (button.dataset.draw) {
      document.getElementById(button.dataset.draw).value = draw();
      return;
    }
    const text = button.dataset.copy || button.previousElementSibling.textContent;
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });

  // A part drawn for a socket knows no visitor's token: the page has it.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.needsToken === undefined || form.elements.csrfmiddlewaretoken) return;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "csrfmiddlewaretoken";
    field.value = token() || "";
    form.append(field);
  });

  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(name, prepare);
  }
  prepare();
  // After Play now the game begins once the seal was shown here and the value drawn.
  document.querySelector("form[data-begin]")?.requestSubmit();
})();
