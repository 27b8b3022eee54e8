import { CUE_LANGUAGES, cuePhrases, wordClass } from '../../cues/cues.ts';

const KINDS = ['name', 'greeting', 'title', 'doctor', 'question', 'field'] as const;

/** What announces names in a language, in the form of `nameKey`. */
function cuesOf(language: string) {
  const phrases = KINDS.flatMap((kind) => cuePhrases(language, kind));
  return {
    titles: new Set(cuePhrases(language, 'title', { strength: 'sure' })),
    /** Titles that are also ordinary words. */
    loose: new Set(cuePhrases(language, 'title', { strength: 'likely' })),
    medical: new Set(cuePhrases(language, 'doctor')),
    /** All words of the cues, which are part of no name. */
    words: new Set([
      ...phrases.flatMap((phrase) => phrase.split(' ')),
      ...wordClass('answerOpening', language),
    ]),
  };
}

/** By transcription language code. */
export const NAME_CUES: Readonly<Record<string, ReturnType<typeof cuesOf>>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [language, cuesOf(language)]),
);

export const PARTICLES = wordClass('particle');
