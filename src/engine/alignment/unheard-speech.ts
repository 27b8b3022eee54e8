import type { TimeSpan } from './speech-bounds.ts';
import { ENVELOPE_HOP_SECONDS, type SpeechEnvelope } from './speech-envelope.ts';

/** Levels within this of the loudest are voice, not breath or room, dB. */
const VOICE_RANGE_DB = 18;

/** Voice is at least this much above a pause, dB. */
const ABOVE_PAUSE_DB = 3;

/** The slowest that a word is said: so long at least, and so much more for each letter, seconds. */
const SLOW_WORD_SECONDS = 0.35;
const SLOW_LETTER_SECONDS = 0.12;

/** Letters that a digit is worth when it is read aloud. */
const DIGIT_LETTERS = 4;

/** Voice beyond what a word can fill: this much is other speech, seconds. */
const UNHEARD_SECONDS = 0.5;

/**
 * The first word whose time holds more voice than the word can fill: a recogniser that leaves out a sentence gives its
 * time to a neighbour. −1 where there is none.
 *
 * @param words with the time that attention gave them, end to end
 */
export function wordOverUnheardSpeech(
  words: readonly { text: string; span: TimeSpan }[],
  envelope: SpeechEnvelope,
): number {
  return words.findIndex(
    ({ text, span }) => voicedSeconds(envelope, span) > slowestSeconds(text) + UNHEARD_SECONDS,
  );
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

function slowestSeconds(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return SLOW_WORD_SECONDS + SLOW_LETTER_SECONDS * (letters + digits * DIGIT_LETTERS);
}
