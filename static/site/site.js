// What every page has: light or dark by choice, and a menu that closes.
(() => {
  "use strict";
  const root = document.documentElement;
  const prefix = location.protocol === "https:" ? "__Host-" : "";
  const said = new RegExp(`(?:^|; )${prefix}theme=(light|dark)`);
  const cookie = () => (said.exec(document.cookie) || ["", "auto"])[1];

  const show = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    document.querySelectorAll("[data-theme-set]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.themeSet === theme));
    });
  };

  document.querySelectorAll("[data-theme-choice]").forEach((group) => {
    group.hidden = false;
    group.addEventListener("click", (event) => {
      const theme = event.target.dataset.themeSet;
      if (!theme) return;
      const age = theme === "auto" ? 0 : 31536000;
      document.cookie = `${prefix}theme=${theme}; path=/; max-age=${age}; SameSite=Lax${prefix && "; Secure"}`;
      show(theme);
    });
  });
  show(cookie());
  document.querySelectorAll("[data-with-script]").forEach((node) => { node.hidden = false; });

  const close = (except) => {
    document.querySelectorAll("details.site-menu[open]").forEach((menu) => {
      if (menu !== except) menu.open = false;
    });
  };
  document.addEventListener("click", (event) => close(event.target.closest("details.site-menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(null);
  });
})();
