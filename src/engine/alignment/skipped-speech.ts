import { type TimeSpan, WORD_BREAK_SECONDS } from './speech-bounds.ts';
import { ENVELOPE_HOP_SECONDS, type SpeechEnvelope } from './speech-envelope.ts';

/** Levels this close to the loudest are voice, not breath or room, dB. */
const VOICE_RANGE_DB = 18;

/** Voice is at least this far above a pause, dB. */
const ABOVE_PAUSE_DB = 3;

/** Longest plausible duration of a word: a base plus an amount per letter, seconds. */
const SLOW_WORD_SECONDS = 0.35;
const SLOW_LETTER_SECONDS = 0.12;

/** Letters that a digit counts for when it is read aloud. */
const DIGIT_LETTERS = 4;

/** Voice beyond a word's plausible duration that indicates other speech, seconds. */
const SKIPPED_SECONDS = 0.5;

/**
 * The first word whose span contains more voice than the word can fill: a recogniser that skips a sentence gives its
 * time to a neighbour. Null if there is none. Where the word's attention is largest before the first `pause` in its span, it was said there,
 * and only what is behind the pause is missing.
 *
 * @param words with their spans from the attention, end to end
 * @param pauses of the same audio, in order, seconds
 * @param attended where the attention to a word's beginning is largest, seconds
 */
export function findSkippedSpeech(
  words: readonly { text: string; span: TimeSpan }[],
  pauses: readonly TimeSpan[],
  attended: (word: number) => number,
  envelope: SpeechEnvelope,
): { word: number; pause: TimeSpan | undefined } | null {
  const isOver = (text: string, span: TimeSpan) =>
    voicedSeconds(envelope, span) > slowestSeconds(text) + SKIPPED_SECONDS;
  const word = words.findIndex(({ text, span }) => isOver(text, span));
  const over = words[word];
  if (!over) return null;
  const { text, span } = over;
  const pause = pauses.find(
    ({ start, end }) => end - start >= WORD_BREAK_SECONDS && start > span.start && end < span.end,
  );
  const isBefore =
    pause && attended(word) < pause.start && !isOver(text, { start: span.start, end: pause.start });
  return { word, pause: isBefore ? pause : undefined };
}

/** Seconds before the first voice. */
export function leadingSilence(envelope: SpeechEnvelope): number {
  const first = envelope.levels.findIndex((level) => isVoice(level, envelope));
  return Math.max(first, 0) * ENVELOPE_HOP_SECONDS;
}

function voicedSeconds(envelope: SpeechEnvelope, { start, end }: TimeSpan): number {
  let hops = 0;
  for (let hop = Math.floor(start / ENVELOPE_HOP_SECONDS); hop < end / ENVELOPE_HOP_SECONDS; hop += 1) {
    const level = envelope.levels[hop];
    if (level !== undefined && isVoice(level, envelope)) hops += 1;
  }
  return hops * ENVELOPE_HOP_SECONDS;
}

function isVoice(level: number, { loud, threshold }: SpeechEnvelope): boolean {
  return level > Math.max(loud - VOICE_RANGE_DB, threshold + ABOVE_PAUSE_DB);
}

/** Longest plausible duration of a word, seconds. */
export function slowestSeconds(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return SLOW_WORD_SECONDS + SLOW_LETTER_SECONDS * (letters + digits * DIGIT_LETTERS);
}
