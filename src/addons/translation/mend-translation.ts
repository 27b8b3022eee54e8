import type { Translated } from '../../language/text/text-models.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import { lostNumbers, lostWords } from './lost-words.ts';

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** An end that is there three times, or a long one that is there twice. */
const REPEATED_END = /(?:(?:^| )(\S.{1,60}?)(?: \1){2,}|(?:^| )(\S.{14,120}?) \2)$/u;
const REPEATED_SIGNS = /([^ \d]{2,20}?)\1{3,}$/u;

/** Whether a text ends in a loop. */
export function repeatsItsEnd(text: string): boolean {
  const plain = wordsIn(text.toLowerCase()).join(' ');
  return REPEATED_END.test(plain) || REPEATED_SIGNS.test(plain);
}

/** Fewer words are often names, or the same in both languages. */
const FEW_WORDS = 4;
const MOST_SHARED = 0.8;

/** Whether a translation is its source again. */
export function isUntranslated(source: string, translation: string): boolean {
  const given = new Set(wordsIn(source));
  const made = wordsIn(translation);
  if (made.length < FEW_WORDS) return false;
  return made.filter((word) => given.has(word)).length > made.length * MOST_SHARED;
}

const loops = (source: string, translation: string): boolean =>
  repeatsItsEnd(translation) && !repeatsItsEnd(source);

/** Whether a person should look at a translation. Names may be written otherwise in the target language, so they do not count. */
export const isDoubtful = (source: string, translation: string): boolean =>
  loops(source, translation) || isUntranslated(source, translation) || lostNumbers(source, translation) > 0;

const faultsOf = (source: string, translation: string): number =>
  2 * Number(loops(source, translation)) +
  2 * Number(isUntranslated(source, translation)) +
  lostWords(source, translation);

/**
 * A translation with faults, made again by sentences of the source's `language`, or clauses of one, if that has fewer.
 */
export async function mended(
  made: Translated,
  text: string,
  language: string,
  translate: (part: string) => Promise<Translated>,
): Promise<Translated> {
  const faults = faultsOf(text, made.text);
  if (faults === 0) return made;
  const parts = partsOf(text, language);
  if (parts.length < 2) return made;
  let joined = '';
  const words: NonNullable<Translated['words']>[number][] = [];
  let isAligned = true;
  for (const { part, at } of parts) {
    const one = await translate(part);
    if (joined !== '') joined += ' ';
    isAligned &&= one.words !== undefined;
    for (const { start, end, source } of one.words ?? []) {
      words.push({ start: joined.length + start, end: joined.length + end, source: at + source });
    }
    joined += one.text;
  }
  if (faultsOf(text, joined) >= faults) return made;
  const { words: _, ...rest } = made;
  return { ...rest, text: joined, ...(isAligned && { words }) };
}

const CLAUSE = /[^,;:，；：、]+[,;:，；：、]*/gu;

/** Sentences, otherwise clauses, with where they begin. */
function partsOf(text: string, language: string): { part: string; at: number }[] {
  const sentences = located(
    text,
    [...segmentsOf(text, language, 'sentence')].map(({ segment }) => segment),
  );
  return sentences.length > 1 ? sentences : located(text, text.match(CLAUSE) ?? []);
}

function located(text: string, parts: readonly string[]): { part: string; at: number }[] {
  let from = 0;
  return parts.flatMap((whole) => {
    const part = whole.trim();
    if (part === '') return [];
    const at = text.indexOf(part, from);
    from = at + part.length;
    return [{ part, at }];
  });
}
