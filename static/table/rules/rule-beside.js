// @ts-check
// Opens a rule beside the map: a link to a rule fetches the rulebook once and shows that rule.
//
// With a modifier key held, or if the server does not answer, a link opens the rulebook itself.

import { closest, find, findAll, required } from "../../site/dom.js";
import { resolveLink } from "./rule-links.js";

const RULE = /^#[A-Z]{3,4}-\d+$/;
const dialog = required(find(document, "#rule-beside", HTMLDialogElement));
const text = required(find(dialog, ".rule-text", HTMLElement));
const whole = required(find(dialog, ".rule-whole", HTMLAnchorElement));
/** @type {Map<string, Promise<Document>>} */
const books = new Map();
/** @type {HTMLAnchorElement | null} */
let opener = null;

/** @param {string} path @returns {Promise<Document>} */
async function fetchBook(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** @param {string} path @returns {Promise<Document>} */
function bookAt(path) {
  const known = books.get(path);
  if (known) return known;
  const book = fetchBook(path);
  books.set(path, book);
  book.catch(() => books.delete(path));
  return book;
}

/** The rule as paragraphs: a list item, or the cells of a table's row. @param {Element} rule */
function paragraphs(rule) {
  const cells = rule instanceof HTMLTableRowElement ? [...rule.cells] : [rule];
  return cells.map((cell) => {
    const paragraph = document.createElement(rule === cell ? "div" : "p");
    for (const node of cell.childNodes) paragraph.append(document.importNode(node, true));
    return paragraph;
  });
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const { pathname, hash, href } = link;
  const rule = (await bookAt(pathname)).getElementById(hash.slice(1));
  if (!rule) throw new Error(`${pathname} has no rule ${hash}`);
  text.replaceChildren(...paragraphs(rule));
  for (const near of findAll(text, 'a[href^="#"]', HTMLAnchorElement)) {
    near.href = pathname + near.hash;
  }
  whole.href = href;
  if (!dialog.contains(link)) opener = link;
  if (!dialog.open) dialog.show();
}

/**
 * Return the focus to the link that opened the rule, to the same link in a panel redrawn since, or else to
 * the heading of the panel.
 */
function returnFocus() {
  const href = opener?.href;
  const links = findAll(document, "a.rule", HTMLAnchorElement);
  links.forEach(resolveLink);
  const same = links.filter((link) => link.href === href && !dialog.contains(link));
  const heading = find(document, "#panel-heading", HTMLElement);
  [opener, ...same, heading].find((each) => each?.checkVisibility())?.focus();
}

document.addEventListener("click", (event) => {
  const link = closest(event, 'a[href^="/rules/"]', HTMLAnchorElement);
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || link === whole || !isPlain || !RULE.test(link.hash)) return;
  event.preventDefault();
  open(link).catch(() => window.location.assign(link.href));
});
dialog.addEventListener("close", returnFocus);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dialog.open) dialog.close();
});
