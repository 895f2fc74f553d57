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
function closest(event, selector, type) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof type ? element : null;
}

// static/community/fairness/copy.js
function showCopyButtons() {
  for (const button of findAll(document, "button[data-copy]", HTMLButtonElement)) {
    button.hidden = !navigator.clipboard;
  }
}
document.addEventListener("click", async (event) => {
  const button = closest(event, "button[data-copy]", HTMLButtonElement);
  if (!button) return;
  const text = button.dataset.copy || button.previousElementSibling?.textContent || "";
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
});
document.addEventListener("htmx:afterSettle", showCopyButtons);
showCopyButtons();

// static/community/fairness/csrf-token.js
var FIELD = "csrfmiddlewaretoken";
var token = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] ?? "";
document.addEventListener("submit", ({ target: form }) => {
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.needsToken === void 0 || form.elements.namedItem(FIELD)) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = FIELD;
  field.value = token();
  form.append(field);
});

// static/community/fairness/public-value.js
var BYTES = 32;
var randomValue = () => Array.from(
  crypto.getRandomValues(new Uint8Array(BYTES)),
  (byte) => byte.toString(16).padStart(2, "0")
).join("");
async function giveValue(form) {
  if (form.dataset.ownValue !== "" || form.dataset.sent) return;
  form.dataset.sent = "yes";
  const body = new FormData(form);
  body.set("public_value", randomValue());
  const headers = { "HX-Request": "true" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  const values = document.getElementById("public-values");
  if (!answer.ok || !values) return;
  values.outerHTML = await answer.text();
  showCopyButtons();
  prepare();
}
function prepare() {
  for (const field of findAll(document, "input[data-public-value]", HTMLInputElement)) {
    if (field.value === "") field.value = randomValue();
  }
  for (const button of findAll(document, "button[data-draw]", HTMLButtonElement)) {
    button.hidden = false;
  }
  findAll(document, "form[data-own-value]", HTMLFormElement).forEach(giveValue);
}
document.addEventListener("click", (event) => {
  const button = closest(event, "button[data-draw]", HTMLButtonElement);
  const field = button && document.getElementById(button.dataset.draw ?? "");
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.value = randomValue();
  }
});
document.addEventListener("htmx:afterSettle", prepare);
prepare();
find(document, "form[data-begin]", HTMLFormElement)?.requestSubmit();

// static/community/fairness/verifier/store.js
var SWITCH = "castlerisk-no-receipts";
function keepsNothing() {
  return localStorage.getItem(SWITCH) !== null;
}
async function ask(mode, request) {
  const opening = indexedDB.open("castlerisk-receipts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: ["game", "user"] });
  const database = await answered(opening);
  try {
    return await answered(request(database.transaction("games", mode).objectStore("games")));
  } finally {
    database.close();
  }
}
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
function readReceipt(game2, user2) {
  return ask("readonly", (store) => store.get([game2, user2]));
}
function writeReceipt(receipt) {
  return ask("readwrite", (store) => store.put(receipt));
}

// static/community/fairness/receipts/compare.js
var MOST_MARKS = 50;
function differences(kept, now, mayBeBehind = false) {
  const { hidden = [], keys = [], marks = [] } = kept;
  const isOtherValue = kept.own?.seat === now.own?.seat && kept.own?.value !== now.own?.value;
  const said = (
    /** @type {[isTrue: boolean, sentence: string][]} */
    [
      [differs(kept.commitment, now.commitment), "The seal of the seed is another one."],
      [differs(kept.opened, now.opened), "The table was opened at another time."],
      [isOtherValue, "Your value is another one."],
      [differs(kept.end, now.end), "The end is signed differently."],
      [hidden.some((choice) => isChanged(choice, now.hidden ?? [])), "Your hidden armies are sealed differently."],
      [keys.some((key) => now.keys?.includes(key) === false), "A key with which the site signed is gone."]
    ]
  );
  const found = said.flatMap(([isTrue, sentence]) => isTrue ? sentence : []);
  return [...found, ...ofSteps(marks, now.marks ?? [], mayBeBehind)];
}
function differs(one, other) {
  return Boolean(one && other && one !== other);
}
function isChanged(kept, choices) {
  const now = choices.find(({ commitment }) => commitment === kept.commitment);
  return Boolean(now) && (now?.territory !== kept.territory || now?.salt !== kept.salt);
}
function ofSteps(kept, now, mayBeBehind) {
  const last = kept.at(-1);
  const newest = now.at(-1);
  if (last && newest && newest.step < last.step && !mayBeBehind) {
    return ["Something that everybody saw is missing from the game."];
  }
  const digests = new Map(kept.map(({ step, digest }) => [step, digest]));
  const isOther = now.some(({ step, digest }) => differs(digests.get(step), digest));
  return isOther ? ["Something that everybody saw was changed."] : [];
}
function signedTexts({ game: game2, commitment, opened, seal, signed = [] }) {
  const steps = signed.map(({ step, digest, signature }) => ({ text: `castlerisk-step-1
${game2}
${step}
${digest}`, signature }));
  return [{ text: `castlerisk-seal-1
${game2}
${commitment}
${opened}`, signature: seal }, ...steps];
}
function merged(kept, now) {
  if (!kept) return now;
  const hidden = added(kept.hidden, now.hidden, ({ commitment }) => commitment);
  const steps = { marks: newestSteps(kept.marks, now.marks), signed: newestSteps(kept.signed, now.signed) };
  const once = { own: kept.own ?? now.own, end: kept.end ?? now.end };
  return { ...now, ...kept, ...once, ...steps, hidden, keys: now.keys ?? kept.keys };
}
function newestSteps(kept, now) {
  const steps = added(kept, now, ({ step }) => step);
  return steps.sort((one, other) => one.step - other.step).slice(-MOST_MARKS);
}
function added(list = [], more = [], key) {
  const there = new Set(list.map(key));
  return [...list, ...more.filter((one) => !there.has(key(one)))];
}

// static/community/fairness/receipts/keep.js
var game = isSeated() && /^\/games\/([^/]+)\//.exec(location.pathname)?.[1];
var user = document.querySelector("[data-user]")?.getAttribute("data-user") ?? "";
function isSeated() {
  return Boolean(document.querySelector("#announcements[data-seat], form[data-own-value]"));
}
var isEndSeen = false;
function marksShown() {
  const [step, digest] = document.getElementById("version")?.dataset.chain?.split(" ") ?? [];
  return digest ? [{ step: Number(step), digest }] : [];
}
async function saidNow() {
  const answer = await fetch(`/games/${game}/own.json`, { cache: "no-store" });
  if (!answer.ok) return null;
  const { seat, value, hidden, chain, signed, ...facts } = await answer.json();
  if (seat === null) return null;
  const newest = chain ? [{ step: chain.steps, digest: chain.digest }] : marksShown() ?? [];
  return {
    ...facts,
    user,
    hidden,
    own: value === null ? null : { seat, value },
    marks: signed && signed.step !== newest[0]?.step ? [{ step: signed.step, digest: signed.digest }, ...newest] : newest,
    signed: signed ? [signed] : []
  };
}
async function visit() {
  if (!game || keepsNothing()) return;
  const kept = await readReceipt(game, user);
  const now = await saidNow();
  if (!now) return;
  const { checker, ...said } = now;
  const found = kept ? differences(kept, said) : [];
  if (kept && found.length) {
    warn(found, kept, said);
    return;
  }
  const receipt = merged(await readReceipt(game, user), said);
  await writeReceipt(receipt);
  if (checker) await checkEnd(receipt, checker, said);
}
async function checkEnd(receipt, checker, now) {
  isEndSeen = true;
  if (receipt.held !== receipt.end) {
    const { reasonAgainst } = await import(checker);
    const reason = await reasonAgainst(receipt);
    if (reason) warn([reason], receipt, now);
    if (reason !== "") return;
    await writeReceipt({ ...receipt, held: receipt.end ?? "" });
  }
  showHeld();
}
function showHeld() {
  if (document.querySelector(".receipt-mark")) return;
  const mark = document.createElement("p");
  Object.assign(mark, { className: "receipt-mark", textContent: "✓ The game fits the receipts of this browser." });
  document.querySelector(".outcome-actions")?.append(mark);
}
async function keepStep() {
  const marks = marksShown();
  const kept = game && marks?.length && !keepsNothing() ? await readReceipt(game, user) : void 0;
  if (!kept || !marks) return;
  const found = differences(kept, { game: kept.game, user, marks }, true);
  if (found.length) warn(found, kept, { game: kept.game, user, marks });
  else await writeReceipt(merged(kept, { game: kept.game, user, marks }));
}
function warn(found, kept, now) {
  if (document.getElementById("receipt-warning")) return;
  const warning = document.createElement("section");
  Object.assign(warning, { id: "receipt-warning", className: "notice receipt-warning" });
  warning.setAttribute("role", "alert");
  const says = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = "This game is not what your browser remembers.";
  says.append(strong, ` ${found.join(" ")} Keep the proof and show it to the other players.`);
  const proof = document.createElement("a");
  const signed = [...signedTexts(kept), ...signedTexts(now)];
  const keys = [.../* @__PURE__ */ new Set([...kept.keys ?? [], ...now.keys ?? []])];
  const file = { castlerisk_proof: kept.game, differences: found, signed, keys, castlerisk_receipts: [kept], now };
  const text = JSON.stringify(file, null, 1);
  proof.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(proof, { className: "button", download: `castlerisk-${kept.game}-proof.json`, textContent: "Save the proof" });
  warning.append(says, proof);
  document.getElementById("content")?.prepend(warning);
}
var quietly = (task) => task().catch(() => {
});
quietly(visit);
document.addEventListener("animations-over", () => {
  quietly(document.getElementById("outcome") && !isEndSeen ? visit : keepStep);
});
