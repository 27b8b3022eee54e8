import { functionWordsOf } from '../../../addons/subtitles/function-words.ts';
import { memoised } from '../../../lib/memoised.ts';
import { LIMITS, MARKS, SAID } from '../vocabulary/patterns.ts';

/** Whether a text is nothing but what a program calls a speaker. */
export const isNumbered = (text: string): boolean => MARKS.numbered.test(text);

/** Whether a text could be a name. */
export const isNameLike = (text: string): boolean => MARKS.nameLike.test(text) && !isSaid(text);

/** Whether a text is a name that people have, not one that a program gave them. A file may ask it of each of its words. */
export const isPersonName = memoised(
  (text: string): boolean => !/\d/.test(text) && !isNumbered(text) && isNameLike(text),
);

/** The same with further signs, such as "Smith, John", "Dr. A/B", "R2D2" and "Ada 🎤". */
export const isLike = (text: string): boolean =>
  !isSaid(text) &&
  (MARKS.nameLike.test(text) ||
    (/^[^\p{Ll}]/u.test(text) && text.split(/\s+/u).every((word) => MARKS.nameWord.test(word))));

/** "ADA" and "DR. LOVELACE", but not "I" or "A". */
export const inCapitals = (text: string): boolean => /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u.test(text);

type Groups = readonly (readonly string[])[];

/** The first lines of groups without a colon; null if they are no names: a group has nothing else, or the line ends as a sentence does. */
function firstNames(groups: Groups): string[] | null {
  const isShort = ([first = '', ...more]: readonly string[]) => more.length === 0 || /[.!?…]$/u.test(first);
  if (groups.length < 2 || groups.some(isShort)) return null;
  return groups.map(([first = '']) => first.replace(/[:：]$/, ''));
}

/** Whether the first line of each group is a first and a last name, that of a program, or in capitals as in a play; those below are not. */
export function areWholeNames(groups: Groups): boolean {
  const firsts = firstNames(groups);
  if (!firsts || groups.every(([, next = '']) => MARKS.wholeName.test(next))) return false;
  const isPlay =
    firsts.every((first) => inCapitals(first) && isNameLike(first)) &&
    groups.every(([, next = '']) => !inCapitals(next));
  // "Yes Sir" in each cue, whatever is below: one name alone names nobody.
  const isOne = new Set(firsts).size === 1 && !isNumbered(firsts[0] ?? '');
  return isPlay || (!isOne && firsts.every((first) => MARKS.wholeName.test(first) || isNumbered(first)));
}

/** The same where a line of its own says when: names that come again need no more than to look like some. */
export function areNamed(groups: Groups): boolean {
  const firsts = firstNames(groups);
  const isRepeated = firsts !== null && new Set(firsts).size <= firsts.length * LIMITS.repeatedNames;
  return (isRepeated && firsts.every(isLike)) || areWholeNames(groups);
}

/** Whether a text in brackets is a name, not a sound. */
export const isBracketedName = (text: string): boolean => isNameLike(text) && !MARKS.sound.test(text);

/** "[Ada]" alone; null for anything else, such as "[Music]". */
export function nameInBrackets(text: string): string | null {
  const inside = /^[[(<]([^\][()<>]{1,40})[\])>]:?$/u.exec(text.trim())?.[1]?.trim() ?? '';
  return isNumbered(inside) || isBracketedName(inside) ? inside : null;
}

const LISTS = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].map(functionWordsOf);
const isLeading = (word: string): boolean => LISTS.some(({ leading }) => leading.has(word));
const isFunctionWord = (word: string): boolean =>
  LISTS.some((all) => [all.leading, all.light, all.conjunctions].some((list) => list.has(word)));

/** Whether a text is said to somebody. */
const isAddressed = (text: string): boolean =>
  /[?!]/u.test(text) ||
  (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).some((word) =>
    SAID.addressing.has(word.toLowerCase().replace('’', "'")),
  );

/**
 * Whether what is before a colon is the beginning of a sentence, not a name: "For example", "Note", "He said". Such a text has a verb
 * in small letters, begins with a pronoun, a preposition or a conjunction and goes on in small letters, or announces something.
 */
export function isSaid(label: string): boolean {
  const parts = label.split(', ');
  // "Well, Bob"
  if (parts.length > 1) return parts.some(isSaid);
  const written: readonly string[] = label.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const words = written.map((word) => word.toLowerCase());
  const [first = ''] = words;
  if (SAID.roles.has(label.toLowerCase())) return false;
  // "Frau Gut"
  if (SAID.titles.has(first) && /^\p{Lu}/u.test(written[1] ?? '')) return false;
  const meant = words.filter(
    (word) => !isLeading(word) && !SAID.beforeNames.has(word) && !/^\d+$/.test(word),
  );
  if (meant.length > 0 && meant.every((word) => SAID.announced.has(word))) return true;
  if (words.length < 2) return false;
  const isSmall = written.map((word, index) => word === words[index] && /^\p{Ll}/u.test(word));
  if (words.some((word, index) => isSmall[index] && SAID.verbs.has(word))) return true;
  const goesOn = words.some((word, index) => index > 0 && isSmall[index] && !SAID.beforeNames.has(word));
  return goesOn && isFunctionWord(first) && !SAID.beforeNames.has(first);
}

/** A name before a text, and the text. */
export interface Labelled {
  voice: string;
  text: string;
}

/** Whether names that are there once each may be those of people, not headings: they say something to each other. */
export function areTurns(labels: readonly (Labelled | null)[]): boolean {
  const said = labels.filter((label) => label !== null);
  // What people say in other scripts is not known.
  const isKnown = said.every(({ voice, text }) => !/[^\P{L}\p{Script=Latin}]/u.test(voice + text));
  return (
    !isKnown || said.filter(({ text }) => isAddressed(text)).length >= said.length * LIMITS.addressedTexts
  );
}
