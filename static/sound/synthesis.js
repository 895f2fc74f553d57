// @ts-check
// Tones and bursts of noise with a soft beginning and end.

/**
 * @typedef {object} Output
 * @property {AudioContext} audio
 * @property {AudioNode} target
 */

const SILENT = 0.0001; // instead of 0, at which an exponential ramp cannot begin or end
const ATTACK = 0.012; // seconds until full loudness

/** @type {AudioBuffer | null} */
let whiteNoise = null;

/**
 * Play a tone.
 * @param {Output} output
 * @param {{ at: number, lasts: number, pitch: number, gain: number, shape?: OscillatorType }} given
 *   `at`: seconds from now; `lasts`: seconds; `pitch`: hertz; `gain`: loudness; `shape`: wave form
 */
export function tone({ audio, target }, { at, lasts, pitch, gain, shape = "sine" }) {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(envelope({ audio, target }, at, lasts, gain));
  play(source, audio.currentTime + at, lasts);
}

/**
 * Play noise through a filter that moves from one frequency to another.
 * @param {Output} output
 * @param {{ at: number, lasts: number, from: number, to: number, gain: number }} given
 *   `at`: seconds from now; `lasts`: seconds; `from`, `to`: hertz; `gain`: loudness
 */
export function noise({ audio, target }, { at, lasts, from, to, gain }) {
  const source = audio.createBufferSource();
  source.buffer = whiteNoise ??= makeNoise(audio);
  source.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  const start = audio.currentTime + at;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter).connect(envelope({ audio, target }, at, lasts, gain));
  play(source, start, lasts);
}

/** One second of white noise. @param {AudioContext} audio */
function makeNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  return buffer;
}

/**
 * @param {Output} output
 * @param {number} at
 * @param {number} lasts
 * @param {number} gain
 */
function envelope({ audio, target }, at, lasts, gain) {
  const start = audio.currentTime + at;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(SILENT, start);
  loudness.gain.exponentialRampToValueAtTime(gain, start + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(SILENT, start + lasts);
  loudness.connect(target);
  return loudness;
}

/**
 * @param {AudioScheduledSourceNode} source
 * @param {number} start
 * @param {number} lasts
 */
function play(source, start, lasts) {
  source.start(start);
  source.stop(start + lasts + ATTACK);
}
