// Finds rules while one types: what does not hold the words is hidden, what does is marked.
(() => {
  "use strict";
  const box = document.querySelector(".rulebook-search");
  const text = document.querySelector(".rulebook-text");
  if (!box || !text) return;
  box.hidden = false;
  const input = box.querySelector("input");
  const found = box.querySelector("[role=status]");
  const nothing = text.querySelector(".rulebook-nothing");
  const plain = (words) => words.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"');
  // A rule is found by its own words, helped by the heading it stands under.
  const about = (node) => {
    const heading = node.closest("section").querySelector("h2").textContent;
    const list = node.closest("ul, ol")?.previousElementSibling;
    return `${heading} ${list?.matches("p") ? list.textContent : ""}`;
  };
  const items = [...text.querySelectorAll("section li, section tbody tr, section > p")].map((node) => ({
    node,
    own: plain(node.textContent),
    all: plain(`${node.textContent} ${about(node)}`),
  }));
  const chapters = [...text.querySelectorAll("section")];
  const intro = text.querySelector(".rulebook-about");

  const mark = (wanted) => {
    if (!window.Highlight) return;
    const ranges = [];
    for (const { node } of items) {
      if (node.hidden || !wanted.length) continue;
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const words = plain(walker.currentNode.data);
        for (const word of wanted) {
          for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  const search = () => {
    const wanted = plain(input.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { node, own, all } of items) {
      const holds = wanted.every((word) => all.includes(word)) &&
        (!wanted.length || wanted.some((word) => own.includes(word)));
      node.hidden = !holds;
      if (!node.hidden) count += 1;
    }
    for (const chapter of chapters) {
      chapter.hidden = wanted.length > 0 &&
        !chapter.querySelector("li:not([hidden]), tbody tr:not([hidden]), p:not([hidden])");
      for (const table of chapter.querySelectorAll(".scroll")) {
        table.hidden = !table.querySelector("tbody tr:not([hidden])");
      }
    }
    intro.hidden = wanted.length > 0;
    text.parentElement.classList.toggle("is-searching", wanted.length > 0);
    nothing.hidden = !wanted.length || count > 0;
    found.textContent = wanted.length ? `${count} found` : "";
    mark(wanted);
  };

  // A link to a rule that the search has hidden ends the search.
  const uncover = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    input.value = "";
    search();
    target.scrollIntoView();
  };
  input.addEventListener("input", search);
  window.addEventListener("hashchange", uncover);
  if (input.value) search();
})();
