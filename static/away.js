// While the games cannot be reached: asks again by itself, and takes the notice away afterwards.
// What was sent and got no answer of the table is said to be so: nobody presses into the void.
(() => {
  "use strict";
  const page = document.getElementById("live");
  if (!page || !page.dataset.changes) return;
  const NO_ANSWER = [500, 502, 504];
  let timer = null;

  const ask = () => {
    timer = null;
    const marker = document.getElementById("version");
    const have = encodeURIComponent(marker ? marker.dataset.version : "");
    window.htmx.ajax("GET", `${page.dataset.changes}?have=${have}`, { source: page, swap: "none" });
  };

  const unanswered = (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    const line = document.createElement("p");
    line.className = "notice error";
    line.textContent = page.dataset.unanswered;
    document.getElementById("notice").replaceChildren(line);
  };
  document.addEventListener("htmx:sendError", unanswered);

  document.addEventListener("htmx:afterRequest", (event) => {
    const answer = event.detail.xhr;
    if (NO_ANSWER.includes(answer.status)) unanswered(event);
    if (answer.status === 503) {
      const seconds = Number(answer.getResponseHeader("Retry-After")) || 5;
      if (!timer) timer = setTimeout(ask, 1000 * seconds);
      return;
    }
    const notice = document.getElementById("away");
    if (notice && event.detail.successful) notice.remove();
  });
})();
