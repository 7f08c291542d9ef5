// The sounds themselves: short and soft, made on the spot; no sound files.

/** Where sounds are made, and where they go. */
export interface Stage {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
}

function tone(
  { context, out }: Stage,
  at: number,
  from: number,
  to: number,
  seconds: number,
  volume: number,
  kind: OscillatorType,
): void {
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

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();
function noiseIn(context: BaseAudioContext): AudioBuffer {
  let noise = noises.get(context);
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let sample = 0; sample < samples.length; sample += 1) samples[sample] = Math.random() * 2 - 1;
    noises.set(context, noise);
  }
  return noise;
}

/** A breath of noise round a pitch: paper on paper. */
function rustle({ context, out }: Stage, at: number, pitch: number, seconds: number, volume: number): void {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  const start = context.currentTime + at;
  source.buffer = noiseIn(context);
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
function voice({ context, out }: Stage): void {
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
    const throat = context.createBiquadFilter();
    const part = context.createGain();
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

export const tunes = {
  lay: (stage) => tone(stage, 0, 320, 180, 0.08, 0.12, "triangle"),
  turn: (stage) => tone(stage, 0, 500, 380, 0.06, 0.09, "triangle"),
  draw: (stage) => tone(stage, 0, 240, 420, 0.09, 0.09, "triangle"),
  deal: (stage) => [0, 0.09, 0.18, 0.27].forEach((at) => rustle(stage, at, 2600, 0.06, 0.2)),
  shuffle: (stage) => {
    for (let card = 0; card < 14; card += 1) rustle(stage, card * 0.026, 1500 + card * 90, 0.035, 0.15);
    rustle(stage, 0.42, 900, 0.16, 0.2); // the deck is pushed together
  },
  beaten: (stage) => {
    tone(stage, 0, 300, 220, 0.12, 0.12, "sawtooth");
    tone(stage, 0.1, 220, 150, 0.16, 0.1, "sawtooth");
  },
  yourTurn: (stage) => {
    tone(stage, 0, 520, 520, 0.1, 0.1, "sine");
    tone(stage, 0.1, 780, 780, 0.16, 0.1, "sine");
  },
  shout: (stage) => {
    voice(stage);
    [523, 659, 784, 1047].forEach((note, at) => tone(stage, 0.1 + at * 0.07, note, note, 0.16, 0.07, "square"));
  },
  react: (stage) => tone(stage, 0, 620, 940, 0.1, 0.06, "sine"),
  roundOver: (stage) => [659, 523, 587].forEach((note, at) => tone(stage, at * 0.12, note, note, 0.2, 0.1, "sine")),
  tick: (stage) => tone(stage, 0, 880, 880, 0.05, 0.08, "sine"),
  go: (stage) => tone(stage, 0, 660, 1320, 0.25, 0.12, "square"),
  bravo: (stage) => [392, 523, 659].forEach((note, at) => tone(stage, at * 0.16, note, note, 0.3, 0.08, "sine")),
  won: (stage) =>
    [523, 659, 784, 1047, 784, 1047].forEach((note, at) => tone(stage, at * 0.12, note, note, 0.22, 0.18, "triangle")),
} satisfies Record<string, (stage: Stage) => void>;
