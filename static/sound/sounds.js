// @ts-check
// The sounds of the table, synthesised from oscillators and noise.

import { noise, tone } from "./synthesis.js";
import { volume } from "./volume.js";

/** @typedef {import("./synthesis.js").Output} Output */

/** Each sound by name: a function that schedules its parts. @type {Record<string, (output: Output) => void>} */
const SOUNDS = {
  dice: rattle,
  card: (output) => noise(output, { at: 0, lasts: 0.28, from: 900, to: 4200, gain: 0.22 }),
  capture: (output) => {
    noise(output, { at: 0, lasts: 0.16, from: 240, to: 90, gain: 0.7 });
    [392, 587.33].forEach((pitch, index) => tone(output, { at: 0.06 + index * 0.11, lasts: 0.4, pitch, gain: 0.2 }));
  },
  fall: (output) => {
    noise(output, { at: 0, lasts: 0.9, from: 420, to: 50, gain: 0.8 });
    [311.13, 261.63, 196].forEach((pitch, index) =>
      tone(output, { at: 0.1 + index * 0.2, lasts: 0.8, pitch, gain: 0.22, shape: "triangle" }),
    );
  },
  turn: (output) => {
    [523.25, 659.25].forEach((pitch, index) => tone(output, { at: index * 0.18, lasts: 0.6, pitch, gain: 0.25 }));
  },
};
const IN_BACKGROUND = ["turn"]; // sounds that also play in a hidden tab
const KNOCKS = 7; // knocks of the dice on the table

/** @type {AudioContext | null} */
let context = null;

/** Dice knock on the table ever faster and softer. @param {Output} output */
function rattle(output) {
  for (let knock = 0; knock < KNOCKS; knock++) {
    const at = 0.5 * Math.sqrt(knock / KNOCKS) + 0.03 * Math.random();
    const pitch = 1500 + 900 * Math.random();
    noise(output, { at, lasts: 0.05, from: pitch, to: pitch * 0.7, gain: 0.5 * (1 - (0.6 * knock) / KNOCKS) });
  }
}

/** The audio context, once the person has used the page: browsers block sounds before that. */
function openContext() {
  if (!navigator.userActivation?.hasBeenActive || !window.AudioContext) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** Play a sound at the chosen volume; a hidden tab plays only the turn. @param {string} name */
export function playSound(name) {
  if (!volume() || (document.hidden && !IN_BACKGROUND.includes(name))) return;
  const audio = openContext();
  if (!audio) return;
  const gain = audio.createGain();
  gain.gain.value = volume();
  gain.connect(audio.destination);
  SOUNDS[name]?.({ audio, target: gain });
}
