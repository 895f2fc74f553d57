// @ts-check
// Rulebook search: shows only the rules that match, and highlights the words in them.

import { find, findAll, required } from "../../site/dom.js";

/** @typedef {{ node: HTMLElement, own: string, all: string }} Rule */

const RULES = "section li, section tbody tr, section > p";
const VISIBLE_RULES = "li:not([hidden]), tbody tr:not([hidden]), p:not([hidden])";

const box = required(find(document, ".rulebook-search", HTMLElement));
const text = required(find(document, ".rulebook-text", HTMLElement));
const input = required(box.querySelector("input"));
const status = required(box.querySelector("[role=status]"));
const nothing = required(find(text, ".rulebook-no-results", HTMLElement));
const introduction = required(find(text, ".rulebook-intro", HTMLElement));
const chapters = findAll(text, "section", HTMLElement);
const rules = findAll(text, RULES, HTMLElement).map(ruleOf);

/** Lower case with straight quotes. @param {string} words */
function normalised(words) {
  return words.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"');
}

/**
 * A rule's text on its own, and together with its heading.
 * @param {HTMLElement} node
 * @returns {Rule}
 */
function ruleOf(node) {
  const heading = node.closest("section")?.querySelector("h2")?.textContent ?? "";
  const before = node.closest("ul, ol")?.previousElementSibling;
  const lead = before?.matches("p") ? before.textContent : "";
  const own = normalised(node.textContent);
  return { node, own, all: `${own} ${normalised(`${heading} ${lead}`)}` };
}

/**
 * Whether a rule has all the words, and at least one outside its heading.
 * @param {Rule} rule
 * @param {string[]} wanted
 */
const isFound = ({ own, all }, wanted) =>
  wanted.every((word) => all.includes(word)) &&
  (!wanted.length || wanted.some((word) => own.includes(word)));

/**
 * @param {Text} node
 * @param {string} word
 */
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

/** @param {Node} root */
function* textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode instanceof Text) yield walker.currentNode;
}

/** @param {string[]} wanted */
function highlight(wanted) {
  if (!window.Highlight) return;
  const found = rules.filter(({ node }) => !node.hidden).flatMap(({ node }) => [...textNodes(node)]);
  const ranges = found.flatMap((node) => wanted.flatMap((word) => [...rangesOf(node, word)]));
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** @param {boolean} isSearching */
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

/** End the search when a link leads to a rule that it hides. */
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
