// Plays sounds, as loud as the settings say.
import { settings } from "./settings.svelte";
import { tunes } from "./tunes";

const LOUDEST = 100; // of the setting

let context: AudioContext | null = null;
let out: GainNode | null = null; // everything goes through the volume

export type Sound = keyof typeof tunes;

/** How loud, from 0 to 2 (no sound is over half of what a loudspeaker can do): half the way sounds about half as loud. */
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
    tunes[sound]({ context, out });
  } catch {
    // no sound here
  }
}

/** A short buzz on phones, or a rhythm of buzzes and pauses. */
export function buzz(ms: number | number[]): void {
  if (settings.vibrate && "vibrate" in navigator) navigator.vibrate(ms);
}
