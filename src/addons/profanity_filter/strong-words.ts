import { z } from '../../lib/zod.ts';
import table from './strong-words.json' with { type: 'json' };

/** By language: beginnings of words, each with the endings that make a word of it. */
const tables = z.record(z.string(), z.record(z.string().min(1), z.array(z.string()).min(1)));

const words = new Map(
  Object.entries(tables.parse(table)).map(([language, stems]) => [
    language,
    new Set(Object.entries(stems).flatMap(([stem, endings]) => endings.map((ending) => stem + ending))),
  ]),
);

/** Languages that have a list. */
export const STRONG_WORD_LANGUAGES: readonly string[] = [...words.keys()];

/** The strong words of a language in all their forms, in lower case; none where there is no list. */
export const strongWords = (language: string): ReadonlySet<string> => words.get(language) ?? new Set();
