// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}
function required(value) {
  if (value === null || value === void 0) throw new Error("An element of the page is missing.");
  return value;
}

// static/community/notices/push.js
var NAMES = { Firefox: "Firefox", Edg: "Edge", OPR: "Opera", Chrome: "Chrome", Safari: "Safari" };
function decode(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
var encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(required(buffer)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
function browserName() {
  const agent = navigator.userAgent;
  const name = Object.entries(NAMES).find(([word]) => agent.includes(word))?.[1] ?? "A browser";
  const device = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0];
  return device ? `${name} on ${device}` : name;
}
async function subscribe({ worker = "", key = "" }) {
  if (await Notification.requestPermission() !== "granted") {
    throw new Error("This browser blocks notifications. Allow them in its settings for this site.");
  }
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: decode(key) };
  return registration.pushManager.subscribe(options).catch(() => {
    throw new Error("This browser couldn’t turn on push notifications. Are you in a private window?");
  });
}
async function send(url, subscription) {
  const token = required(find(document, "input[name=csrfmiddlewaretoken]", HTMLInputElement)).value;
  const answer = await fetch(url, {
    method: "POST",
    headers: { "X-CSRFToken": token },
    body: new URLSearchParams({
      endpoint: subscription.endpoint,
      key: encode(subscription.getKey("p256dh")),
      secret: encode(subscription.getKey("auth")),
      name: browserName()
    })
  });
  if (!answer.ok) throw new Error(await answer.text());
}
function offer(section2) {
  const button = required(section2.querySelector("button"));
  const status = required(section2.querySelector("[role=status]"));
  button.hidden = false;
  status.textContent = "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await send(section2.dataset.url ?? "", await subscribe(section2.dataset));
      window.location.reload();
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      status.textContent = message || "This browser doesn’t support push notifications.";
      button.disabled = false;
    }
  });
}
var section = document.getElementById("push-here");
if (section && "serviceWorker" in navigator && "PushManager" in window) offer(section);
