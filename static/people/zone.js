// Tells the site the time zone of this device: to new accounts, and to those that have another.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  document.querySelectorAll("[data-device-zone]").forEach((field) => { field.value = zone; });

  // Zones have several names: what counts is what a clock there says, in winter and in summer.
  const year = new Date().getFullYear();
  const told = (where) =>
    [0, 6].map((month) => new Date(year, month, 1).toLocaleString("en", { timeZone: where })).join();
  const isOther = (where) => {
    try {
      return told(where) !== told(zone);
    } catch {
      return false;
    }
  };
  document.querySelectorAll("[data-zone-here]").forEach((note) => {
    if (!isOther(note.dataset.zoneHere)) return;
    note.querySelector("span").textContent = zone.replaceAll("_", " ");
    const link = note.querySelector("a");
    link.search = new URLSearchParams({ time_zone: zone });
    link.hash = "id_time_zone";
    note.hidden = false;
  });
})();
