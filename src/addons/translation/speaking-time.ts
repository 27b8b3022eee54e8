import { normalForm } from '../../lib/normal-form.ts';

/** Syllables per second of brisk speech. 17 languages have 6.6 on average (Coupé et al., Science Advances 2019). */
const SYLLABLES_PER_SECOND = 7;

const VOWELS = /[aeiouyаеёиоуыэюяіїєαεηιουω]+/giu;
/** One character, one syllable. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;
/** Scripts that omit most vowels or group a syllable's characters around one. */
const LETTERS_PER_SYLLABLE = 2;
/** "7" is spoken as a word. */
const SYLLABLES_PER_DIGIT = 1.5;

/** Approximate number of syllables in a text. */
export function countSyllables(text: string): number {
  const plain = normalForm(text, 'NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC');
  let rest = plain;
  let syllables = 0;
  for (const word of plain.match(ALPHABETIC) ?? []) syllables += Math.max(word.match(VOWELS)?.length ?? 0, 1);
  rest = rest.replaceAll(ALPHABETIC, '');
  syllables += rest.match(SYLLABIC)?.length ?? 0;
  rest = rest.replaceAll(SYLLABIC, '');
  for (const sign of rest.match(LETTER_OR_DIGIT) ?? []) {
    syllables += /\p{N}/u.test(sign) ? SYLLABLES_PER_DIGIT : 1 / LETTERS_PER_SYLLABLE;
  }
  return syllables;
}

/** Seconds it takes to say a text briskly. */
export const speakingSeconds = (text: string): number => countSyllables(text) / SYLLABLES_PER_SECOND;

/** Whether a translation can be spoken in the original's `seconds`, briskly or at the original's pace. */
export const fitsSpeech = (translation: string, original: string, seconds: number): boolean =>
  speakingSeconds(translation) <= Math.max(seconds, speakingSeconds(original));
