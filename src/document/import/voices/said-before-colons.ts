import { functionWordsOf } from '../../../addons/subtitles/function-words.ts';
import said from '../vocabulary/said.json' with { type: 'json' };

/** Who asks and who answers. */
const ROLES: ReadonlySet<string> = new Set(said.lists.roles);
/** What people announce before a colon, with or without an article, in the seven languages and some more. */
const ANNOUNCED: ReadonlySet<string> = new Set(said.lists.announced);
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
