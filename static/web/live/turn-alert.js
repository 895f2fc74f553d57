// @ts-check
// Alerts players to a decision with the page title, the icon and a sound.

import { playSound } from "../../sound/sounds.js";
import { page } from "./page.js";

const title = document.title;
const icon = document.getElementById("favicon");
const restIcon = icon?.getAttribute("href") ?? "";

/** @type {boolean | null} */
let wasAsked = null;

function showAsked() {
  if (!document.getElementById("status")) return;
  const isAsked = Boolean(document.getElementById("asked"));
  if (isAsked === wasAsked) return;
  document.title = isAsked ? `● ${page.dataset.askedTitle || "Your turn"} – ${title}` : title;
  icon?.setAttribute("href", (isAsked && icon.dataset.turn) || restIcon);
  if (isAsked && wasAsked === false && page.dataset.sound === "true") playSound("turn");
  wasAsked = isAsked;
}

document.addEventListener("htmx:afterSettle", showAsked);
showAsked();
