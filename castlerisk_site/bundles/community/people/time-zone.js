// static/site/dom.js
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

// static/community/people/time-zone.js
var deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
function clockTimes(timeZone) {
  const year = (/* @__PURE__ */ new Date()).getFullYear();
  return [0, 6].map((month) => new Date(year, month, 1).toLocaleString("en", { timeZone })).join();
}
function isOther(zone) {
  try {
    return clockTimes(zone) !== clockTimes(deviceZone);
  } catch {
    return false;
  }
}
function showNote(note) {
  required(note.querySelector("span")).textContent = deviceZone.replaceAll("_", " ");
  const link = required(note.querySelector("a"));
  link.search = String(new URLSearchParams({ time_zone: deviceZone }));
  link.hash = "id_time_zone";
  note.hidden = false;
}
if (deviceZone) {
  for (const field of findAll(document, "[data-device-zone]", HTMLInputElement)) {
    field.value = deviceZone;
  }
  for (const note of findAll(document, "[data-zone-here]", HTMLElement)) {
    if (isOther(note.dataset.zoneHere ?? "")) showNote(note);
  }
}
