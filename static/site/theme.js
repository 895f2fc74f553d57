// @ts-check
// The choice between light, dark and automatic colours, kept in a cookie.

import { closest, findAll } from "./dom.js";

const YEAR = 365 * 24 * 3600; // seconds
const prefix = location.protocol === "https:" ? "__Host-" : "";
const pattern = new RegExp(`(?:^|; )${prefix}theme=(light|dark)`);

/** @param {string} theme */
function show(theme) {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  for (const button of findAll(document, "[data-theme-set]", HTMLElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.themeSet === theme));
  }
}

/** @param {string} theme */
function remember(theme) {
  const age = theme === "auto" ? 0 : YEAR;
  const secure = prefix && "; Secure";
  document.cookie = `${prefix}theme=${theme}; path=/; max-age=${age}; SameSite=Lax${secure}`;
}

for (const group of findAll(document, "[data-theme-choice]", HTMLElement)) {
  group.hidden = false;
  group.addEventListener("click", (event) => {
    const theme = closest(event, "[data-theme-set]", HTMLElement)?.dataset.themeSet;
    if (!theme) return;
    remember(theme);
    show(theme);
  });
}
show(pattern.exec(document.cookie)?.[1] ?? "auto");
