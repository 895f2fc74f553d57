// @ts-check
// Creates and presents passkeys, for forms marked `data-passkey` with a hidden field for the answer.

import { find, findAll, required } from "../../site/dom.js";

/** @param {string} encoded base64url */
function bytes(encoded) {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {{ id: string }[] | undefined} credentials */
function known(credentials) {
  return (credentials ?? []).map((each) => ({ ...each, type: /** @type {const} */ ("public-key"), id: bytes(each.id) }));
}

/** The site's options for a new passkey, or those for logging in. @param {HTMLFormElement} form */
async function options(form) {
  const element = find(document, "#passkey-options", HTMLScriptElement);
  if (element) return JSON.parse(required(element.textContent));
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @param {any} publicKey what the site asks for, with its bytes as base64url */
function create(publicKey) {
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: known(publicKey.excludeCredentials),
      // The device keeps the account’s name, so that logging in needs no name or password.
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    },
  });
}

/** @param {any} publicKey what the site asks for, with its bytes as base64url */
function get(publicKey) {
  const challenge = bytes(publicKey.challenge);
  return navigator.credentials.get({
    publicKey: { ...publicKey, challenge, allowCredentials: known(publicKey.allowCredentials) },
  });
}

/** A credential as JSON, its bytes as base64url. @param {PublicKeyCredential} credential */
function answerOf(credential) {
  const response = /** @type {any} */ (credential.response);
  const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const sent = fields.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(sent),
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

/** @param {unknown} error */
function wordsFor(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "SecurityError") return "Passkeys don’t work at this address of the site.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError") return "No passkey was used. Try again.";
  return "That didn’t work. Wait a minute and try again.";
}

/** @param {HTMLFormElement} form */
async function present(form) {
  const fault = required(find(form, "[data-passkey-fault]", HTMLElement));
  const button = required(find(form, "button", HTMLButtonElement));
  fault.hidden = button.disabled = true;
  try {
    const asked = await options(form);
    const credential = form.dataset.passkey === "create"
      ? await create(asked.creation_options.publicKey)
      : await get(asked.request_options.publicKey);
    const field = required(find(form, "[name=credential]", HTMLInputElement));
    field.value = answerOf(/** @type {PublicKeyCredential} */ (credential));
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
