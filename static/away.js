// While the games cannot be reached: asks again by itself, and takes the notice away afterwards.
(() => {
  "use strict";
  const page = document.getElementById("live");
  if (!page || !page.dataset.changes) return;
  let timer = null;

  const ask = () => {
    timer = null;
    const marker = document.getElementById("version");
    const have = encodeURIComponent(marker ? marker.dataset.version : "");
    window.htmx.ajax("GET", `${page.dataset.changes}?have=${have}`, { source: page, swap: "none" });
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    const answer = event.detail.xhr;
    if (answer.status === 503) {
      const seconds = Number(answer.getResponseHeader("Retry-After")) || 5;
      if (!timer) timer = setTimeout(ask, 1000 * seconds);
      return;
    }
    const notice = document.getElementById("away");
    if (notice && event.detail.successful) notice.remove();
  });
})();
