// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

// static/web/pages/rulebook-search.js
var RULES = "section li, section tbody tr, section > p";
var VISIBLE_RULES = "li:not([hidden]), tbody tr:not([hidden]), p:not([hidden])";
var box = required(find(document, ".rulebook-search", HTMLElement));
var text = required(find(document, ".rulebook-text", HTMLElement));
var input = required(box.querySelector("input"));
var status = required(box.querySelector("[role=status]"));
var nothing = required(find(text, ".rulebook-no-results", HTMLElement));
var introduction = required(find(text, ".rulebook-intro", HTMLElement));
var chapters = findAll(text, "section", HTMLElement);
var rules = findAll(text, RULES, HTMLElement).map(ruleOf);
function normalised(words) {
  return words.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"');
}
function ruleOf(node) {
  const heading = node.closest("section")?.querySelector("h2")?.textContent ?? "";
  const before = node.closest("ul, ol")?.previousElementSibling;
  const lead = before?.matches("p") ? before.textContent : "";
  const own = normalised(node.textContent);
  return { node, own, all: `${own} ${normalised(`${heading} ${lead}`)}` };
}
var isFound = ({ own, all }, wanted) => wanted.every((word) => all.includes(word)) && (!wanted.length || wanted.some((word) => own.includes(word)));
function* rangesOf(node, word) {
  const words = normalised(node.data);
  let start = words.indexOf(word);
  while (start >= 0) {
    const end = start + word.length;
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, end);
    yield range;
    start = words.indexOf(word, end);
  }
}
function* textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode instanceof Text) yield walker.currentNode;
}
function highlight(wanted) {
  if (!window.Highlight) return;
  const found = rules.filter(({ node }) => !node.hidden).flatMap(({ node }) => [...textNodes(node)]);
  const ranges = found.flatMap((node) => wanted.flatMap((word) => [...rangesOf(node, word)]));
  CSS.highlights.set("found", new Highlight(...ranges));
}
function hideEmptyChapters(isSearching) {
  for (const chapter of chapters) {
    chapter.hidden = isSearching && !chapter.querySelector(VISIBLE_RULES);
    for (const table of findAll(chapter, ".scroll", HTMLElement)) {
      table.hidden = !table.querySelector("tbody tr:not([hidden])");
    }
  }
}
function search() {
  const wanted = normalised(input.value).split(/\s+/).filter(Boolean);
  for (const rule of rules) rule.node.hidden = !isFound(rule, wanted);
  const count = rules.filter(({ node }) => !node.hidden).length;
  const isSearching = wanted.length > 0;
  hideEmptyChapters(isSearching);
  introduction.hidden = isSearching;
  text.parentElement?.classList.toggle("is-searching", isSearching);
  nothing.hidden = !isSearching || count > 0;
  status.textContent = isSearching ? `${count} found` : "";
  highlight(wanted);
}
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  input.value = "";
  search();
  target.scrollIntoView();
}
box.hidden = false;
input.addEventListener("input", search);
window.addEventListener("hashchange", revealTarget);
if (input.value) search();
