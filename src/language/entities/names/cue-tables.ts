import { CUE_LANGUAGES, cuePhrases, wordClass } from '../../cues/cues.ts';
import { framesOf, isFrame } from '../../cues/frames.ts';
import { phraseTable } from './phrase-table.ts';

const KINDS = ['name', 'greeting', 'title', 'doctor', 'question', 'field'] as const;
type Kind = (typeof KINDS)[number];

/** What announces names in a language, as sequences of words in the form of `nameKey`. */
function cuesOf(language: string) {
  const table = (...[kind, only]: [Kind, Parameters<typeof cuePhrases>[2]?]) =>
    phraseTable(cuePhrases(language, kind, only));
  const lead = wordClass('answerOpening', language);
  const phrases = KINDS.flatMap((kind) => cuePhrases(language, kind)).filter((phrase) => !isFrame(phrase));
  return {
    /** A name follows, or may follow. */
    sure: table('name', { side: 'before', strength: 'sure' }),
    likely: table('name', { side: 'before', strength: 'likely' }),
    /** Words around a name. */
    frames: framesOf(cuePhrases(language, 'name')),
    /** A name may stand before it. */
    after: table('name', { side: 'behind' }),
    /** Whoever is greeted or thanked may follow. */
    greetings: table('greeting'),
    titles: new Set(cuePhrases(language, 'title', { strength: 'sure' })),
    /** Titles that are also ordinary words. */
    loose: new Set(cuePhrases(language, 'title', { strength: 'likely' })),
    medical: new Set(cuePhrases(language, 'doctor')),
    questions: table('question'),
    /** What a form asks for; a name may follow. */
    fields: table('field'),
    /** Words that may open an answer. */
    lead,
    /** All words of the phrases above, which are part of no name. */
    words: new Set([...phrases.flatMap((phrase) => phrase.split(' ')), ...lead]),
  };
}
export type NameCues = ReturnType<typeof cuesOf>;

/** By transcription language code. */
export const NAME_CUES: Readonly<Record<string, NameCues>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [language, cuesOf(language)]),
);

export const PARTICLES = wordClass('particle');
/** English words before and after people, and words before which no name without a cue is. */
export const BEFORE_PEOPLE = wordClass('beforePeople');
export const AFTER_PEOPLE = wordClass('afterPeople');
export const NEVER_BEFORE = wordClass('neverBeforePeople');
/** "Herr der Lage", "Herr Ober". */
export const TALK_BEHIND_TITLE = wordClass('talkBehindTitle');
/** "monsieur le président", "madame la ministre", "señor juez", "Frau Ministerin". */
export const OFFICE = wordClass('office');
