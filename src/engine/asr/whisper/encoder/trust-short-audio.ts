import { SHORT_WINDOW_SECONDS } from '../../../audio/windows/speech-window.ts';

/** Silence after the audio that the encoder reads, seconds: with less, models loop or stop early. */
const MARGIN_SECONDS = 3;

/** Lengths are multiples of this, so that the runtime meets few shapes, seconds. */
const STEP_SECONDS = 1;

/** Nobody says more tokens a second; a text that goes on after the speech does. */
const TOKENS_PER_SECOND = 6;
const TOKENS_TO_SPARE = 10;

/** Most text tokens that so much speech can hold. */
export const mostTokensIn = (seconds: number): number => TOKENS_PER_SECOND * seconds + TOKENS_TO_SPARE;

/** A group of up to so many words that is said so often in a row may be a loop. */
const LONGEST_GROUP = 8;
const REPEATS = 3;

/**
 * How many seconds of features the encoder needs for this much audio; null if it needs the whole window. In 682 words, the quantised
 * Whisper base makes 85 errors with whole windows, 86 with all of them shortened, 85 with those of notes up to 12 s and 83 up to 5 s; the
 * ends of words are off by 39, 42.5, 42.5 and 39.5 ms (`npm run accuracy -- whisper words times`). A note of 10 s takes half the time. The
 * 18 clips of the corpus from 12 to 67 s have 78 of 774 words wrong with windows of up to 20 s shortened, 82 with those of up to 12 s.
 *
 * @param seconds of the audio
 * @param whole length of a window, seconds
 */
export function encodedSeconds(seconds: number, whole: number): number | null {
  return seconds > SHORT_WINDOW_SECONDS ? null : withMargin(seconds, whole);
}

/** The same of audio of any length. */
export function withMargin(seconds: number, whole: number): number | null {
  const recognised = Math.ceil((seconds + MARGIN_SECONDS) / STEP_SECONDS) * STEP_SECONDS;
  return recognised < whole ? recognised : null;
}

/** The words of a text, without marks and capitals. */
export const spokenWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];

/** Whether a text has the same words three times in a row: Whisper was trained on 30 s, and sometimes loops on less. */
export function repeatsWords(text: string): boolean {
  const spoken = spokenWords(text);
  for (let group = 1; group <= LONGEST_GROUP; group += 1) {
    let same = 0;
    for (let at = group; at < spoken.length; at += 1) {
      same = spoken[at] === spoken[at - group] ? same + 1 : 0;
      if (same >= group * (REPEATS - 1)) return true;
    }
  }
  return false;
}
