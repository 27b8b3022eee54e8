import { functionWordsOf } from '../../../addons/subtitles/function-words.ts';
import said from '../vocabulary/said.json' with { type: 'json' };

/** Who asks and who answers. */
const ROLES: ReadonlySet<string> = new Set(said.lists.roles);
/** What people announce before a colon, with or without an article, in the seven languages and some more. */
const ANNOUNCED: ReadonlySet<string> = new Set(said.lists.announced);
/** What people say to each other, and hardly write below headings. */
const ADDRESSING: ReadonlySet<string> = new Set(said.lists.addressing);
/** Verbs of a sentence that goes on behind its colon. */
const VERBS: ReadonlySet<string> = new Set(said.lists.verbs);

/** What a name or a description of a person may begin with: articles, titles and particles. */
const BEFORE_NAMES: ReadonlySet<string> = new Set(said.lists.beforeNames);
const TITLES: ReadonlySet<string> = new Set(said.lists.titles);
const LISTS = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].map(functionWordsOf);
const isLeading = (word: string): boolean => LISTS.some(({ leading }) => leading.has(word));
const isFunctionWord = (word: string): boolean =>
  LISTS.some(({ leading, light, conjunctions }) =>
    [leading, light, conjunctions].some((list) => list.has(word)),
  );

const wordsOf = (label: string): string[] => label.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];

/** Whether a text is said to somebody. */
const isAddressed = (text: string): boolean =>
  /[?!]/u.test(text) ||
  (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).some((word) =>
    ADDRESSING.has(word.toLowerCase().replace('’', "'")),
  );

/**
 * Whether what is before a colon is the beginning of a sentence, not a name: "For example", "Note", "He said". Such a text has a verb
 * in small letters, begins with a pronoun, a preposition or a conjunction and goes on in small letters, or announces something.
 */
export function isSaid(label: string): boolean {
  const parts = label.split(', ');
  // "Well, Bob"
  if (parts.length > 1) return parts.some(isSaid);
  const written = wordsOf(label);
  const words = written.map((word) => word.toLowerCase());
  const [first = ''] = words;
  if (ROLES.has(label.toLowerCase())) return false;
  // "Frau Gut"
  if (TITLES.has(first) && /^\p{Lu}/u.test(written[1] ?? '')) return false;
  const meant = words.filter((word) => !isLeading(word) && !BEFORE_NAMES.has(word) && !/^\d+$/.test(word));
  if (meant.length > 0 && meant.every((word) => ANNOUNCED.has(word))) return true;
  if (words.length < 2) return false;
  const isSmall = written.map((word, index) => word === words[index] && /^\p{Ll}/u.test(word));
  if (words.some((word, index) => isSmall[index] && VERBS.has(word))) return true;
  const goesOn = words.some((word, index) => index > 0 && isSmall[index] && !BEFORE_NAMES.has(word));
  return goesOn && isFunctionWord(first) && !BEFORE_NAMES.has(first);
}

/** A name before a text, and the text. */
export interface Labelled {
  voice: string;
  text: string;
}

/** Of what people say, the part that is said to somebody. */
const ADDRESSED_SHARE = 1 / 3;

/** Whether names that stand there once each may be those of people, not headings: they say something to each other. */
export function areTurns(labels: readonly (Labelled | null)[]): boolean {
  const said = labels.filter((label) => label !== null);
  // What people say in other scripts is not known.
  const isKnown = said.every(({ voice, text }) => !/[^\P{L}\p{Script=Latin}]/u.test(voice + text));
  return !isKnown || said.filter(({ text }) => isAddressed(text)).length >= said.length * ADDRESSED_SHARE;
}
