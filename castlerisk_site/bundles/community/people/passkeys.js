// static/site/dom.js
function find(root, selector, type) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}
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

// static/community/people/passkeys.js
function bytes(encoded) {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
function text(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
function known(credentials) {
  return (credentials ?? []).map((each) => ({ ...each, type: (
    /** @type {const} */
    "public-key"
  ), id: bytes(each.id) }));
}
async function options(form) {
  const element = find(document, "#passkey-options", HTMLScriptElement);
  if (element) return JSON.parse(required(element.textContent));
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
function create(publicKey) {
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: known(publicKey.excludeCredentials),
      // The device keeps the account’s name, so that logging in needs no name or password.
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" }
    }
  });
}
function get(publicKey) {
  const challenge = bytes(publicKey.challenge);
  return navigator.credentials.get({
    publicKey: { ...publicKey, challenge, allowCredentials: known(publicKey.allowCredentials) }
  });
}
function answerOf(credential) {
  const response = (
    /** @type {any} */
    credential.response
  );
  const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const sent = fields.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(sent),
    clientExtensionResults: credential.getClientExtensionResults()
  });
}
function wordsFor(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "SecurityError") return "Passkeys don’t work at this address of the site.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError") return "No passkey was used. Try again.";
  return "That didn’t work. Wait a minute and try again.";
}
async function present(form) {
  const fault = required(find(form, "[data-passkey-fault]", HTMLElement));
  const button = required(find(form, "button", HTMLButtonElement));
  fault.hidden = button.disabled = true;
  try {
    const asked = await options(form);
    const credential = form.dataset.passkey === "create" ? await create(asked.creation_options.publicKey) : await get(asked.request_options.publicKey);
    const field = required(find(form, "[name=credential]", HTMLInputElement));
    field.value = answerOf(
      /** @type {PublicKeyCredential} */
      credential
    );
    form.submit();
  } catch (error) {
    fault.textContent = wordsFor(error);
    fault.hidden = button.disabled = false;
  }
}
if (window.PublicKeyCredential) {
  for (const form of findAll(document, "[data-passkey]", HTMLFormElement)) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void present(form);
    });
  }
}
