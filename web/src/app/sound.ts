// Short, soft sounds, made on the spot; no sound files.
import { settings } from "./settings.svelte";

const LOUDEST = 100; // of the setting

let context: AudioContext | null = null;
let out: GainNode | null = null; // everything goes through the volume
let noise: AudioBuffer | null = null;

function tone(at: number, from: number, to: number, seconds: number, volume: number, kind: OscillatorType): void {
  if (!context || !out) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.02);
}

/** A breath of noise round a pitch: paper on paper. */
function rustle(at: number, pitch: number, seconds: number, volume: number): void {
  if (!context || !out) return;
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let sample = 0; sample < samples.length; sample += 1) samples[sample] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  const start = context.currentTime + at;
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(filter).connect(gain).connect(out);
  source.start(start, (at * 7) % 0.25, seconds + 0.02);
}

// A vowel is three resonances of the throat, in Hz. "Wee-ow!" is a shout in any language.
const VOWELS: readonly { at: number; formants: readonly [number, number, number] }[] = [
  { at: 0, formants: [330, 850, 2300] },
  { at: 0.09, formants: [390, 1990, 2550] },
  { at: 0.24, formants: [760, 1250, 2550] },
  { at: 0.5, formants: [450, 850, 2450] },
];
const LOUDNESS = [1, 0.6, 0.28]; // of the three
const SHOUT_S = 0.62;

/** A voice, nearly: a buzz like that of vocal cords, shaped by the resonances of vowels that glide into each other. */
function voice(): void {
  if (!context || !out) return;
  const start = context.currentTime;
  const cords = context.createOscillator();
  const swell = context.createGain();
  cords.type = "sawtooth";
  cords.frequency.setValueAtTime(210, start);
  cords.frequency.exponentialRampToValueAtTime(390, start + 0.2);
  cords.frequency.exponentialRampToValueAtTime(230, start + SHOUT_S);
  swell.gain.setValueAtTime(0.0001, start);
  swell.gain.exponentialRampToValueAtTime(0.5, start + 0.06);
  swell.gain.setValueAtTime(0.5, start + 0.4);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + SHOUT_S);
  LOUDNESS.forEach((loudness, number) => {
    const throat = context!.createBiquadFilter();
    const part = context!.createGain();
    throat.type = "bandpass";
    throat.Q.value = 7;
    for (const { at, formants } of VOWELS) throat.frequency.linearRampToValueAtTime(formants[number]!, start + at);
    part.gain.value = loudness;
    cords.connect(throat).connect(part).connect(swell);
  });
  swell.connect(out);
  cords.start(start);
  cords.stop(start + SHOUT_S + 0.02);
}

const tunes = {
  lay: () => tone(0, 320, 180, 0.08, 0.12, "triangle"),
  turn: () => tone(0, 500, 380, 0.06, 0.06, "triangle"),
  draw: () => tone(0, 240, 420, 0.09, 0.09, "triangle"),
  deal: () => [0, 0.09, 0.18, 0.27].forEach((at) => rustle(at, 2600, 0.06, 0.16)),
  shuffle: () => {
    for (let card = 0; card < 14; card += 1) rustle(card * 0.026, 1500 + card * 90, 0.035, 0.1);
    rustle(0.42, 900, 0.16, 0.16); // the deck is pushed together
  },
  beaten: () => {
    tone(0, 300, 220, 0.12, 0.12, "sawtooth");
    tone(0.1, 220, 150, 0.16, 0.1, "sawtooth");
  },
  yourTurn: () => {
    tone(0, 520, 520, 0.1, 0.1, "sine");
    tone(0.1, 780, 780, 0.16, 0.1, "sine");
  },
  shout: () => {
    voice();
    [523, 659, 784, 1047].forEach((note, at) => tone(0.1 + at * 0.07, note, note, 0.16, 0.07, "square"));
  },
  react: () => tone(0, 620, 940, 0.1, 0.06, "sine"),
  roundOver: () => [659, 523, 587].forEach((note, at) => tone(at * 0.12, note, note, 0.2, 0.1, "sine")),
  tick: () => tone(0, 880, 880, 0.05, 0.08, "sine"),
  go: () => tone(0, 660, 1320, 0.25, 0.16, "square"),
  bravo: () => [392, 523, 659].forEach((note, at) => tone(at * 0.16, note, note, 0.3, 0.08, "sine")),
  won: () =>
    [523, 659, 784, 1047, 784, 1047].forEach((note, at) => tone(at * 0.12, note, note, 0.22, 0.12, "triangle")),
};

export type Sound = keyof typeof tunes;

/** How loud, from 0 to 1: ears hear in powers, so half the way is half as loud. */
export function loudness(volume: number): number {
  const part = Math.min(Math.max(volume / LOUDEST, 0), 1);
  return Number.isFinite(part) ? part ** 2 * 2 : 1;
}

/** Plays a sound, unless it is switched off; browsers allow none before the first tap. */
export function play(sound: Sound): void {
  if (!settings.sound || !settings.volume || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (!out) {
      out = context.createGain();
      out.connect(context.destination);
    }
    out.gain.value = loudness(settings.volume);
    if (context.state === "suspended") void context.resume();
    tunes[sound]();
  } catch {
    // no sound here
  }
}

/** A short buzz on phones, or a rhythm of buzzes and pauses. */
export function buzz(ms: number | number[]): void {
  if (settings.vibrate && "vibrate" in navigator) navigator.vibrate(ms);
}
