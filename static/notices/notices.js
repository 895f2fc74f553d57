// Lets this browser take pushes, when its owner asks for it.
(() => {
  "use strict";
  const place = document.getElementById("push-here");
  if (!place || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const button = place.querySelector("button");
  const status = place.querySelector("[role=status]");

  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  };
  const written = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const name = () => {
    const agent = navigator.userAgent;
    const kind = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((word) => agent.includes(word));
    const names = { Edg: "Edge", OPR: "Opera" };
    const device = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent);
    return [names[kind] || kind || "A browser", device ? `on ${device[0]}` : ""].join(" ").trim();
  };

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      throw new Error("This browser does not allow it. Its own settings for this site say why.");
    }
    const worker = await navigator.serviceWorker.register(place.dataset.worker);
    await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) };
    const taken = await worker.pushManager.subscribe(options).catch(() => {
      throw new Error("This browser could not sign up for pushes. It may be a private window.");
    });
    const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
    const answer = await fetch(place.dataset.url, {
      method: "POST",
      headers: { "X-CSRFToken": token },
      body: new URLSearchParams({
        endpoint: taken.endpoint,
        key: written(taken.getKey("p256dh")),
        secret: written(taken.getKey("auth")),
        name: name(),
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  button.hidden = false;
  status.textContent = "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe();
      window.location.reload();
    } catch (error) {
      status.textContent = error.message || "This browser takes no pushes.";
      button.disabled = false;
    }
  });
})();
