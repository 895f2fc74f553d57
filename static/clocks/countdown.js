// Countdowns by the server's clock, times in the visitor's own zone, and news of absences.
(() => {
  "use strict";
  const page = document.querySelector("[data-now]");
  if (!page) return;
  const zone = page.dataset.zone || undefined;

  // By how much this device's clock is ahead of the server's. What the way here took, or a device
  // that was busy or slept, makes it look larger, so that of several answers the smallest is the
  // best. Only when the device's clock is set, or slept in part, all is to be learnt anew.
  const navigation = performance.getEntriesByType("navigation")[0];
  const received = navigation ? performance.timeOrigin + navigation.responseStart : Date.now();
  const begun = () => Date.now() - performance.now();
  let ahead = received - Date.parse(page.dataset.now), begin = begun();
  const hear = (now) => {
    const found = Date.now() - Date.parse(now), isSet = Math.abs(begun() - begin) > 500;
    ahead = isSet ? found : Math.min(found, ahead);
    if (isSet) begin = begun();
  };

  const two = (number) => String(number).padStart(2, "0");
  const spoken = (left) => {
    const minutes = Math.floor(left / 60), hours = Math.floor(left / 3600);
    if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
    if (hours) return `${hours} h ${minutes % 60} min`;
    return `${minutes}:${two(left % 60)}`;
  };
  const near = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const inZone = () => {
    try {
      return new Intl.DateTimeFormat([], { ...near, timeZone: zone });
    } catch {
      return new Intl.DateTimeFormat([], near);
    }
  };
  // Made once: making it takes far longer than telling a time.
  const calendar = inZone();
  const told = (time) => calendar.format(time);

  const tick = () => {
    for (const time of document.querySelectorAll("time.countdown")) {
      const end = Date.parse(time.dateTime);
      const left = Math.max(0, Math.ceil((end - Date.now() + ahead) / 1000));
      const text = spoken(left);
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("is-late", left <= 10);
      const until = `until ${told(new Date(end))}`;
      if (time.title !== until) time.title = until;
    }
  };
  const localise = () => {
    for (const time of document.querySelectorAll("time.when:not([data-local])")) {
      time.dataset.local = "yes";
      time.textContent = told(new Date(time.dateTime));
    }
  };
  const draw = () => {
    localise();
    tick();
  };
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const swapped = event.detail.target;
    if (swapped && swapped.id === "version") {
      const fresh = document.getElementById("version");
      if (fresh && fresh.dataset.now) hear(fresh.dataset.now);
    }
    // What one may do about absences may have changed with them.
    if (swapped && swapped.id === "absence") htmx.trigger(document.body, "absence-told");
    draw();
  });
  setInterval(tick, 250);
  draw();
})();
