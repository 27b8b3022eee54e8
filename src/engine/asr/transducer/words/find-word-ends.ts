import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import type { TokenWord } from './words-from-tokens.ts';

export const HOP_SECONDS = 0.01;
const HOP_SAMPLES = HOP_SECONDS * SAMPLE_RATE;
/** Threshold of sound between the window's quiet and speech levels, as a share of the distance in decibels. */
const SOUND_SHARE = 0.25;
const QUIET_QUANTILE = 0.1;
const SPEECH_QUANTILE = 0.9;
/** Shorter silences are inside words: the closure of a p, t or k. */
const PAUSE_HOPS = 8;
/** Maximum distance from a word's last token to its end, in seconds: tokens are early in long final syllables. */
const LONGEST_TAIL = 1;
/** Maximum distance from a word's end to its last token, in seconds: tokens are late after short words. */
const LONGEST_LEAD = 0.2;
/** An unstressed word may be too quiet to be prominent. */
const SHORTEST_WORD = 0.08;

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;

/** Whether each 10 ms of the audio (mono, 16 kHz) contains sound, relative to the window's own quiet and speech levels. */
export function findSound(pcm: Float32Array): boolean[] {
  const decibels = Float64Array.from({ length: Math.floor(pcm.length / HOP_SAMPLES) }, (_, hop) => {
    let energy = 1e-10;
    for (const sample of pcm.subarray(hop * HOP_SAMPLES, (hop + 1) * HOP_SAMPLES)) energy += sample * sample;
    return 10 * Math.log10(energy);
  });
  const sorted = decibels.toSorted();
  const quiet = quantile(sorted, QUIET_QUANTILE);
  const threshold = quiet + SOUND_SHARE * (quantile(sorted, SPEECH_QUANTILE) - quiet);
  return Array.from(decibels, (value) => value > threshold);
}

/** Hop at which the sound around `from` ends, between `earliest` and `latest`. */
function soundEnd(sound: readonly boolean[], from: number, earliest: number, latest: number): number {
  let lastSound = from;
  while (lastSound > earliest && !sound[lastSound]) lastSound--;
  for (let hop = from; hop < latest; hop++) {
    if (sound[hop]) lastSound = hop;
    else if (hop - lastSound >= PAUSE_HOPS) break;
  }
  return Math.min(lastSound + 1, latest);
}

/**
 * Times words in the audio. A transducer says when it emitted a token, not how long the word lasted. A word starts
 * with its first token, minus the model's usual delay, and ends when the sound after its last token falls silent, at
 * the latest when the next word starts.
 *
 * @param words in order, in seconds of the window
 * @param pcm the window: mono, 16 kHz
 * @param emissionDelay seconds from the sound to the model's tokens
 */
export function findWordEnds(
  words: readonly TokenWord[],
  pcm: Float32Array,
  emissionDelay: number,
): RecognisedWord[] {
  const sound = findSound(pcm);
  const duration = pcm.length / SAMPLE_RATE;
  const early = (seconds: number) => Math.min(Math.max(seconds - emissionDelay, 0), duration);
  return words.map(({ word, firstToken, lastToken, confidence }, index) => {
    const next = words[index + 1];
    const start = early(firstToken);
    const last = early(lastToken);
    const latest = Math.min(next ? early(next.firstToken) : duration, last + LONGEST_TAIL);
    const earliest = Math.max(start, last - LONGEST_LEAD);
    const hops = [last, earliest, latest].map((seconds) => Math.floor(seconds / HOP_SECONDS));
    const [from = 0, first = 0, limit = 0] = hops;
    const end = soundEnd(sound, from, first, limit) * HOP_SECONDS;
    return {
      word,
      start,
      end: Math.min(Math.max(end, start + SHORTEST_WORD), Math.max(latest, start)),
      confidence,
    };
  });
}
