import cues from './name-cues.json' with { type: 'json' };
import { type PhraseTable, phraseTable } from './phrase-table.ts';

/** What tells names in a language, as sequences of words in the form of `nameKey`. */
export interface NameCues {
  /** A name follows. */
  sure: PhraseTable;
  /** A name may follow. */
  likely: PhraseTable;
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

const set = (text: string, by: string | RegExp): ReadonlySet<string> => new Set(text.split(by));

const LANGUAGES = {
  en: cues.en,
  fr: cues.fr,
  de: cues.de,
  es: cues.es,
  it: cues.it,
  pt: cues.pt,
  nl: cues.nl,
};

/** By transcription language code. */
export const NAME_CUES: Readonly<Record<string, NameCues>> = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, own]) => [
    language,
    {
      sure: phraseTable(own.sure),
      likely: phraseTable(own.likely),
      greetings: phraseTable(own.greetings),
      titles: set(`${own.titles}|${own.always}`, '|'),
      loose: set(own.loose, '|'),
      medical: set(own.medical, '|'),
      after: phraseTable(own.after),
      questions: phraseTable(own.questions),
      fields: phraseTable(own.fields),
      lead: set(own.lead, ' '),
      words: set(Object.values(own).join(' '), /[ |]/),
    },
  ]),
);

export const PARTICLES = set(cues.particles, ' ');
/** English words before and after people, and words before which no name without a cue stands. */
export const BEFORE_PEOPLE = set(cues.context.before, ' ');
export const AFTER_PEOPLE = set(cues.context.after, ' ');
export const NEVER_BEFORE = set(cues.context.never, ' ');
