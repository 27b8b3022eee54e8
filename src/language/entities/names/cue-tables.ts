import { CUE_LANGUAGES, cuePhrases, wordClass } from '../../cues/cues.ts';
import { type Frame, framesOf, isFrame } from '../../cues/frames.ts';
import { type PhraseTable, phraseTable } from './phrase-table.ts';

/** What tells names in a language, as sequences of words in the form of `nameKey`. */
export interface NameCues {
  /** A name follows. */
  sure: PhraseTable;
  /** A name may follow. */
  likely: PhraseTable;
  /** Words around a name. */
  frames: readonly Frame[];
  /** Whoever is greeted or thanked may follow. */
  greetings: PhraseTable;
  titles: ReadonlySet<string>;
  /** Titles that are also ordinary words. */
  loose: ReadonlySet<string>;
  medical: ReadonlySet<string>;
  /** A name may stand before it. */
  after: PhraseTable;
  questions: PhraseTable;
  /** What a form asks for; a name may follow. */
  fields: PhraseTable;
  /** Words that may open an answer. */
  lead: ReadonlySet<string>;
  /** All words of the phrases above, which are part of no name. */
  words: ReadonlySet<string>;
}

const KINDS = ['name', 'greeting', 'title', 'doctor', 'question', 'field'] as const;
type Kind = (typeof KINDS)[number];

function cuesOf(language: string): NameCues {
  const table = (...[kind, only]: [Kind, Parameters<typeof cuePhrases>[2]?]) =>
    phraseTable(cuePhrases(language, kind, only));
  const phrases = KINDS.flatMap((kind) => cuePhrases(language, kind));
  const lead = wordClass('answerOpening', language);
  return {
    sure: table('name', { side: 'before', strength: 'sure' }),
    likely: table('name', { side: 'before', strength: 'likely' }),
    frames: framesOf(cuePhrases(language, 'name')),
    after: table('name', { side: 'behind' }),
    greetings: table('greeting'),
    titles: new Set(cuePhrases(language, 'title', { strength: 'sure' })),
    loose: new Set(cuePhrases(language, 'title', { strength: 'likely' })),
    medical: new Set(cuePhrases(language, 'doctor')),
    questions: table('question'),
    fields: table('field'),
    lead,
    words: new Set([
      ...phrases.filter((phrase) => !isFrame(phrase)).flatMap((phrase) => phrase.split(' ')),
      ...lead,
    ]),
  };
}

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
