import { comparableWords } from '../comparable-words.ts';
import type { Extracted } from './read-values.ts';

const plain = (text: string): string => ` ${comparableWords(text).join(' ')} `;

/** Keeps only values that were said in these words: a model may invent others. */
export function spokenValues(found: Extracted, transcript: string): Extracted {
  const said = plain(transcript);
  return Object.fromEntries(
    Object.entries(found).map(([name, values]) => {
      const kept = values?.filter((value) => plain(value).trim() !== '' && said.includes(plain(value))) ?? [];
      return [name, kept.length > 0 ? kept : null];
    }),
  );
}
