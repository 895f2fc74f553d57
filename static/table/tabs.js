// @ts-check
// The tabs of the table, and the mark on tabs with new content.

import { closest, find, findAll } from "../site/dom.js";
import { scrollToEnd } from "./scroll.js";

const container = find(document, "[data-tabs]", HTMLElement);
const sections = container ? findAll(container, ":scope > .tab", HTMLElement) : [];
/** @type {HTMLButtonElement[]} */
const buttons = [];

/** @param {number} index */
function openTab(index) {
  sections.forEach((section, other) => {
    section.hidden = other !== index;
    buttons[other].setAttribute("aria-selected", String(other === index));
    buttons[other].tabIndex = other === index ? 0 : -1;
  });
  sections[index].querySelector("[data-news]")?.removeAttribute("data-news");
  setNews(buttons[index], false);
  scrollToEnd();
}

/** Mark the closed tabs with new content. */
function markNews() {
  sections.forEach((section, index) => {
    if (section.hidden && section.querySelector("[data-news]")) setNews(buttons[index], true);
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} isNews
 */
function setNews(button, isNews) {
  button.classList.toggle("has-news", isNews);
  if (isNews) button.setAttribute("aria-description", "something new");
  else button.removeAttribute("aria-description");
}

function buildTabs() {
  const list = document.createElement("div");
  list.className = "tab-list";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "More of this table");
  for (const section of sections) {
    const button = buildButton(section);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", button.id);
    section.tabIndex = 0;
    list.append(button);
    buttons.push(button);
  }
  list.addEventListener("click", (event) => {
    const button = closest(event, "[role=tab]", HTMLButtonElement);
    if (button) openTab(buttons.indexOf(button));
  });
  list.addEventListener("keydown", onKey);
  return list;
}

/** @param {HTMLElement} section */
function buildButton(section) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = `${section.id}-button`;
  button.textContent = section.querySelector("h2")?.textContent ?? "";
  button.setAttribute("role", "tab");
  button.setAttribute("aria-controls", section.id);
  return button;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const here = buttons.findIndex((button) => button === document.activeElement);
  const indices = new Map([
    ["ArrowRight", (here + 1) % buttons.length],
    ["ArrowLeft", (here + buttons.length - 1) % buttons.length],
    ["Home", 0],
    ["End", buttons.length - 1],
  ]);
  const index = indices.get(event.key);
  if (index === undefined) return;
  event.preventDefault();
  openTab(index);
  buttons[index].focus();
}

/** Open the tab that contains the target of a link. @param {string} hash */
function reveal(hash) {
  const target = document.getElementById(hash.slice(1));
  const index = target ? sections.findIndex((section) => section.contains(target)) : -1;
  if (index >= 0) openTab(index);
}

if (container) {
  container.prepend(buildTabs());
  container.classList.add("is-tabbed");
  openTab(0);
  markNews();
  reveal(location.hash);
  document.addEventListener("htmx:afterSwap", markNews);
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    const index = sections.findIndex((section) => section.id === "tab-talk");
    if (target?.id === "talk" && sections[index]?.hidden) setNews(buttons[index], true);
  });
  window.addEventListener("hashchange", () => reveal(location.hash));
  // A click on a link to the current target fires no hashchange event.
  document.addEventListener("click", (event) => {
    const link = closest(event, 'a[href^="#"]', HTMLAnchorElement);
    if (link && link.hash === location.hash) reveal(link.hash);
  });
}
