// @ts-check
// The tabs of the table, the mark on tabs with new content, and the drawer: a tab that replaces the
// panel.

import { closest, find, findAll } from "../site/dom.js";
import { showEnd } from "./log/scroll.js";
import "./log/tabs-room.js";

const container = find(document, "[data-tabs]", HTMLElement);
/** It gets classes, because each change of the map would check a :has() of it again. */
const grid = container?.closest(".table-grid");
const sections = container ? findAll(container, ":scope > .tab", HTMLElement) : [];
/** @type {HTMLButtonElement[]} */
const buttons = [];
/** Tabs shown beside the panel; the others open as a drawer. */
const BESIDE = ["tab-log", "tab-talk"];
/** On a phone, these tabs too stay in an open drawer: beside the panel they would be out of sight. */
const phone = matchMedia(
  "(max-width: 46rem) and (orientation: portrait), (max-height: 34rem) and (orientation: landscape)",
);
const sizeButton = document.createElement("button");
const sizeWord = document.createElement("span");
const backButton = document.createElement("button");
/** On a phone held sideways, the link from the hand, which is far below, to the panel. */
const panelLink = find(document, ".to-panel", HTMLAnchorElement);

/** @param {number} index */
function openTab(index) {
  sections.forEach((section, other) => {
    section.hidden = other !== index;
    buttons[other].setAttribute("aria-selected", String(other === index));
    buttons[other].tabIndex = other === index ? 0 : -1;
  });
  sections[index].querySelector("[data-news]")?.removeAttribute("data-news");
  setNews(buttons[index], false);
  setDrawer(!BESIDE.includes(sections[index].id) || (phone.matches && isDrawerOpen()));
}

/**
 * Open a tab that the viewer asks for, and scroll to it: where the whole column scrolls, its content may
 * be out of sight.
 * @param {number} index
 */
function goToTab(index) {
  openTab(index);
  container?.scrollIntoView({ block: "nearest" });
}

const isDrawerOpen = () => Boolean(container?.classList.contains("is-drawer"));

/** Give the open tab the whole column, or return to the panel. @param {boolean} isDrawer */
function setDrawer(isDrawer) {
  container?.classList.toggle("is-drawer", isDrawer);
  grid?.classList.toggle("has-drawer", isDrawer);
  sizeButton.replaceChildren(isDrawer ? "✕" : "⤢", ...(isDrawer ? [sizeWord] : []));
  sizeButton.setAttribute("aria-label", isDrawer ? "Close" : "Enlarge");
  container?.dispatchEvent(new CustomEvent("drawer", { bubbles: true, detail: { isOpen: isDrawer } }));
  nameDecision();
  // Where the whole column scrolls, show the drawer from its top.
  if (isDrawer) container?.closest(".table-sheet")?.scrollTo(0, 0);
  showEnd();
}

/** Label the controls that lead back to the decision with its name. */
function nameDecision() {
  const heading = document.getElementById("panel-heading")?.textContent?.trim() ?? "";
  const text = `Back to: ${heading}`;
  for (const back of [backButton, panelLink]) {
    if (back && back.textContent !== text) back.textContent = text;
  }
}

/** Close the drawer; if its tab can only be a drawer, open the log. */
export function closeDrawer() {
  if (!isDrawerOpen()) return false;
  setDrawer(false);
  const index = sections.findIndex((section) => !section.hidden);
  if (!BESIDE.includes(sections[index]?.id)) openTab(0);
  return true;
}

/** Open a tab by its id. @param {string} id */
export function openTabById(id) {
  const index = sections.findIndex((section) => section.id === id);
  if (index >= 0) goToTab(index);
}

/** Mark the closed tabs with new content. */
function markNews() {
  sections.forEach((section, index) => {
    if (section.hidden && section.querySelector("[data-news]")) setNews(buttons[index], true);
    buttons[index].hidden = Boolean(section.querySelector("#offers[data-nothing]"));
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
  list.setAttribute("aria-label", "More about this game");
  for (const section of sections) {
    const button = buildButton(section);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", button.id);
    section.tabIndex = 0;
    list.append(button);
    buttons.push(button);
  }
  sizeButton.type = "button";
  sizeButton.className = "tab-size";
  sizeWord.className = "tab-size-word";
  sizeWord.textContent = " Close";
  list.addEventListener("click", (event) => {
    const button = closest(event, "[role=tab]", HTMLButtonElement);
    if (button) goToTab(buttons.indexOf(button));
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
  button.dataset.label = button.textContent;
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
  goToTab(index);
  buttons[index].focus();
}

/** Open the tab that contains the target of a link. @param {string} hash */
function reveal(hash) {
  const target = document.getElementById(hash.slice(1));
  const index = target ? sections.findIndex((section) => section.contains(target)) : -1;
  if (index >= 0) openTab(index);
}

if (container) {
  const list = buildTabs();
  const bar = document.createElement("div");
  bar.className = "tab-bar";
  bar.append(list, sizeButton);
  backButton.type = "button";
  backButton.className = "button primary drawer-back";
  backButton.addEventListener("click", () => {
    closeDrawer();
    document.getElementById("panel-heading")?.focus();
  });
  container.prepend(backButton, bar);
  container.classList.add("is-tabbed");
  grid?.classList.add("has-tabs");
  openTab(0);
  markNews();
  reveal(location.hash);
  sizeButton.addEventListener("click", () => closeDrawer() || setDrawer(true));
  // Where an open drawer hides the hand, the links to it would lead nowhere.
  for (const link of document.querySelectorAll(".to-hand")) link.addEventListener("click", closeDrawer);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && closeDrawer()) event.preventDefault();
  });
  for (const refresh of [markNews, nameDecision]) document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    if (target?.id === "offers") markNews();
    const index = sections.findIndex((section) => section.id === "tab-talk");
    if (target?.id === "talk" && sections[index]?.hidden) setNews(buttons[index], true);
  });
  window.addEventListener("hashchange", () => reveal(location.hash));
  // A click on a link to the current target fires no hashchange event.
  document.addEventListener("click", (event) => {
    const link = closest(event, 'a[href^="#"]', HTMLAnchorElement);
    if (link && link.hash === location.hash && !event.defaultPrevented) reveal(link.hash);
  });
}
