// static/site/dom.js
function findAll(root, selector, type) {
  const elements = root.querySelectorAll(selector);
  return [...elements].filter(
    /** @returns {element is E} */
    (element) => element instanceof type
  );
}
function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}

// static/site/menu.js
var MENUS = "details:is(.site-menu, .last-turns, .spoils)";
function closeMenus(except) {
  for (const menu of findAll(document, `${MENUS}[open]`, HTMLDetailsElement)) {
    if (menu !== except) menu.open = false;
  }
}
document.addEventListener("click", (event) => {
  closeMenus(closest(event, MENUS, HTMLDetailsElement));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

// static/site/theme.js
var YEAR = 365 * 24 * 3600;
var prefix = location.protocol === "https:" ? "__Host-" : "";
var pattern = new RegExp(`(?:^|; )${prefix}theme=(light|dark)`);
function show(theme) {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  for (const button of findAll(document, "[data-theme-set]", HTMLElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.themeSet === theme));
  }
}
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

// static/site/site.js
for (const element of findAll(document, "[data-with-script]", HTMLElement)) element.hidden = false;
