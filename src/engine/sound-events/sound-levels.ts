import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';

const FRAME_SECONDS = 0.02;
const FRAME = FRAME_SECONDS * SAMPLE_RATE;
/** A sound is over where it is this much below its loudest frame (30 dB), or near the quietest around it. */
const FALL = 1_000;
const NEAR = 4;
/** Seconds that must be quiet behind an end, by how many it may move, and how far around the quietest is looked for. */
const QUIET_SECONDS = 0.2;
const REACH_SECONDS = 1;
const AROUND_SECONDS = 3;
/** Where the quietest is louder than this share of the loudest, levels say nothing. */
const CLEAR = 0.1;

const inFrames = (seconds: number) => Math.round(seconds / FRAME_SECONDS);
const QUIET = inFrames(QUIET_SECONDS);
const REACH = inFrames(REACH_SECONDS);

/** The power of a recording in frames of 20 ms. The network's windows last a second: where a sound ends among them, the level shows. */
export class SoundLevels {
  readonly #powers: number[] = [];
  #power = 0;
  #samples = 0;

  /** @param pcm what follows, mono, 16 kHz */
  push(pcm: Float32Array): void {
    for (const sample of pcm) {
      this.#power += sample * sample;
      if (++this.#samples === FRAME) this.#endFrame();
    }
  }

  #endFrame(): void {
    this.#powers.push(this.#power);
    this.#power = 0;
    this.#samples = 0;
  }

  /** Moves the end of a sound to where its level falls, and its start to where it rises, if that is later. Unchanged where it does neither. */
  fitted<Sound extends { start: number; end: number }>(sound: Sound): Sound {
    const [first, behind] = [inFrames(sound.start), inFrames(sound.end)];
    const own = this.#powers.slice(first, behind + 1);
    const loudest = own.reduce((most, power) => Math.max(most, power), 0);
    const around = inFrames(AROUND_SECONDS);
    const sorted = this.#powers.slice(Math.max(0, first - around), behind + around).sort((a, b) => a - b);
    const least = Math.max(loudest / FALL, NEAR * (sorted[Math.floor(sorted.length / 10)] ?? 0));
    if (least >= loudest * CLEAR) return sound;
    const isQuiet = (from: number, to: number) =>
      this.#powers.slice(Math.max(0, from), to).every((power) => power < least);
    const start = isQuiet(first - QUIET, first)
      ? this.#next(first, first + REACH, (at) => !isQuiet(at, at + 1))
      : null;
    const end = isQuiet(behind, behind + QUIET)
      ? this.#next(behind, behind - REACH, (at) => !isQuiet(at - 1, at))
      : this.#next(behind, behind + REACH, (at) => isQuiet(at, at + QUIET));
    const from = start === null ? sound.start : start * FRAME_SECONDS;
    return { ...sound, start: from, end: Math.max(from, end === null ? sound.end : end * FRAME_SECONDS) };
  }

  /** The first frame on the way for which this holds. */
  #next(from: number, to: number, holds: (at: number) => boolean): number | null {
    const step = Math.sign(to - from);
    for (let at = from; at !== to; at += step)
      if (at >= 0 && at <= this.#powers.length && holds(at)) return at;
    return null;
  }
}
