// @ts-check
// Alerts players to a decision with the page title, the icon and a chime.

import { page } from "./page.js";

const PITCHES = [523.25, 659.25]; // hertz
const INTERVAL = 0.18; // seconds between two tones
const SILENT = 0.0001; // an exponential ramp cannot begin or end at 0
const title = document.title;
const icon = document.getElementById("favicon");
const restIcon = icon?.getAttribute("href") ?? "";

/** @type {boolean | null} */
let wasAsked = null;

function chime() {
  if (page.dataset.sound !== "true" || !window.AudioContext) return;
  const audio = new AudioContext();
  PITCHES.forEach((pitch, place) => playTone(audio, pitch, audio.currentTime + place * INTERVAL));
  setTimeout(() => audio.close(), 1500);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} start
 */
function playTone(audio, pitch, start) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(SILENT, start);
  volume.gain.exponentialRampToValueAtTime(0.08, start + 0.03);
  volume.gain.exponentialRampToValueAtTime(SILENT, start + 0.6);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.7);
}

function showAsked() {
  if (!document.getElementById("status")) return;
  const isAsked = Boolean(document.getElementById("asked"));
  if (isAsked === wasAsked) return;
  document.title = isAsked ? `● ${page.dataset.askedTitle || "Your turn"} – ${title}` : title;
  icon?.setAttribute("href", (isAsked && icon.dataset.turn) || restIcon);
  if (isAsked && wasAsked === false) chime();
  wasAsked = isAsked;
}

document.addEventListener("htmx:oobAfterSwap", showAsked);
document.addEventListener("htmx:afterSettle", showAsked);
showAsked();
