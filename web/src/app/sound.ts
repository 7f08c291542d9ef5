// Short, soft sounds, made on the spot; no sound files.
import { settings } from "./settings.svelte";

export type Sound = "lay" | "turn" | "draw" | "beaten" | "yourTurn" | "shout" | "roundOver" | "tick" | "go" | "won";

let context: AudioContext | null = null;

function tone(at: number, from: number, to: number, seconds: number, volume: number, kind: OscillatorType): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.02);
}

const tunes: Record<Sound, () => void> = {
  lay: () => tone(0, 320, 180, 0.08, 0.12, "triangle"),
  turn: () => tone(0, 500, 380, 0.06, 0.06, "triangle"),
  draw: () => tone(0, 240, 420, 0.09, 0.09, "triangle"),
  beaten: () => {
    tone(0, 300, 220, 0.12, 0.12, "sawtooth");
    tone(0.1, 220, 150, 0.16, 0.1, "sawtooth");
  },
  yourTurn: () => {
    tone(0, 520, 520, 0.1, 0.1, "sine");
    tone(0.1, 780, 780, 0.16, 0.1, "sine");
  },
  shout: () => [523, 659, 784, 1047].forEach((note, at) => tone(at * 0.07, note, note, 0.16, 0.16, "square")),
  roundOver: () => [659, 523, 587].forEach((note, at) => tone(at * 0.12, note, note, 0.2, 0.1, "sine")),
  tick: () => tone(0, 880, 880, 0.05, 0.08, "sine"),
  go: () => tone(0, 660, 1320, 0.25, 0.16, "square"),
  won: () =>
    [523, 659, 784, 1047, 784, 1047].forEach((note, at) => tone(at * 0.12, note, note, 0.22, 0.12, "triangle")),
};

/** Plays a sound, unless it is switched off; browsers allow none before the first tap. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    tunes[sound]();
  } catch {
    // no sound here
  }
}

/** A short buzz on phones. */
export function buzz(ms: number): void {
  if (settings.vibrate && "vibrate" in navigator) navigator.vibrate(ms);
}
