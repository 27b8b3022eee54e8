import { ATTENTION_FRAME_SECONDS } from './align-rows.ts';
import type { TimeSpan } from './speech-bounds.ts';
import { ENVELOPE_HOP_SECONDS, type SpeechEnvelope } from './speech-envelope.ts';

/**
 * The attention to a word's beginning rises while the word before it still sounds, or in the silence between them, or
 * late, at a loud vowel. The word begins at the latest this long after the attention has risen to this share of its
 * peak. The share, and the level below, fitted to 69 words in eight languages that another engine timed; the time also to 539 words behind
 * pauses (docs/journal.md).
 */
const RISEN = 0.5;
const AFTER_RISE_SECONDS = 0.06;

/** Sound this far below the word's loudest tenth may be the silence before it, dB. */
const QUIET_DB = 8;

/** Louder sound this long is part of the word, even if a stop follows it. */
const SOUND_SECONDS = 0.15;

/** Nobody speaks faster than this. */
const MIN_LETTER_SECONDS = 0.04;

/** Minimum length of a word, seconds. */
const MIN_WORD_SECONDS = 0.03;

/** A word whose beginning is wanted. */
export interface AttendedWord {
  /** Attention of its first token, `heads` × `frames`. */
  attention: Float32Array;
  heads: number;
  frames: number;
  /** Reaches back to the end of the word before; seconds. */
  span: TimeSpan;
  letters: number;
}

/**
 * Where a word begins inside its span, seconds: where its sound begins, or where the attention to its first token has
 * risen, if that is earlier or the sound of the word before goes on until then.
 */
export function wordOnset(word: AttendedWord, envelope: SpeechEnvelope): number {
  const { span, letters } = word;
  const latest = Math.max(span.start, Math.min(attendedFrom(word), span.end - MIN_WORD_SECONDS));
  const sound = soundFrom(envelope, span, latest);
  if (sound !== null) return Math.min(Math.max(sound, span.start), latest);
  return Math.max(span.start, Math.min(latest, span.end - letters * MIN_LETTER_SECONDS));
}

/** Where the attention to the word has risen, seconds; the span's start if there is none. */
function attendedFrom({ attention, heads, frames, span }: AttendedWord): number {
  const from = Math.max(Math.floor(span.start / ATTENTION_FRAME_SECONDS), 0);
  const to = Math.min(Math.ceil(span.end / ATTENTION_FRAME_SECONDS), frames);
  const profile = new Float64Array(Math.max(to - from, 0));
  for (let head = 0; head < heads; head += 1) {
    const row = attention.subarray(head * frames, (head + 1) * frames);
    const mass = row.reduce((sum, weight) => sum + weight, 0);
    if (mass <= 0) continue;
    for (let frame = from; frame < to; frame += 1) {
      profile[frame - from] = (profile[frame - from] ?? 0) + (row[frame] ?? 0) / mass;
    }
  }
  const peak = profile.reduce((most, weight) => Math.max(most, weight), 0);
  const risen = profile.findIndex((weight) => weight >= RISEN * peak);
  if (risen < 0 || peak === 0) return span.start;
  return (from + risen) * ATTENTION_FRAME_SECONDS + AFTER_RISE_SECONDS;
}

/** Where the first long sound of the span begins, seconds; null if there is none, or one from its start to `latest`. */
function soundFrom({ levels }: SpeechEnvelope, span: TimeSpan, latest: number): number | null {
  const hop = (seconds: number) => Math.floor(seconds / ENVELOPE_HOP_SECONDS);
  const [first, end] = [hop(span.start), hop(span.end)];
  const own = levels.slice(hop(latest), Math.max(end, hop(latest) + 1)).sort();
  const threshold = (own[Math.round(0.9 * (own.length - 1))] ?? Number.NEGATIVE_INFINITY) - QUIET_DB;
  let from = first;
  for (let at = first; at <= end; at += 1) {
    if (at < end && (levels[at] ?? 0) >= threshold) continue;
    if ((at - from) * ENVELOPE_HOP_SECONDS >= SOUND_SECONDS) {
      return from === first && at >= hop(latest) ? null : from * ENVELOPE_HOP_SECONDS;
    }
    from = at + 1;
  }
  return null;
}
