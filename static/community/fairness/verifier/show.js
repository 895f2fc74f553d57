// The report as the page shows it.

/** @import { Report } from "./report.js" */
/** @typedef {ReturnType<Report["result"]>} Found */

const VERDICTS = {
  holds: ["✓", "Everything holds"],
  limited: ["–", "No fault found, but this is not a full proof"],
  wrong: ["✗", "Something is wrong"],
  twice: ["✗", "The site signed two different things"],
  unproved: ["–", "Nothing in this proof was signed twice"],
};
const RESULTS = {
  "holds": "✓ holds",
  "wrong": "✗ wrong",
  "not checked": "– not checked",
  "nothing to check": "– nothing to check",
};
const FACTS = [
  ["game", "Game"],
  ["seats", "Players at the start"],
  ["entries", "Entries"],
  ["seal", "Seal of the seed"],
  ["digest", "Last digest"],
  ["keys", "Keys that signed it"],
];

/** An element of the page by its id. @param {string} id */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Found} found */
export function showReport({ verdict, problem, limits, facts, checks }) {
  const [sign, headline] = VERDICTS[/** @type {keyof VERDICTS} */ (verdict)];
  const report = part("report");
  report.dataset.verdict = verdict;
  part("sign").textContent = sign;
  part("headline").textContent = headline;
  const reasons = [...(problem ? [sentenceOf(problem)] : []), ...limits];
  if (!reasons.length) {
    reasons.push("The dice, cards and seals of this game are what they should be, and the site has signed it.");
  }
  part("reasons").replaceChildren(...reasons.map((reason) => made("p", reason)));
  /** @type {HTMLElement} */ (part("checks").parentElement).hidden = !checks.length;
  part("checks").replaceChildren(...checks.map(rowOf));
  part("facts").replaceChildren(...FACTS.flatMap(([key, name]) => factOf(name, facts[key])));
  // Screen readers announce the status; all others see the same in the report.
  part("status").className = "visually-hidden";
  part("status").textContent = `${headline}. ${reasons.join(" ")}`;
  report.hidden = false;
}

/** @param {{ entry: number | null, reason: string }} problem */
function sentenceOf({ entry, reason }) {
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  return entry === null ? sentence : `Entry ${entry}: ${sentence}`;
}

/** @param {Found["checks"][number]} check */
function rowOf({ title, count, one, several, first, note, result }) {
  const row = document.createElement("tr");
  row.dataset.result = result;
  const name = made("th", title);
  name.setAttribute("scope", "row");
  const more = first ? sentenceOf(first) : note;
  if (more) name.append(made("small", more));
  const compared = count ? `${count.toLocaleString("en")} ${count === 1 ? one : several}` : "";
  row.append(name, made("td", compared), made("td", RESULTS[result]));
  return row;
}

/** @param {string} name @param {string | number | undefined} value */
function factOf(name, value) {
  return value === undefined ? [] : [made("dt", name), made("dd", String(value))];
}

/** @param {string} tag @param {string} text */
function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
